"""Round after round: what was found goes onto a list, the inputs are run again with it, the outputs are searched anew.

    search -> deny -> pseudonymize again -> search -> … until nothing is found, or nothing new goes onto the list

A run is repeated as it was: the same input byte for byte, the same profile, scope and detectors, with more terms.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from allonym.core.errors import UsageError
from allonym.core.pieces import Layout
from allonym.core.types import FileRecord
from allonym.evidence.outputs import record_of
from allonym.evidence.residual import residual
from allonym.evidence.rounds import deny
from allonym.evidence.values import Residue
from allonym.formats.choosing import choose
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.files import Run, pseudonymize_file
from allonym.running.sources import Source, digest_of
from allonym.settings import Settings, load_settings, profile_names
from allonym.vault.sealed import SealedVault

MOST = 5
"""After so many rounds a person should look."""
Terms = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Again:
    """What is run again: the input of each output, in the same order, and the list that grows; both may be missing."""

    inputs: Sequence[Source] = ()
    terms: Path | None = None
    read: Callable[[Path], Terms] = field(default=lambda _: {}, repr=False)
    """Reads the list: by label, the words."""
    profile: str | None = None
    fast: bool = False
    """Whether the second opinion does without the model."""


def searches(
    vault: SealedVault, outputs: Sequence[Source], again: Again, turn: int = 1
) -> Iterator[tuple[Residue, int]]:
    """Return what each round has found, and how many terms were new; the outputs are written anew between rounds.

    Without inputs there is one round.
    """
    if again.inputs and len(again.inputs) != len(outputs):
        raise UsageError(f"{len(outputs)} outputs take {len(outputs)} inputs, in the same order, to be run again")
    for number in range(turn, turn + MOST):
        residue = residual(vault, outputs, profile=again.profile, fast=again.fast, turn=number)
        new = 0 if again.terms is None else deny(again.terms, residue)
        yield residue, new
        # What is on the list already may have come onto it after the outputs were made.
        is_worth_it = bool(new) or number == turn
        if again.terms is None or not (again.inputs and residue.findings and is_worth_it) or number == turn + MOST - 1:
            return
        for source, output in zip(again.inputs, outputs, strict=True):
            _repeat(vault, source, output, again.read(again.terms), again.profile)


def _repeat(vault: SealedVault, source: Source, output: Source, terms: Terms, profile: str | None) -> None:
    record = record_of(vault, output)
    if record is None:
        raise UsageError(f"{output.name} is not as the vault knows it; pseudonymize the input anew yourself")
    if digest_of(source) != record.input:
        raise UsageError(f"{source.name} is not the input that {output.name} was made from")
    settings = _settings_of(record, output.name, profile)
    language = str(_noted(record).get("language", "auto"))
    tool = Pseudonymizer(settings, vault, None if language == "auto" else language, terms=terms)
    known = replace(source, format=choose(source.path.name, record.format), asked=Layout.from_data(record.layout))
    pseudonymize_file(Run(tool), known, output.path)


def _settings_of(record: FileRecord, name: str, profile: str | None) -> Settings:
    """Return the settings that an output was made under; raise UsageError if they cannot be had again."""
    noted, told = _noted(record), str(record.facts.get("profile", ""))
    if profile is None and told not in profile_names():
        raise UsageError(
            f"{name} was made with the profile {told!r}, which does not come with allonym: name it with -p"
        )
    if noted.get("allowed") or noted.get("links"):
        raise UsageError(f"{name} was made with a list of allowed words or a table of links; run it again yourself")
    settings = load_settings(profile or told).with_detectors(noted.get("detectors", ()))
    settings = settings.with_user(str(noted.get("scope", "document")), {}, ())
    if replace(settings, terms={}, allow=()).digest() != record.facts.get("profile_digest"):
        raise UsageError(
            f"{name} was made under other settings than {profile or told!r} has now; run it again yourself"
        )
    return settings


def _noted(record: FileRecord) -> Mapping[str, Any]:
    settings = record.facts.get("settings")
    return settings if isinstance(settings, dict) else {}
