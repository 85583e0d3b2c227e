"""Realistic names of persons, places, organisations and accounts."""
