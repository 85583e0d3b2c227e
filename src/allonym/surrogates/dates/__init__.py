"""Dates, read as they are written, and other ones written alike."""
