"""What a profile says, parsed and checked: plain values."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from allonym.core.errors import UsageError
from allonym.core.labels import require
from allonym.core.nearest import nearest
from allonym.core.registry import Registry, plug_in_of
from allonym.policy.exempting import Exemption
from allonym.policy.rules import Rule

SCOPES = ("document", "author", "corpus")


@dataclass(frozen=True, slots=True)
class Settings:
    """A profile, parsed: what is looked for, how it is linked, and what is done with it."""

    name: str
    description: str
    scope: str
    detectors: tuple[str, ...]
    linker: str
    rules: tuple[Rule, ...]
    otherwise: Rule
    terms: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    allow: tuple[str, ...] = field(default=(), repr=False)
    detector: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    exempt: tuple[Exemption, ...] = ()
    home: str = ""
    parts: tuple[str, ...] = ()
    links: Path | None = None
    """A correspondence table: which forms are one entity over documents."""

    def digest(self) -> str:
        """Return a fingerprint of all that decides over the output."""
        parts = (self.scope, self.detectors, self.linker, self.rules, self.otherwise, self.allow)
        exempt = [(each, sorted(each.names or ())) for each in self.exempt]
        nested = [
            exempt,
            self.home,
            self.parts,
            self.links and sha256(self.links.read_bytes()).hexdigest(),
            sorted(self.terms.items()),
            sorted((key, sorted(value.items())) for key, value in self.detector.items()),
        ]
        return sha256(repr((parts, nested)).encode()).hexdigest()

    def with_user(
        self, scope: str | None, terms: Mapping[str, Sequence[str]] | None, allow: Iterable[str]
    ) -> "Settings":
        """Return the settings with what the user adds to the profile: another scope, terms, allowed words."""
        if scope is not None and scope not in SCOPES:
            raise UsageError(f"no scope is called {scope!r}{nearest(scope, SCOPES)}; there are {', '.join(SCOPES)}")
        merged = {label: tuple(words) for label, words in self.terms.items()}
        if terms is not None and not isinstance(terms, Mapping):
            raise UsageError("terms are listed by label: {'PERSON': ['Anna Berg']}")
        if isinstance(allow, str) or any(isinstance(words, str) for words in (terms or {}).values()):
            raise UsageError("terms and allow take lists of words; a single str would be read letter by letter")
        for label, words in (terms or {}).items():
            merged[require(label)] = (*merged.get(label, ()), *words)
        return replace(self, scope=scope or self.scope, terms=merged, allow=(*self.allow, *allow))

    def with_links(self, path: Path | None) -> "Settings":
        """Return the settings with a correspondence table, which says who is who over documents."""
        if path is None:
            return self
        if self.linker != "names":
            raise UsageError(f"a table of links is for the linker 'names'; this profile has {self.linker!r}")
        if not path.is_file():
            raise UsageError(f"there is no table of links {path}")
        return replace(self, links=path)

    def with_detectors(self, names: Sequence[str]) -> "Settings":
        """Return the settings with other detectors; the profile's settings for those that stay are kept."""
        if not names:
            raise UsageError("no detector is left, so nothing would be found")
        for name in names:
            if plug_in_of(name) not in (known := Registry("detectors").names()):
                hint = nearest(name, known)
                raise UsageError(f"no detector is called {name!r}{hint}; there are {', '.join(known)}")
        kept = {name: options for name, options in self.detector.items() if name in names}
        return replace(self, detectors=tuple(names), detector=kept)

    def with_model(self, *, fast: bool = False, sensitivity: float | None = None) -> "Settings":
        """Return the settings without the model, which is the slow part, or with another sensitivity of it."""
        if fast and sensitivity is not None:
            raise UsageError("the sensitivity is the model's, and --fast leaves the model out")
        if fast:
            return self.with_detectors([name for name in self.detectors if name != "model"])
        if sensitivity is None:
            return self
        if "model" not in self.detectors:
            raise UsageError("the sensitivity is the model's, which is not among the detectors")
        options = {**self.detector.get("model", {}), "sensitivity": sensitivity}
        return replace(self, detector={**self.detector, "model": options})
