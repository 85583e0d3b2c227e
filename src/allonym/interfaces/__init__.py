"""Ways in from outside: they translate, nothing more."""
