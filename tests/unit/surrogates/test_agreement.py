"""Stand-ins agree with their sentence: every minimal pair of tests/cases/inflection, there, back, and left alone.

A pair has a `text` with the mention in braces, the `words` that stand in, and the text to `expect`, in braces what a
detector would find there. `base` is the original without endings, if that is not what stands in the braces, and
`features` are those of the mention. `back` has the features on the way back; what cannot come back says one_way.
"""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from allonym.core.splice import splice
from allonym.core.types import Edit, Mention, Span
from allonym.languages.pack import CODES
from allonym.surrogates.agreement import settle, settling
from allonym.surrogates.agreement.kinds import kinds
from allonym.surrogates.agreement.scene import normal

CASES = Path(__file__).parents[2] / "cases" / "inflection"
TABLES = Path(settling.__file__).parent
PAIRS = [
    (code, pair)
    for code in CODES
    for pair in tomllib.loads((CASES / f"{code}.toml").read_text("utf-8"))["pairs"]
]  # fmt: skip


def name_of(value: object) -> str:
    return value if isinstance(value, str) else value["text"]  # type: ignore[index]


def opened(marked: str) -> tuple[str, Span]:
    """Return a text without its braces, and what stood in them."""
    before, _, rest = marked.partition("{")
    inside, _, after = rest.partition("}")
    return before + inside + after, Span(len(before), len(before) + len(inside))


def settled(marked: str, words: str, language: str | None, label: str, features: dict[str, str]) -> str:
    """Return the text with other words for what stands in braces."""
    text, span = opened(marked)
    mention = Mention(span, label, 1.0, "test", tuple(sorted(features.items())))
    room, replacement = settle(text, mention, words, language, Span(0, len(text)))
    return splice(text, [Edit(room, replacement)])[0]


@pytest.mark.parametrize(("code", "pair"), PAIRS, ids=name_of)
def test_a_stand_in_is_inflected_like_its_original(code: str, pair: dict[str, Any]) -> None:
    found = settled(pair["text"], pair["words"], code, pair["label"], pair.get("features", {}))

    assert found == opened(pair["expect"])[0]


@pytest.mark.parametrize(("code", "pair"), [each for each in PAIRS if not each[1].get("one_way")], ids=name_of)
def test_the_original_comes_back_in_its_own_form(code: str, pair: dict[str, Any]) -> None:
    text, span = opened(pair["text"])
    features = pair.get("back", pair.get("features", {}))

    found = settled(pair["expect"], pair.get("base", span.of(text)), code, pair["label"], features)

    assert found == text


@pytest.mark.parametrize(("code", "pair"), PAIRS, ids=name_of)
def test_the_original_itself_changes_nothing(code: str, pair: dict[str, Any]) -> None:
    text, span = opened(pair["text"])

    found = settled(pair["text"], pair.get("base", span.of(text)), code, pair["label"], pair.get("features", {}))

    assert found == text


@pytest.mark.parametrize("code", CODES)
def test_every_language_has_at_least_thirty_pairs(code: str) -> None:
    assert len([each for each, _ in PAIRS if each == code]) >= 30


@pytest.mark.parametrize("code", ["es", "fr", "it", "pt"])
def test_every_country_that_cldr_names_has_its_kind(code: str) -> None:
    babel = pytest.importorskip("babel", reason="needs the extra `build`")
    names = [name for region, name in babel.Locale(code).territories.items() if len(region) == 2 and "," not in name]
    outside = {babel.Locale(code).territories[region] for region in ("QO", "XA", "XB", "ZZ")}

    assert [name for name in names if name not in outside and normal(name) not in kinds(code)] == []


@pytest.mark.parametrize("code", ["de", "en", "es", "fr", "it", "pt"])
def test_no_place_is_of_two_kinds(code: str) -> None:
    table = tomllib.loads((TABLES / f"{code}.toml").read_text("utf-8"))["kinds"]
    names = [normal(" ".join(name.split())) for names in table.values() for name in names.split(",") if name.strip()]

    assert [name for name, count in Counter(names).items() if count > 1] == []
