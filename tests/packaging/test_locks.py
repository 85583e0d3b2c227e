"""The locks and the bill of materials have all that pyproject.toml asks for, with hashes, and name no place."""

import importlib.util
import json
import re
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "requirements"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
ASKED = {
    "base": PROJECT["dependencies"],
    "dev": [*PROJECT["dependencies"], *EXTRAS["dev"]],
    "docs": [*PROJECT["dependencies"], *EXTRAS["docs"]],
    "build": (FOLDER / "build.in").read_text("utf-8").splitlines(),
    "release": (FOLDER / "release.in").read_text("utf-8").splitlines(),
}
AT_RUN_TIME = sorted(set(EXTRAS) - {"dev", "docs", "build", "fuzz"})
# LGPL and MPL leave what merely uses them alone; these do not.
FORBIDDEN = re.compile(r"(?<!L)A?GPL|EUPL|SSPL|BUSL|Commons-Clause|NonCommercial|-NC\b")


def _loaded() -> Any:
    spec = importlib.util.spec_from_file_location("sbom", ROOT / "scripts" / "sbom.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


sbom = _loaded()
BILL: dict[str, Any] = json.loads((FOLDER / "base.cdx.json").read_bytes())


def lock(name: str) -> str:
    return (FOLDER / f"{name}.lock").read_text("utf-8")


def requirements(name: str) -> list[Requirement]:
    lines = (line.partition("#")[0].strip() for line in ASKED[name])
    return [Requirement(line) for line in lines if line]


def needed(asked: list[str]) -> set[str]:
    """Return what is installed here of what is asked for, and of all that this asks for in turn."""
    found: set[str] = set()
    waiting = [Requirement(each) for each in asked]
    while waiting:
        each = waiting.pop()
        name = canonicalize_name(each.name)
        extras = each.extras or {""}
        if name in found or not any(each.marker is None or each.marker.evaluate({"extra": extra}) for extra in extras):
            continue
        try:
            further = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue
        found.add(name)
        for line in further:
            inner = Requirement(line)
            if inner.marker is None or any(inner.marker.evaluate({"extra": extra}) for extra in extras):
                inner.marker = None
                waiting.append(inner)
    return found


@pytest.mark.parametrize("name", sorted(ASKED))
def test_a_lock_has_a_fitting_version_of_all_that_is_asked_for(name: str) -> None:
    """If this fails after pyproject.toml was changed: make lock."""
    pins = sbom.pinned(lock(name))
    missing = [
        str(each)
        for each in requirements(name)
        if (pin := pins.get(canonicalize_name(each.name))) is None or not each.specifier.contains(Version(pin[0]))
    ]

    assert missing == []


@pytest.mark.parametrize("name", sorted(ASKED))
def test_every_package_of_a_lock_has_hashes_and_no_place(name: str) -> None:
    text = lock(name)
    blocks = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)[1:]

    assert len(blocks) == len(sbom.pinned(text))
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}\b", block) for block in blocks)
    assert not re.search(r"://|index-url|find-links|trusted-host| @ |^-e ", text, re.MULTILINE)


def test_one_version_is_locked_for_all() -> None:
    known: dict[str, set[str]] = {}
    for name in ASKED:
        for package, (version, _) in sbom.pinned(lock(name)).items():
            known.setdefault(package, set()).add(version)

    assert {package: found for package, found in known.items() if len(found) > 1} == {}


def test_the_bill_names_every_package_of_the_base_install_with_version_and_licence() -> None:
    """If this fails after `make lock`: make sbom."""
    named = {each["name"]: each for each in BILL["components"] if each["type"] == "library"}
    pins = sbom.pinned(lock("base"))

    assert {name: each["version"] for name, each in named.items()} == {name: pin[0] for name, pin in pins.items()}
    assert needed(PROJECT["dependencies"]) <= set(named)
    assert all(each["licenses"][0]["expression"] for each in named.values())
    assert BILL["metadata"]["component"]["version"] == PROJECT["version"]


def test_the_bill_names_the_network_and_every_source_of_the_word_lists() -> None:
    kinds = [each["type"] for each in BILL["components"]]
    [network] = [each for each in BILL["components"] if each["type"] == "machine-learning-model"]
    sources = tomllib.loads((sbom.LISTS / "sources.toml").read_text("utf-8"))["sources"]

    assert {each["name"] for each in network["components"]} == {path.name for path in sbom.NETWORK.glob("*.[otz]*")}
    assert kinds.count("data") == len(sources)


def test_the_bill_is_what_the_script_makes_of_the_lock() -> None:
    installed = {canonicalize_name(each.name): each.version for each in metadata.distributions()}
    pins = {name: version for name, (version, marker) in sbom.pinned(lock("base")).items() if not marker}
    if not pins.items() <= installed.items():
        pytest.skip("other versions than the locked ones are installed")

    assert sbom.bill(lock("base")) == BILL


@pytest.mark.parametrize("extra", ["", *AT_RUN_TIME])
def test_nothing_that_runs_with_allonym_has_a_licence_that_spreads(extra: str) -> None:
    """Of an extra, what is installed here is looked at; the base is always there."""
    names = needed(EXTRAS[extra] if extra else PROJECT["dependencies"])
    licences = {name: sbom.licence_of(metadata.metadata(name)) for name in names}

    assert extra or len(licences) > 15
    assert [name for name, licence in licences.items() if not licence] == []
    assert {name: licence for name, licence in licences.items() if FORBIDDEN.search(licence)} == {}


@pytest.mark.parametrize(
    ("licence", "spreads"),
    [("GPL-3.0-only", True), ("MIT AND AGPL-3.0-or-later", True), ("LGPL-3.0-only", False), ("MPL-2.0", False)],
)
def test_licences_that_spread_are_known(licence: str, spreads: bool) -> None:
    assert bool(FORBIDDEN.search(licence)) is spreads
