"""Step 5: propose stand-ins."""
