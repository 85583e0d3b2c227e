"""Gold and predictions, text by text, under names that can be compared."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from allonym.core.errors import InputError, UsageError
from allonym.core.labels import lineage
from allonym.evaluation.naming import Naming, identifier_of, is_counted
from allonym.evaluation.values import NONE, Annotated, Annotation, Pair
from allonym.languages.telling import tell

Found = Mapping[str, Sequence[Annotation]]


def make_pairs(
    gold: Sequence[Annotated], found: Found, naming: Naming, only: Collection[str] = ()
) -> tuple[list[Pair], Counter[str]]:
    """Return a pair for each annotator of each text, and what was found under labels that do not count.

    A label counts if the gold has it, and if it is among `only`, where those are named.
    """
    said = [tuple(_named(span, each.place, naming) for span in each.spans) for each in gold]
    names = {span.label for spans in said for span in spans if span.label}
    if unknown := sorted(set(only) - names):
        raise UsageError(f"--labels {unknown[0]}: the gold has no such label; it has {', '.join(sorted(names))}")
    counted = set(only) or names
    left_out: Counter[str] = Counter()
    pairs = []
    for each, spans in zip(gold, said, strict=True):
        kept = tuple(span for span in spans if span.label in counted and span.identifier != NONE)
        every = tuple((span, naming.name(span.label, span.place or "the predictions")) for span in found[each.id])
        left_out.update(span.label for span, name in every if not is_counted(name, counted))
        pairs.append(
            Pair(
                id=each.id,
                text=_text(each),
                gold=kept,
                found=tuple(replace(span, label=name) for span, name in every if name and is_counted(name, counted)),
                cover=tuple(found[each.id]),
                blank=tuple(span for span in spans if span not in kept),
                said=spans,
                language=each.language or tell(_text(each))[0],
                place=each.place,
            )
        )
    return pairs, left_out


def _named(span: Annotation, place: str, naming: Naming) -> Annotation:
    """Return an annotation under the name it is compared by; one that is blank has none and gives nothing away."""
    if span.label in naming.blank:
        return replace(span, label="", identifier=NONE)
    name = naming.name(span.label, span.place or place)
    label = naming.label(span.label, span.place or place)
    own = span.identifier or identifier_of(label)
    # What the tree calls harmless was annotated all the same; only the file itself can say that it may stay.
    identifier = span.identifier or ("quasi" if own == NONE else own)
    return replace(span, label=name or lineage(label)[-1], identifier=identifier)


def _text(each: Annotated) -> str:
    if each.text is None:
        raise InputError(f"{each.place}: the gold needs its text")
    return each.text
