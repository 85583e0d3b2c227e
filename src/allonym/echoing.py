"""Who is named once is recognised by the name, or a part of a full name, wherever else it stands in the document.

"Roland Dumas denies it. The Dumas affair goes on": the detectors see a person in the first sentence only, and what is
left standing in the second would give the first away.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from allonym.core.types import DENIED, Features, Mention, Span, by_start
from allonym.languages.acting import acts
from allonym.languages.list_forms import is_arabic
from allonym.languages.lists import normal, open_lists

_WORD = re.compile(r"[^\W\d_]{3,}")
# A whole word that does not begin with a small letter; no part of a name does.
# It begins with a plain set of characters, for which a text is searched far faster than for letters of any sort.
# The set is told by what is not in it, A to Z and all beyond ASCII being left: so it is compiled far faster.
_MAYBE_NAME = re.compile(r"[^\x00-@\[-\x7f](?<=[^\W\d_])(?<![^\W\d_].)[^\W\d_]{2,}")
_ORDINARY = 0.3
"""A part of a name that is so common a word (Will, Rose) is believed only with a capital inside a sentence, or at the
start of one in which somebody acts."""
_SCORE = 0.6
_SURE = 0.8
"""So sure must the only word of a name be to be looked for elsewhere."""
_GENITIVES = frozenset({"de", "sv"})
_FEATURES: Features = (("cue", "seen nearby"),)
# Arabic writes "and", "so", "in", "to" and "like" on to a name; "to" and the article become لل.
_CLITICS = re.compile(r"(?=[وفبلك])[وف]?(?:لل|[بلك])?")
_OF_THE = "لل"
_SHORTEST = 3
_LONG = 10_000
"""In a longer text some name stands twice, and a copy of it in small letters would take a lot of memory."""
_BEFORE = re.compile(r"(?:([^\W_]+)[ \n])?([^\W_]+)[ \n]\Z")
_LOOK_BACK = 50
_NEXT = re.compile(r" ([^\W\d_]+)")
# All German nouns have capitals, but a name has neither article nor adjective nor number before it.
_BEFORE_NOUN = re.compile(
    r"d(?:er|ie|as|en|em|es)|(?:[kmds]?ein|ihr|unser|unsr|euer|eur|jed|jen|dies|welch|solch|manch|all|viel|wenig|einig|"
    r"mehrer|beid)(?:e[rnsm]?)?|im|am|zum|zur|beim|vom|ins|ans|aufs|fürs|"
    r"[0-9]+|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf",
    re.IGNORECASE,
)
_ADJECTIVE = re.compile(
    r"(?:[^\W\d_]+(?:ig|lich|isch|bar|sam|los|haft|voll)|gut|neu|alt|groß|klein|jung|lang|kurz|hoh|schön|schlecht|arm|"
    r"reich|lieb|erst|letzt|best|ander|ganz|echt|recht|nett)e[rnsm]?"
)
_MAYBE_ADJECTIVE = re.compile(r"[^\W\d_]+(?<!t)e[rnsm]?")


def echoes(text: str, mentions: Sequence[Mention], language: str | None) -> list[Mention]:
    """Return further mentions of persons whose names are among those that were found.

    One may stand where a profession was found: in "hat Bauer angerufen" there is none.
    """
    named = [each for each in mentions if each.label.startswith("PERSON")]
    parts = dict(_parts(text, named)) if named and _may_echo(text, named) else {}
    if not parts:
        return []
    taken = by_start([each for each in mentions if not _may_be_name(text, each)])
    starts = [each.start for each in taken]
    found = []
    for match in _candidates(text, parts, language):
        label, features = _told(match[0], parts, language)
        if label and not _is_taken(match.span(), taken, starts) and _is_name(text, match, language):
            found.append(Mention(Span(*match.span()), label, _SCORE, "echo:name", (*features, *_FEATURES)))
    return found


def _may_echo(text: str, named: Sequence[Mention]) -> bool:
    """Tell at a glance whether a word of a name may stand twice in a text; in most short ones none does."""
    if len(text) > _LONG:
        return True
    lowered = text.lower()
    for each in named:
        name = text[each.start : each.end]
        if not name.isascii():
            return True
        for word in (name,) if name.isalpha() else _WORD.findall(name):
            if lowered.count(word.lower()) > 1:
                return True
    return False


def _candidates(text: str, parts: Mapping[str, str], language: str | None) -> Iterable[re.Match[str]]:
    """Return the words of a text that may be parts of names: of Arabic all, of others only those that are spelt so."""
    genitives = (part + ending for part in parts for ending in "sS") if language in _GENITIVES else ()
    spelt = {*parts, *genitives}
    found = _MAYBE_NAME.finditer(text)
    return (match for match in found if (word := match[0]) in spelt or is_arabic(word))


def _may_be_name(text: str, mention: Mention) -> bool:
    return mention.label == "PROFESSION" and " " not in mention.span.of(text) and DENIED[0] not in mention.features


def _told(word: str, parts: Mapping[str, str], language: str | None) -> tuple[str, Features]:
    """Return the label of the part of a name that a word is, bare, in the genitive or with Arabic letters before it."""
    if label := parts.get(word):
        return label, ()
    if language in _GENITIVES and word[-1] in "sS":
        return parts.get(word[:-1], ""), ()
    if is_arabic(word):
        plain = normal(word)
        for clitic, rest in (("", plain), *_without_clitics(plain)):
            if label := parts.get(rest):
                return label, (("clitic", clitic),) if clitic else ()
    return "", ()


def _without_clitics(word: str) -> Iterator[tuple[str, str]]:
    """Return what an Arabic word may be without the letters of the sentence before it, with these letters."""
    match = _CLITICS.match(word)
    for size in range(1, match.end() + 1) if match else ():
        clitic, rest = word[:size], word[size:]
        if len(rest) >= _SHORTEST:
            yield (clitic, f"ال{rest}") if clitic.endswith(_OF_THE) else (clitic, rest)


def _is_name(text: str, match: re.Match[str], language: str | None) -> bool:
    """Tell whether a word is no ordinary one, or is written with a capital that an ordinary one would not have here."""
    word = match[0]
    if _tells(word):
        return True
    if not word.istitle():
        return False
    before = text[max(0, match.start() - _LOOK_BACK) : match.start()]
    if language == "de":
        return not _is_noun_after(before)
    return before[-3:].rstrip(" ")[-1:].isalpha() or _acts(text, match.end(), language)


def _acts(text: str, end: int, language: str | None) -> bool:
    """Tell whether a word that ends here is followed by what somebody does: "Jobs went", but not "Jobs are"."""
    match = _NEXT.match(text, end)
    return bool(match and match[1] in acts(language))


def _is_noun_after(before: str) -> bool:
    """Tell whether what stands before a German word makes it an ordinary noun."""
    match = _BEFORE.search(before)
    if not match:
        return False
    earlier, last = match[1] or "", match[2]
    if _BEFORE_NOUN.fullmatch(last) or _ADJECTIVE.fullmatch(last):
        return True
    return bool(_BEFORE_NOUN.fullmatch(earlier) and _MAYBE_ADJECTIVE.fullmatch(last))


def _parts(text: str, named: Sequence[Mention]) -> Iterator[tuple[str, str]]:
    """Return the words of names by which somebody can be told, as they may stand elsewhere, with their labels."""
    # Where a name stands again and again, its last mention says the same as all of them.
    last: dict[tuple[str, str, bool], Mention] = {}
    for mention in sorted(named, key=lambda each: each.span.end - each.span.start):
        key = mention.span.of(text), mention.label, mention.score >= _SURE
        last.pop(key, None)
        last[key] = mention
    for (surface, _, _), mention in last.items():
        words = _WORD.findall(surface)
        if " " not in surface:
            yield from ((form, mention.label) for form in _forms_alone(mention, words))
            continue
        for place, word in enumerate(words):
            if not word[0].islower():
                label = "PERSON.LAST" if place == len(words) - 1 else "PERSON.FIRST"
                yield from ((form, label) for form in _forms(word))


def _forms_alone(mention: Mention, words: Sequence[str]) -> set[str]:
    """Return how a name of one word may stand elsewhere: only as it is, and only if it is no ordinary word."""
    if len(words) != 1 or mention.score < _SURE or words[0][0].islower() or not _tells(words[0]):
        return set()
    return _forms(words[0]) if is_arabic(words[0]) else {words[0]}


def _forms(word: str) -> set[str]:
    if not is_arabic(word):
        return {word, word.capitalize(), word.upper()}
    plain = normal(word)
    # Of the name behind "and" nothing is known yet but that the lists have it, and not the word with "and".
    lists = open_lists()
    bare = () if lists.find(plain) else (rest for _, rest in _without_clitics(plain) if lists.find(rest))
    return {plain, *bare}


@lru_cache(maxsize=4096)
def _tells(word: str) -> bool:
    return open_lists().ambiguity(normal(word)) <= _ORDINARY


def _is_taken(span: tuple[int, int], taken: Sequence[Mention], starts: Sequence[int]) -> bool:
    place = bisect_right(starts, span[1] - 1) - 1
    return place >= 0 and taken[place].end > span[0]
