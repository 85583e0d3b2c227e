"""Numbers that have a form of their own behind a word of their own: "NHI ZBK2241", "FN 448207 k"; tables/forms.toml."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from allonym.core.plain_toml import read_table
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.checks import find_check
from allonym.detectors.identifiers.codes import compact

_LEAD = (
    r"(?:-?(?:id|no|nr|n[º°]|number|nummer|numéro|code|card)\b)?[ .:#=\-]{0,3}"
    r"(?:(?:is|ist|est|lautet|on|at|under|unter|der|no|nr|n[º°]|number|nummer|numéro|id)[.:]{0,2} ?:? ?){0,2}"
    r"(?<=[ .:#=])"
)
_END = r"(?![\w@]|[.,/:\-][0-9])"
_NEAR = 60
_SCORE = 0.9
# A short word is looked for with what stands behind it: it is in many others.
_SHORT, _MARKS = 4, " :.-#="


class Form(NamedTuple):
    """What stands behind some words: its label, and what it looks like; `near` is what the words before them hold."""

    name: str
    label: str
    words: Sequence[str]
    form: Expression
    near: Expression | None
    check: str


@cache
def _forms() -> dict[str, tuple[Form, ...]]:
    """Return the forms by their words, in small letters."""
    forms: dict[str, tuple[Form, ...]] = {}
    for each in read_table("allonym.detectors.identifiers", "tables/forms.toml")["form"]:
        near = Expression(each["near"]) if "near" in each else None
        look = Expression(f"(?i:{_LEAD})({each['form']}){_END}")
        form = Form(each["name"], each["label"], tuple(each["words"]), look, near, each.get("check", ""))
        for word in form.words:
            forms[word.lower()] = (*forms.get(word.lower(), ()), form)
    return forms


def _look(text: str, at: int, end: int) -> Iterator[Found]:
    if text[end - 1] in _MARKS:
        # The mark behind a word belongs to what leads on.
        end -= 1
    word = text[at:end]
    if text[at - 1 : at].isalnum() or text[end : end + 1].isalnum():
        return
    for form in _forms()[word.lower()]:
        match = form.form.match(text, end) if _is_written(word, form) else None
        if match and _is_one(text, at, match[1], form):
            # The brackets of a form, or the whole of it.
            for group in range(2, match.re.groups + 1) if match.re.groups > 1 else (1,):
                if match[group]:
                    yield Found(*match.span(group), form.label, _SCORE, "own-form")


def _is_written(word: str, form: Form) -> bool:
    """Tell whether a word is written as it must be: one that is listed in capitals is another word without them."""
    return word in form.words or word.lower() in form.words


def _is_one(text: str, at: int, surface: str, form: Form) -> bool:
    if form.check and not find_check(form.check)(compact(surface)):
        return False
    return form.near is None or form.near.search(before(text, at, _NEAR)) is not None


def _words() -> tuple[str, ...]:
    """Return the words as they may be written besides in small letters: "NHI", "Petition (C)", "Our Ref"."""
    words = dict.fromkeys(word for forms in _forms().values() for form in forms for word in form.words)
    spelt = dict.fromkeys(each for word in words for each in ((word,) if word.isupper() else (word, word.title())))
    return tuple(f"{word}{mark}" for word in spelt for mark in (_MARKS if len(word) <= _SHORT else ("",)))


own_forms = Watch(_words, _look)
"""Finds numbers behind the words that only they have."""
