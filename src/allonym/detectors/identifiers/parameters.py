"""Names of people as forms send them: "/p?first=Anna&last=Berg", "q=Anna+Berg". The key says what the value is.

A key of a name believes every value that is written as one. "name" alone may name a thing, and what is searched for
may be anything: there the lists must know the words.
"""

import re
from collections.abc import Iterator, Sequence

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, after, before
from allonym.languages.lists import normal, open_lists

_VALUE = Expression(r"=(?<=[\w\]]=)[^\W\d_][^\0\n&=?#;,|\"<>/]{1,60}")
_KEY = Expression(r"[\w.\-\[\]]{1,40}\Z")
_KEY_WORD = Expression(r"[A-Z]?[a-zà-ÿ]+|[A-Z]+")
_WORD = Expression(r"[^\W\d_]+(?:['’.\-][^\W\d_]*)*")
_LONGEST_KEY = 40
_SHORTEST, _MOST_WORDS = 2, 4
_NEAR = 80
_NAME = frozenset({"name", "namn", "nom", "nombre", "nome"})
_OWN = frozenset(
    {
        "firstname", "lastname", "fullname", "surname", "givenname", "familyname", "middlename", "forename", "fname",
        "lname", "vorname", "nachname", "prenom", "apellido", "apellidos", "cognome", "sobrenome", "apelido", "fornamn",
        "efternamn",
    }
)  # fmt: skip
_OF_NAME = frozenset(
    {
        "first", "last", "full", "given", "family", "middle", "second", "maiden", "user", "customer", "client",
        "patient", "contact",
    }
)  # fmt: skip
_PAIR = {"first": "last=", "last": "first="}
_SEARCH = frozenset({"q", "query", "search", "s", "keyword", "keywords", "term"})
_NOBODY = frozenset(
    {
        "true", "false", "none", "null", "yes", "no", "all", "any", "asc", "desc", "default", "submit", "undefined",
        "unknown",
    }
)  # fmt: skip
_PEOPLE = frozenset({"first", "last"})
_LISTED = 0.3
_OPENS = ("?", "&", "&amp;")


def parameters(text: str) -> Iterator[Found]:
    """Find values of queries that name a person, by their keys."""
    for match in _VALUE.finditer(text):
        at, end = match.span()
        key = _KEY.search(text, max(0, at - _LONGEST_KEY), at)
        if key is None or not (text[end : end + 1] == "&" or before(text, key.start(), 5).endswith(_OPENS)):
            continue
        name = list(_name(text, at + 1, end))
        said = [word[0].lower() for word in _KEY_WORD.finditer(key[0])] if name else ()
        beside = before(text, at, _NEAR) + after(text, end, _NEAR) if said and said[-1] in _PAIR else ""
        if name and said and _is_person(said, [word[0] for word in name], beside.lower()):
            yield Found(at + 1, name[-1].end(), "PERSON", 0.9, "parameter")


def _name(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Return the words of a value that may be one name: written alike, with a blank between them."""
    done, look = start, None
    for word in _WORD.finditer(text, start, end):
        own = _look(word[0])
        follows = text[done : word.start()] == ("" if look is None else " ")
        if not follows or look not in {None, own} or text[word.end() : word.end() + 1] == "/":
            return
        done, look = word.end(), own
        yield word


def _look(word: str) -> tuple[bool, bool]:
    return word[0].isupper(), len(word) > 1 and word.isupper()


def _is_person(said: Sequence[str], name: Sequence[str], beside: str) -> bool:
    """Tell whether a key, word by word, and a value are those of a person."""
    first, last = name[0], said[-1]
    if len(first) < _SHORTEST or len(name) > _MOST_WORDS or first.lower() in _NOBODY:
        return False
    if last in _OWN or (last in _NAME and not _OF_NAME.isdisjoint(said[-2:-1])):
        return first[0].isupper() or _is_listed(first)
    if len(said) > 1:
        return False
    if last in _PAIR:
        return first[0].isupper() and _PAIR[last] in beside
    if last in _NAME:
        return _is_listed(first)
    return (
        last in _SEARCH
        and len(name) > 1
        and all(map(_is_listed, name))
        and not open_lists().find(normal(" ".join(name)))
    )


def _is_listed(word: str) -> bool:
    """Tell whether a word is rather a name of people than one of a town."""
    entries = open_lists().find(normal(word))
    names = [each.weight for each in entries if each.kind in _PEOPLE]
    towns = [each.weight for each in entries if each.kind == "city"]
    return bool(names) and max(names) >= max(_LISTED, *towns, 0.0)
