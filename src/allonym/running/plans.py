"""Plans as a file: one line for what they were made with, then one line per document. It holds places, not words."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Any, Protocol

from allonym.core.errors import InputError, SafetyError, UsageError
from allonym.core.labels import is_a, require
from allonym.core.types import Action, Decision, Document, Entity, Features, Mention, Plan, Span
from allonym.pooling.failing import Failed, each_alone
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.publishing import publish
from allonym.settings import Settings, load_settings

VERSION = 1

# The numbers of a date or an age are a person's words, in another spelling.
_WORDS = frozenset({"value"})
# Made once: `json.dumps` makes a new one for every line that is not written in its usual way.
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_PLACE = attrgetter("span.start", "span.end")


def header_line(settings: Settings) -> str:
    """Return the first line of a plan file."""
    links = {"links": str(settings.links)} if settings.links else {}
    return _line({"allonym-plan": VERSION, "profile": settings.name, "scope": settings.scope, **links})


def plan_line(plan: Plan) -> str:
    """Return the line of one document."""
    # There is one for every text, and most of its words were spelt before: put together, it takes a third of the time.
    known = f'"id":{_encode(plan.id)},"digest":"{plan.digest.hex()}","language":{_encode(plan.language)}'
    return f'{{{known},"decisions":[{",".join(map(_spelt_decision, plan.decisions))}]}}\n'


def spans_line(name: str, mentions: Sequence[Mention]) -> str:
    """Return the line that `allonym detect` writes for a document."""
    spans = [
        f"[{each.span.start},{each.span.end},{_spelt_word(each.label)},{_spelt_score(each.score)}]" for each in mentions
    ]
    return f'{{"id":{_encode(name)},"spans":[{",".join(spans)}]}}\n'


def explained_line(name: str, mentions: Sequence[Mention], language: str | None) -> str:
    """Return the line that `allonym detect --explain` writes for a document: also its language, and who says what."""
    why = [_why(mention) for mention in mentions]
    return _line({"id": name, "language": language, "spans": _spans(mentions), "why": why})


def mentions_of(plan: Plan, shift: int = 0) -> list[Mention]:
    """Return the mentions of a plan in reading order; `shift` is where its text begins."""
    mentions = [mention for each in plan.decisions for mention in each.entity.mentions]
    if len(mentions) > 1:
        mentions.sort(key=_PLACE)
    if not shift:
        return mentions
    return [replace(each, span=Span(each.start + shift, each.end + shift)) for each in mentions]


def read_header(path: Path) -> Mapping[str, Any]:
    """Return what a plan file was made with."""
    for number, data in _read(path):
        named = isinstance(data.get("profile"), str) and isinstance(data.get("scope"), str)
        if number == 1 and data.get("allonym-plan") == VERSION and named:
            return data
        break
    raise InputError(f"{path.name} line 1: not a plan that this version of allonym wrote")


def settings_for(path: Path, profile: str | None = None) -> Settings:
    """Return the settings that a plan file was made with, or those of another profile in its scope."""
    header = read_header(path)
    links = Path(str(header["links"])) if "links" in header else None
    return load_settings(profile or str(header["profile"])).with_user(str(header["scope"]), {}, ()).with_links(links)


def write_plans(path: Path, tool: Pseudonymizer, plans: Iterable[Plan]) -> None:
    """Write plans to a file, to be looked over, corrected and read again."""
    with publish(path) as (_, stream):
        stream.write(header_line(tool.settings).encode())
        stream.writelines(plan_line(plan).encode() for plan in plans)


def read_plans(path: Path) -> list[Plan]:
    """Return the plans of a file."""
    read_header(path)
    return list(_plans(path))


class Planner(Protocol):
    """Gives plans for documents as they come."""

    def plan(self, documents: Sequence[Document]) -> Sequence[Plan | Failed]:
        """Return the plan of each document, or why it has none."""
        ...

    def finish(self) -> None:
        """Say that no more documents come."""
        ...


class PlanSource(Protocol):
    """Where plans come from. A file may be read twice, so a source can start anew."""

    def start(self) -> Planner:
        """Return a planner that begins at the beginning."""
        ...

    def digest(self) -> str:
        """Return a fingerprint of the plans, if they are not made anew."""
        ...


@dataclass(frozen=True, slots=True)
class FreshPlans:
    """Plans made by the tool itself."""

    tool: Pseudonymizer

    def start(self) -> "FreshPlans":
        """Return itself: it remembers nothing."""
        return self

    def digest(self) -> str:
        """Return nothing: the settings say it all."""
        return ""

    def plan(self, documents: Sequence[Document]) -> list[Plan | Failed]:
        """Plan all documents in one pass."""
        return each_alone(self.tool.plan_many, documents)

    def finish(self) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True)
class StoredPlans:
    """Plans from a file that `allonym plan` wrote, perhaps corrected since."""

    path: Path

    def start(self) -> "PlansInOrder":
        """Return a planner that reads the file from its first plan."""
        return PlansInOrder(self.path.name, _plans(self.path))

    def digest(self) -> str:
        """Return the SHA-256 of the file."""
        return sha256(self.path.read_bytes()).hexdigest()


class PlansInOrder:
    """Hands out stored plans; each must fit the document that is asked for, or nothing is written."""

    def __init__(self, name: str, plans: Iterator[Plan]) -> None:
        self._name = name
        self._plans = plans

    def plan(self, documents: Sequence[Document]) -> list[Plan]:
        """Return the next plans, one for each document."""
        return [self._next(document) for document in documents]

    def finish(self) -> None:
        """Raise SafetyError if plans are left over: they were made for more than was read."""
        if next(self._plans, None) is not None:
            raise SafetyError(f"{self._name}: the plan has more documents than the input; nothing is written")

    def _next(self, document: Document) -> Plan:
        plan = next(self._plans, None)
        if plan is None:
            raise SafetyError(f"{self._name}: the plan has no line for {document.id}; nothing is written")
        if plan.id != document.id:
            why = f"the plan has a line for another text where {document.id} stands: a line is missing, or there twice"
            raise SafetyError(f"{self._name}: {why}; nothing is written")
        if plan.digest != document.digest():
            raise SafetyError(f"{self._name}: the plan for {document.id} was made for another text; nothing is written")
        return plan


def _plans(path: Path) -> Iterator[Plan]:
    for number, data in _read(path):
        if number > 1:
            try:
                yield plan_from(data)
            except (KeyError, TypeError, ValueError, AttributeError):
                raise InputError(f"{path.name} line {number}: not a plan; see docs/reference/plans") from None


def _read(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                data = json.loads(line)
                if not isinstance(data, dict):
                    raise InputError(f"{path.name} line {number}: not an object")
                yield number, data
    except FileNotFoundError:
        raise UsageError(f"there is no file {path}; see that the name and the folder are right") from None
    except OSError as error:
        raise InputError(f"{path.name}: cannot be read ({type(error).__name__})") from None
    except (ValueError, RecursionError):
        raise InputError(f"{path.name}: not JSON Lines in UTF-8") from None


def plan_from(data: Mapping[str, Any]) -> Plan:
    """Return the plan that a line holds; raise whatever comes of data that are none."""
    decisions = tuple(_decision(each) for each in data["decisions"])
    # Half a character can stand in a JSON file, but in no text; this raises ValueError.
    _line(data).encode()
    return Plan(data["id"], bytes.fromhex(data["digest"]), decisions, data.get("language"))


def _decision(data: Mapping[str, Any]) -> Decision:
    label = require(data["label"])
    mentions = tuple(_mention(label, each) for each in data["mentions"])
    entity = Entity(data["entity"], label, mentions, data.get("kin", ""))
    return Decision(entity, Action(data["action"]), data["rule"], data.get("replacement"))


def _mention(label: str, data: Sequence[Any]) -> Mention:
    start, end, score, source, *features = data
    said = dict(features[0]) if features else {}
    own = require(said.pop("label", label))
    if type(score) not in (int, float) or not all(isinstance(each, str) for each in (source, *chain(*said.items()))):
        raise ValueError("a mention whose score is no number, or whose source or features are no texts")
    if not is_a(own, label):
        raise ValueError("a mention whose label does not fit its entity")
    return Mention(Span(start, end), own, score, source, tuple(said.items()))


def _spelt_decision(decision: Decision) -> str:
    entity = decision.entity
    told = f'"entity":{_encode(entity.id)},"label":{_spelt_word(entity.label)}'
    told += f',"action":"{decision.action.value}","rule":{_encode(decision.rule)}'
    if entity.kin:
        told += f',"kin":{_encode(entity.kin)}'
    if decision.replacement is not None:
        told += f',"replacement":{_encode(decision.replacement)}'
    mentions = [_spelt_mention(mention, entity.label) for mention in entity.mentions]
    return f'{{{told},"mentions":[{",".join(mentions)}]}}'


def _spelt_mention(mention: Mention, label: str) -> str:
    span, features = mention.span, _wordless(mention.features) if mention.features else ()
    if mention.label != label:
        features = (("label", mention.label), *features)
    told = f"{span.start},{span.end},{_spelt_score(mention.score)},{_spelt_word(mention.source)}"
    return f"[{told},{_spelt_features(features)}]" if features else f"[{told}]"


def _spans(mentions: Sequence[Mention]) -> list[tuple[int, int, str, float]]:
    return [(each.start, each.end, each.label, round(each.score, 4)) for each in mentions]


def _why(mention: Mention) -> dict[str, object]:
    detector, _, rule = mention.source.partition(":")
    return {"detector": detector, "rule": rule, "features": dict(_wordless(mention.features))}


def _wordless(features: Features) -> Features:
    return tuple(pair for pair in features if pair[0] not in _WORDS)


def _line(data: Mapping[str, object]) -> str:
    return _encode(data) + "\n"


@lru_cache(maxsize=1024)
def _spelt_word(word: str) -> str:
    """Return a word of ours, such as a label, as JSON has it."""
    return _encode(word)


@lru_cache(maxsize=4096, typed=True)
def _spelt_score(score: float) -> str:
    return _encode(round(score, 4))


@lru_cache(maxsize=4096)
def _spelt_features(features: Features) -> str:
    return _encode(features)
