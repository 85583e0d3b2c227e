"""SVALA's graph: tokens of an essay, tokens of its pseudonymized or corrected form, and edges between them.

    source, target   [{"id": "s0", "text": "Anna "}, …]
    edges            {"e-s0-t0": {"id", "ids": ["s0", "t0"], "labels": ["firstname_female", "1"], "manual", "comment"?}}
    comment          of the whole essay, where there is one

A token ends with white space, and stands on one edge. What else a file holds is kept as it is.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from allonym.core.errors import InputError
from allonym.evaluation.json_gold import parsed
from allonym.reviewing.exchange.told import decoded

Place = tuple[int, int, int]
_TOKEN = re.compile(r"\s*\S+\s*")
_NUMBER = re.compile(r"\d+\Z", re.ASCII)
_STYLES: tuple[Mapping[str, Any], ...] = (
    {"separators": (",", ":")},
    {},
    {"indent": 2},
    {"indent": 1},
    {"indent": 4},
    {"indent": "\t"},
)


@dataclass(frozen=True, slots=True)
class Token:
    """One token with the white space behind it."""

    id: str
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Edge:
    """Which tokens belong together, and what is said of them. `data` is all that the file says."""

    id: str
    ids: tuple[str, ...]
    labels: tuple[str, ...] = ()
    comment: str | None = field(default=None, repr=False)
    data: Mapping[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Graph:
    """An essay. `root` is the file as it was parsed; the graph is it, or stands in it under "graph"."""

    source: tuple[Token, ...]
    target: tuple[Token, ...]
    edges: tuple[Edge, ...]
    comment: str | None = field(default=None, repr=False)
    root: Mapping[str, Any] = field(default_factory=dict, repr=False)
    places: Mapping[str, Place] = field(init=False, repr=False, compare=False)
    """Where the words of each source token stand: which token it is, and from where to where its words go."""
    targets: Mapping[str, int] = field(init=False, repr=False, compare=False)
    """Which of the target tokens it is, by its id."""

    def __post_init__(self) -> None:
        places, at = {}, 0
        for number, each in enumerate(self.source):
            before = len(each.text) - len(each.text.lstrip())
            places[each.id] = (number, at + before, at + max(before, len(each.text.rstrip())))
            at += len(each.text)
        object.__setattr__(self, "places", places)
        object.__setattr__(self, "targets", {each.id: number for number, each in enumerate(self.target)})

    @property
    def text(self) -> str:
        """Return the text of the source."""
        return "".join(each.text for each in self.source)


def parse(name: str, data: bytes) -> Graph:
    """Return the graph of a file; raise InputError for what SVALA itself would not take."""
    root = parsed(decoded(name, data), name)
    graph = root.get("graph", root) if isinstance(root, dict) else None
    if not isinstance(graph, dict) or not {"source", "target", "edges"} <= graph.keys():
        raise InputError(f"{name}: a graph of SVALA has source, target and edges")
    source, target = (_tokens(graph[side], f"{name} {side}") for side in ("source", "target"))
    edges = _edges(graph["edges"], name)
    comment = graph.get("comment")
    if comment is not None and not isinstance(comment, str):
        raise InputError(f"{name}: the comment must be a text")
    _require_sound(name, [each.id for each in (*source, *target)], edges)
    return Graph(source, target, edges, comment, root)


def plain(pieces: Sequence[str]) -> Graph:
    """Return a graph in which nothing is labelled and nothing changed: a token a piece."""
    texts = [each if each[-1:].isspace() else f"{each} " for each in pieces]
    source = tuple(Token(f"s{number}", text) for number, text in enumerate(texts))
    target = tuple(Token(f"t{number}", text) for number, text in enumerate(texts))
    return Graph(source, target, tuple(edge([one.id, two.id]) for one, two in zip(source, target, strict=True)))


def edge(ids: Sequence[str], labels: Sequence[str] = (), comment: str | None = None, *, manual: bool = False) -> Edge:
    """Return a new edge, named as SVALA names them."""
    ordered = tuple(sorted(ids))
    name = f"e-{'-'.join(ordered)}"
    data = {"id": name, "ids": list(ordered), "labels": list(labels), "manual": manual}
    return Edge(name, ordered, tuple(labels), comment, {**data, **({"comment": comment} if comment else {})})


def relabelled(old: Edge, labels: Sequence[str], comment: str | None) -> Edge:
    """Return an edge with other labels and another comment; all else stays."""
    data = {**old.data, "labels": list(labels)}
    data.pop("comment", None)
    return Edge(old.id, old.ids, tuple(labels), comment, {**data, **({"comment": comment} if comment else {})})


def next_number(graph: Graph) -> int:
    """Return a number that is in no id of a token yet."""
    found = (_NUMBER.search(each.id) for each in (*graph.source, *graph.target))
    return max((int(each[0]) + 1 for each in found if each), default=0)


def split(words: str) -> list[str]:
    """Return words as tokens, each with white space behind it."""
    return [each if each[-1].isspace() else f"{each} " for each in _TOKEN.findall(words)]


def dump(graph: Graph, like: bytes | None = None) -> bytes:
    """Return a graph as a file, laid out like another where that can be told."""
    inner: dict[str, Any] = {
        **_inner(graph.root),
        "source": [{"id": each.id, "text": each.text} for each in graph.source],
        "target": [{"id": each.id, "text": each.text} for each in graph.target],
        "edges": {each.id: dict(each.data) for each in graph.edges},
    }
    inner.pop("comment", None)
    if graph.comment:
        inner["comment"] = graph.comment
    data = {**graph.root, "graph": inner} if "graph" in graph.root else inner
    style, ending = _style(graph.root, like)
    return json.dumps(data, **style).encode() + ending


def _inner(root: Mapping[str, Any]) -> Mapping[str, Any]:
    inner = root.get("graph", root)
    return inner if isinstance(inner, dict) else {}


def _style(root: Mapping[str, Any], like: bytes | None) -> tuple[Mapping[str, Any], bytes]:
    if like is not None:
        ending = like[len(like.rstrip()) :]
        for style in ({**each, "ensure_ascii": plain} for each in _STYLES for plain in (False, True)):
            if json.dumps(root, **style).encode() == like.rstrip():
                return style, ending
    return {"indent": 2, "ensure_ascii": False}, b"\n"


def _tokens(rows: Any, place: str) -> tuple[Token, ...]:
    if not isinstance(rows, list):
        raise InputError(f"{place}: must be a list of tokens")
    for number, each in enumerate(rows, 1):
        if not isinstance(each, dict) or not all(isinstance(each.get(key), str) for key in ("id", "text")):
            raise InputError(f"{place} token {number}: needs an id and a text")
    return tuple(Token(each["id"], each["text"]) for each in rows)


def _edges(rows: Any, name: str) -> tuple[Edge, ...]:
    if not isinstance(rows, dict):
        raise InputError(f"{name}: edges must be an object, by their ids")
    return tuple(_edge(key, each, f"{name} edge {number}") for number, (key, each) in enumerate(rows.items(), 1))


def _edge(key: str, row: Any, place: str) -> Edge:
    if not isinstance(row, dict) or row.get("id") != key:
        raise InputError(f"{place}: an edge stands under its own id")
    ids, labels = row.get("ids"), row.get("labels")
    for what in (ids, labels):
        if not isinstance(what, list) or not all(isinstance(each, str) for each in what):
            raise InputError(f"{place}: ids and labels must be lists of texts")
    comment = row.get("comment")
    if comment is not None and not isinstance(comment, str):
        raise InputError(f"{place}: the comment must be a text")
    return Edge(key, tuple(ids or ()), tuple(labels or ()), comment, row)


def _require_sound(name: str, tokens: Sequence[str], edges: Sequence[Edge]) -> None:
    known = set(tokens)
    if len(known) < len(tokens):
        raise InputError(f"{name}: two tokens have the same id")
    seen: set[str] = set()
    for number, each in enumerate(edges, 1):
        if not known.issuperset(each.ids):
            raise InputError(f"{name} edge {number}: names a token that is not there")
        if not seen.isdisjoint(each.ids) or len(set(each.ids)) < len(each.ids):
            raise InputError(f"{name} edge {number}: a token of it stands on an edge already")
        seen.update(each.ids)
