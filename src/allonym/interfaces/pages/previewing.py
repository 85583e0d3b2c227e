"""The first texts of a file under several profiles side by side: one detection, as many decisions as profiles.

Nothing is kept: no vault is asked, and the stand-ins of a preview are drawn by chance. Those of a run are drawn by its
vault, so they differ; what is replaced, marked or kept is the same, and who shares a stand-in with whom.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from allonym.core.types import Action, Document, Plan, Result
from allonym.engine import Detected
from allonym.interfaces.rest.problems import Problem
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.several import first_alike
from allonym.settings import Settings, load_settings, profile_names
from allonym.vault.ledger import LocalLedger

MOST_PROFILES = 6
Placed = tuple[int, int, dict[str, str]]
"""Where something was done, and what."""
KINDS = {
    "PERSON": "person",
    "USERNAME": "person",
    "LOCATION": "place",
    "ADDRESS": "place",
    "COORDINATES": "place",
    "ORGANIZATION": "organization",
    "DATE": "time",
    "TIME": "time",
    "AGE": "time",
    "SENSITIVE": "sensitive",
    "DISEASE": "sensitive",
}
"""How a label is coloured: by what stands before its first dot; contact data and numbers share one colour."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What somebody has chosen besides columns: a profile, words to replace, words to leave, a language."""

    profile: str
    terms: Mapping[str, Sequence[str]] = field(default_factory=dict, repr=False)
    allow: Sequence[str] = field(default=(), repr=False)
    language: str | None = None

    def settings(self, scope: str | None = None) -> Settings:
        """Return the settings, as the same options of the command line would make them."""
        return load_settings(self.profile).with_user(scope, self.terms, self.allow)


def require_profile(name: object) -> str:
    """Return the name of a profile that comes with allonym."""
    if name not in profile_names():
        raise Problem(422, "there is no such profile; the page lists those that there are")
    return str(name)


def preview(documents: Sequence[Document], choices: Sequence[Choice]) -> list[dict[str, Any]]:
    """Return, for each choice, each text in segments: as it stands in the output, with what was done at each place."""
    if not 1 <= len(choices) <= MOST_PROFILES:
        raise Problem(422, f"compare between 1 and {MOST_PROFILES} profiles")
    tools = [Pseudonymizer(each.settings("document"), None, each.language) for each in choices]
    found: dict[int, list[Detected]] = {}
    shown = []
    for choice, tool in zip(choices, tools, strict=True):
        first = first_alike(tool, tools)
        if id(first) not in found:
            found[id(first)] = first.detect_many(documents)
        plans = tool.decide_many(found[id(first)])
        results = _substituted(tool, documents, plans, choice.settings().scope)
        texts = [segments(*each) for each in zip(documents, results, strict=True)]
        shown.append({"profile": choice.profile, "texts": texts, "counts": _counts(plans)})
    return shown


def _substituted(tool: Pseudonymizer, documents: Sequence[Document], plans: Sequence[Plan], scope: str) -> list[Result]:
    """Carry out plans as a run with a vault would: texts that share a scope share a ledger."""
    ledgers: dict[str, LocalLedger] = {}
    results: list[Result] = []
    for _, group in groupby(zip(documents, plans, strict=True), key=lambda pair: pair[0].record or pair[0].id):
        pairs = list(group)
        author = pairs[0][0].author
        shared = "corpus" if scope == "corpus" else f"author\0{author}" if scope == "author" and author else None
        ledger = ledgers.setdefault(shared, tool.local_ledger(shared)) if shared else None
        results += tool.substitute([each for each, _ in pairs], [plan for _, plan in pairs], ledger)
    return results


def segments(document: Document, result: Result) -> list[dict[str, str]]:
    """Return the new text in order: plain stretches, replacements with the words that stood there, and marked words."""
    text, made, at = document.text, list[dict[str, str]](), 0
    for start, end, mark in sorted((*_replaced(text, result), *_marked(text, result)), key=lambda each: each[:2]):
        if start < at:
            # What is marked inside of what is replaced is gone with it.
            continue
        made += [{"text": text[at:start]}] if start > at else []
        made.append(mark)
        at = end
    return made + ([{"text": text[at:]}] if at < len(text) else [])


def _replaced(text: str, result: Result) -> Iterator[Placed]:
    for edit in result.edits:
        start, end = edit.span.start, edit.span.end
        yield start, end, _mark(edit.replacement, edit.label, "replaced", edit.span.of(text))


def _marked(text: str, result: Result) -> Iterator[Placed]:
    taken = [edit.span for edit in result.edits]
    for decision in result.plan.decisions:
        for mention in decision.entity.mentions if decision.action is Action.MARK else ():
            if all(mention.end <= span.start or mention.start >= span.end for span in taken):
                yield mention.start, mention.end, _mark(mention.span.of(text), mention.label, "marked")


def kind_of(label: str) -> str:
    """Return the kind of a label, which the stylesheet colours."""
    return KINDS.get(label.partition(".")[0], "number" if label != "EXTRA" else "other")


def _mark(text: str, label: str, done: str, was: str = "") -> dict[str, str]:
    return {"text": text, "label": label, "kind": kind_of(label), "done": done, "was": was}


def _counts(plans: Sequence[Plan]) -> dict[str, int]:
    decisions = [decision for plan in plans for decision in plan.decisions]
    return {
        action.value: sum(len(each.entity.mentions) for each in decisions if each.action is action) for action in Action
    }
