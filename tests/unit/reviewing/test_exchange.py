"""Sheets in the formats of other tools and back, onto what was there before and without it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.reviewing.sheets import TEXT, settings, sheet

from allonym.core.errors import InputError, UsageError
from allonym.core.types import Action, Decision, Document, Entity, Mention, Plan, Span
from allonym.reviewing.commands import do
from allonym.reviewing.exchange import FORMATS, Reading, read_sheets, read_texts, ruling_for, write_sheets
from allonym.reviewing.exchange.files import read_files, write_files
from allonym.reviewing.exchange.told import file_name
from allonym.reviewing.exchange.units import Units
from allonym.reviewing.values import Sheet, sheet_of

SETTINGS = settings()
RULING = ruling_for(SETTINGS)
ALL = tuple(each for each in FORMATS if each != "plan")
FULL = ("svala", "brat", "cas", "labelstudio")
"""The formats that can say all but why something was found."""


def reviewed(text: str = TEXT) -> Sheet:
    """Return a sheet of which much was said."""
    made = sheet(text, by_kind=False)
    for command in (
        {"do": "write", "entity": "e1", "text": "Maria\\Lund"},
        {"do": "flag", "mark": "m2", "kind": "obs", "comment": "look\nagain"},
        {"do": "flag", "mark": "m3", "kind": "com", "comment": "a\ttab"},
        {"do": "morphology", "mark": "m4", "tags": ["gen", "def"]},
        {"do": "foreign", "mark": "m3", "yes": True},
        {"do": "gender", "entity": "e2", "gender": "male"},
        {"do": "number", "entity": "e4", "number": 7},
    ):
        made = do(made, command)
    return made


def again(name: str, made: Sheet, *, onto: bool = False) -> Sheet:
    """Return a sheet that was written and read."""
    before = {made.document.id: made} if onto else {}
    files = write_sheets(name, [made], SETTINGS)
    [back] = read_sheets(name, files, [made.document], Reading(RULING, before=before))
    return back


def told(made: Sheet) -> list[tuple[object, ...]]:
    """Return what people have said of each mark."""
    parties = {each.id: each for each in made.parties}
    return [
        (
            each.span,
            each.label,
            parties[each.entity].number,
            parties[each.entity].action,
            parties[each.entity].replacement,
            {pair for pair in each.features if pair[0] in {"gen", "def", "pl", "foreign"}},
            each.obs,
            each.com,
        )
        for each in made.marks
    ]


@pytest.mark.parametrize("name", FORMATS)
def test_untouched_it_is_the_very_sheet_that_it_was_made_from(name: str) -> None:
    made = replace(sheet(by_kind=False), version=0)
    back = again(name, made, onto=True)

    assert replace(back, last=made.last) == made


@pytest.mark.parametrize("name", ALL)
def test_onto_what_was_there_nothing_that_people_said_is_lost(name: str) -> None:
    made = reviewed()

    assert told(again(name, made, onto=True)) == told(made)


@pytest.mark.parametrize("name", [each for each in FULL if each != "svala"])
def test_formats_that_can_say_all_need_nothing_else(name: str) -> None:
    made = reviewed()

    assert told(again(name, made)) == told(made)


@pytest.mark.parametrize("name", ALL)
def test_places_and_labels_survive_in_every_format(name: str) -> None:
    made = reviewed()
    back = again(name, made)
    labels = [each.label for each in made.marks]

    assert [each.span for each in back.marks] == [each.span for each in made.marks]
    # SweLL has no tag for a whole name.
    assert [each.label for each in back.marks] == (["PERSON.FIRST", *labels[1:]] if name == "svala" else labels)


@pytest.mark.parametrize("name", ["svala", "labelstudio", "doccano"])
def test_the_comment_on_the_document_survives(name: str) -> None:
    made = do(sheet(), {"do": "comment", "text": "half of it\nis missing"})

    assert again(name, made).comment == made.comment


@pytest.mark.parametrize("name", ALL)
def test_a_file_brings_its_own_text_and_is_found_by_its_words(name: str) -> None:
    made = reviewed()
    files = write_sheets(name, [made], SETTINGS)
    [document] = read_texts(name, files)
    [back] = read_sheets(name, files, [replace(made.document, id="of another name")], Reading(RULING))

    assert "".join(document.text.split()) == "".join(made.document.text.split())
    assert document.text == made.document.text or name in {"svala", "conll"}
    assert [each.span for each in back.marks] == [each.span for each in made.marks]


def test_what_is_only_known_by_its_label_is_linked_and_decided_by_the_profile() -> None:
    files = {"a.ann": b"T1\tPER 0 9\tAnna Berg\nT2\tPER 14 18\tAnna\nT3\tLOC 22 26\tOslo\n", "a.txt": b""}
    text = "Anna Berg and Anna in Oslo"
    files["a.txt"] = text.encode()
    [back] = read_sheets("brat", files, [Document("a", text)], Reading(RULING))

    assert [each.label for each in back.marks] == ["PERSON", "PERSON", "LOCATION"]
    assert back.marks[0].entity == back.marks[1].entity != back.marks[2].entity
    assert [each.action for each in back.parties] == [Action.REPLACE, Action.MARK]


def test_relations_of_others_say_who_is_one() -> None:
    text = "Bo and Al and Cy"
    ann = b"T1\tPERSON 0 2\tBo\nT2\tPERSON 7 9\tAl\nT3\tPERSON 14 16\tCy\nR1\tCoref Arg1:T1 Arg2:T3\n*\tSame T2 T3\n"
    [back] = read_sheets("brat", {"a.ann": ann, "a.txt": text.encode()}, [Document("a", text)], Reading(RULING))

    assert len(back.parties) == 1


def test_a_swell_tag_says_a_label_and_features() -> None:
    files = {"x.conll": b"Anna\tB-firstname_female\nkom\tO\n"}
    [back] = read_sheets("conll", files, [Document("a", "Anna  kom")], Reading(RULING))

    assert back.marks[0].label == "PERSON.FIRST"
    assert ("gender", "female") in back.marks[0].features


def test_offsets_of_16_bit_units_are_told_by_the_words() -> None:
    text = "😀 Anna"
    value = {"start": 3, "end": 7, "text": "Anna", "labels": ["PERSON"]}
    result = [{"id": "r", "type": "labels", "from_name": "label", "to_name": "text", "value": value}]
    task = [{"id": 4, "data": {"text": text}, "annotations": [{"result": result}]}]
    [back] = read_sheets("labelstudio", {"t.json": json.dumps(task).encode()}, [Document("d", text)], Reading(RULING))

    assert back.marks[0].span == Span(2, 6)


@given(st.text(max_size=20), st.data())
def test_units_go_there_and_back(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    units = Units(text)

    assert units.of(at) == len(text[:at].encode("utf-16-le", "surrogatepass")) // 2
    assert units.back(units.of(at)) == at


_SIGNS = st.characters(exclude_categories=["Cs"], exclude_characters="\x00\ufffe\uffff")


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """Return a text of any signs with marks anywhere but on white space alone, two entities to a label at most."""
    text = draw(st.text(st.one_of(st.sampled_from("ab. \n\t,😀é"), _SIGNS), min_size=1, max_size=40))
    text = "".join(each for each in text if each.isprintable() or each in "\n\t ")
    borders = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    spans = [Span(*pair) for pair in zip(borders[::2], borders[1::2], strict=False)]
    spans = [each for each in spans if each.of(text).strip() == each.of(text) != ""]
    groups: dict[tuple[str, int], list[Mention]] = {}
    for span in spans:
        label = draw(st.sampled_from(["PERSON.FIRST", "LOCATION.CITY", "PHONE"]))
        groups.setdefault((label, draw(st.integers(0, 1))), []).append(Mention(span, label, 0.5, "by:hand"))
    entities = [Entity(f"e{at}", key[0], tuple(each)) for at, (key, each) in enumerate(groups.items(), 1)]
    decisions = tuple(Decision(each, Action.REPLACE, "direct") for each in entities)
    document = Document("d", text)
    return sheet_of(document, Plan("d", document.digest(), decisions))


@pytest.mark.parametrize("name", ALL)
@given(made=sheets())
def test_any_sheet_survives_every_format(name: str, made: Sheet) -> None:
    back = again(name, made, onto=True)

    assert [(each.span, each.label, each.entity) for each in back.marks] == [
        (each.span, each.label, each.entity) for each in made.marks
    ]
    assert back.parties == made.parties


@given(st.text(max_size=300))
def test_a_name_of_a_file_is_one_that_every_system_takes(id_: str) -> None:
    name = file_name(id_.encode("utf-8", "replace").decode())

    assert 0 < len(name.encode()) <= 140
    assert not set(name) & set('/\\:*?"<>|\0\n ')
    assert not name.startswith(".")


def test_files_are_private_and_come_from_folders_and_archives(tmp_path: Path) -> None:
    files = write_sheets("brat", [reviewed()], SETTINGS)
    write_files(files, tmp_path / "out", alone=False)

    assert (tmp_path / "out" / "d.ann").stat().st_mode & 0o777 == 0o600
    assert read_files(tmp_path / "out") == files
    assert set(read_files(tmp_path / "out" / "d.ann")) == {"d.ann", "d.txt"}
    with pytest.raises(UsageError, match="is a file"):
        write_files(files, tmp_path / "out" / "d.ann", alone=False)


def test_a_cas_is_understood_by_the_library_of_its_makers_and_theirs_by_us(tmp_path: Path) -> None:
    cassis = pytest.importorskip("cassis", reason="dkpro-cassis is not installed: pip install dkpro-cassis")
    made = reviewed(TEXT.replace("met", "😀 met\n"))
    write_files(write_sheets("cas", [made], SETTINGS), tmp_path / "out", alone=False)
    with (tmp_path / "out" / "TypeSystem.xml").open("rb") as types, (tmp_path / "out" / "d.xmi").open("rb") as data:
        cas = cassis.load_cas_from_xmi(data, typesystem=cassis.load_typesystem(types))
    found = cas.select("de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity")

    assert [(each.get_covered_text(), each.value) for each in found] == [
        (each.span.of(made.document.text), each.label) for each in made.marks
    ]
    cas.to_xmi(tmp_path / "theirs.xmi")
    files = {"theirs.xmi": (tmp_path / "theirs.xmi").read_bytes()}
    [back] = read_sheets("cas", files, [made.document], Reading(RULING))
    assert told(back) == told(made)


_SECRET = "Zebulonka"
_BAD: list[tuple[str, dict[str, bytes], str]] = [
    ("brat", {"a.ann": b"T1\tPERSON 0 9\tZebulonka\n"}, "a.ann: there is no a.txt"),
    ("brat", {"a.ann": b"T1\tPERSON 0 4\tZebulonka\n", "a.txt": b"Zebulonka"}, "a.ann line 1: at 0-4"),
    ("brat", {"a.ann": b"T1\tPERSON 0 99\tx\n", "a.txt": b"Zebulonka"}, "a.ann at 0-99: the place 0-99 is none"),
    ("brat", {"a.ann": b"T1\tPERSON 0 1\tZ\nT1\tPERSON 0 1\tZ\n", "a.txt": b"Zebulonka"}, "a.ann line 2"),
    ("brat", {"a.ann": b"T1\tPERSON 0 5\tZebul\nT2\tPERSON 2 9\tbulonka\n", "a.txt": b"Zebulonka"}, "overlap"),
    ("brat", {"a.ann": b"T1\tZebulonka 0 9\tZebulonka\n", "a.txt": b"Zebulonka"}, "unknown label"),
    ("brat", {"a.ann": b"T1\tPERSON 0 9\tZebulonka\nA1\tAction T1 Zebulonka\n", "a.txt": b"Zebulonka"}, "an action is"),
    ("brat", {"a.ann": b"T1\tPERSON 0 9\tZebulonka\nZebulonka\n", "a.txt": b"Zebulonka"}, "a.ann line 2: not an annot"),
    ("brat", {"a.ann": b"A1\tAction T7 replace\n", "a.txt": b"Zebulonka"}, "a.ann line 1: names an annotation"),
    ("brat", {"a.ann": b"T1\tPERSON 0 9\tZebulonka\n*\tSame T1 T2\n", "a.txt": b"Zebulonka"}, "line 2: names an"),
    (
        "brat",
        {"a.ann": b"T1\tPERSON 0 9\tZebulonka\nR1\tSame Arg1:T1 Arg2:T2\n", "a.txt": b"Zebulonka"},
        "line 2: names",
    ),
    ("brat", {"a.ann": b"", "a.txt": b"Zebulonka\xff"}, "a.txt: not UTF-8 at byte 9"),
    ("conll", {"a.conll": b"Zebulonka\n"}, "a.conll line 1: its last column is no tag"),
    ("conll", {"a.conll": b"# newdoc id = d\nZebulon\tO\n"}, "not the words of its document"),
    ("doccano", {"a.jsonl": b'{"text": "Zebulonka"'}, "not valid JSON"),
    ("doccano", {"a.jsonl": b'{"id": "d", "text": "Zebulonka!", "entities": []}'}, "differ from character 9"),
    ("doccano", {"a.jsonl": b'{"id": "x", "text": "Zebulonk\\ud800", "entities": []}'}, "half a character"),
    ("labelstudio", {"a.json": b"{}"}, "a.json: must be a list of tasks"),
    ("labelstudio", {"a.json": b'[{"data": {"text": 4}}]'}, "a.json task 1: needs data with a text"),
    ("cas", {"a.xmi": b"<Zebulonka"}, "a.xmi line 1: not well-formed XML"),
    ("cas", {"a.xmi": b'<!DOCTYPE x [<!ENTITY a "Zebulonka">]><x>&a;</x>'}, "no document type"),
    ("cas", {"a.xmi": b"<x/>"}, "has no text"),
    ("svala", {"a.json": b'{"source": [], "target": []}'}, "a graph of SVALA has source"),
    ("svala", {"a.json": b'{"source": [{"id": "s0"}], "target": [], "edges": {}}'}, "source token 1"),
    (
        "svala",
        {"a.json": b'{"source": [], "target": [], "edges": {"e": {"id": "e", "ids": ["Zebulonka"], "labels": []}}}'},
        "edge 1: names a token that is not there",
    ),
    ("plan", {"a.plan": b'{"Zebulonka": 1}\n'}, "a.plan line 1: not a plan"),
    ("plan", {"a.plan": b'{"allonym-plan": 1}\n{"id": "Zebulonka"}\n'}, "a.plan line 2: not a plan"),
]


@pytest.mark.parametrize(("name", "files", "message"), _BAD)
def test_what_is_wrong_is_refused_with_its_place_and_without_words(
    name: str, files: dict[str, bytes], message: str
) -> None:
    with pytest.raises(InputError) as refused:
        read_sheets(name, files, [Document("d", _SECRET)], Reading(RULING))

    assert message in str(refused.value)
    assert _SECRET not in str(refused.value)
    assert _SECRET not in repr(refused.value.__cause__)


def test_a_format_that_is_none_is_told_by_its_neighbour() -> None:
    with pytest.raises(UsageError, match="svala"):
        write_sheets("swala", [], SETTINGS)


def test_no_xml_file_holds_control_characters() -> None:
    document = Document("d", "a\x01b")
    with pytest.raises(InputError, match="d: character 1 can stand in no XML file"):
        write_sheets("cas", [sheet_of(document, Plan("d", document.digest(), ()))], SETTINGS)


@pytest.mark.parametrize("label", ["ADDRESS", "ADDRESS.STREET", "COORDINATES", "IP", "MAC", "CONTRACT", "ID.TAX"])
def test_what_svala_can_only_say_roughly_is_still_replaced(label: str) -> None:
    document = Document("d", "Anna was there")
    entity = Entity("e1", label, (Mention(Span(0, 4), label, 1.0, "x"),))
    made = sheet_of(document, Plan("d", document.digest(), (Decision(entity, Action.REPLACE, "direct"),), "en"))
    files = write_sheets("svala", [made], SETTINGS)

    [back] = read_sheets("svala", files, [document], Reading(RULING))
    tag = "place" if label.startswith("ADDRESS") else "other_nr_seq"
    [said] = read_sheets("svala", files, [document], Reading(RULING, changes=[(tag, "NUMBER")]))

    assert [(each.action, each.rule) for each in back.parties] == [(Action.REPLACE, "direct")]
    assert [each.action for each in said.parties] == [Action.MARK]


def test_a_person_whose_gender_one_mark_says_stays_one_in_svala() -> None:
    made = do(sheet(by_kind=False), {"do": "gender", "entity": "e1", "gender": "female"})
    marks = tuple(replace(each, features=()) if each.id == "m1" else each for each in made.marks)
    made = replace(made, marks=marks)

    alone, onto = again("svala", made), again("svala", made, onto=True)

    assert len({each.entity for each in alone.marks if each.start in {0, 30}}) == 1
    assert [(each.label, each.entity) for each in onto.marks] == [(each.label, each.entity) for each in made.marks]
