"""One folder per language: data first, code only where needed."""
