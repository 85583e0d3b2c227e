"""Essays of SVALA: untouched they come back byte for byte, touched only in what was touched."""

import json
from dataclasses import replace
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.reviewing.sheets import settings

from allonym.core.errors import InputError
from allonym.core.types import Action
from allonym.reviewing.commands import do
from allonym.reviewing.exchange import Reading, read_sheets, read_texts, ruling_for
from allonym.reviewing.exchange.svala import write
from allonym.reviewing.values import Sheet

SWELL = settings("swell")
READING = Reading(ruling_for(SWELL))


def graph(*rows: tuple[str, str, list[str], str], comment: str = "") -> dict[str, Any]:
    """Return a graph of rows: source, target, labels, comment. A source of several words is one edge."""
    source, target, edges = list[dict[str, str]](), list[dict[str, str]](), {}
    for mine, theirs, labels, said in rows:
        ids = []
        for side, tokens, letter in ((mine, source, "s"), (theirs, target, "t")):
            for word in side.split():
                tokens.append({"id": f"{letter}{len(tokens)}", "text": f"{word} "})
                ids.append(tokens[-1]["id"])
        name = "e-" + "-".join(sorted(ids))
        edges[name] = {"id": name, "ids": sorted(ids), "labels": labels, "manual": mine != theirs}
        edges[name] |= {"comment": said} if said else {}
    return {"source": source, "target": target, "edges": edges, **({"comment": comment} if comment else {})}


ESSAY = graph(
    ("Alice", "Maria", ["firstname_female", "1"], ""),
    ("och", "och", [], ""),
    ("Bob", "Bob", ["1", "firstname_male", "OBS!"], "vem?"),
    ("reste", "åkte", ["L-W"], ""),
    ("till", "till", [], ""),
    ("Park Road", "Park Road", ["place", "1", "foreign"], ""),
    (".", ".", [], ""),
    ("Alices", "Maria-gen", ["firstname_female", "1", "gen"], ""),
    ("bok", "bok", ["Com!"], "vilken?"),
    ("hos", "hos", [], ""),
    ("läraren", "läraren", ["prof", "1", "def"], ""),
    comment="hela texten",
)


def read(data: bytes) -> Sheet:
    files = {"essay.json": data}
    [sheet] = read_sheets("svala", files, read_texts("svala", files), READING)
    return sheet


def spelt(root: Any, **style: Any) -> bytes:
    return json.dumps(root, **style).encode()


def onto(sheet: Sheet, data: bytes) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(write([sheet], {"essay.json": data})["essay.json"])
    return made


def labels(root: dict[str, Any], *ids: str) -> list[str]:
    [found] = [each["labels"] for each in root["edges"].values() if set(ids) <= set(each["ids"])]
    return list(found)


STYLES: list[dict[str, Any]] = [
    {},
    {"indent": 2, "ensure_ascii": False},
    {"separators": (",", ":")},
    {"indent": 7},
]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("ending", [b"", b"\n", b"\r\n\r\n"])
def test_an_essay_that_nobody_touched_comes_back_byte_for_byte(style: dict[str, Any], ending: bytes) -> None:
    data = spelt(ESSAY, **style) + ending

    assert write([read(data)], {"essay.json": data}) == {"essay.json": data}


def test_an_essay_is_understood() -> None:
    sheet = read(spelt(ESSAY))
    words = {each.span.of(sheet.document.text): each for each in sheet.marks}
    parties = {each.id: each for each in sheet.parties}

    assert list(words) == ["Alice", "Bob", "Park Road", "Alices", "bok", "läraren"]
    assert words["Alice"].entity == words["Alices"].entity
    assert parties[words["Alice"].entity].replacement == "Maria"
    # Bob is number 1 among the men, which is not Alice.
    assert words["Bob"].entity != words["Alice"].entity
    assert words["Bob"].obs == "vem?"
    assert words["bok"].com == "vilken?"
    assert parties[words["bok"].entity].action is Action.MARK
    assert parties[words["läraren"].entity].action is Action.MARK
    assert dict(words["Alices"].features)["gen"] == "yes"
    assert sheet.comment == "hela texten"


def test_only_what_was_changed_is_changed() -> None:
    data = spelt(ESSAY)
    sheet = read(data)
    bob = next(each for each in sheet.marks if each.obs)
    made = onto(do(sheet, {"do": "flag", "mark": bob.id, "kind": "obs", "comment": None}), data)
    before = json.loads(data)

    assert labels(made, "s2") == ["firstname_male", "1"]
    for root in (made, before):
        root["edges"] = {key: each for key, each in root["edges"].items() if "s2" not in each["ids"]}
    assert made == before


def test_a_new_mark_gets_an_edge_and_labels_of_others_stay() -> None:
    data = spelt(ESSAY)
    sheet = read(data)
    start = sheet.document.text.index("reste")
    made = onto(do(sheet, {"do": "mark", "start": start, "end": start + 5, "label": "EXTRA"}), data)

    assert labels(made, "s3")[0] == "L-W"
    assert "extra" in labels(made, "s3")
    assert made["target"] == json.loads(data)["target"]


def test_an_edge_is_taken_apart_when_a_mark_has_only_a_part_of_its_words() -> None:
    data = spelt(ESSAY)
    sheet = read(data)
    road = next(each for each in sheet.marks if each.span.of(sheet.document.text) == "Park Road")
    made = onto(do(sheet, {"do": "bounds", "mark": road.id, "start": road.start, "end": road.start + 4}), data)

    assert labels(made, "s5") == ["place", "1", "foreign"]
    assert labels(made, "s6") == []
    assert "".join(each["text"] for each in made["target"]).split()[5:7] == ["Park", "Road"]
    assert made["source"] == json.loads(data)["source"]
    assert [each.span for each in read(spelt(made)).marks] == [
        each.span if each.id != road.id else type(each.span)(road.start, road.start + 4) for each in sheet.marks
    ]


def test_a_mark_that_is_gone_leaves_the_word_as_it_was() -> None:
    data = spelt(ESSAY)
    sheet = read(data)
    alice = sheet.marks[0]
    made = onto(do(sheet, {"do": "unmark", "mark": alice.id}), data)

    assert labels(made, "s0") == []
    assert made["target"][0]["text"] == "Alice "


def test_a_pseudonym_typed_by_hand_stands_in_the_target() -> None:
    data = spelt(ESSAY)
    sheet = read(data)
    bob = next(each for each in sheet.marks if each.obs)
    made = onto(do(sheet, {"do": "write", "entity": bob.entity, "text": "Karl Erik"}), data)
    words = "".join(each["text"] for each in made["target"])

    assert words.startswith("Maria och Karl Erik åkte")
    assert next(each for each in read(spelt(made)).parties if each.replacement == "Karl Erik")


def test_what_is_kept_has_no_label() -> None:
    data = spelt(ESSAY)
    sheet = read(data)
    road = next(each for each in sheet.marks if each.label == "LOCATION.PLACE")
    made = onto(do(sheet, {"do": "act", "entity": road.entity, "action": "keep"}), data)

    assert labels(made, "s5", "s6") == []


def test_two_marks_in_one_token_cannot_be_written_onto_a_graph() -> None:
    data = spelt(graph(("Anna/Karl", "Anna/Karl", [], "")))
    sheet = read(data)
    for start, end in ((0, 4), (5, 9)):
        sheet = do(sheet, {"do": "mark", "start": start, "end": end, "label": "PERSON.FIRST"})

    with pytest.raises(InputError, match="two marks stand in token 1"):
        write([sheet], {"essay.json": data})
    assert len(json.loads(write([sheet])["essay.json"])["source"]) == 3


_LABELS = st.lists(
    st.sampled_from(
        ["firstname_male", "city", "surname", "1", "2", "gen", "def", "foreign", "OBS!", "Com!", "O", "prof"]
    ),
    max_size=4,
    unique=True,
)
_WORD = st.text("abcÅ.,😀-", min_size=1, max_size=5)
_ROW = st.tuples(
    st.lists(_WORD, min_size=1, max_size=2).map(" ".join), st.none() | _WORD, _LABELS, st.sampled_from(["", "x"])
)


@given(st.lists(_ROW, max_size=8), st.sampled_from(STYLES))
def test_any_essay_comes_back_byte_for_byte(rows: list[Any], style: dict[str, Any]) -> None:
    root = graph(*((mine, mine if theirs is None else theirs, said, note) for mine, theirs, said, note in rows))
    data = spelt(root, **style)

    assert write([read(data)], {"essay.json": data}) == {"essay.json": data}


@given(st.lists(_ROW, min_size=1, max_size=6), st.data())
def test_any_change_is_read_again_as_it_was_written(rows: list[Any], draws: st.DataObject) -> None:
    root = graph(*((mine, mine, said, note) for mine, _, said, note in rows))
    sheet = read(spelt(root))
    words = root["source"]
    first = draws.draw(st.integers(0, len(words) - 1))
    last = draws.draw(st.integers(first, len(words) - 1))
    starts = [sum(len(each["text"]) for each in words[:at]) for at in range(len(words) + 1)]
    start, end = starts[first], starts[last + 1] - 1
    for mark in [each for each in sheet.marks if each.start < end and start < each.end]:
        sheet = do(sheet, {"do": "unmark", "mark": mark.id})
    sheet = do(sheet, {"do": "mark", "start": start, "end": end, "label": "LOCATION.CITY"})
    made = read(write([sheet], {"essay.json": spelt(root)})["essay.json"])

    assert [(each.span, each.label, each.obs, each.com) for each in made.marks] == [
        (each.span, each.label, each.obs, each.com) for each in sheet.marks
    ]
    assert [each.text for each in [made.document]] == [sheet.document.text]


def test_what_a_plan_cannot_hold_stays_in_the_file() -> None:
    data = spelt(ESSAY)
    read_back = read(data)
    bare = replace(read_back, comment="", marks=tuple(replace(each, obs=None, com=None) for each in read_back.marks))
    moved = do(bare, {"do": "number", "entity": bare.marks[1].entity, "number": 9})

    assert write([bare], {"essay.json": data}, planned=True)["essay.json"] == data
    made = json.loads(write([moved], {"essay.json": data}, planned=True)["essay.json"])
    assert made["comment"] == "hela texten"
    assert {each.get("comment") for each in made["edges"].values()} == {None, "vem?", "vilken?"}
    assert "OBS!" in labels(made, "s2")


def test_a_comment_on_an_edge_without_flags_stays() -> None:
    data = spelt(graph(("Alice", "Alice", ["firstname_female", "1"], "hennes namn")))
    made = onto(do(read(data), {"do": "number", "entity": "e1", "number": 4}), data)

    [edge] = made["edges"].values()
    assert edge["labels"] == ["firstname_female", "4"]
    assert edge["comment"] == "hennes namn"


def test_a_graph_is_found_by_its_words_or_refused() -> None:
    data, other = spelt(ESSAY), spelt(graph(("Bob", "Bob", [], "")))
    sheet = read(data)

    assert write([sheet], {"x.json": other, "y.json": data}) == {"y.json": data}
    with pytest.raises(InputError, match="no graph of --like has its id, and none its words"):
        write([sheet], {"x.json": other})
    with pytest.raises(InputError, match=r"essay\.json: not the words of essay"):
        write([sheet], {"essay.json": other})


def test_a_tag_that_nobody_knows_is_refused_unless_somebody_says_what_it_is() -> None:
    files = {"essay.json": spelt(graph(("Alice", "Alice", ["FIRSTNAM", "1"], ""), ("ser", "såg", ["M-Verb"], "")))}
    texts = read_texts("svala", files)

    with pytest.raises(InputError, match="edge 1: unknown label 'FIRSTNAM'"):
        read_sheets("svala", files, texts, READING)
    [left] = read_sheets("svala", files, texts, replace(READING, ignored=["FIRSTNAM"]))
    [meant] = read_sheets("svala", files, texts, replace(READING, changes=[("FIRSTNAM", "PERSON.FIRST")]))
    assert left.marks == ()
    assert [each.label for each in meant.marks] == ["PERSON.FIRST"]


def test_numbers_without_a_tag_stay_as_they_are() -> None:
    data = spelt(graph(("a", "a", ["gen"], ""), ("a", "a", ["2"], ""), ("a", "a", ["gen", "1"], "")))

    assert write([read(data)], {"essay.json": data}) == {"essay.json": data}


def test_four_times_the_marks_of_one_person_cost_about_four_times_as_much() -> None:
    def seconds(many: int) -> float:
        rows = [("Anna", "Maria", ["firstname_female", "1"], ""), ("kom", "kom", [], "")] * many
        data = spelt(graph(*rows))
        sheet = read(data)
        [party] = sheet.parties
        changed = replace(sheet, parties=(replace(party, replacement="Eva"),))
        begun = process_time()
        made = write([changed], {"essay.json": data}), write([sheet])
        spent = process_time() - begun
        assert all(b"Eva " in each for each in made[0].values())
        return spent

    assert min(seconds(800) for _ in range(2)) < 9 * min(seconds(200) for _ in range(3))
