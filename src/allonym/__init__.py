"""Pseudonymize text about people, offline, and give it back byte for byte to whoever holds the key."""
