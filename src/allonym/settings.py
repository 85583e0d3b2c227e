"""A profile (TOML, data only) becomes Settings, typed and checked once; Settings become an Engine.

An unknown key, label, strategy or template slot is an error that names the file, the line and the nearest name.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from allonym.core.canon import canonical
from allonym.core.errors import SettingsError, UsageError
from allonym.core.labels import require
from allonym.core.nearest import nearest
from allonym.core.protocols import SurrogateMaker
from allonym.core.registry import Registry, plug_in_of
from allonym.core.types import Action
from allonym.engine import Engine
from allonym.policy import ACTIONS, Policy, Rule
from allonym.substituting import Substitution
from allonym.substituting import unsettled as settle

SCOPES = ("document", "author", "corpus")
DETECTORS = ("patterns", "identifiers", "life", "lists", "model", "terms")
"""What is looked for unless a profile says otherwise."""
_KEYS = ("description", "scope", "detectors", "linker", "otherwise", "rules", "terms", "allow", "detector")


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

    def digest(self) -> str:
        """Return a fingerprint of all that decides over the output."""
        parts = (self.scope, self.detectors, self.linker, self.rules, self.otherwise, self.allow)
        nested = [
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


def profile_names() -> tuple[str, ...]:
    """Return the names of the profiles that come with allonym."""
    found = (path.name for path in files("allonym.profiles").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


def load_settings(profile: str | Path) -> Settings:
    """Read a profile by its name, or by the path of a .toml file."""
    return _parse(*read_profile(profile))


def read_profile(profile: str | Path) -> tuple[str, str]:
    """Return the name and the text of a profile."""
    if isinstance(profile, Path) or profile.endswith(".toml"):
        path = Path(profile)
        try:
            return str(path), path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise SettingsError(f"cannot read the profile {path}: {type(error).__name__}") from None
    if profile not in (names := profile_names()):
        hint = nearest(profile, names)
        raise UsageError(f"no profile is called {profile!r}{hint}; there are {', '.join(names)}, or give a .toml file")
    return profile, files("allonym.profiles").joinpath(f"{profile}.toml").read_text("utf-8")


def build(settings: Settings) -> Engine:
    """Load what the settings name and put it together."""
    if both := _plain(settings.allow) & _plain(word for words in settings.terms.values() for word in words):
        raise SettingsError(f"{len(both)} of the terms are also on the allow list; take them off one of the two")
    options: dict[str, Mapping[str, object]] = {**settings.detector, "terms": {"terms": settings.terms}}
    try:
        detectors = tuple(Registry("detectors").make(name, options.get(name, {})) for name in settings.detectors)
    except SettingsError as error:
        raise SettingsError(f"profile {settings.name}: {error}") from None
    rules = {label: rule for rule in settings.rules for label in rule.labels}
    makers = {rule.name: make for rule in (*settings.rules, settings.otherwise) if (make := _maker(rule))}
    policy = Policy(rules, settings.otherwise, _plain(settings.allow))
    linker = Registry("linkers").make(settings.linker, {})
    return Engine(detectors, linker, policy, Substitution(linker, makers, settle))


def _plain(words: Iterable[str]) -> frozenset[str]:
    return frozenset(canonical("", word) for word in words)


def _maker(rule: Rule) -> SurrogateMaker | None:
    if rule.action is not Action.REPLACE:
        return None
    maker: SurrogateMaker = Registry("surrogates").make(rule.strategy, rule.options)
    return maker


def _parse(name: str, text: str) -> Settings:
    try:
        data = tomllib.loads(text)
        return _from_data(name, data)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"profile {name}: not valid TOML: {error}") from None
    except _Wrong as wrong:
        line = _line_of(text, wrong.word)
        raise SettingsError(f"profile {name}{f' line {line}' if line else ''}: {wrong}") from None
    except UsageError as error:
        raise SettingsError(f"profile {name}: {error}") from None


class _Wrong(Exception):
    """Something in a profile that is not right, and the word by which its line is found."""

    def __init__(self, message: str, word: str) -> None:
        super().__init__(message)
        self.word = word


def _line_of(text: str, word: str) -> int | None:
    return next((number for number, line in enumerate(text.splitlines(), 1) if word in line), None)


def _from_data(name: str, data: Mapping[str, Any]) -> Settings:
    _known(data, _KEYS, "setting")
    scope = _string(data, "scope", "document")
    _one_of(scope, SCOPES, "scope")
    detectors = tuple(_strings(data, "detectors", DETECTORS))
    if not detectors:
        raise _Wrong("a profile without detectors would find nothing", "detectors")
    for each in detectors:
        _one_of(plug_in_of(each), Registry("detectors").names(), "detector")
    linker = _string(data, "linker", "exact")
    _one_of(linker, Registry("linkers").names(), "linker")
    rules = tuple(_rule(each, number) for number, each in enumerate(_tables(data, "rules"), 1))
    if "labels" in _table(data, "otherwise"):
        raise _Wrong("[otherwise] is for every label without a rule; it names none", "[otherwise]")
    otherwise = _rule({"name": "otherwise", "labels": [], "strategy": "numbered", **_table(data, "otherwise")}, 0)
    if otherwise.action is not Action.REPLACE:
        raise _Wrong("[otherwise] must replace: unknown means redact", "[otherwise]")
    _distinct_names((*rules, otherwise))
    for each in _table(data, "detector"):
        if each not in detectors or each == "terms":
            hint = (
                "list its words under [terms]"
                if each == "terms"
                else f"it is not among the detectors{nearest(each, detectors)}"
            )
            raise _Wrong(f"[detector.{each}] has no effect: {hint}", f"[detector.{each}]")
    settings = Settings(
        name,
        _string(data, "description", ""),
        scope,
        detectors,
        linker,
        rules,
        otherwise,
        {_label(label): tuple(_strings(_table(data, "terms"), label, ())) for label in _table(data, "terms")},
        tuple(_strings(data, "allow", ())),
        {each: _table(_table(data, "detector"), each) for each in _table(data, "detector")},
    )
    for rule in (*rules, otherwise):
        _checked(rule)
    return settings


def _rule(data: Mapping[str, Any], number: int) -> Rule:
    options = {key: value for key, value in data.items() if key not in {"name", "labels", "strategy"}}
    labels = tuple(_label(label) for label in _strings(data, "labels", ()))
    if number and not labels:
        raise _Wrong(f"rule {number} names no labels", "[[rules]]")
    if "strategy" not in data:
        raise _Wrong(f"rule {number} names no strategy", "[[rules]]")
    strategy = _string(data, "strategy", "")
    _one_of(strategy, (*Registry("surrogates").names(), *ACTIONS), "strategy")
    if strategy in ACTIONS and options:
        raise _Wrong(f"strategy {strategy!r} has no setting {next(iter(options))!r}", next(iter(options)))
    return Rule(_string(data, "name", ",".join(labels)), labels, strategy, options)


def _checked(rule: Rule) -> None:
    try:
        _maker(rule)
    except UsageError as error:
        word = next((str(value) for value in rule.options.values()), rule.strategy)
        raise _Wrong(f"rule {rule.name!r}: {error}", word) from None


def _distinct_names(rules: Sequence[Rule]) -> None:
    seen: set[str] = set()
    for rule in rules:
        for what, key in (("the name", rule.name), *(("the label", label) for label in rule.labels)):
            if what + key in seen:
                raise _Wrong(f"{what} {key!r} stands in two rules", key)
            seen.add(what + key)


def _label(label: str) -> str:
    try:
        return require(label)
    except SettingsError as error:
        raise _Wrong(str(error), label) from None


def _known(data: Mapping[str, Any], keys: Sequence[str], what: str) -> None:
    for key in data:
        if key not in keys:
            raise _Wrong(f"unknown {what} {key!r}{nearest(key, keys)}", key)


def _one_of(value: str, known: Sequence[str], what: str) -> None:
    if value not in known:
        raise _Wrong(f"no {what} is called {value!r}{nearest(value, known)}; there are {', '.join(known)}", value)


def _string(data: Mapping[str, Any], key: str, default: str) -> str:
    value = data.get(key, default)
    if not isinstance(value, str):
        raise _Wrong(f"{key!r} must be a string", key)
    return value


def _strings(data: Mapping[str, Any], key: str, default: Sequence[str]) -> list[str]:
    value = data.get(key, default)
    if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
        raise _Wrong(f"{key!r} must be a list of strings", key)
    return list(value)


def _table(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise _Wrong(f"{key!r} must be a table", key)
    return value


def _tables(data: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise _Wrong(f"{key!r} must be a list of tables: write [[{key}]]", key)
    return value
