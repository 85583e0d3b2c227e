"""Reports that people read: one HTML page each, with its tables and plots inside, that asks nothing of any network."""
