"""What stays as it is must name nobody: ids, keys and the names of files are read in every way that people write them.

letters/Anna Berg.txt   each part of a path by itself, without its ending
anna_berg_1             separators and numbers put aside, words written as names are: Anna Berg
NicolasSarkozy          cut where a small letter meets a capital
Berg Anna 3             two words also the other way round
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from allonym.core.labels import is_a
from allonym.core.types import DENIED, Action, Document, Entity, Mention, Plan
from allonym.formats.choosing import OWN_ENDINGS
from allonym.pseudonymizer import Pseudonymizer

# Ids are not rewritten. These labels in one mean that it is data; numbers do not, since ids are made of them.
_NEVER_AN_ID = ("EMAIL", "PERSON", "USERNAME", "IBAN", "IP", "URL")
_PLAIN = re.compile(r"[\w\-]+")
_LIKE_IBAN = re.compile(r"[A-Za-z]{2}[0-9]{2}[A-Za-z0-9]{11}")
_STEPS = re.compile(r"[/\\]+")
_ENDING = re.compile(r"(?<=[^.])\.[A-Za-z][A-Za-z0-9]{0,4}$")
_OF_FILES = tuple(ending for endings in OWN_ENDINGS.values() for ending in endings)
_SEPARATORS = re.compile(r"[\s_.,;+~()\[\]\-]+")
_NUMBER = re.compile(r"(?<=\D)[0-9]{1,4}$")
_WORD = re.compile(r"[^\W\d_][^\W\d_A-ZÀ-ÖØ-Þ]+(?:['’][^\W\d_]+)?|[A-ZÀ-ÖØ-Þ]{2,}")
_VOWELLESS = re.compile(r"(?!ng$)[^aeiouy]+", re.IGNORECASE)
_HUMP = re.compile(r"(?<=[^\W\d_])(?=[A-ZÀ-ÖØ-Þ][^\W\d_A-ZÀ-ÖØ-Þ])")
# Words without their separators read like names more often than they are: "max value". Real ones are surer than this.
_SURE = 0.9
_LEAST = 2
# Neither a path nor a word: most ids are such numbers, and there is one for every text.
_WORDLESS = re.compile(r"[\d\-]+")


def faulty_ids(tool: Pseudonymizer, ids: Iterable[str]) -> dict[str, str]:
    """Return the ids that hold what must not stay, each with its label; all are looked at in one pass."""
    worded = {each for each in ids if not _WORDLESS.fullmatch(each)}
    if not worded:
        return {}
    # What the user has listed may be any word.
    listed = bool(tool.settings.terms)
    odd = {each for each in worded if listed or not _PLAIN.fullmatch(each) or _LIKE_IBAN.match(each)}
    return faulty(tool, dict.fromkeys(worded, _NEVER_AN_ID), odd)


def faulty(tool: Pseudonymizer, names: Mapping[str, Sequence[str]], odd: Iterable[str] | None = None) -> dict[str, str]:
    """Return those of the names that hold one of their labels, or name a person if they are read as words.

    Only the odd ones are also looked at as they stand; without `odd`, all are.
    """
    allowed = {each.casefold() for each in tool.settings.allow}
    asked = sorted(name for name in names if name.casefold() not in allowed)
    as_stand = set(asked) if odd is None else set(odd)
    texts = {name: [name, *parts_of(name)] if name in as_stand else parts_of(name) for name in asked}
    words = {name: [each for each in readings(name) if each.casefold() not in allowed] for name in asked}
    every = sorted({text for name in asked for text in (*texts[name], *words[name])})
    if not every:
        return {}
    plans = dict(zip(every, tool.plan_many([Document("name", text) for text in every]), strict=True))
    found: dict[str, str] = {}
    for name in asked:
        labels = [fault_in(plans[text], names[name]) for text in texts[name]]
        labels += [_person_in(text, plans[text]) for text in words[name]]
        if label := next(filter(None, labels), None):
            found[name] = label
    return found


def fault_in(plan: Plan, labels: Sequence[str]) -> str | None:
    """Return the label of something that would be replaced and has one of these labels, or was listed by the user."""
    for decision in plan.decisions:
        label = decision.entity.label
        is_meant = _is_listed(decision.entity) or any(is_a(label, each) for each in labels)
        if decision.action is Action.REPLACE and is_meant:
            return label
    return None


def parts_of(name: str) -> list[str]:
    """Return the parts of a path without their endings, if it is one and they say more than a word."""
    steps = [step for step in _STEPS.split(name) if step]
    parts = [_ENDING.sub("", step) for step in steps] if len(steps) > 1 else [_ENDING.sub("", name)]
    return [part for part in dict.fromkeys(parts) if part != name and not _PLAIN.fullmatch(part)]


def readings(name: str) -> list[str]:
    """Return the words of each part of a name as somebody would write them who names a person."""
    found: dict[str, None] = {}
    for step in _STEPS.split(name):
        bare = _ENDING.sub("", step)
        words = list(_words(bare))
        if len(words) < _LEAST and bare != step and not step.casefold().endswith(_OF_FILES):
            words = list(_words(step))
        if len(words) < _LEAST:
            continue
        found[" ".join(words)] = None
        if len(words) == _LEAST:
            found[" ".join(reversed(words))] = None
    return list(found)


def _words(part: str) -> Iterator[str]:
    """Return the words of a part. Letters of all sizes or digits amid a word are the mark of a code, which has none."""
    for token in _SEPARATORS.split(_NUMBER.sub("", part)):
        pieces = _HUMP.sub(" ", token.strip("@#'\"")).split()
        humps = len(pieces) >= _LEAST
        if all(_is_word(piece) and not (humps and (piece.isupper() or len(piece) == _LEAST)) for piece in pieces):
            yield from (piece if piece[1:].islower() and piece[0].isupper() else piece.title() for piece in pieces)


def _is_word(piece: str) -> bool:
    return bool(_WORD.fullmatch(piece)) and not (piece.isascii() and _VOWELLESS.fullmatch(piece))


def _person_in(text: str, plan: Plan) -> str | None:
    """Return the label of a person who is surely named in full, or of what was listed by the user."""
    for decision in plan.decisions:
        entity = decision.entity
        if decision.action is not Action.REPLACE:
            continue
        if _is_listed(entity) or (
            is_a(entity.label, "PERSON") and any(_is_sure(text, each) for each in entity.mentions)
        ):
            return entity.label
    return None


def _is_sure(text: str, mention: Mention) -> bool:
    return mention.score >= _SURE and len(mention.span.of(text).split()) >= _LEAST


def _is_listed(entity: Entity) -> bool:
    return any(mention.features and DENIED[0] in mention.features for mention in entity.mentions)
