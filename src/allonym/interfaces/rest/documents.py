"""What somebody has sent, read strictly: every field is one that is known, and fits. Nothing of it is ever quoted."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from allonym.core.errors import AllonymError
from allonym.core.labels import LABELS
from allonym.core.types import Action, Plan
from allonym.interfaces.rest.limits import Limits
from allonym.interfaces.rest.problems import Problem
from allonym.languages.pack import CODES
from allonym.running.plans import plan_from

FIELDS = ("id", "text", "author", "language")


@dataclass(frozen=True, slots=True)
class Wanted:
    """One document as it was sent."""

    text: str = field(repr=False)
    id: str | None = None
    author: str | None = field(default=None, repr=False)
    language: str | None = None
    plan: Plan | None = None


def parsed(body: bytes) -> Any:
    """Return the data that a body holds: JSON in UTF-8, in which no field stands twice."""
    try:
        return json.loads(body.decode("utf-8"), object_pairs_hook=_once, parse_constant=_refuse)
    except UnicodeDecodeError:
        raise Problem(400, "the body is not UTF-8") from None
    except (ValueError, RecursionError):
        raise Problem(400, "the body is not JSON, or a field stands in it twice") from None


def read_many(data: Any, limits: Limits, extra: tuple[str, ...] = (), *, plans: bool = False) -> list[Wanted]:
    """Return the documents of a request: one that stands there itself, or a list of them under `documents`."""
    if not isinstance(data, dict):
        raise Problem(422, "the body is an object with a text, or with documents")
    if "documents" not in data:
        return [read_one({name: value for name, value in data.items() if name not in extra}, limits, plans=plans)]
    require_known(data, ("documents", *extra), "the body")
    listed = data["documents"]
    if not isinstance(listed, list) or not 1 <= len(listed) <= limits.documents:
        raise Problem(422, f"documents is a list of 1 to {limits.documents} objects")
    wanted = [read_one(each, limits, f"documents[{n}]: ", plans=plans) for n, each in enumerate(listed)]
    ids = [each.id for each in wanted if each.id is not None]
    if len(set(ids)) < len(ids):
        raise Problem(409, "two documents of a request have the same id")
    return wanted


def read_one(data: Any, limits: Limits, place: str = "", *, plans: bool = False) -> Wanted:
    """Return one document; `place` is where it stands, for errors."""
    if not isinstance(data, dict):
        raise Problem(422, f"{place}a document is an object with a text")
    require_known(data, (*FIELDS, "plan") if plans else FIELDS, f"{place}a document")
    text = read_text(data, "text", limits.text, place)
    if text is None:
        raise Problem(422, f"{place}the text is missing")
    id_ = read_text(data, "id", limits.id, place)
    author = read_text(data, "author", limits.id, place)
    language = data.get("language")
    if language is not None and language not in CODES:
        raise Problem(422, f"{place}language is one of {', '.join(CODES)}, or left out")
    if id_ == "":
        raise Problem(422, f"{place}an id is not empty; without one the service makes one up")
    plan = _plan(data.get("plan"), place) if plans else None
    return Wanted(text, id_ if plan is None or id_ is not None else plan.id, author, language, plan)


def read_text(data: Mapping[str, Any], name: str, most: int, place: str = "") -> str | None:
    """Return a field that holds words, if it is there."""
    value = data.get(name)
    if value is None:
        return None
    if not isinstance(value, str):
        raise Problem(422, f"{place}{name} is a string")
    if len(value) > most:
        raise Problem(422, f"{place}{name} has more than {most} characters")
    if not _is_text(value):
        raise Problem(422, f"{place}{name} holds half of a surrogate pair; it was decoded wrongly")
    return value


def _plan(data: Any, place: str) -> Plan:
    unfit = Problem(422, f"{place}plan is not a plan; see the reference of plans")
    if not _is_plan(data):
        raise unfit
    try:
        return plan_from(data)
    except (AllonymError, ValueError):
        raise unfit from None


def _is_plan(data: Any) -> bool:
    """Tell whether a plan has the right kind of value everywhere, before anything is made of it."""
    return (
        isinstance(data, dict)
        and _are_words(data, ("id", "digest"))
        and (data.get("language") is None or data["language"] in CODES)
        and isinstance(data.get("decisions"), list)
        and all(_is_decision(each) for each in data["decisions"])
        and len({each["entity"] for each in data["decisions"]}) == len(data["decisions"])
    )


def _is_decision(data: Any) -> bool:
    return (
        isinstance(data, dict)
        and _are_words(data, ("entity", "label", "action", "rule"))
        and data["label"] in LABELS
        and data["action"] in {each.value for each in Action}
        and all(data.get(name) is None or _are_words(data, (name,)) for name in ("replacement", "kin"))
        and isinstance(data.get("mentions"), list)
        and bool(data["mentions"])
        and all(_is_mention(each) for each in data["mentions"])
    )


def _is_mention(data: Any) -> bool:
    if not isinstance(data, list) or not 4 <= len(data) <= 5:
        return False
    start, end, score, source, *features = data
    return (
        type(start) is int
        and type(end) is int
        and 0 <= start < end
        and type(score) in (int, float)
        and isinstance(source, str)
        and _is_text(source)
        and all(isinstance(each, list) and all(_is_pair(pair) for pair in each) for each in features)
    )


def _is_pair(data: Any) -> bool:
    return isinstance(data, list) and len(data) == 2 and all(isinstance(each, str) and _is_text(each) for each in data)


def _are_words(data: Mapping[str, Any], names: Sequence[str]) -> bool:
    return all(isinstance(data.get(name), str) and _is_text(data[name]) for name in names)


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def require_known(data: Mapping[str, Any], known: Sequence[str], what: str) -> None:
    """Refuse what has a field that is not known."""
    if not data.keys() <= set(known):
        raise Problem(422, f"{what} has a field that is not known; there are {', '.join(known)}")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("twice")
    return made


def _refuse(_: str) -> None:
    raise ValueError("not a number of JSON")
