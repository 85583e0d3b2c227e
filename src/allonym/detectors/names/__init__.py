"""Persons, places and organisations, by word lists, cue words and the look of the text."""
