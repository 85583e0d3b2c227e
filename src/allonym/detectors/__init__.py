"""Step 1: find mentions."""
