"""P9: forged, pasted and look-alike tokens never expand, whatever is planted between the true ones."""

import random
import re
from functools import cache

import pytest
from tests.unit.searching.edited_texts import TEXTS, tool

from allonym import Pseudonymizer
from allonym.core.types import OutputText

FAST, ALL = 500, 10_000
HERE = "Margaret Holloway met Desmond Pryce. Ring 0701740605, says Margaret Holloway."
ELSEWHERE = {
    "b": "Olivia Fenwick and Alice Garnier and Bruno Lemoine and Odette Vasseur wrote to b@example.org in Sheffield.",
    "c": "Detlef Brandt and Ottilie Sommer and Ettore Grimaldi and Ilaria Fontana wrote to c@example.org in Kassel.",
}
SECRETS = [
    *("olivia", "fenwick", "alice", "garnier", "bruno", "lemoine", "odette", "vasseur", "sheffield"),
    *("detlef", "brandt", "ottilie", "sommer", "ettore", "grimaldi", "ilaria", "fontana", "kassel"),
    *("ornella", "bassani", "bergamo", "example.org"),
]


@cache
def setting(profile: str) -> tuple[Pseudonymizer, OutputText, tuple[str, ...], tuple[str, ...]]:
    """Return a tool, the output for HERE, its stand-ins, and stand-ins of other documents and of another vault."""
    made, stranger = tool(profile, "en"), tool(profile, "en")
    here = made.pseudonymize(HERE, id="a")
    others = [made.pseudonymize(text, id=name) for name, text in ELSEWHERE.items()]
    others.append(stranger.pseudonymize(TEXTS["it"], id="a"))
    own = tuple({edit.replacement for edit in here.edits})
    foreign = {edit.replacement for each in others for edit in each.edits} - set(own)
    assert isinstance(here.text, OutputText)
    return made, here.text, own, tuple(sorted(foreign)) or ("[PERSON_6]",)


def hostile(own: tuple[str, ...], foreign: tuple[str, ...], chance: random.Random) -> str:
    """Return one thing that somebody may plant."""
    token, other = chance.choice(own), chance.choice(foreign)
    place = chance.randrange(1, len(token))
    return chance.choice(
        [
            other,
            other.upper(),
            other.lower(),
            f"[PERSON_{chance.randrange(7, 2000)}]",
            f"[PERSON_0{chance.randrange(1, 9)}]",
            f"_People{chance.randrange(1, 99)}",
            "[PERSON]",
            "[WITHDRAWN]",
            "XXX",
            token[:place] + chance.choice("\u200b\u200c\u200d\u2060\ufeff\u00ad") + token[place:],
            token.translate(str.maketrans("[]_1234PERSONaeoi", "［］＿１２３４РЕRЅОNаеоі")),
            token.replace("S", "ſ").replace("k", "K"),
            token[:place] + token + token[place:],
            f"[{token}]",
            f"x{token}y",
            f"{token}{chance.randrange(10)}",
            f"[PERSON_{token}]",
            token[:-1],
            token[1:],
            token[:place] + " " + token[place:],
            token[:place] + "\\" + token[place:],
            token[:place] + "\n\n" + token[place:],
            f"{other[:-1]}{token}",
        ]
    )


def inject(profile: str, number: int) -> None:
    made, text, own, foreign = setting(profile)
    chance = random.Random(number)
    words = re.split(r"(?<=\s)", str(text))
    for _ in range(chance.randrange(1, 4)):
        words.insert(chance.randrange(len(words) + 1), f"{hostile(own, foreign, chance)} ")
    edited = "".join(words)

    recovery = made.recover_edited(edited, id="a")

    assert [word for word in SECRETS if word in recovery.text.lower() and word not in edited.lower()] == []
    for finding in recovery.having("sure"):
        # A backslash before a mark is how Markdown writes the mark.
        stood = re.sub(r"\\([\[\]_])", r"\1", finding.span.of(edited)).removesuffix("'s")
        beside = edited[finding.span.start - 1 : finding.span.start] + edited[finding.span.end :][:1]
        assert " ".join(stood.split()).casefold() in {each.casefold() for each in own}
        assert not any(sign.isalnum() or sign in "_\u200b\u200c\u200d\u2060\ufeff\u00ad" for sign in beside)
    assert outside(edited, recovery.findings, "span") == outside(recovery.text, recovery.findings, "recovered")


def outside(text: str, findings: object, which: str) -> list[str]:
    assert isinstance(findings, tuple)
    ends = [0, *(getattr(each, which).end for each in findings)]
    starts = [*(getattr(each, which).start for each in findings), len(text)]
    return [text[start:end] for start, end in zip(ends, starts, strict=True)]


PROFILES = ("default", "gdpr-research", "akio-external", "cloaked-realistic", "netanos-xxx")


@pytest.mark.parametrize("profile", PROFILES)
def test_nothing_foreign_expands(profile: str) -> None:
    for number in range(FAST // len(PROFILES)):
        inject(profile, number)


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
def test_nothing_foreign_expands_in_ten_thousand_cases(profile: str) -> None:
    for number in range(FAST, FAST + ALL // len(PROFILES)):
        inject(profile, number)


def test_every_foreign_token_is_listed_as_refused() -> None:
    made, text, *_ = setting("default")
    planted = ["[PERSON_6]", "[PERSON_99]", "［PERSON_1］", "[PERS\u200bON_1]", "[РERSON_1]", "_People7", "[WITHDRAWN]"]

    recovery = made.recover_edited(f"{text} {' '.join(planted)}", id="a")

    start = len(text)
    assert [each.state for each in recovery.findings if each.span.start >= start] == ["refused"] * len(planted)
    assert all("foreign" in each.reason or "withdrawn" in each.reason for each in recovery.having("refused"))
    assert recovery.text.endswith(" ".join(planted))
