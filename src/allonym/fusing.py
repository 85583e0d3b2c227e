"""Step 1½: what the model, the lists and the patterns say of the same words becomes one opinion.

    model       lists        becomes
    sure        anything     what the model says; the lists say which sort of person, place or organisation
    unsure      the same     what the lists say
    unsure      otherwise    EXTRA: it may be a name, so it is not left standing
    a hint      sure         EXTRA
    nothing     very sure    a person or a product, else nothing: the model has read the sentence, a list only words
    nothing     after title  EXTRA: "Frau König" is somebody, whatever else the word means

A firm with its legal form is that firm, whatever else is said of its words, and a school is one name with its town.
Without the model, mentions stay as they are. What is an identifier by its form is none of the model's business.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from allonym.bracketing import short_forms
from allonym.core.parts import moved, worded
from allonym.core.touching import apart_from, touching
from allonym.core.types import DENIED, HINT, MAYBE_PERSON, UNSURE, Mention, Span, by_start

NAMES = frozenset({"PERSON", "LOCATION", "ORGANIZATION"})
_MODEL, _LISTS = "model:", "lists:"
_LEGAL, _SIGNATURE, _CALLED = "lists:legal", "lists:signature", "lists:called"
_ORGANS = frozenset({"lists:organ", _LEGAL})
_BY_HEAD = frozenset({"ORGANIZATION.SCHOOL", "ORGANIZATION.AUTHORITY"})
"""What its head word alone makes plain: a university, a ministry."""
_WITH_TOWN = frozenset({"ORGANIZATION.SCHOOL", "ORGANIZATION.INSTITUTION"})
_SURE_ORGAN, _SURE_LIST, _VERY_SURE_LIST = 0.7, 0.8, 0.97
_AGREED_LIST = 0.9
"""So sure must a list be for its opinion to be the label of what the model is unsure of."""
_PRODUCT, _SURE_PRODUCT = "ORGANIZATION.PRODUCT", 0.9
"""Of products the model has read next to nothing, so the lists need not be as sure of one: Chrome."""
_MAYBE_LIST = 0.9
_DOER = ("cue", "before to place verb")
"""The cue of who stands in "Paris in Wisconsin bought": whoever does something somewhere is no place."""
_HARD = 0.7
"""So sure must a date be not to be taken for the name of somebody called April."""
_SIGN = "HASHTAG"
_SAID = 0.6
"""What somebody says of themselves ("I am a …") scores higher, and stays sensitive."""
_ADDRESS, _ZIP, _SURE_ZIP = "ADDRESS", "ADDRESS.ZIP", 0.9
_ANNOUNCED = {
    "BIC": "BIC", "SWIFT": "BIC", "IBAN": "IBAN", "VIN": "VIN",
    **dict.fromkeys(("DNI", "NIE", "NIF", "TVA", "IVA", "VAT", "MOMS", "UID"), "ID"),
    **dict.fromkeys(("CEP", "CAP", "NPA", "CP", "PLZ", "ZIP"), _ADDRESS),
}  # fmt: skip
"""Words that say what the identifier behind them is; they name nobody."""
_BETWEEN = frozenset({" ", ":", ": ", " : "})
_TIMES = frozenset({"DATE", "TIME", "DURATION", "AGE"})
# Names may stand in these, or be taken for them.
_SOFT = NAMES | {
    UNSURE, _SIGN, _ADDRESS, "NUMBER", "NATIONALITY", "PROFESSION", "EDUCATION", "FAMILY", "LANGUAGE", "SENSITIVE",
}  # fmt: skip


def fuse(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of a text that the model has read, with one opinion on every name."""
    heard, listed, rest = [], [], []
    for each in mentions:
        if each.source.startswith(_MODEL):
            heard.append(each)
        elif each.source.startswith(_LISTS) and _top(each) in NAMES:
            listed.append(each)
        else:
            rest.append(each)
    hard = by_start(list(filter(_is_hard, rest)))
    heard = [
        part for each in by_start(heard) for part in _outside(text, each, hard) if not _announces(text, part, hard)
    ]
    signed = _signed(by_start(listed), [each for each in heard if _top(each) == "PERSON"])
    heard = [part for each in heard for part in _outside(text, each, signed)]
    listed = [each for each in apart_from(by_start(listed), signed) if each.source != _SIGNATURE]
    bodies = _bodies(listed, [each for each in heard if HINT not in each.features])
    heard, listed = apart_from(heard, bodies), apart_from(listed, bodies)
    heard = _joined(heard, listed)
    sure = [each for each in heard if each.label != UNSURE]
    made = [*signed, *bodies, *(_finer(each, touching(each, listed)) for each in sure)]
    made += _together([each for each in heard if each.label == UNSURE], apart_from(listed, sure))
    made = bracketed(text, _alike(text, made))
    spans, named = {each.span for each in made}, {each.span for each in sure}
    unsure = by_start([each for each in made if each.label == UNSURE and "person" not in _maybe(each)])
    rest = _whole_addresses(rest, [each for each in sure if _top(each) == "LOCATION"], unsure)
    held = set(unsure).difference(apart_from(unsure, by_start([each for each in rest if each.label == _ADDRESS])))
    made = [each for each in made if each not in held]
    return made + [each for each in rest if not _gives_way(each, spans, named)]


def _announces(text: str, unsure: Mention, hard: Sequence[Mention]) -> bool:
    """Tell whether what may be a name only says what follows it, and that was found: BIC COBADEFFXXX, bus 38."""
    words = unsure.span.of(text)
    # One word only: of "anna bus 38" somebody would be left standing.
    is_word = unsure.label == UNSURE and words.islower() and words.isalpha()
    kind = "TRANSPORT" if is_word else _ANNOUNCED.get(words)
    if kind is None:
        return False
    place = bisect_left(hard, unsure.end, key=lambda each: each.start)
    following = [each for each in hard[place : place + 2] if text[unsure.end : each.start] in _BETWEEN]
    return any(_top(each) == kind for each in following)


def _alike(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions; what is unsure is what the same words surely are elsewhere, if it may be that."""
    if not any(each.label == UNSURE for each in mentions):
        return list(mentions)
    names = [(_kind(each), each.span.of(text)) for each in mentions]
    known = {name: each.label for name, each in zip(names, mentions, strict=True) if each.label != UNSURE}
    return [
        _with_doubts(replace(each, label=known[name]), [each]) if each.label == UNSURE and name in known else each
        for name, each in zip(names, mentions, strict=True)
    ]


def bracketed(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions; a short form in brackets is what the place or organisation before it is."""
    short = {each.span: each for each in short_forms(text, mentions)}
    others = by_start([each for each in mentions if each.span not in short])
    return [*others, *apart_from(by_start(list(short.values())), others)]


def _whole_addresses(
    mentions: Sequence[Mention], places: Sequence[Mention], unsure: Sequence[Mention]
) -> list[Mention]:
    """Return the mentions, addresses as far as the model sees one place: "Calle Mayor 61, 20570 Bergara, Gipuzkoa".

    What it is unsure of, and is partly an address, is no more than that.
    """
    made = []
    for each in mentions:
        held = touching(each, places) if _top(each) == _ADDRESS else []
        made.append(_as_far(each, [*held, *touching(each, unsure)] if each.label == _ADDRESS else held))
    return made


def _as_far(address: Mention, places: Sequence[Mention]) -> Mention:
    start = min(each.start for each in (address, *places))
    end = max(each.end for each in (address, *places))
    if (start, end) == (address.start, address.end):
        return address
    shift = address.start - start
    # Parts are counted from the start of the mention.
    features = moved(address.features, lambda part: Span(part.start + shift, part.end + shift))
    return replace(address, span=Span(start, end), label=_ADDRESS, features=features)


def _gives_way(mention: Mention, spans: AbstractSet[Span], named: AbstractSet[Span]) -> bool:
    """Tell whether words are rather a name: a hashtag that may be one, a party that surely is."""
    if _top(mention) == "SENSITIVE":
        return mention.score < _SAID and mention.span in named
    return _top(mention) == _SIGN and mention.span in spans


def _signed(listed: Sequence[Mention], persons: Sequence[Mention]) -> list[Mention]:
    """Return the names under letters that the model does not see, or not as a whole."""
    signatures = (each for each in listed if each.source == _SIGNATURE)
    return [
        each
        for each in signatures
        if not any(one.start <= each.start and each.end <= one.end for one in touching(each, persons))
    ]


def _bodies(listed: Sequence[Mention], sure: Sequence[Mention]) -> list[Mention]:
    """Return the organisations whose words the model takes for something else, or for several names."""
    organs = (each for each in listed if each.source in _ORGANS and each.score >= _SURE_LIST)
    return [each for each in organs if _is_body(each, touching(each, sure))]


def _joined(heard: Sequence[Mention], listed: Sequence[Mention]) -> list[Mention]:
    """Return what the model says, with places that it takes for several as one: United States."""
    made = list(heard)
    for each in listed:
        held = touching(each, made)
        if len(held) > 1 and _are_one_place(each, held):
            whole = replace(held[0], span=each.span, score=max(one.score for one in held))
            made = by_start([*(one for one in made if one not in held), whole])
    return made


def _are_one_place(listed: Mention, held: Sequence[Mention]) -> bool:
    """Tell whether places, from the first to the last, are one that a list knows."""
    fill = held[0].start == listed.start and held[-1].end == listed.end
    return fill and {_top(listed), *map(_top, held)} == {"LOCATION"}


def _is_body(organ: Mention, held: Sequence[Mention]) -> bool:
    """Tell whether words are one organisation: a firm with its legal form, or what has its town in its name."""
    if not all(organ.start <= each.start and each.end <= organ.end for each in held):
        return False
    if organ.source == _LEGAL:
        return not any(_kind(each) == "ORGANIZATION" and each.end == organ.end for each in held)
    if organ.label not in _WITH_TOWN or any(MAYBE_PERSON in each.features for each in held):
        return False
    return [_kind(each) for each in held] == ["ORGANIZATION", "LOCATION"] and held[0].start == organ.start


def _together(unsure: Sequence[Mention], listed: Sequence[Mention]) -> Iterator[Mention]:
    """Return what stands of unsure opinions of the model and opinions of the lists."""
    taken: list[Mention] = []
    for each in listed:
        held = touching(each, unsure)
        if any(HINT not in one.features and not _holds(each, one) for one in held):
            continue
        is_organ = each.source in _ORGANS
        alone = _stands_alone(each)
        called = each.source == _CALLED
        if alone or called or (held and each.score >= (_SURE_ORGAN if is_organ else _SURE_LIST)):
            taken.append(each)
            is_told = alone or _is_agreed(each, held)
            yield _with_doubts(each, held) if is_told else replace(each, label=UNSURE)
    yield from (each for each in apart_from(unsure, taken) if HINT not in each.features)


def _with_doubts(mention: Mention, unsure: Sequence[Mention]) -> Mention:
    """Return a mention that takes the place of unsure ones; if one of them may be a person, so may it."""
    kept = {each for each in mention.features if each[0] != "maybe"}
    doubtful = _top(mention) != "PERSON" and any("person" in _maybe(each) for each in unsure)
    return replace(mention, features=tuple(sorted({*kept, MAYBE_PERSON} if doubtful else kept)))


def _is_agreed(listed: Mention, unsure: Sequence[Mention]) -> bool:
    """Tell whether a list is sure enough of what the model, unsure, partly takes for it; a hint of an organ will do."""
    opinions = {_kind(each) for each in unsure if HINT not in each.features}
    agree = _top(listed) in opinions or (not opinions and listed.source in _ORGANS)
    return agree and listed.score >= (_SURE_ORGAN if listed.label in _BY_HEAD else _AGREED_LIST)


def _holds(mention: Mention, other: Mention) -> bool:
    return mention.start <= other.start and other.end <= mention.end


def _stands_alone(listed: Mention) -> bool:
    """Tell whether a list is believed even if the model sees nothing: persons and products of which it is very sure."""
    if listed.label == _PRODUCT:
        return listed.score >= _SURE_PRODUCT
    return _top(listed) == "PERSON" and listed.score >= _VERY_SURE_LIST


def _finer(mention: Mention, listed: Sequence[Mention]) -> Mention:
    """Return a mention of the model with what the lists know of it."""
    alike = [each for each in listed if _top(each) == _top(mention)]
    if doers := [each for each in listed if each.span == mention.span and _DOER in each.features]:
        return doers[0]
    if any(_top(each) == "PERSON" and each.score >= _MAYBE_LIST for each in listed) and _top(mention) != "PERSON":
        mention = replace(mention, features=tuple(sorted({*mention.features, MAYBE_PERSON})))
    if not alike:
        return mention
    best = max(alike, key=lambda each: (each.span == mention.span, len(each.span), each.score))
    features = {**dict(best.features), **dict(mention.features), "lists": f"{best.score:.2f}"}
    label = best.label if "." in best.label and _is_all(best, mention) else mention.label
    return replace(mention, label=label, features=tuple(sorted(features.items())))


def _is_all(listed: Mention, mention: Mention) -> bool:
    """Tell whether the sort of what a list knows is the sort of the whole: half a company is that company."""
    if listed.span == mention.span:
        return True
    shared = min(listed.end, mention.end) - max(listed.start, mention.start)
    return _top(mention) == "ORGANIZATION" and 2 * shared > len(mention.span)


def _outside(text: str, mention: Mention, hard: Sequence[Mention]) -> Iterator[Mention]:
    """Return what is left of a mention beside identifiers that are known by their form."""
    held = touching(mention, hard)
    if not held:
        yield mention
        return
    start = mention.start
    for end, onward in (*((each.start, each.end) for each in held), (mention.end, mention.end)):
        if part := worded(text, start, max(start, end)):
            yield replace(mention, span=part)
        start = max(start, onward)


def _is_hard(mention: Mention) -> bool:
    """Tell whether words are what a mention says, whatever the model takes them for."""
    if DENIED[0] in mention.features:
        return True
    top = _top(mention)
    if mention.label == _ZIP:
        return mention.score >= _SURE_ZIP
    return top not in _SOFT and (mention.score >= _HARD or top not in _TIMES)


def _kind(mention: Mention) -> str:
    """Return what something is, or what something unsure may be."""
    return _top(mention) if mention.label != UNSURE else next(iter(_maybe(mention)), "").upper()


def _maybe(mention: Mention) -> list[str]:
    """Return what something may be, the likeliest first."""
    return next((value.split() for name, value in mention.features if name == "maybe"), [])


def _top(mention: Mention) -> str:
    return mention.label.partition(".")[0]
