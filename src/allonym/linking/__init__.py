"""Step 3: mentions become entities."""
