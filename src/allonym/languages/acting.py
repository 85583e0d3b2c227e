"""The words of each language that say what somebody does or is; in languages/<code>/context.toml."""

from functools import cache

from allonym.languages.words import all_entries, entries, topic


@cache
def acts(code: str | None) -> frozenset[str]:
    """Return what may stand right behind somebody at the start of a sentence; of all languages, unless one is told."""
    return frozenset(
        all_entries("context", "acts") if code is None else entries(topic(code, "context").get("acts", ""))
    )
