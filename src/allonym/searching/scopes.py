"""Which stand-ins a search may know: those of a document by its id, or the tokens of a scope that documents share."""

import re
from collections import defaultdict
from collections.abc import Callable
from functools import cache

from allonym.core.errors import UnknownText
from allonym.core.protocols import Searches
from allonym.core.withdrawal import WITHDRAWN
from allonym.searching.reading import read
from allonym.searching.standins import Known, Original, known_of

# What has a form of its own; names that read like any other are not looked for over documents.
_TOKEN = re.compile(r"\[[^\[\]\s]{2,80}\]|(?<!\w)_[^\W\d_]+\d+(?!\w)|(?<!\w)[^\W\d_]{2,}_?\d[0-9a-f]{0,63}(?!\w)")

KeyOf = Callable[[str, str], str]
"""Returns who words with a label are, as the linker calls them."""


def known_under(searches: Searches, id: str) -> Known:  # noqa: A002 - the public name
    """Return the stand-ins of the document with this id; a long text has parts `id:2`, `id:3` in the same file."""
    manifests = list(searches.manifests_of(id))
    if not manifests:
        raise UnknownText("no document of this vault has this id")
    # What was deleted has no stand-in, and left no room.
    edits = [edit for each in manifests for edit in each.edits if edit.replacement != WITHDRAWN and len(edit.span)]
    if edits and not any(edit.replaced for edit in edits):
        raise UnknownText("this document is from before stand-ins were kept; pseudonymize it once more")
    known = known_of(manifests)
    files = {each.place.file for each in manifests if each.place is not None and each.place.piece == 0}
    part = 2
    while files:
        more = [each for each in searches.manifests_of(f"{id}:{part}") if each.place and each.place.file in files]
        if not more:
            break
        known = known.with_more(known_of(more))
        part += 1
    return known


def known_in(searches: Searches, scope: str, text: str, key_of: KeyOf) -> Known:
    """Return those tokens of a text that were given out in a scope. Every manifest of the vault is opened for it."""
    given = {words: who for words in _tokens(text) if (who := searches.original_of(scope, words)) is not None}
    found: dict[str, list[Original]] = defaultdict(list)
    who_is = cache(key_of)
    for manifest in searches.manifests() if given else ():
        for edit in manifest.edits:
            who = given.get(edit.replaced)
            # A text of another scope may have the same token. What is restored must be who this scope says it is.
            if who is not None and edit.replacement and who_is(edit.replacement, edit.label) == who:
                found[edit.replaced].append(Original(edit.replacement, edit.label, who, edit.near))
    return Known({words: tuple(each) for words, each in found.items()}, frozenset(given.keys() - found.keys()))


def _tokens(text: str) -> set[str]:
    found = _TOKEN.findall(read(text).plain)
    return {form for words in found for form in (words, words.upper(), words.title())}
