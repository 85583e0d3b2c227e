"""Persons, places and organisations by the embedded model."""
