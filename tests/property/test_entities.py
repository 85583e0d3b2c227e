"""One entity, one surrogate; two entities, two surrogates; and no surrogate is an original: in generated documents."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from allonym import Document, Mention, Pseudonymizer, Result, Span, open_vault
from allonym.engine import Detected
from allonym.languages.lists import open_lists

WORD = re.compile(r"\w{3,}")
LANGUAGES = ("en", "fr", "de", "es", "it", "pt", "sv", "ar")
FILLING = {
    "en": "{} wrote to {} about {} . Then {} left .", "fr": "{} a écrit à {} à propos de {} . Puis {} est parti .",
    "de": "{} schrieb an {} über {} . Dann ging {} .", "es": "{} escribió a {} sobre {} . Luego {} se fue .",
    "it": "{} ha scritto a {} di {} . Poi {} è uscito .", "pt": "{} escreveu a {} sobre {} . Depois {} saiu .",
    "sv": "{} skrev till {} om {} . Sedan gick {} .", "ar": "{} كتب إلى {} عن {} . ثم غادر {} .",
}  # fmt: skip


@cache
def names() -> dict[tuple[str, str], list[str]]:
    """Return single words by kind and language that are names and little else, well-known ones first."""
    lists = open_lists()
    found: dict[tuple[str, str], list[tuple[float, str]]] = {}
    for number, form in enumerate(lists.forms.keys("")):
        is_arabic = "\u0600" < form[0] < "\u06ff"
        if (number % 20 and not is_arabic) or not form.isalpha() or len(form) < 4:
            continue
        entry = lists.find(form)[0]
        if entry.kind in {"first", "last", "city"} and entry.ambiguity < 0.2:
            for language in ["ar"] if is_arabic else entry.languages.split() or LANGUAGES[:-1]:
                found.setdefault((entry.kind, language), []).append((-entry.weight, form.title()))
    return {key: [form for _, form in sorted(rows)[:600]] for key, rows in found.items()}


@dataclass
class Draft:
    """A document that is being written, and what stands in it."""

    text: str
    mentions: list[Mention]

    def put(self, words: str, label: str) -> None:
        """Write something that is mentioned."""
        self.mentions.append(Mention(Span(len(self.text), len(self.text) + len(words)), label, 1.0, "test"))
        self.text += words


def document(chance: random.Random, number: int) -> Detected:
    """Return a document in which a few persons and places come again in other forms."""
    language = chance.choice(LANGUAGES)
    people = [
        (chance.choice(names()["first", language]), chance.choice(names()["last", language]))
        for _ in range(chance.randint(1, 4))
    ]
    places = chance.sample(names()["city", "en" if language == "ar" else language], 2)
    draft = Draft("", [])
    for _ in range(chance.randint(1, 5)):
        for piece in re.split(r"(\{\})", FILLING[language]):
            if piece != "{}":
                draft.text += piece
            elif chance.random() < 0.25:
                draft.put(chance.choice(places), "LOCATION.CITY")
            else:
                first, last = chance.choice(people)
                form = chance.choice([f"{first} {last}", f"{first} {last}", last, f"{first} {last}".upper()])
                draft.put(form, "PERSON")
        draft.text += " "
    return Detected(Document(f"d{number}", draft.text, language), draft.mentions, len(draft.text))


def faults(result: Result, originals: set[str]) -> Iterator[str]:
    """Return what is wrong with a result: by number of the document and label, for the report."""
    decisions = {each.entity.id: each.entity for each in result.plan.decisions}
    spoken: dict[tuple[str, str], set[str]] = {}
    whole: dict[tuple[str, str], str] = {}
    for edit in result.edits:
        entity = decisions[edit.entity]
        surface = originals_of(result, edit.span)
        spoken.setdefault((entity.id, surface.casefold()), set()).add(edit.replacement.casefold())
        if " " in surface or entity.label != "PERSON":
            known = whole.setdefault((entity.label, edit.replacement.casefold()), entity.id)
            if known != entity.id:
                yield f"{result.id}: two entities, one surrogate ({entity.label})"
        if {word.casefold() for word in WORD.findall(edit.replacement)} & originals:
            yield f"{result.id}: a surrogate is an original ({entity.label})"
    # An ending or an article may differ from mention to mention; the name may not.
    if any(min(said, key=len) not in each for said in spoken.values() for each in said):
        yield f"{result.id}: one entity, several surrogates"


TEXTS: dict[str, str] = {}


def originals_of(result: Result, span: Span) -> str:
    """Return the words that stood in a place."""
    return span.of(TEXTS[result.id])


def run(count: int, scope: str, profile: str, seed: int) -> list[str]:
    """Return the faults of so many documents."""
    chance = random.Random(seed)
    tool = Pseudonymizer(profile, open_vault("memory:"), scope=scope)
    found: list[str] = []
    batches = [[document(chance, start + number) for number in range(500)] for start in range(0, count, 500)]
    for detected in batches:
        if tool.minds_originals:
            tool.reserve([each.document for each in detected], tool.decide_many(detected))
    for detected in batches:
        documents = [each.document for each in detected]
        TEXTS.clear()
        TEXTS.update({each.id: each.text for each in documents})
        for each, result in zip(detected, tool.substitute(documents, tool.decide_many(detected)), strict=True):
            said = " ".join(mention.span.of(each.document.text) for mention in each.mentions)
            found.extend(faults(result, set(WORD.findall(said.casefold()))))
    return found


@pytest.mark.parametrize("profile", ["netanos-replace", "default", "akio-external"])
def test_one_entity_one_surrogate_and_none_is_an_original(profile: str) -> None:
    assert run(500, "document", profile, 1) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scope", "profile"), [("document", "netanos-replace"), ("corpus", "netanos-replace"), ("corpus", "default")]
)
def test_one_entity_one_surrogate_in_50000_documents(scope: str, profile: str) -> None:
    assert run(50_000, scope, profile, 2) == []
