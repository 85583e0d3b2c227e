"""Step 6: remember, encrypted, one to one."""
