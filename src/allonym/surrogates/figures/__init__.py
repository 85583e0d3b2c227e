"""Realistic figures: numbers, codes, addresses and times that are nobody's."""
