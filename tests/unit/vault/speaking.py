"""Texts about people, written by hand, for tests of finding and forgetting them."""

from dataclasses import dataclass
from functools import partial

from allonym.core.splice import splice
from allonym.core.types import Draw, Edit, Manifest, Place, Span, digest
from allonym.engine import recover
from allonym.vault.sealed import SealedVault

Said = str | tuple[str, str]
"""Plain words, or a label and somebody's words."""


@dataclass(frozen=True)
class Text:
    """A text that went through a vault."""

    id: str
    original: str
    output: str


def say(vault: SealedVault, name: str, *parts: Said, author: str | None = None, place: Place | None = None) -> Text:
    """Have the vault remember a text; every thing with a label is an entity of its own, equal ones are one."""
    text, manifest = written(vault, name, *parts, author=author, place=place)
    vault.remember([manifest])
    return text


def written(
    vault: SealedVault, name: str, *parts: Said, author: str | None = None, place: Place | None = None
) -> tuple[Text, Manifest]:
    original, output, edits, entities = "", "", list[Edit](), dict[Said, str]()
    for part in parts:
        if isinstance(part, str):
            original, output = original + part, output + part
            continue
        label, surface = part
        entity = entities.setdefault(part, f"e{len(entities) + 1}")
        token = vault.assign("corpus", f"[{label}_{{n}}]", surface.casefold(), partial(made, label))
        span = Span(len(output), len(output) + len(token))
        edits.append(Edit(span, surface, label, entity, token))
        original, output = original + surface, output + token
    manifest = Manifest(name, digest(output), digest(original), tuple(edits), place=place, author=author)
    assert splice(output, edits)[0] == original
    return Text(name, original, output), manifest


def made(label: str, draw: Draw) -> str:
    return f"[{label}_{draw.number}]"


def given_back(vault: SealedVault, text: Text) -> str:
    return recover(vault.recall(text.output, text.id), text.output)
