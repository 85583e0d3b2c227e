"""Say what the base install is made of, as CycloneDX 1.6: every package of the lock, the network and the word lists.

python scripts/sbom.py            prints it
python scripts/sbom.py --write    writes requirements/base.cdx.json, which the wheel carries; `make dist` has a copy

Versions are those of requirements/base.lock; licences are read from the packages, which must be installed in just these
versions. The same lock gives the same bytes.
"""

import argparse
import json
import re
import sys
import tomllib
import uuid
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "requirements" / "base.lock"
TARGET = ROOT / "requirements" / "base.cdx.json"
NETWORK = ROOT / "src" / "allonym" / "detectors" / "model" / "network"
LISTS = ROOT / "src" / "allonym" / "languages" / "tables"

_PINNED = re.compile(r"^([A-Za-z0-9._-]+)==(\S+?)(?: ; (.*?))? \\$", re.MULTILINE)
_CARD_FILE = re.compile(r"\| `([\w.]+)` \| [\d,]+ \| `([0-9a-f]{64})` \|")
# What only other systems install cannot be asked here.
_ELSEWHERE = {"colorama": "BSD-3-Clause"}
# Packages that have no licence expression yet say it in words.
_WORDS = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Apache License Version 2.0": "Apache-2.0",
    "BSD 2-Clause License": "BSD-2-Clause",
    "BSD 3-Clause License": "BSD-3-Clause",
    "ISC License": "ISC",
    "MIT License": "MIT",
}
_CLASSIFIERS = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "GNU Lesser General Public License v2 or later (LGPLv2+)": "LGPL-2.1-or-later",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}


def pinned(lock: str) -> dict[str, tuple[str, str]]:
    """Return the version and the marker, often none, of every package of a lock."""
    return {canonicalize_name(name): (version, marker) for name, version, marker in _PINNED.findall(lock)}


def licence_of(told: metadata.PackageMetadata) -> str:
    """Return the licence of a package as an SPDX expression; nothing if it does not say."""
    if expression := told.get("License-Expression"):
        return str(expression)
    line = str(told.get("License") or "").strip().partition("\n")[0].strip()
    if line in _WORDS.values() or line in _CLASSIFIERS.values():
        return line
    if line in _WORDS:
        return _WORDS[line]
    classifiers = [each for each in told.get_all("Classifier") or [] if each.startswith("License :: ")]
    found = [_CLASSIFIERS.get(each.split(" :: ")[-1], "") for each in classifiers]
    # Several classifiers leave the choice: as daachorse does, they mean "or".
    return " OR ".join(each for each in found if each)


def bill(lock: str) -> dict[str, Any]:
    """Return the bill of materials for a lock."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    pins = pinned(lock)
    own = _component("application", project["name"], project["version"], project["license"])
    named = [_library(name, version, marker) for name, (version, marker) in sorted(pins.items())]
    parts = [_network(project["version"]), *_lists()]
    needs = {own["bom-ref"]: sorted(_refs(project["dependencies"], pins) | {each["bom-ref"] for each in parts})}
    for name, (_, marker) in sorted(pins.items()):
        asked = [] if _is_elsewhere(marker) else metadata.requires(name) or []
        needs[_ref(name, pins[name][0])] = sorted(_refs(asked, pins))
    body = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": own, "lifecycles": [{"phase": "build"}]},
        "components": [*named, *parts],
        "dependencies": [{"ref": ref, "dependsOn": others} for ref, others in needs.items()],
    }
    return {"serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(body, sort_keys=True))}", **body}


def _library(name: str, version: str, marker: str) -> dict[str, Any]:
    if _is_elsewhere(marker):
        return {**_component("library", name, version, _ELSEWHERE[name]), "scope": "optional"}
    found = metadata.distribution(name)
    if found.version != version:
        sys.exit(f"{name} {found.version} is installed, and {version} locked; `scripts/install base` sets it right")
    if not (licence := licence_of(found.metadata)):
        sys.exit(f"{name} does not say under which licence it is; look, and teach scripts/sbom.py")
    return {**_component("library", name, version, licence), "scope": "required"}


def _is_elsewhere(marker: str) -> bool:
    return bool(marker) and not Marker(marker).evaluate()


def _network(version: str) -> dict[str, Any]:
    hashes = _CARD_FILE.findall((NETWORK / "CARD.md").read_text("utf-8"))
    files = [_file(name, digest) for name, digest in hashes]
    return {
        **_component("machine-learning-model", "allonym-network", version, "Apache-2.0", kind="generic"),
        "components": files,
    }


def _lists() -> Iterator[dict[str, Any]]:
    told = tomllib.loads((LISTS / "sources.toml").read_text("utf-8"))
    for name, source in sorted(told["sources"].items()):
        ref = f"list:{name}@{source['version']}"
        licence = [{"license": {"name": source["licence"]}}]
        yield {"type": "data", "bom-ref": ref, "name": name, "version": source["version"], "licenses": licence}


def _file(name: str, digest: str) -> dict[str, Any]:
    return {
        "type": "file",
        "bom-ref": f"network:{name}",
        "name": name,
        "hashes": [{"alg": "SHA-256", "content": digest}],
    }


def _component(what: str, name: str, version: str, licence: str, kind: str = "pypi") -> dict[str, Any]:
    ref = _ref(name, version, kind)
    said = [{"expression": licence}]
    return {"type": what, "bom-ref": ref, "name": name, "version": version, "licenses": said, "purl": ref}


def _ref(name: str, version: str, kind: str = "pypi") -> str:
    return f"pkg:{kind}/{name}@{version}"


def _refs(asked: list[str], pins: Mapping[str, tuple[str, str]]) -> set[str]:
    names = {canonicalize_name(each.name) for each in map(Requirement, asked) if _is_meant(each)}
    return {_ref(name, pins[name][0]) for name in names if name in pins}


def _is_meant(asked: Requirement) -> bool:
    return asked.marker is None or "extra" not in str(asked.marker)


def main() -> None:
    """Print or write the bill of materials."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help=f"write {TARGET.name}")
    told = json.dumps(bill(LOCK.read_text("utf-8")), ensure_ascii=False, indent=1) + "\n"
    if parser.parse_args().write:
        TARGET.write_text(told, "utf-8", newline="\n")
        print(f"{TARGET.relative_to(ROOT)}: {told.count('bom-ref')} components")
    else:
        print(told, end="")


if __name__ == "__main__":
    main()
