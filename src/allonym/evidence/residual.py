"""Look for what was left: read the outputs -> sweep every known original -> ask for a second opinion -> list places."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from allonym import __version__
from allonym.core.errors import UsageError
from allonym.core.pieces import Layout
from allonym.core.types import FileRecord, Span
from allonym.evidence.forms import Form, forms_of, is_swept
from allonym.evidence.keeping import Keeping, is_profile_of, keeping_of, profile_of
from allonym.evidence.outputs import ASIDE, NAME, Known, OutputPart, known_of, parts_of, record_of
from allonym.evidence.rescanning import Rescan, rescan
from allonym.evidence.spans import Spans
from allonym.evidence.sweeping import Sweep
from allonym.evidence.values import HIGH, LOW, SEVERITIES, Leftover, Residue
from allonym.running.sources import Source, digest_of
from allonym.vault.sealed import SealedVault

__all__ = ["Residue", "residual"]

SWEEP = "known original"
_AT_ONCE = 200
_CONTEXT = 40


@dataclass(slots=True)
class Search:
    """One search over outputs: what is looked for, who is asked, and what was seen."""

    sweep: Sweep
    stand_ins: Sweep
    second: Rescan
    found: list[Leftover] = field(default_factory=list, repr=False)
    texts: int = 0
    characters: int = 0
    changed: int = 0

    def look(self, parts: Iterable[OutputPart], keeping: Keeping) -> None:
        """Search the parts of one output."""
        waiting = iter(parts)
        while batch := list(islice(waiting, _AT_ONCE)):
            taken = [self._swept(part, keeping) for part in batch]
            texts = [number for number, part in enumerate(batch) if _is_text(part)]
            self.texts += len(texts)
            if texts:
                self._ask([batch[number] for number in texts], [taken[number] for number in texts], keeping)

    def _swept(self, part: OutputPart, keeping: Keeping) -> list[Span]:
        """Sweep one part; return the places that a second opinion need not be asked about."""
        self.characters += len(part.text)
        ours = part.stand_ins
        doubtful = ours is None
        if ours is None:
            self.changed += 1
            ours = tuple(span for span, _, _ in self.stand_ins.find(part.text))
        held, taken = Spans(ours), list(ours)
        for span, form, severity in self.sweep.find(part.text):
            if not held.hold(span):
                grave = LOW if keeping.may_let(form.label) else severity
                self.found.append(_leftover(part, span, form.label, grave, SWEEP, form.variant))
                taken.append(span)
            elif doubtful:
                # In a text that was changed, nothing tells a stand-in from a name that reads like it.
                self.found.append(_leftover(part, span, form.label, LOW, SWEEP, "like a stand-in"))
        return taken

    def _ask(self, parts: Sequence[OutputPart], taken: Sequence[list[Span]], keeping: Keeping) -> None:
        for part, suspects in zip(
            parts, self.second.suspects([each.text for each in parts], keeping, taken), strict=True
        ):
            self.found += [_leftover(part, one.span, one.label, one.severity, one.source, "") for one in suspects]


def residual(
    vault: SealedVault, outputs: Sequence[Source], *, profile: str | None = None, fast: bool = False, turn: int = 1
) -> Residue:
    """Return what is left in outputs. It takes a key that may recover, for it reads every original.

    The profile, if it is named, says what may stand; else the vault knows. The vault notes the search and keeps the
    counts, with the number of the round, of each output that is as it was written: certificates tell them. It does not
    keep a search under another profile than the output's, nor one by fewer detectors in place of one by more.
    """
    vault.require("recover")
    if not outputs:
        raise UsageError("a search for what is left needs at least one output")
    with vault.audit.watching("find", files=len(outputs)) as noted:
        records = [record_of(vault, source) for source in outputs]
        known = known_of(vault, records)
        keepings = [keeping_of(record, profile) for record in records]
        search = Search(Sweep(_forms(known, keepings)), Sweep(_ours(known)), rescan(fast=fast))
        notes: list[str] = []
        for source, record, keeping in zip(outputs, records, keepings, strict=True):
            before = len(search.found)
            search.look(parts_of(source, record, known), keeping)
            if record is not None:
                notes += _kept(vault, record, profile, _result(search, before, turn))
        noted.counts.update(texts=search.texts, mentions=len(search.found))
    return Residue(
        found=tuple(sorted(search.found, key=_order)),
        files=tuple(source.name for source in outputs),
        texts=search.texts,
        characters=search.characters,
        originals=sum(len(words) for label, words in known.originals.items() if is_swept(label)),
        changed=search.changed,
        detectors=tuple(search.second.tools),
        kept=dict(sorted(search.second.kept.items())),
        profiles=tuple(sorted({profile_of(record, profile) for record in records})),
        columns=_columns(records),
        digests=tuple(digest_of(source).hex() for source in outputs),
        notes=tuple(notes),
    )


def _kept(vault: SealedVault, record: FileRecord, profile: str | None, result: dict[str, object]) -> list[str]:
    """Have the vault keep a result for certificates; return why it does not."""
    if not is_profile_of(record, profile):
        made, named = profile_of(record), profile_of(record, profile)
        told = f"was made with another profile ({made}) than the one that is named ({named}), or it has changed"
        return [f"{record.name} {told}: certificates will not tell of this search"]
    earlier = vault.residuals.of(record)
    if earlier is not None and _is_weaker(result, earlier):
        return [f"{record.name}: certificates go on telling of the search before, by more detectors than this one"]
    vault.residuals.keep(record, result)
    return []


def _is_weaker(result: Mapping[str, object], earlier: Mapping[str, object]) -> bool:
    """Tell whether a search asked fewer witnesses than one before, and found no more."""
    mine, theirs = (set(map(str, names)) for names in map(_witnesses, (result, earlier)))
    return bool(theirs - mine) and int(str(result["findings"])) <= int(str(earlier["findings"]))


def _witnesses(result: Mapping[str, object]) -> Sequence[object]:
    named = result.get("detectors")
    return named if isinstance(named, (list, tuple)) else ()


def _columns(records: Iterable[FileRecord | None]) -> tuple[str, ...]:
    """Return the text columns that were named for all outputs; none, if for one others were."""
    named = {Layout.from_data(record.layout).text_columns for record in records if record is not None}
    return tuple(named.pop()) if len(named) == 1 else ()


def _result(search: Search, before: int, turn: int) -> dict[str, object]:
    found = search.found[before:]
    hints = sum(each.is_hint for each in found)
    by = [SWEEP, *search.second.tools]
    return {"findings": len(found) - hints, "hints": hints, "round": turn, "tool": __version__, "detectors": by}


def _forms(known: Known, keepings: Sequence[Keeping]) -> Iterator[Form]:
    """Return all that is looked for. What was replaced in other files only, and may stand here, is a hint."""
    for label, originals in known.originals.items():
        stays = all(keeping.lets_label(label) for keeping in keepings)
        for words in sorted(originals):
            for form in forms_of(label, words):
                yield replace(form, severity=LOW) if stays and (label, words) not in known.own else form


def _ours(known: Known) -> Iterator[Form]:
    """Return the stand-ins as forms, to know them again in a text that was changed."""
    for words in sorted(known.stand_ins):
        key = "".join(form.key for form in forms_of("ORGANIZATION", words)[:1])
        if key:
            yield Form(key, "", "stand-in", HIGH, None)


def _is_text(part: OutputPart) -> bool:
    return part.where.part not in (ASIDE, NAME)


def _leftover(part: OutputPart, span: Span, label: str, severity: str, source: str, variant: str) -> Leftover:  # noqa: PLR0913, PLR0917
    text = part.text
    before, after = text[max(0, span.start - _CONTEXT) : span.start], text[span.end : span.end + _CONTEXT]
    return Leftover(part.where, span, label, severity, source, variant, span.of(text), before, after)


def _order(each: Leftover) -> tuple[int, str, int, str, Span]:
    return SEVERITIES.index(each.severity), each.where.file, each.where.row or 0, each.where.column, each.span
