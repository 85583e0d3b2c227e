"""What `allonym doctor` looks at. Each check yields findings; none of them shows a word of a text, a name or a key."""
