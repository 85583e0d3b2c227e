"""A second opinion on an output: detectors that do not ask one another, each more suspicious than in a run.

forms      patterns, identifiers, life: what has a form of its own
lists      names by word lists, not overruled by the model
model      the network at its highest sensitivity
capitals   a word with a capital inside a sentence that is in no list at all

What two of them see is graver than what one sees. What the profile lets stand is no finding, and is counted.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from allonym.core.labels import is_a
from allonym.core.tokens import without_tokens
from allonym.core.types import UNSURE, Document, Mention, Span
from allonym.evidence.folding import words_of
from allonym.evidence.keeping import Exempt, Keeping
from allonym.evidence.spans import Spans
from allonym.evidence.values import HIGH, LOW, MEDIUM, SEVERITIES
from allonym.languages.lists import normal, open_lists
from allonym.pseudonymizer import Pseudonymizer
from allonym.settings import load_settings

FORMS, LISTS, MODEL, CAPITALS = "forms", "lists", "model", "capitals"
_OF = {FORMS: ("patterns", "identifiers", "life"), LISTS: ("lists",), MODEL: ("model",), CAPITALS: ("capitals",)}
_SURE_FORM, _SURE_LIST = 0.7, 0.9


Heard = tuple[str, Mention]
"""A witness, and what it says."""


@dataclass(frozen=True, slots=True)
class Suspect:
    """What a second opinion takes for identifying."""

    span: Span
    label: str
    severity: str
    source: str


@dataclass(slots=True)
class Rescan:
    """Asks each witness by itself."""

    tools: dict[str, Pseudonymizer] = field(repr=False)
    kept: Counter[str] = field(default_factory=Counter)

    def suspects(self, texts: Sequence[str], keeping: Keeping, taken: Sequence[Iterable[Span]]) -> list[list[Suspect]]:
        """Return what is suspicious in each text outside what is taken."""
        documents = [Document(str(number), text) for number, text in enumerate(texts)]
        opinions: list[list[Heard]] = [[] for _ in documents]
        languages: list[str | None] = [None for _ in documents]
        for witness, tool in self.tools.items():
            for number, detected in enumerate(tool.detect_many(documents)):
                text = documents[number].text
                languages[number] = detected.document.language
                opinions[number] += [(witness, each) for each in without_tokens(text, detected.mentions)]
        made = []
        for text, heard, spans, exempt, language in zip(
            texts, opinions, taken, keeping.exempt(texts), languages, strict=True
        ):
            ours = Spans(spans)
            free = [(who, each) for who, each in heard if not ours.overlap(each.span)]
            made.append(self._judged(text, self._unwanted(free, keeping, exempt), language))
        return made

    def _unwanted(self, heard: Sequence[Heard], keeping: Keeping, exempt: Exempt) -> list[Heard]:
        """Return what the profile does not let stand, and count the rest."""
        kept = Spans(each.span for _, each in heard if keeping.lets(each, exempt))
        unwanted = []
        for who, each in heard:
            if keeping.lets(each, exempt):
                if who != CAPITALS:
                    self.kept[each.label] += 1
            elif who != CAPITALS or not kept.overlap(each.span):
                unwanted.append((who, each))
        return unwanted

    def _judged(self, text: str, heard: Iterable[Heard], language: str | None) -> list[Suspect]:
        opinions = ((who, each, _severity(text, who, each, language)) for who, each in heard)
        return _together([Suspect(each.span, each.label, grave, who) for who, each, grave in opinions if grave])


def rescan(*, fast: bool = False) -> Rescan:
    """Return a second opinion; without the model it is many times faster, and sees less."""
    settings = load_settings("default")
    made = {}
    for witness, detectors in _OF.items():
        if not (fast and witness == MODEL):
            chosen = settings.with_detectors(detectors)
            made[witness] = Pseudonymizer(chosen.with_model(sensitivity=1.0) if witness == MODEL else chosen)
    return Rescan(made)


def _severity(text: str, who: str, mention: Mention, language: str | None) -> str:
    """Return how grave an opinion is by itself; nothing if it is none."""
    if who == CAPITALS:
        return LOW if _is_strange(text, mention, language) else ""
    if who == MODEL:
        return LOW if mention.label == UNSURE else MEDIUM
    if who == LISTS:
        return MEDIUM if mention.score >= _SURE_LIST and is_a(mention.label, "PERSON") else LOW
    return HIGH if mention.score >= _SURE_FORM else MEDIUM


def _is_strange(text: str, mention: Mention, language: str | None) -> bool:
    """Tell whether a word has a capital inside a sentence and is in no list; German gives one to every noun."""
    if mention.label != UNSURE or language in (None, "de") or not mention.span.of(text)[:1].isupper():
        return False
    before = text[: mention.start].rstrip(" ")[-1:]
    inside = before.isalpha() or before in {",", "'", "’"}
    lists = open_lists()
    return inside and all(not lists.word(normal(each.folded)) for each in words_of(mention.span.of(text)))


def _together(suspects: Sequence[Suspect]) -> list[Suspect]:
    """Return one suspect for each stretch: the gravest opinion on it, a step graver where witnesses agree."""
    groups: list[list[Suspect]] = []
    for each in sorted(suspects, key=lambda one: one.span):
        if groups and each.span.start < max(one.span.end for one in groups[-1]):
            groups[-1].append(each)
        else:
            groups.append([each])
    return [_agreed(group) for group in groups]


def _agreed(group: Sequence[Suspect]) -> Suspect:
    best = min(group, key=lambda one: (SEVERITIES.index(one.severity), -len(one.span)))
    sources = sorted({one.source for one in group})
    # A capital alone tells little; it does not make another opinion graver.
    level = SEVERITIES.index(best.severity) - (len(set(sources) - {CAPITALS}) > 1)
    label = best.label if best.label != UNSURE else next((x.label for x in group if x.label != UNSURE), UNSURE)
    return Suspect(best.span, label, SEVERITIES[max(0, level)], "+".join(sources))
