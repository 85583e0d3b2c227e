"""The user's own list: a text file of forms that the shipped lists lack, and of entries that they should not have.

    + <tab> Gizmotron <tab> product <tab> en sv        found as a product in English and Swedish text
    - <tab> light <tab> company                        no longer a company
    - <tab> rose <tab> *                               in no list at all

Lines that begin with # are comments.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import marisa_trie

from allonym.core.errors import InputError, SettingsError
from allonym.core.nearest import nearest
from allonym.core.shadow import shadow
from allonym.languages.list_facts import BEGINS, FOLLOWS
from allonym.languages.list_format import KINDS, LONGEST
from allonym.languages.list_forms import normal
from allonym.languages.lists import Entries, Entry, Lists, facts_of, pair_of
from allonym.languages.pack import require_language

EVERY_KIND = "*"
# What the shipped lists say of a word, however the user changed its entries: how common it is, and what it begins.
_BESIDES = (1 << 32) - 1 | BEGINS | FOLLOWS


@dataclass(frozen=True, slots=True)
class Change:
    """One line: whether the form is added or removed, as what, and for which languages; none means any."""

    added: bool
    form: str
    kind: str
    languages: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What makes two lines speak of the same entry."""
        return look_up_form(self.form), self.kind


def look_up_form(form: str) -> str:
    """Return a form as texts are looked up: its shadow, folded, with single spaces."""
    return " ".join(normal(shadow(form).text).split())


def change(added: bool, form: str, kind: str, languages: Iterable[str] = ()) -> Change:  # + or -
    """Return a change; raise SettingsError for an unknown kind or language, or a form that cannot be found."""
    if kind not in KINDS and (added or kind != EVERY_KIND):
        raise SettingsError(f"no list has the kind {kind!r}{nearest(kind, KINDS)}; there are {', '.join(KINDS)}")
    if not 1 < len(look_up_form(form)) <= LONGEST:
        raise SettingsError(f"a form of a list has 2 to {LONGEST} characters")
    return Change(added, " ".join(form.split()), kind, " ".join(require_language(code) for code in languages))


def read_changes(path: Path) -> tuple[Change, ...]:
    """Return the changes of a file; raise InputError that names the line which is none."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except FileNotFoundError as error:
        raise InputError(f"{path}: there is no such list; see that the name and the folder are right") from error
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: the list cannot be read; it must be a text file in UTF-8") from error
    return tuple(_parse(path, number, line) for number, line in enumerate(lines, 1) if _holds(line))


def write_changes(path: Path, changes: Iterable[Change]) -> None:
    """Write changes as a file, in the order of their forms."""
    lines = sorted(_line(each) for each in changes)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        "# allonym's own list: + or -, form, kind, languages; tabs between them.\n" + "".join(lines),
        "utf-8",
        newline="\n",
    )


def with_change(changes: Iterable[Change], new: Change) -> tuple[Change, ...]:
    """Return changes with one more; it takes the place of what was said of the same entry."""
    kept = [each for each in changes if each.key != new.key and not _undone(each, new)]
    return (*kept, new)


def by_form(changes: Iterable[Change]) -> Mapping[str, tuple[Change, ...]]:
    """Return changes by the form they are about, as it is looked up."""
    found: dict[str, tuple[Change, ...]] = {}
    for each in changes:
        form = look_up_form(each.form)
        found[form] = (*found.get(form, ()), each)
    return found


def with_own(shipped: Lists, path: Path) -> Lists:
    """Return the shipped lists, changed as a file says."""
    own = {form: _changed(shipped, form, changes) for form, changes in by_form(read_changes(path)).items()}
    seconds: dict[str, frozenset[str]] = {}
    for lead, second in filter(None, map(pair_of, own)):
        seconds[lead] = seconds.get(lead, frozenset()) | {second}
    facts = _facts(shipped, own, seconds)
    return replace(
        shipped,
        own=own,
        own_forms=marisa_trie.Trie(sorted(own)),
        own_words={word: place - len(facts) for place, word in enumerate(facts)},
        own_facts=tuple(facts.values()),
        own_seconds=seconds,
        entries={},
    )


def _changed(lists: Lists, form: str, changes: tuple[Change, ...]) -> Entries:
    removed = {each.kind for each in changes if not each.added}
    # A user who adds a form knows it: it is as prominent as can be, though its ambiguity stays what it is.
    added = [Entry(each.kind, 1.0, lists.ambiguity(form), each.languages) for each in changes if each.added]
    replaced = removed | {each.kind for each in added}
    kept = [] if EVERY_KIND in removed else [entry for entry in lists.find(form) if entry.kind not in replaced]
    return (*added, *kept)


def _facts(shipped: Lists, own: Mapping[str, Entries], seconds: Mapping[str, frozenset[str]]) -> dict[str, int]:
    """Return what is known of the words in the user's forms: what they say, and what the shipped lists say besides."""
    known = {form: facts_of(entries) | shipped.word(form) & _BESIDES for form, entries in own.items()}
    for lead, following in seconds.items():
        known[lead] = known.get(lead, shipped.word(lead)) | BEGINS
        for second in following:
            known[second] = known.get(second, shipped.word(second)) | FOLLOWS
    return known


def _undone(old: Change, new: Change) -> bool:
    return new.kind == EVERY_KIND and old.key[0] == new.key[0]


def _holds(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("#")


def _line(each: Change) -> str:
    return "\t".join(_cells(each)).rstrip("\t") + "\n"


def _cells(each: Change) -> Iterator[str]:
    yield from ("+" if each.added else "-", each.form, each.kind, each.languages)


def _parse(path: Path, number: int, line: str) -> Change:
    cells = line.split("\t")
    if len(cells) not in {3, 4} or cells[0] not in {"+", "-"}:
        raise InputError(f"{path}: line {number} is not + or -, a form, a kind and languages, with tabs between them")
    try:
        return change(cells[0] == "+", cells[1], cells[2], cells[3].split() if len(cells) == 4 else ())
    except SettingsError as error:
        raise InputError(f"{path}: line {number}: {error}") from error
