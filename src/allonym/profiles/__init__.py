"""The profiles that come with allonym: one TOML each, data only."""
