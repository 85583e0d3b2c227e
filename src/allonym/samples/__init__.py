"""The sample that `allonym demo` shows: invented posts in eight languages."""
