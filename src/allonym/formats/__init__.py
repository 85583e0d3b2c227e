"""Read a file into pieces; spell values the way the file does."""
