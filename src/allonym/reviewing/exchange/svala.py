"""SVALA: a JSON graph for each essay. Read, and written onto the file that was read, it stays as it was.

What people changed is written onto the graph that is given as `like`; without one, a new graph is made. An essay that
nobody changed comes back byte for byte.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from allonym.core.errors import InputError
from allonym.core.types import Document
from allonym.reviewing.exchange.svala_graph import Edge, Graph, Place, dump, parse, plain
from allonym.reviewing.exchange.svala_labels import NOTE, UNNUMBERED, also_written, read_labels, swell, unknown_tag
from allonym.reviewing.exchange.svala_writing import with_said, written
from allonym.reviewing.exchange.told import COMMENT, FLAGS, WORDS, Files, Spot, Told, file_name
from allonym.reviewing.values import Sheet

_SAYS = frozenset({FLAGS, WORDS, COMMENT})
_WORD = re.compile(r"\S+")
_ENDING = re.compile(r"(?:-(?:gen|def|pl))+\Z")


def write(sheets: Sequence[Sheet], like: Files | None = None, *, planned: bool = False) -> dict[str, bytes]:
    """Return a file for each essay: the one it came from, with what was changed, or a new one.

    Sheets that are only `planned` have no comments, OBS! and Com!: those of the file stay.
    """
    files = {}
    for sheet in sheets:
        if like is None:
            fresh = plain(_pieces(sheet))
            files[f"{file_name(sheet.document.id)}.json"] = dump(written(fresh, sheet, ()) or fresh)
        else:
            name = _name_in(like, sheet.document)
            files[name] = _onto(name, like[name], sheet, planned=planned)
    return files


def read(files: Files) -> Iterator[Told]:
    """Return what each .json file tells."""
    for name in sorted(each for each in files if each.endswith(".json")):
        graph = parse(name, files[name])
        yield told_of(name, graph)


def told_of(name: str, graph: Graph) -> Told:
    """Return what a graph tells of its source."""
    unknown = {each.id: tag for each in graph.edges if (tag := unknown_tag(each.labels)) is not None}
    spots = (*(spot for each, spot in spots_of(name, graph) if each.id not in unknown), *_strange(name, graph, unknown))
    return Told(
        name.removesuffix(".json"), graph.text, spots, name, graph.comment or "", loose=True, says=_SAYS, has_kept=False
    )


def _strange(name: str, graph: Graph, unknown: Mapping[str, str]) -> Iterator[Spot]:
    """Return annotations with tags that are not SweLL's, which somebody has to explain or to leave out."""
    for number, each in enumerate(graph.edges, 1):
        if each.id in unknown:
            for start, end in _runs(each, graph):
                yield Spot(start, end, unknown[each.id], f"{name} edge {number}", replacement=_replacement(each, graph))


def spots_of(name: str, graph: Graph) -> list[tuple[Edge, Spot]]:
    """Return the annotations of a graph, each with its edge; an edge of words that stand apart has several."""
    text = graph.text
    found = [
        pair for number, each in enumerate(graph.edges, 1) for pair in _on(each, graph, text, f"{name} edge {number}")
    ]
    found.sort(key=lambda pair: pair[1].start)
    owners: dict[str, str] = {}
    return [(each, replace(spot, entity=_owned(spot, owners))) for each, spot in found]


def _name_in(like: Files, document: Document) -> str:
    """Return the file that a document came from: by its id, else the only one that has its words."""
    names = [name for name in like if name.endswith(".json")]
    stems = {name.removesuffix(".json"): name for name in names}
    id_ = document.id
    if found := stems.get(id_) or stems.get(file_name(id_)) or stems.get(id_.removesuffix(".json")):
        return found
    words = "".join(document.text.split())
    alike = [name for name in names if "".join(parse(name, like[name]).text.split()) == words]
    if len(alike) != 1:
        raise InputError(f"{id_}: no graph of --like has its id, and {len(alike) or 'none'} its words")
    return alike[0]


def _onto(name: str, data: bytes, sheet: Sheet, *, planned: bool) -> bytes:
    graph = parse(name, data)
    if "".join(graph.text.split()) != "".join(sheet.document.text.split()):
        raise InputError(f"{name}: not the words of {sheet.document.id}; a graph of --like has the text it came from")
    spots = spots_of(name, graph)
    changed = written(graph, with_said(sheet, graph, spots) if planned else sheet, spots)
    return data if changed is None else dump(changed, data)


def _pieces(sheet: Sheet) -> list[str]:
    """Return the text in tokens: words between white space, cut where marks begin and end."""
    text = sheet.document.text
    cuts = sorted({0, len(text), *(at for each in sheet.marks for at in (each.start, each.end))})
    starts = [found.start() for start, end in pairwise(cuts) for found in _WORD.finditer(text, start, end)]
    # White space before the first word belongs to it, and behind each word to that word.
    return [text[start:end] for start, end in zip([0, *starts[1:]], [*starts[1:], len(text)], strict=False)]


def _on(each: Edge, graph: Graph, text: str, place: str) -> Iterator[tuple[Edge, Spot]]:
    said = read_labels(each.labels, each.comment)
    if said is None:
        return
    # Where nothing is identified, other words in the target are a correction, not a pseudonym.
    words = None if NOTE in said.features else _replacement(each, graph)
    for number, (start, end) in enumerate(_runs(each, graph)):
        flags = (said.obs, said.com) if number == 0 else (None, None)
        yield (
            each,
            Spot(
                start=start,
                end=end,
                tag=said.tag,
                place=place,
                entity=f"{said.tag}\t{_words(text[start:end]) if said.number is None else said.number}",
                action="mark" if NOTE in said.features else "" if words is None else "replace",
                replacement=words,
                features=said.features,
                obs=flags[0],
                com=flags[1],
                may_be=also_written(said.tag),
            ),
        )


def _owned(spot: Spot, owners: dict[str, str]) -> str:
    """Return the name of an entity: by label and number, unless another tag of the label has that number, too.

    Without a number, the same words under the same tag are one.
    """
    tag, _, number = spot.entity.partition("\t")
    if number.startswith(UNNUMBERED):
        return f"{number} {tag}"
    name = f"{swell().read(tag)[0]}-{number}"
    return name if owners.setdefault(name, tag) == tag else f"{tag} {number}"


def _words(text: str) -> str:
    return UNNUMBERED + " ".join(text.casefold().split())


def _runs(each: Edge, graph: Graph) -> Iterator[tuple[int, int]]:
    """Return where the words of an edge stand in the source; words that follow one another are one place."""
    places, run = graph.places, list[Place]()
    for place in sorted(places[id_] for id_ in each.ids if id_ in places):
        if run and place[0] != run[-1][0] + 1:
            yield run[0][1], run[-1][2]
            run = []
        run.append(place)
    if run:
        yield run[0][1], run[-1][2]


def _replacement(each: Edge, graph: Graph) -> str | None:
    """Return the words that stand in the target instead, without -gen, -def and -pl; None if nothing changed."""
    mine = [graph.places[id_] for id_ in each.ids if id_ in graph.places]
    theirs = [graph.targets[id_] for id_ in each.ids if id_ in graph.targets]
    one, other = (
        " ".join(word for at in sorted(places) for word in side[at].text.split())
        for side, places in ((graph.source, [place[0] for place in mine]), (graph.target, theirs))
    )
    return None if one == other else _ENDING.sub("", other)
