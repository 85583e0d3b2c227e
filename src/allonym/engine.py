"""The flow on one screen: plan is pure, apply asks a ledger, recover reads a manifest.

tell the language -> detect -> resolve -> link -> decide        plan
substitute -> splice                                            apply
manifest -> splice                                              recover
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from operator import attrgetter

from allonym.core.collecting import undisturbed
from allonym.core.errors import InputError, SafetyError, VaultDamaged
from allonym.core.labels import LABELS, is_a
from allonym.core.making import quickly
from allonym.core.protocols import Detector, Linker
from allonym.core.splice import invert, splice, spliced
from allonym.core.surroundings import tell_apart
from allonym.core.tokens import without_tokens
from allonym.core.typed import require_new_words
from allonym.core.types import Document, Manifest, Mention, OutputText, Place, Plan, Result, Segment, by_start, digest
from allonym.core.withdrawal import is_proven, is_withdrawn
from allonym.detectors.parting import LONGEST, Once, Part, batches, brought_home
from allonym.detectors.told import known_in, whole
from allonym.detectors.told_forms import beside_owners
from allonym.echoing import echoes
from allonym.fusing import fuse
from allonym.languages.telling import tell
from allonym.linking.alone import AloneLinker
from allonym.linking.mistaken import as_places
from allonym.policy.rules import Policy
from allonym.resolving import agree, apart, give_way, leave_room, over_apostrophes, resolve
from allonym.separating import separate
from allonym.substituting import Desk, Substitution


@dataclass(frozen=True, slots=True)
class Engine:
    """The parts that a profile names, put together."""

    detectors: tuple[Detector, ...] = field(repr=False)
    linker: Linker = field(repr=False)
    policy: Policy = field(repr=False)
    substitution: Substitution = field(repr=False)


@dataclass(frozen=True, slots=True)
class Detected:
    """What all detectors found in a document, whose language is told now. Several profiles can decide on it."""

    document: Document
    mentions: Sequence[Mention] = field(repr=False)
    scanned: int


# One of each is made for every document, and one of some for every mention in it.
_document, _detected, _plan = quickly(Document), quickly(Detected), quickly(Plan)
_manifest, _result = quickly(Manifest), quickly(Result)
_span = attrgetter("span")
_PERSONS = frozenset(label for label in LABELS if is_a(label, "PERSON"))


def spotting(engine: Engine) -> Engine:
    """Return an engine whose plans say what stands where, and not who is who: for who counts, which `spot` does not.

    Where a rule asks who somebody is, the engine stays as it is.
    """
    return replace(engine, linker=AloneLinker()) if engine.policy.is_plain else engine


def spot(engine: Engine, document: Document) -> list[Mention]:
    """Return what a plan would speak of, in reading order; a long text takes less memory than with its plan."""
    with undisturbed():
        [detected] = detect(engine, [document])
        if engine.policy.is_plain:
            return sorted(_settled(engine.policy, detected), key=_span)
        decisions = decide(engine, detected).decisions
    return sorted((mention for each in decisions for mention in each.entity.mentions), key=_span)


def plan(engine: Engine, documents: Sequence[Document]) -> list[Plan]:
    """Decide what is done with each document. Nothing is remembered; the same text gives the same plan anywhere."""
    with undisturbed():
        return [decide(engine, each) for each in detect(engine, documents)]


@undisturbed()
def detect(engine: Engine, documents: Sequence[Document]) -> list[Detected]:
    """Return what the detectors find in each document; every character is read, or nothing is returned.

    A document with a label is what its label says, as a whole; no detector is asked.
    """
    for document in documents:
        require_text(document)
    if not any(each.label for each in documents):
        return _search(engine, documents)
    found = iter(_search(engine, [each for each in documents if not each.label]))
    return [Detected(each, whole(each), len(each.text)) if each.label else next(found) for each in documents]


def look(engine: Engine, documents: Sequence[Document]) -> list[Detected]:
    """Return what the detectors find in documents that are short enough to be read together, each as a whole."""
    read = [_in_its_language(each) for each in documents]
    return [_detected(each, mine, len(each.text)) for each, mine in zip(read, _detect(engine, read), strict=True)]


def joined(document: Document, parts: Iterable[tuple[Part, Detected]]) -> Detected:
    """Return what was found in a document, by what was found in each of its parts, which come in order."""
    mentions: list[Mention] = []
    spoken: Counter[str] = Counter()
    once: Once = {}
    scanned = 0
    for part, found in parts:
        if part.is_whole:
            return found
        scanned += len(part.own)
        mentions += brought_home(part, document.text, found.mentions, once)
        if found.document.language:
            spoken[found.document.language] += len(part.own)
    if scanned != len(document.text):
        raise SafetyError(f"{document.id}: {scanned} of {len(document.text)} characters were read")
    told = replace(document, language=spoken.most_common(1)[0][0]) if spoken else document
    return _detected(told, mentions, scanned)


def _search(engine: Engine, documents: Sequence[Document]) -> list[Detected]:
    if documents and sum([len(each.text) for each in documents]) <= LONGEST:
        # Most batches are of short texts.
        return look(engine, documents)
    read = (zip(batch, look(engine, [part.document for part in batch]), strict=True) for batch in batches(documents))
    by_document = groupby(chain.from_iterable(read), key=lambda pair: pair[0].which)
    return [joined(documents[which], pairs) for which, pairs in by_document]


def decide(engine: Engine, detected: Detected) -> Plan:
    """Resolve, link and decide: what becomes of what was found in one document."""
    document, policy = detected.document, engine.policy
    if not detected.mentions:
        return _plan(document.id, document.digest(), (), document.language, detected.scanned)
    decisions = policy.decide(document, engine.linker.link(document, _settled(policy, detected)))
    return _plan(document.id, document.digest(), decisions, document.language, detected.scanned)


def _settled(policy: Policy, detected: Detected) -> Sequence[Mention]:
    """Return what was found in a document as it is decided on: without overlaps, and as the text tells it elsewhere."""
    document, mentions = detected.document, detected.mentions
    if policy.allowed:
        mentions = [mention for mention in mentions if not policy.allows(document, mention)]
    if document.label:
        return mentions
    mentions = over_apostrophes(document.text, without_tokens(document.text, mentions))
    told = _as_told_elsewhere(document, policy, apart(mentions) or _resolve(document, policy, mentions))
    return as_places(document.text, policy.cut(document, told))


def apply(engine: Engine, document: Document, plan: Plan, desk: Desk) -> Result:
    """Carry out a plan; the desk's ledger gives out the pseudonyms."""
    if plan.digest != document.digest():
        raise SafetyError(f"{document.id}: the plan was made for another text")
    length = len(document.text)
    mentioned = [mention.span for each in plan.decisions for mention in each.entity.mentions]
    if outside := next((span for span in mentioned if span.end > length), None):
        place = f"{outside.start}-{outside.end}"
        raise SafetyError(f"{document.id}: a mention leaves the text at {place}; nothing is written")
    require_new_words(document, plan)
    # A stored plan knows the language that was told when it was made.
    edits = tuple(engine.substitution.edits(_spoken(document, plan.language, document.segments), plan, desk))
    try:
        text, spans = splice(document.text, edits)
    except SafetyError as error:
        raise SafetyError(f"{document.id}: {error}; nothing is written") from None
    return _result(document.id, OutputText(text, document.id, plan.digest), edits, spans, plan, plan.language)


def leave(document: Document, plan: Plan) -> Result:
    """Carry out a plan that has nothing to do: no desk is needed, and the text stays as it is."""
    if plan.digest != document.digest():
        raise SafetyError(f"{document.id}: the plan was made for another text")
    return _result(document.id, OutputText(document.text, document.id, plan.digest), (), (), plan, plan.language)


def make_manifest(document: Document, result: Result, place: Place | None = None, raw: bytes | None = None) -> Manifest:
    """Write down how the document is given back; `raw` is its spelling in a file, where that is not the usual one."""
    undo = tell_apart(result.text, invert(document.text, result.edits, result.spans))
    output = digest(result.text) if result.edits else result.plan.digest
    return _manifest(document.id, output, result.plan.digest, undo, raw, place=place, author=document.author)


def recover(manifest: Manifest, text: str) -> str:
    """Give the original back, proven by its hash; where somebody was forgotten, all but their words."""
    original = spliced(text, manifest.edits) if manifest.edits else text
    if is_withdrawn(manifest.original):
        proven = is_proven(manifest) and digest(text) == manifest.output
    else:
        proven = digest(original) == manifest.original
    if not proven:
        raise VaultDamaged("the manifest of this text does not lead back to its original")
    return original


def require_text(document: Document) -> None:
    """Refuse what is no text: half a surrogate pair cannot be written to any file."""
    if document.text.isascii():
        return
    try:
        document.text.encode()
    except UnicodeEncodeError as error:
        place = error.start
    else:
        return
    # Raised out here, so that the error does not carry the other one, which holds the text.
    raise InputError(f"{document.id}: character {place} is half of a surrogate pair; the text was decoded wrongly")


def _detect(engine: Engine, documents: Sequence[Document]) -> list[list[Mention]]:
    """Return what all detectors together find in each document."""
    found: list[list[Mention]] = [[] for _ in documents]
    for detector in engine.detectors:
        for mine, new in zip(found, detector.detect(documents), strict=True):
            if new:
                mine.extend(new)
    for mine, document in zip(found, documents, strict=True):
        if document.known:
            told = known_in(document)
            mine[:] = [*beside_owners(document, mine, told), *told]
    if any(detector.name == "model" for detector in engine.detectors):
        return [fuse(document.text, mentions) for document, mentions in zip(documents, found, strict=True)]
    return found


def _in_its_language(document: Document) -> Document:
    if document.language:
        return document
    language, segments = tell(document.text)
    return document if language is None else _spoken(document, language, segments)


def _spoken(document: Document, language: str | None, segments: tuple[Segment, ...]) -> Document:
    """Return a document with the language that was told."""
    told = document
    return _document(
        told.id, told.text, language, told.author, told.record, segments, told.label, told.known, told.scope
    )


def _resolve(document: Document, policy: Policy, mentions: Sequence[Mention]) -> Sequence[Mention]:
    """Resolve what is replaced and what is not; the first comes first, for a mark may not hide a name inside it."""
    direct: list[Mention] = []
    indirect: list[Mention] = []
    for mention in mentions:
        (direct if policy.surely_replaces(mention) else indirect).append(mention)
    if not direct or not indirect:
        return resolve(direct or indirect)
    others = resolve(indirect)
    replaced = resolve(give_way(direct, others))
    return sorted((*replaced, *leave_room(document.text, others, replaced)), key=lambda mention: mention.span.start)


def _as_told_elsewhere(document: Document, policy: Policy, mentions: Sequence[Mention]) -> Sequence[Mention]:
    """Return the mentions after what a text says of a name in one place has mended what was found in another."""
    told = mentions
    if not _PERSONS.isdisjoint([each.label for each in mentions]):
        told = _as_told_of_persons(document, policy, mentions)
    return [each for each in told if not policy.allows(document, each)] if policy.allowed else told


def _as_told_of_persons(document: Document, policy: Policy, mentions: Sequence[Mention]) -> Sequence[Mention]:
    told = separate(document.text, mentions, document.language)
    told = agree(document.text, told, filter(policy.surely_replaces, told), document.language)
    if again := echoes(document.text, told, document.language):
        spans = {each.span for each in again}
        told = by_start((*(each for each in told if each.span not in spans), *again))
    return told
