"""The text of a profile becomes Settings; whatever is wrong is said with its line and the nearest right name."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from allonym.core.errors import SettingsError, UsageError
from allonym.core.labels import is_a, require
from allonym.core.nearest import nearest
from allonym.core.protocols import SurrogateMaker
from allonym.core.registry import Registry, plug_in_of
from allonym.core.types import Action
from allonym.policy.apart import CUTTERS
from allonym.policy.exempting import BY_NAME, EXEMPTABLE, LISTS, UNLESS, Exemption, canonical_names, listed
from allonym.policy.rules import ACTIONS, CONDITIONS, Rule
from allonym.settings.extending import EXTENDS, Read, alone, extended, loaded
from allonym.settings.values import SCOPES, Settings

_CAN_BE = ", ".join(EXEMPTABLE)
DETECTORS = ("patterns", "identifiers", "life", "lists", "model", "terms")
"""What is looked for unless a profile says otherwise."""
_SLOT = re.compile(r"\{[^{}]*\}")
_OVER = re.compile(r"over [0-9]{1,6}")
KEYS = (
    "extends", "description", "scope", "detectors", "linker", "home", "parts", "otherwise", "rules", "exempt", "terms",
    "allow", "detector",
)  # fmt: skip


def parse(name: str, text: str, read: Read = alone) -> Settings:
    """Return the settings that a profile describes; `read` returns the text of another that it extends."""
    try:
        return _from_data(name, _whole(name, loaded(text), read))
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"profile {name}: not valid TOML: {error}") from None
    except _Wrong as wrong:
        if wrong.word != EXTENDS:
            _require_base(text, read)
        line = _line_of(text, wrong.word)
        raise SettingsError(f"profile {name}{f' line {line}' if line else ''}: {wrong}") from None
    except UsageError as error:
        raise SettingsError(f"profile {name}: {error}") from None


class _Wrong(Exception):
    """Something in a profile that is not right, and the word by which its line is found."""

    def __init__(self, message: str, word: str) -> None:
        super().__init__(message)
        self.word = word


def _whole(name: str, data: Mapping[str, Any], read: Read) -> Mapping[str, Any]:
    base = _string(data, EXTENDS, "")
    try:
        return extended(data, read, (name,)) if base else data
    except UsageError as error:
        raise _Wrong(str(error), EXTENDS) from None


def _require_base(text: str, read: Read) -> None:
    """Raise SettingsError if what is wrong is wrong in the profile that is extended: its line is there."""
    if isinstance(base := loaded(text).get(EXTENDS), str) and base:
        parse(base, read(base), read)


def _line_of(text: str, word: str) -> int | None:
    return next((number for number, line in enumerate(text.splitlines(), 1) if word in line), None)


def _from_data(name: str, data: Mapping[str, Any]) -> Settings:
    _known(data, KEYS, "setting")
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
    for each in _strings(data, "parts", ()):
        _one_of(each, tuple(CUTTERS), "label with parts")
    _known_detectors(_table(data, "detector"), detectors)
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
        tuple(_exemption(name, each, number) for number, each in enumerate(_tables(data, "exempt"), 1)),
        _home(_string(data, "home", "")),
        tuple(_strings(data, "parts", ())),
    )
    for rule in (*rules, otherwise):
        _checked(rule)
    return settings


def _known_detectors(options: Mapping[str, Any], detectors: Sequence[str]) -> None:
    for each in options:
        if each not in detectors or each == "terms":
            hint = (
                "list its words under [terms]"
                if each == "terms"
                else f"it is not among the detectors{nearest(each, detectors)}"
            )
            raise _Wrong(f"[detector.{each}] has no effect: {hint}", f"[detector.{each}]")


def _home(country: str) -> str:
    if country and not (len(country) == 2 and country.isascii() and country.isupper()):
        raise _Wrong(f"home is a country by its two letters, such as SE, not {country!r}", country)
    return country


def _exemption(profile: str, data: Mapping[str, Any], number: int) -> Exemption:
    _known(data, ("name", "labels", "list", "names", "file", "cue", "unless"), "setting of an exemption")
    labels = tuple(_label(label) for label in _strings(data, "labels", ()))
    can_be = (*EXEMPTABLE, *(BY_NAME if {"list", "names", "file"} & set(data) else ()))
    for label in labels or ("",):
        if not any(is_a(label, each) for each in can_be):
            raise _Wrong(f"exemption {number}: only {_CAN_BE} can be exempt, not {label!r}", label or "exempt")
    unless = _string(data, "unless", "")
    if unless:
        _one_of(unless, UNLESS, "group of cues")
    cue = _boolean(data, "cue", True)
    return Exemption(_string(data, "name", ",".join(labels)), labels, _names(profile, data), cue, unless)


def _names(profile: str, data: Mapping[str, Any]) -> frozenset[str] | None:
    """Return the names that an exemption lists; None if it lists none and so means all."""
    if not {"list", "names", "file"} & set(data):
        return None
    names = canonical_names(_strings(data, "names", ()))
    if named := _string(data, "list", ""):
        _one_of(named, LISTS, "list of exemptions")
        names |= listed(named)
    if file := _string(data, "file", ""):
        path = Path(profile).parent / file
        try:
            names |= canonical_names(path.read_text("utf-8").splitlines())
        except (OSError, UnicodeDecodeError) as error:
            raise _Wrong(f"cannot read {path}: {type(error).__name__}", file) from None
    return names


def _rule(data: Mapping[str, Any], number: int) -> Rule:
    options = {key: value for key, value in data.items() if key not in {"name", "labels", "strategy", "when"}}
    labels = tuple(_label(label) for label in _strings(data, "labels", ()))
    if number and not labels:
        raise _Wrong(f"rule {number} names no labels", "[[rules]]")
    if "strategy" not in data:
        raise _Wrong(f"rule {number} names no strategy", "[[rules]]")
    if isinstance(data["strategy"], list):
        raise _Wrong(f"rule {number} has one strategy; for two, write two rules with labels of their own", "strategy")
    strategy = _string(data, "strategy", "")
    _one_of(strategy, (*Registry("surrogates").names(), *ACTIONS), "strategy")
    if strategy in ACTIONS and options:
        raise _Wrong(f"strategy {strategy!r} has no setting {next(iter(options))!r}", next(iter(options)))
    when = _string(data, "when", "")
    if when:
        if not _OVER.fullmatch(when):
            _one_of(when, CONDITIONS, "condition")
        if not number or strategy in ACTIONS:
            raise _Wrong("'when' says when a rule replaces; this one does not, or must", "when")
    return Rule(_string(data, "name", ",".join(labels)), labels, strategy, options, when)


def maker_of(rule: Rule) -> SurrogateMaker | None:
    """Return the maker that a rule names; None if it leaves the text alone."""
    if rule.action is not Action.REPLACE:
        return None
    maker: SurrogateMaker = Registry("surrogates").make(rule.strategy, rule.options)
    return maker


def _checked(rule: Rule) -> None:
    try:
        maker_of(rule)
    except UsageError as error:
        raise _Wrong(f"rule {rule.name!r}: {error}", _word_of(rule, str(error))) from None


def _word_of(rule: Rule, told: str) -> str:
    """Return the setting or the value of a rule that an error speaks of, by which its line is found."""
    words = [word for key, value in rule.options.items() for word in (str(value), key)]
    quoted = (word for word in words if repr(word) in told)
    slots = (word for word in words for slot in _SLOT.findall(told) if slot in word)
    return [*quoted, *slots, *words[:1], rule.strategy][0]


def _distinct_names(rules: Sequence[Rule]) -> None:
    seen: set[str] = set()
    for rule in rules:
        for what, key in (*(("the label", label) for label in rule.labels), ("the name", rule.name)):
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


def _boolean(data: Mapping[str, Any], key: str, default: bool) -> bool:
    value = data.get(key, default)
    if not isinstance(value, bool):
        raise _Wrong(f"{key!r} must be true or false", key)
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
