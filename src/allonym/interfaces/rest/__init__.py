"""The service: the same engine over HTTP and over streams of JSON lines."""
