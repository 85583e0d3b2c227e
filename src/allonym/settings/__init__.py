"""A profile (TOML, data only) becomes Settings, typed and checked once; Settings become an Engine.

An unknown key, label, strategy or template slot is an error that names the file, the line and the nearest name.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from importlib.resources import files
from pathlib import Path

from allonym.core.canon import canonical
from allonym.core.errors import SettingsError, UsageError
from allonym.core.nearest import nearest
from allonym.core.protocols import Detector
from allonym.core.registry import Registry, plug_in_of
from allonym.engine import Engine
from allonym.policy.rules import Policy
from allonym.settings.late import Late
from allonym.settings.outsiders import Outsider
from allonym.settings.parsing import maker_of, parse
from allonym.settings.values import SCOPES, Settings
from allonym.substituting import Substitution

__all__ = ["SCOPES", "Settings", "build", "load_settings", "profile_names", "read_profile"]


def profile_names() -> tuple[str, ...]:
    """Return the names of the profiles that come with allonym."""
    found = (path.name for path in files("allonym.profiles").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


def load_settings(profile: str | Path) -> Settings:
    """Read a profile by its name, or by the path of a .toml file."""
    folder = Path(profile).parent

    def read(base: str) -> str:
        return read_profile(folder / base if base.endswith(".toml") else base)[1]

    return parse(*read_profile(profile), read=read)


def read_profile(profile: str | Path) -> tuple[str, str]:
    """Return the name and the text of a profile."""
    if isinstance(profile, Path) or profile.endswith(".toml"):
        path = Path(profile)
        if not path.exists():
            raise SettingsError(f"there is no profile {path}; see that the name and the folder are right")
        try:
            return str(path), path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise SettingsError(f"cannot read the profile {path}: {type(error).__name__}") from None
    if profile not in (names := profile_names()):
        hint = nearest(profile, names)
        raise UsageError(f"no profile is called {profile!r}{hint}; there are {', '.join(names)}, or give a .toml file")
    return profile, files("allonym.profiles").joinpath(f"{profile}.toml").read_text("utf-8")


def build(settings: Settings, *, late: bool = False) -> Engine:
    """Load what the settings name and put it together; with `late`, detectors of ours when they are needed."""
    if both := _plain(settings.allow) & _plain(word for words in settings.terms.values() for word in words):
        raise SettingsError(f"{len(both)} of the terms are also on the allow list; take them off one of the two")
    options: dict[str, Mapping[str, object]] = {**settings.detector, "terms": {"terms": settings.terms}}
    try:
        detectors = tuple(_detector(name, options.get(name, {}), late=late) for name in settings.detectors)
    except SettingsError as error:
        raise SettingsError(f"profile {settings.name}: {error}") from None
    rules = {label: rule for rule in settings.rules for label in rule.labels}
    makers = {rule.name: make for rule in (*settings.rules, settings.otherwise) if (make := maker_of(rule))}
    policy = Policy(rules, settings.otherwise, _plain(settings.allow), settings.exempt, settings.home, settings.parts)
    linker = Registry("linkers").make(settings.linker, {"table": str(settings.links)} if settings.links else {})
    return Engine(detectors, linker, policy, Substitution(linker, makers))


def _detector(name: str, options: Mapping[str, object], *, late: bool) -> Detector:
    kinds = Registry("detectors")
    # What has settings or comes from elsewhere may be wrong, and that is told at once.
    if late and not options and name in kinds.names() and kinds.is_own(name):
        return Late(name, partial(kinds.make, name, {}))
    made: Detector = kinds.make(name, options)
    plug_in = plug_in_of(name)
    return made if kinds.is_own(plug_in) else Outsider(plug_in, made)


def _plain(words: Iterable[str]) -> frozenset[str]:
    return frozenset(canonical("", word) for word in words)
