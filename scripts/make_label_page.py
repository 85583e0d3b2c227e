"""Write docs/reference/labels.md from the labels and the tag sets; with --check, only say whether it is up to date."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from allonym.core.labels import FEATURES, LABELS
from allonym.core.tagsets import TAGSETS, TagSet, tagset
from allonym.core.types import Features

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "labels.md"
COLUMNS = ("swell", "netanos", "cloaked", "akio", "presidio", "ontonotes", "conll")
# Presidio has a tag per country; past this many the table of the tag set itself reads better.
MOST_TAGS_IN_A_CELL = 3

INTRODUCTION = """\
# Labels

<!-- Made by scripts/make_label_page.py; change the labels or the tables instead. -->

Everything that allonym finds has one of these labels. They are a tree: `PERSON.FIRST` is a `PERSON`, and a rule for
`PERSON` holds for it unless there is a nearer one. The `default` profile replaces direct identifiers and marks the
others.

The columns on the right say how a label is written in other tag sets. Where a set has several tags, the features of a
mention choose among them. A tag in italics is borrowed: it is written when none of the set's own tags fits, and reading
it again gives another label. A dash means that the set cannot say it.
"""

FEATURES_INTRODUCTION = """\
## Features

Beside its label, a mention carries features. These are the ones that tag sets speak of.
"""

TAGSETS_INTRODUCTION = """\
## Tag sets

What each tag is read as. Aliases are read and never written. Modifiers stand beside a tag and carry no label.
"""


def page() -> str:
    """Return the whole page."""
    parts = [
        INTRODUCTION,
        labels_table(),
        FEATURES_INTRODUCTION,
        table(("Feature", "Values"), ((code(name), values) for name, values in FEATURES.items())),
        TAGSETS_INTRODUCTION,
        *(part for name in TAGSETS for part in tagset_section(tagset(name))),
    ]
    return "\n".join(parts)


def labels_table() -> str:
    """Return the tree, one label a row."""
    sets = [tagset(name) for name in COLUMNS]
    return table(
        ("Label", "Kind", "What", "Example", *(each.title for each in sets)),
        (
            (code(label.name), label.kind.value, label.description, label.example, *(cell(s, label.name) for s in sets))
            for label in LABELS.values()
        ),
    )


def cell(tags: TagSet, label: str) -> str:
    """Return a tag set's own tags for a label, and the one it borrows for a mention that fits none of them."""
    own = [tag for tag in tags.tags if tags.read(tag)[0] == label]
    plain = tags.write(label)
    shown = [code(tag) for tag in own] if len(own) <= MOST_TAGS_IN_A_CELL else [f"{len(own)} tags"]
    borrowed = [f"*{plain}*"] if plain and plain not in own else []
    return ", ".join([*shown, *borrowed]) or "—"


def tagset_section(tags: TagSet) -> Iterable[str]:
    """Return the heading, the source and the table of one tag set."""
    yield f"### {tags.title}\n"
    yield f"`{tags.name}`. {tags.source}.\n"
    yield table(("Tag", "Label", "Features"), list(tagset_rows(tags)))
    if tags.unwritten:
        yield f"Cannot say: {', '.join(code(label) for label in LABELS if label in tags.unwritten)}.\n"


def tagset_rows(tags: TagSet) -> Iterable[tuple[str, str, str]]:
    """Return tags, then aliases, then modifiers."""
    for tag, (label, features) in tags.tags.items():
        yield code(tag), code(label), spell(features)
    for tag, (label, features) in tags.aliases.items():
        yield f"{code(tag)} (alias)", code(label), spell(features)
    for tag, features in tags.modifiers.items():
        yield f"{code(tag)} (modifier)", "", spell(features)
    if tags.running_number:
        yield "1, 2, 3, … (modifier)", "", f"{tags.running_number}=1, 2, 3, …"


def spell(features: Features) -> str:
    """Return features as words."""
    return ", ".join(f"{name}={value}" for name, value in features)


def code(name: str) -> str:
    """Return a name set as code."""
    return f"`{name}`"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def main(arguments: Sequence[str]) -> int:
    """Write the page, or check it."""
    if list(arguments) == ["--check"]:
        return 0 if PAGE.read_text("utf-8") == page() else 1
    PAGE.write_text(page(), "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
