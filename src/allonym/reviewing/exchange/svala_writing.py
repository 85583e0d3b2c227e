"""What a sheet says, written onto a graph of SVALA: edges that say the same already are left as they are.

An edge whose words are just those of a mark gets other labels. Where marks and edges cross, the edges are taken apart:
each mark gets one of its own, and words that are left over get one each. The source is never touched.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise

from allonym.core.errors import InputError
from allonym.core.labels import is_a
from allonym.core.types import Action, Features
from allonym.reviewing.exchange.svala_graph import Edge, Graph, Token, edge, next_number, relabelled, split
from allonym.reviewing.exchange.svala_labels import NOTE, UNNUMBERED, comment_of, read_labels, swell, write_labels
from allonym.reviewing.exchange.told import Spot, named, shown
from allonym.reviewing.values import Mark, Party, Sheet, settled_number

Place = tuple[int, int]
"""From which to which character of a text, white space not counted."""


@dataclass(frozen=True, slots=True)
class _Wish:
    """An edge as it is to be: its source tokens, labels and comment; `words` for the target, None: as they were."""

    tokens: tuple[int, ...]
    labels: tuple[str, ...]
    comment: str | None = field(repr=False)
    words: str | None = field(repr=False)
    old: Edge | None


def written(graph: Graph, sheet: Sheet, spots: Sequence[tuple[Edge, Spot]]) -> Graph | None:
    """Return the graph with what the sheet says; None if it says so already. `spots` are what it says now."""
    wishes = _wishes(graph, sheet, spots)
    comment = sheet.comment or None
    if not wishes:
        return None if comment == (graph.comment or None) else replace(graph, comment=comment)
    sources = {each.id for each in graph.source}
    light = {
        each.old.id: each for each in wishes if each.old and each.words is None and _is_whole(each, graph, sources)
    }
    edges = tuple(
        relabelled(each, light[each.id].labels, light[each.id].comment) if each.id in light else each
        for each in graph.edges
    )
    heavy = [each for each in wishes if not (each.old and each.old.id in light)]
    changed = replace(graph, edges=edges, comment=comment)
    return _rebuilt(changed, heavy) if heavy else changed


def with_said(sheet: Sheet, graph: Graph, spots: Sequence[tuple[Edge, Spot]]) -> Sheet:
    """Return a sheet with the comments, OBS! and Com! of a graph, which plans cannot hold."""
    here, there = _counted(graph.text), _counted(sheet.document.text)
    said = {(here[spot.start], here[spot.end]): spot for _, spot in spots}
    found = ((each, said.get((there[each.start], there[each.end]))) for each in sheet.marks)
    marks = tuple(replace(each, obs=spot.obs, com=spot.com) if spot else each for each, spot in found)
    return replace(sheet, marks=marks, comment=graph.comment or "")


def _wishes(graph: Graph, sheet: Sheet, spots: Sequence[tuple[Edge, Spot]]) -> list[_Wish]:
    said = _Said(graph, sheet, spots)
    new = [mark for mark in sheet.marks if not said.is_there(mark) and said.labels(mark)]
    gone = {each.id for each, spot in spots if said.mark_at(spot) is None}
    crossing = {mark.id: said.tokens(mark) for mark in new}
    broken = said.broken(crossing.values()) | gone
    # Whoever shares an edge with what changes is written anew, too.
    again = [mark for mark in sheet.marks if mark.id not in crossing and said.labels(mark) and said.is_on(mark, broken)]
    _require_apart([said.tokens(mark) for mark in sheet.marks if said.labels(mark)], sheet)
    wishes = [said.wish(mark) for mark in (*new, *again)]
    taken = {token for each in wishes for token in each.tokens}
    for each in (found for found in graph.edges if found.id in broken):
        if left := [token for token in said.sources[each.id] if token not in taken]:
            wishes += said.bare(each, left)
    return wishes


class _Said:
    """What a graph says now beside what a sheet says: by places that do not depend on white space."""

    def __init__(self, graph: Graph, sheet: Sheet, spots: Sequence[tuple[Edge, Spot]]) -> None:
        self._graph, self._sheet = graph, sheet
        self._parties = {each.id: each for each in sheet.parties}
        here, there = _counted(graph.text), _counted(sheet.document.text)
        self._spots = {(here[spot.start], here[spot.end]): (each, spot) for each, spot in spots}
        self._places = {each.id: (there[each.start], there[each.end]) for each in sheet.marks}
        self._marks = {self._places[each.id]: each for each in sheet.marks}
        self._here = here
        self._names: dict[str, set[str]] = {}
        self._owners: dict[str, set[str]] = {}
        for each in sheet.marks:
            found = self._spots.get(self._places[each.id])
            self._names.setdefault(each.entity, set()).add(found[1].entity if found else "")
            self._owners.setdefault(found[1].entity if found else "", set()).add(each.entity)
        # Asked for each mark, so looked up once for each party: a person may have thousands of them.
        self._genders: dict[str, str] = {}
        self._before: dict[str, str] = {}
        self._counts: dict[str, Spot] = {}
        for each in sheet.marks:
            self._learn(each)
        self._replaced = {each.id for each, spot in self._spots.values() if spot.replacement is not None}
        ends = list(accumulate((len(each.text) for each in graph.source), initial=0))
        self._starts = [here[start] for start, _ in pairwise(ends)]
        self._ends = [here[end] for _, end in pairwise(ends)]
        self._edges = {id_: each for each in graph.edges for id_ in each.ids}
        self.sources: dict[str, list[int]] = {each.id: [] for each in graph.edges}
        for number, token in enumerate(graph.source):
            if token.id in self._edges:
                self.sources[self._edges[token.id].id].append(number)

    def _learn(self, mark: Mark) -> None:
        """Keep what the first mark of a party that says it says of all."""
        if gender := _plain(mark.features).get("gender", ""):
            self._genders.setdefault(mark.entity, gender)
        _, spot = self._spots.get(self._places[mark.id], (None, None))
        if spot is not None and spot.replacement is not None:
            self._before.setdefault(mark.entity, spot.replacement)
        if spot is not None and _counts_otherwise(spot):
            self._counts.setdefault(mark.entity, spot)

    def mark_at(self, spot: Spot) -> Mark | None:
        """Return the mark that stands where an annotation stood, unless it is to be kept as nothing was there."""
        mark = self._marks.get((self._here[spot.start], self._here[spot.end]))
        return mark if mark is not None and (self.labels(mark) or self.is_there(mark)) else None

    def tokens(self, mark: Mark) -> tuple[int, ...]:
        """Return the tokens that a mark touches."""
        start, end = self._places[mark.id]
        first = bisect_right(self._ends, start)
        last = bisect_left(self._starts, end)
        return tuple(at for at in range(first, last) if self._starts[at] < self._ends[at])

    def broken(self, runs: Iterable[Sequence[int]]) -> set[str]:
        """Return the edges that are not just the tokens of one run, but share some."""
        found = set()
        for run in runs:
            edges = {self._edges[id_].id for at in run if (id_ := self._graph.source[at].id) in self._edges}
            if len(edges) > 1 or any(self.sources[each] != list(run) for each in edges):
                found |= edges
        return found

    def is_on(self, mark: Mark, edges: set[str]) -> bool:
        """Tell whether a mark stands on one of these edges."""
        ids = (self._graph.source[at].id for at in self.tokens(mark))
        return any(id_ in self._edges and self._edges[id_].id in edges for id_ in ids)

    def labels(self, mark: Mark) -> list[str]:
        """Return the labels of a mark; none for what is kept as if it were not there."""
        party = self._parties[mark.entity]
        if party.action is Action.KEEP:
            return write_labels(replace(mark, label="EXTRA", features=(NOTE,)), party.number)
        return write_labels(replace(mark, features=self._features(mark)), self._number(mark, party))

    def is_there(self, mark: Mark) -> bool:
        """Tell whether the graph says all that the sheet says of a mark."""
        _, spot = self._spots.get(self._places[mark.id], (None, None))
        party = self._parties[mark.entity]
        if spot is None or party.action is Action.KEEP:
            return False
        label, implied = swell().read(spot.tag)
        same = label == mark.label and (spot.obs, spot.com) == (mark.obs, mark.com)
        features = {**dict(implied), **dict(spot.features)}
        number = _number_of(spot)
        return (
            same
            and _plain(features.items()) in (_plain(mark.features), _plain(self._features(mark)))
            and (self._is_one(mark, spot) if number is None else number == self._number(mark, party))
            and party.replacement == self._before.get(party.id)
            and not (spot.replacement is not None and party.action is not Action.REPLACE)
        )

    def wish(self, mark: Mark) -> _Wish:
        """Return the edge that a mark is to have."""
        party, tokens = self._parties[mark.entity], self.tokens(mark)
        if not tokens:
            raise InputError(f"{self._sheet.document.id}: the mark at {mark.start}-{mark.end} has no word in it")
        old = self._edges.get(self._graph.source[tokens[0]].id)
        whole = old is not None and self.sources[old.id] == list(tokens)
        said = read_labels(old.labels, old.comment) if old and whole else None
        others = said.others if said else old.labels if old and whole else ()
        wanted = party.replacement if party.action is Action.REPLACE else None
        _, spot = self._spots.get(self._places[mark.id], (None, None))
        before = self._before.get(party.id) if spot else None
        words = (
            None
            if whole and wanted == before and not (wanted is None and spot and spot.replacement)
            else (wanted if wanted is not None else self._own_words(tokens))
        )
        comment = comment_of(mark)
        if comment is None and old and whole and said and said.obs is None and said.com is None:
            # A comment on an edge without OBS! and Com! is nobody's here, and stays.
            comment = old.comment
        return _Wish(tokens, (*others, *self.labels(mark)), comment, words, old if whole else None)

    def bare(self, old: Edge, left: Sequence[int]) -> list[_Wish]:
        """Return edges for words that are no longer marked: the old one without our labels, or one for each word."""
        said = read_labels(old.labels, old.comment)
        if list(left) == self.sources[old.id]:
            words = self._own_words(left) if old.id in self._replaced else None
            return [_Wish(tuple(left), said.others if said else old.labels, None, words, old)]
        return [_Wish((at,), (), None, self._own_words([at]), None) for at in left]

    def _features(self, mark: Mark) -> Features:
        """Return what is written of a mark; all of a person have one gender, or their tags would not be the same."""
        # Whole names are written as first names are.
        if mark.label != "PERSON" and not is_a(mark.label, "PERSON.FIRST"):
            return shown(mark.features)
        gender = self._genders.get(mark.entity, "unknown")
        return tuple(sorted({**dict(shown(mark.features)), "gender": gender}.items()))

    def _own_words(self, tokens: Sequence[int]) -> str:
        return "".join(self._graph.source[at].text for at in tokens)

    def _is_one(self, mark: Mark, spot: Spot) -> bool:
        """Tell whether an entity without a number is still just what it was, and needs none."""
        same = self._names[mark.entity] == {spot.entity} and self._owners[spot.entity] == {mark.entity}
        return same and settled_number(mark.features) is None

    def _number(self, mark: Mark, party: Party) -> int:
        """Return the number of a mark: the party's, unless the graph counts it in a way that we cannot."""
        if settled_number(mark.features) is not None:
            return party.number
        _, spot = self._spots.get(self._places[mark.id], (None, None))
        if spot is None or not _counts_otherwise(spot):
            spot = self._counts.get(party.id)
        return party.number if spot is None else _number_of(spot) or party.number


def _rebuilt(graph: Graph, wishes: Sequence[_Wish]) -> Graph:
    """Return the graph with edges taken apart and made anew; new target tokens stand where the old ones did."""
    taken = {graph.source[at].id for each in wishes for at in each.tokens}
    old = [each for each in graph.edges if not taken.isdisjoint(each.ids)]
    holding: dict[str, list[int]] = {}
    for at, id_ in ((at, id_) for at, each in enumerate(old) for id_ in each.ids):
        holding.setdefault(id_, []).append(at)
    sources = {each.id: at for at, each in enumerate(graph.source)}
    number, made, inserted = next_number(graph), [], dict[str, list[Token]]()
    gone = {id_ for each in old for id_ in each.ids if id_ not in sources}
    anchors = {id_: at for at, token in enumerate(graph.target) if (id_ := token.id) in gone}
    for each in sorted(wishes, key=lambda wish: wish.tokens):
        ids = [graph.source[at].id for at in each.tokens]
        mine = [old[at] for at in sorted({at for id_ in ids for at in holding.get(id_, ())})]
        last = graph.source[each.tokens[-1]].text
        texts = split(f"{(each.words or '').strip()}{last[len(last.rstrip()) :]}") if each.words else []
        tokens = [Token(f"t{number + place}", text) for place, text in enumerate(texts)]
        number += len(tokens)
        places = [anchors[id_] for edge_ in mine for id_ in edge_.ids if id_ in anchors]
        anchor = graph.target[min(places)].id if places else ""
        inserted.setdefault(anchor, []).extend(tokens)
        made.append(edge([*ids, *(token.id for token in tokens)], each.labels, each.comment, manual=bool(each.labels)))
    target = [
        new for token in graph.target for new in (*inserted.get(token.id, ()), *(() if token.id in gone else (token,)))
    ]
    kept = [each for each in graph.edges if taken.isdisjoint(each.ids)]
    return replace(graph, target=(*target, *inserted.get("", ())), edges=(*kept, *made))


def _is_whole(wish: _Wish, graph: Graph, sources: set[str]) -> bool:
    ids = {graph.source[at].id for at in wish.tokens}
    return wish.old is not None and ids == sources.intersection(wish.old.ids)


def _require_apart(runs: Iterable[Sequence[int]], sheet: Sheet) -> None:
    seen: set[int] = set()
    for each in runs:
        if not seen.isdisjoint(each):
            raise InputError(
                f"{sheet.document.id}: two marks stand in token {min(seen.intersection(each)) + 1} of the graph, which "
                "can have one edge; write it as a new graph"
            )
        seen.update(each)


def _plain(features: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return what features say to people; to be of an unknown gender is to have none."""
    return {name: value for name, value in shown(tuple(features)) if value != "unknown"}


def _counts_otherwise(spot: Spot) -> bool:
    """Tell whether the graph counts what stands here in a way of its own."""
    return bool(spot.entity) and named(spot.entity) is None


def _number_of(spot: Spot) -> int | None:
    told = named(spot.entity)
    if told is not None:
        return told[1]
    if spot.entity.startswith(UNNUMBERED):
        return None
    number = spot.entity.rpartition(" ")[2]
    return int(number) if number.isdecimal() else None


def _counted(text: str) -> list[int]:
    """Return how many characters but white space stand before each place of a text."""
    return list(accumulate((not sign.isspace() for sign in text), initial=0))
