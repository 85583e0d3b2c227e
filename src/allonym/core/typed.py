"""Pseudonyms that somebody has typed: what says an original of the same document again has replaced nothing."""

from allonym.core.canon import canonical
from allonym.core.errors import SafetyError
from allonym.core.types import Action, Document, Plan
from allonym.core.withdrawal import RULE


def require_new_words(document: Document, plan: Plan) -> None:
    """Refuse a plan in which typed words are what they replace, or another original that is replaced."""
    gone = [each for each in plan.decisions if each.action is Action.REPLACE]
    typed = [each for each in gone if each.replacement and each.rule != RULE]
    if not typed:
        return
    originals: dict[str, set[str]] = {}
    for each in gone:
        for mention in each.entity.mentions:
            words = canonical(mention.label, mention.span.of(document.text))
            originals.setdefault(mention.label, set()).add(words)
    for each in typed:
        if any(canonical(label, each.replacement or "") in words for label, words in originals.items()):
            place = f"{document.id}: the pseudonym that was typed for {each.entity.id}"
            raise SafetyError(f"{place} is an original that is replaced there; nothing is written")
