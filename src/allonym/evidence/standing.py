"""Where the stand-ins of texts are, and who they are, as a vault tells."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from allonym.core.types import Span, digest
from allonym.vault.sealed import SealedVault


@dataclass(frozen=True, slots=True)
class Standing:
    """The places of stand-ins in each text, and whom those of persons stand for most often."""

    places: Sequence[tuple[Span, ...]] = field(repr=False)
    truth: Mapping[str, str] = field(default_factory=dict, repr=False)


def standing_in(vault: SealedVault | None, texts: Sequence[str]) -> Standing:
    """Return where the stand-ins of texts are; without a vault nothing is known. It takes a key that may recover."""
    if vault is None:
        return Standing([()] * len(texts))
    vault.require("recover")
    wanted = {digest(text) for text in texts}
    places: dict[bytes, tuple[Span, ...]] = {}
    meant: dict[str, Counter[str]] = defaultdict(Counter)
    with vault.audit.watching("find", texts=len(texts)):
        for manifest in vault.searches.manifests():
            if manifest.output in wanted:
                places[manifest.output] = tuple(edit.span for edit in manifest.edits)
                for edit in manifest.edits:
                    if edit.label.startswith("PERSON") and edit.replaced:
                        meant[edit.replaced][edit.replacement] += 1
    truth = {words: counts.most_common(1)[0][0] for words, counts in meant.items()}
    return Standing([places.get(digest(text), ()) for text in texts], truth)
