"""Nationalities in all their forms: suédois, suédoise, suédoises; svensk, svenskt, svenska, svenskar."""

from collections.abc import Callable, Iterator

Forms = Iterator[tuple[str, str]]


def inflected(base: str, column: str) -> Forms:
    """Return a base form and its inflections, each with its gender; `column` is a language, or one and "person"."""
    yield base, ""
    yield from RULES.get(column, _none)(base)


def _none(_: str) -> Forms:
    return iter(())


def _french(base: str) -> Forms:
    if base == "grec":
        yield from (("grecque", "f"), ("grecs", "m"), ("grecques", "f"))
    elif base == "turc":
        yield from (("turque", "f"), ("turcs", "m"), ("turques", "f"))
    elif base.endswith("e"):
        yield base + "s", ""
    else:
        feminine = base + ("ne" if base.endswith(("ien", "éen")) else "e")
        yield from ((feminine, "f"), (feminine + "s", "f"))
        if not base.endswith("s"):
            yield base + "s", "m"


def _german(base: str) -> Forms:
    for ending in ("e", "en", "er", "es", "em"):
        yield base + ending, ""


def _german_person(base: str) -> Forms:
    if base == "deutscher":
        yield from (("deutsche", ""), ("deutschen", ""))
        return
    stem = base.removesuffix("e")
    yield from ((stem + "in", "f"), (stem + "innen", "f"))
    if base.endswith("e"):
        yield base + "n", "m"
    elif base.endswith("er"):
        yield from ((base + "n", "m"), (base + "s", "m"))
    else:
        yield from ((base + "s", "m"), (base + "en", "m"))


def _spanish(base: str) -> Forms:
    if base.endswith("o"):
        yield from ((base[:-1] + "a", "f"), (base + "s", "m"), (base[:-1] + "as", "f"))
    elif base.endswith(("és", "án", "ón")):
        stem = base[:-2] + {"é": "e", "á": "a", "ó": "o"}[base[-2]] + base[-1]
        yield from ((stem + "a", "f"), (stem + "es", "m"), (stem + "as", "f"))
    elif base.endswith(("ol", "ar")):
        yield from ((base + "a", "f"), (base + "es", "m"), (base + "as", "f"))
    elif base.endswith("í"):
        yield from ((base + "es", ""), (base + "s", ""))
    else:
        yield base + "s", ""


def _italian(base: str) -> Forms:
    if base.endswith("o"):
        # polacco, tedesco, greco: some plurals take an h and some do not; both are written.
        plural = base[:-2] + "chi" if base.endswith("co") else base[:-1] + "i"
        feminine = base[:-2] + "che" if base.endswith("co") else base[:-1] + "e"
        yield from ((base[:-1] + "a", "f"), (plural, "m"), (feminine, "f"), (base[:-1] + "i", "m"))
    elif base.endswith("a"):
        yield from ((base[:-1] + "i", "m"), (base[:-1] + "e", "f"))
    else:
        yield base[:-1] + "i", ""


def _portuguese(base: str) -> Forms:
    if base.endswith("ês"):
        stem = base[:-2] + "es"
        yield from ((stem + "a", "f"), (stem + "es", "m"), (stem + "as", "f"))
    elif base.endswith("ão"):
        yield from ((base[:-1], "f"), (base[:-2] + "ães", "m"), (base[:-2] + "ões", "m"), (base[:-1] + "s", "f"))
    elif base.endswith("eu"):
        yield from ((base[:-2] + "eia", "f"), (base + "s", "m"), (base[:-2] + "eias", "f"))
    elif base.endswith("o"):
        yield from ((base[:-1] + "a", "f"), (base + "s", "m"), (base[:-1] + "as", "f"))
    elif base.endswith("ol"):
        yield from ((base + "a", "f"), (base[:-2] + "óis", "m"), (base + "as", "f"))
    else:
        yield base + "s", ""


def _swedish(base: str) -> Forms:
    yield from ((base + "t", ""), (base + "a", ""), (base + "e", "m"))


def _swedish_person(base: str) -> Forms:
    if base.endswith("man"):
        stem = base[:-3]
        yield from ((base + "nen", "m"), (stem + "män", "m"), (stem + "männen", "m"))
    elif base.endswith("are"):
        yield from ((base + "n", ""), (base[:-1] + "na", ""))
    elif base.endswith(("er", "ning")):
        yield from ((base + "n", ""), (base + "na", ""), (base + "en", ""), (base + "ar", ""), (base + "arna", ""))
    else:
        stem = base.removesuffix("e")
        yield from ((stem + "en", ""), (stem + "er", ""), (stem + "erna", ""), (stem + "ar", ""), (stem + "arna", ""))
    stem = base.removesuffix("are").removesuffix("e")
    yield from ((stem + "iska" if not stem.endswith("sk") else stem + "a", "f"), (stem + "skor", "f"))


def _arabic(base: str) -> Forms:
    for bare in (base, "ال" + base):
        if bare != base:
            yield bare, "m"
        yield from ((bare + "ة", "f"), (bare + "ون", "m"), (bare + "ين", "m"), (bare + "ات", "f"), (bare + "ان", "m"))


RULES: dict[str, Callable[[str], Forms]] = {
    "fr": _french,
    "de": _german,
    "de person": _german_person,
    "es": _spanish,
    "it": _italian,
    "pt": _portuguese,
    "sv": _swedish,
    "sv person": _swedish_person,
    "ar": _arabic,
}
