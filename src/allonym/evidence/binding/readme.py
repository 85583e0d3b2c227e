"""A README for whoever receives the data: what they are, how they were made, who holds what, what is not promised."""

from collections.abc import Iterator
from dataclasses import dataclass

from allonym.evidence.binding.judging import requirements
from allonym.evidence.binding.page import REASON
from allonym.evidence.binding.reading import Data, Parts
from allonym.evidence.utility.values import MEANINGS

NOT_SAID = "**not said yet: fill this in before you release**"


@dataclass(frozen=True, slots=True)
class Release:
    """What only the people who release data know."""

    title: str
    holder: str = ""
    contact: str = ""
    licence: str = ""


def readme(parts: Parts, release: Release) -> str:
    """Return the README in Markdown; it holds no words of a text."""
    return "\n".join(_lines(parts, release)) + "\n"


def _lines(parts: Parts, release: Release) -> Iterator[str]:
    yield f"# {_plain(release.title)}"
    yield f"\n**Pseudonymized, still personal data.** {REASON} Do not try to find out who somebody is."
    yield "\n## Who holds what\n"
    yield "| What | Who |\n|---|---|"
    holder = _plain(release.holder) or NOT_SAID
    yield "| these files: texts with stand-ins, no originals | whoever has received them |"
    yield f"| the vault: which stand-in is for whom, sealed | {holder}; never handed on with these files |"
    yield f"| the keys of the vault | {holder}; kept apart from the vault |"
    yield "| the certificate and the public key that checks it | everybody; they name nobody |"
    yield f"| requests to be left out, to be told, to be asked | {_plain(release.contact) or NOT_SAID} |"
    yield f"| terms of use | {_plain(release.licence) or NOT_SAID} |"
    if parts.certificate is not None:
        yield from _made(parts.certificate)
    yield "\n## What is asked of it, and what was measured\n"
    yield "After Francopoulo and Schaub (2020).\n"
    yield "| Requirement | This way of substituting can | Measured |\n|---|---|---|"
    for each in requirements(parts):
        yield f"| {each.name}: {each.asks} | {_cell(each.can)} | {_cell(each.measured)} |"
    yield from (f"\n> {_plain(each)}" for each in parts.doubts())
    if parts.utility is not None:
        yield from _useful(parts.utility)
    yield from _limits(parts)


def _made(it: Data) -> Iterator[str]:
    totals = it["totals"]
    yield "\n## What was done\n"
    texts, changed, withheld = (totals[name] or 0 for name in ("texts", "changed", "withheld"))
    yield f"{texts:,} texts, {changed:,} of them changed; {withheld:,} rows left out.\n"
    yield "| File | SHA-256 | Profile | Pseudonyms shared within | Made by |\n|---|---|---|---|---|"
    for each in it["files"]:
        scope = (each["settings"] or {}).get("scope", "not kept")
        yield (
            f"| {_cell(each['name'])} | `{each['output']}` | {_cell(str(each['profile']))} | {_cell(str(scope))} | "
            f"allonym {_cell(str(each['tool']))} |"
        )
    yield "\n| Label | replaced | only marked |\n|---|---:|---:|"
    replaced, marked = totals["replaced"] or {}, totals["marked"] or {}
    for label in sorted({*replaced, *marked}):
        yield f"| {_cell(label)} | {replaced.get(label, 0):,} | {marked.get(label, 0):,} |"
    yield "\nCheck it, offline, with the certificate:\n"
    yield f"    allonym certificate verify CERTIFICATE --public-key {it['key']} --output FILE"


def _useful(it: Data) -> Iterator[str]:
    yield f"\n## What it is still good for\n\nMeasured on the labels of the column {_plain(it['label'])}, "
    yield f"{it['texts']:,} texts, {len(it['seeds'])} seeds; macro-F1 in %, same version learnt from and tested on.\n"
    names = list(it["macro_f1"])
    among = f"{it['candidates']} (by chance {100 / it['candidates']:.0f})"
    yield f"| Version | {' | '.join(map(_cell, names))} | guessed among {among}, % |"
    yield f"|---|{'---:|' * (len(names) + 1)}"
    for version, leak in it["leakage"].items():
        cells = []
        for matrix in it["macro_f1"].values():
            each = next(one for one in matrix if one["learnt_from"] == one["tested_on"] == version)
            cells.append(f"{100 * each['mean']:.1f} ± {100 * each['deviation']:.1f}")
        meaning = MEANINGS.get(version, "")
        guessed = "–" if leak["guessed"] is None else f"{100 * leak['guessed']['share']:.1f}"
        yield f"| {version}: {meaning} | {' | '.join(cells)} | {guessed} |"


def _limits(parts: Parts) -> Iterator[str]:
    yield "\n## What this does not promise\n"
    yield "- Names that nobody found stand in the texts. If you see one, tell the contact above; do not pass it on."
    for each in (parts.residual, parts.risk, parts.utility):
        if each is not None:
            yield from (f"- {_plain(sentence)}" for sentence in each["limits"])


def _plain(words: str) -> str:
    """Return words that stay one paragraph, and no markup of ours or theirs."""
    return " ".join(words.split()).replace("<", "&lt;")


def _cell(words: str) -> str:
    return _plain(words).replace("|", "\\|")
