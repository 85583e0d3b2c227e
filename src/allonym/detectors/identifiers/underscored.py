"""Names of accounts that nothing announces, known by their underscores: "svampgubben_66", "trader_kevin_mx".

Programs and files name things so, too: one part must be a well-known name, or a number must follow on what is no word.
"""

from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found
from allonym.languages.list_facts import THINGS
from allonym.languages.lists import normal, open_lists

_NAME = Expression(
    r"(?<![\w./\\@#\-=&?%:`'\"$])[A-Za-zÀ-ÿ]{2,20}(?:_[A-Za-zÀ-ÿ]{2,20}){0,3}(?:_[0-9]{2,4})?(?![\w@(\[/\\=\-:`'\"]|\.\w)"
)
_FEWEST_LETTERS, _SHORTEST_NAME = 5, 4
_WORD, _WELL_KNOWN = 0.2, 0.5
"""So common is an ordinary word, and so well known a name."""


def underscored_names(text: str) -> Iterator[Found]:
    """Find words with underscores that name somebody."""
    at = text.find("_")
    while at >= 0:
        start = at
        while start and at - start < 20 and text[start - 1].isalpha():
            start -= 1
        match = _NAME.match(text, start)
        if match and match.end() > at and _names_somebody(match[0]):
            yield Found(*match.span(), "USERNAME", 0.6, "underscored-name")
        at = text.find("_", max(at + 1, match.end() if match else 0))


def _names_somebody(name: str) -> bool:
    *words, last = name.split("_")
    if not last.isdigit():
        return not name.isupper() and any(map(_is_first_name, (*words, last))) and not _is_thing((*words, last))
    letters = sum(map(len, words))
    return letters >= _FEWEST_LETTERS and all(open_lists().ambiguity(normal(word)) < _WORD for word in words)


def _is_thing(words: tuple[str, ...]) -> bool:
    """Tell whether words are the name of a town or a firm: "san_francisco"."""
    return open_lists().weight(normal(" ".join(words)), *THINGS) > 0


def _is_first_name(word: str) -> bool:
    lists, form = open_lists(), normal(word)
    known = len(form) >= _SHORTEST_NAME and lists.weight(form, "first") >= _WELL_KNOWN
    return known and lists.ambiguity(form) < _WORD
