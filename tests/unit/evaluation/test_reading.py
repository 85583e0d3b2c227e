"""Gold files of every format, and those that are refused."""

import gzip
import json
from pathlib import Path

import pytest

from allonym.core.errors import InputError, UsageError
from allonym.evaluation.checking import paired
from allonym.evaluation.naming import naming_for
from allonym.evaluation.pairing import make_pairs
from allonym.evaluation.reading import read_annotated
from allonym.evaluation.values import Annotated, Annotation

TEXT = "Zebulon Quist lives in Oslo."
SPANS = [(0, 13, "PERSON"), (23, 27, "LOCATION")]
WORDS = ("Zebulon", "Quist", "Oslo", "lives")


def written(folder: Path, name: str, *rows: object) -> Path:
    path = folder / name
    path.write_text("\n".join(each if isinstance(each, str) else json.dumps(each) for each in rows), "utf-8")
    return path


def plain(each: Annotated) -> list[tuple[int, int, str]]:
    return [(span.start, span.end, span.label) for span in each.spans]


def tab(**changes: object) -> dict[str, object]:
    mention = {
        "entity_type": "PERSON",
        "start_offset": 0,
        "end_offset": 13,
        "span_text": "Zebulon Quist",
        "identifier_type": "DIRECT",
        "entity_id": "e1",
    }
    said = {"a1": {"entity_mentions": [mention | changes]}}
    return {"doc_id": "d", "text": TEXT, "dataset_type": "dev", "annotations": said}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("ours.jsonl", {"id": "a", "text": TEXT, "spans": SPANS}),
        ("objects.jsonl", {"text": TEXT, "spans": [{"start": s, "end": e, "label": x} for s, e, x in SPANS]}),
        ("scores.jsonl", {"id": "a", "text": TEXT, "spans": [[*each, 0.9] for each in SPANS]}),
        ("doccano.jsonl", {"id": 1, "text": TEXT, "label": SPANS, "Comments": []}),
        (
            "doccano2.jsonl",
            {
                "text": TEXT,
                "entities": [{"id": 1, "start_offset": s, "end_offset": e, "label": x} for s, e, x in SPANS],
            },
        ),
        (
            "bio.conll",
            "-DOCSTART- O\n\nZebulon NNP B-PERSON\nQuist NNP I-PERSON\nlives VBZ O\nin IN O\nOslo. NNP B-LOCATION\n",
        ),
    ],
)
def test_formats_say_the_same(tmp_path: Path, name: str, content: object) -> None:
    [read] = read_annotated(written(tmp_path, name, content))

    assert read.text == TEXT
    assert plain(read)[0] == SPANS[0]
    assert [label for _, _, label in plain(read)] == ["PERSON", "LOCATION"]


def test_brat_is_a_text_with_its_annotations_beside(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_bytes(f"Line.\r\n{TEXT}".encode())
    written(
        tmp_path, "one.ann", "T1\tPERSON 7 20\tZebulon Quist", "#1\tAnnotatorNotes T1\tnote", "T2\tLOCATION 30 34\tOslo"
    )
    [whole], [single] = read_annotated(tmp_path), read_annotated(tmp_path / "one.ann")

    assert plain(whole) == plain(single) == [(7, 20, "PERSON"), (30, 34, "LOCATION")]
    assert whole.id == "one"


def test_the_benchmark_has_annotators_entities_and_what_need_not_be_hidden(tmp_path: Path) -> None:
    [direct] = read_annotated(written(tmp_path, "a.json", [tab()]))
    [kept] = read_annotated(written(tmp_path, "b.json", [tab(identifier_type="NO_MASK")]))

    assert direct.spans == (Annotation(0, 13, "PERSON", "e1", "direct"),)
    assert (direct.id, direct.annotator) == ("d", "a1")
    assert kept.spans[0].identifier == "none"


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        (["I-PER", "I-PER", "O"], [(0, 3, "PER")]),
        (["B-PER", "B-PER", "O"], [(0, 1, "PER"), (2, 3, "PER")]),
        (["S-PER", "B-PER", "E-PER"], [(0, 1, "PER"), (2, 5, "PER")]),
        (["U-PER", "B-LOC", "L-LOC"], [(0, 1, "PER"), (2, 5, "LOC")]),
        (["B-PER", "I-LOC", "O"], [(0, 1, "PER"), (2, 3, "LOC")]),
    ],
)
def test_ways_of_tagging_tokens(tmp_path: Path, tags: list[str], expected: list[tuple[int, int, str]]) -> None:
    lines = [f"{token}\t{tag}" for token, tag in zip("abc", tags, strict=True)]
    [read] = read_annotated(written(tmp_path, "gold.bio", *lines))

    assert plain(read) == expected


def test_packed_files_are_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps({"text": TEXT, "spans": SPANS}).encode()))

    assert plain(read_annotated(path)[0]) == SPANS


@pytest.mark.parametrize(
    ("name", "rows", "place", "reason"),
    [
        (
            "g.jsonl",
            ({"text": "x", "spans": []}, {"text": TEXT, "spans": [[0, 13, "A"], [8, 20, "B"]]}),
            "line 2",
            "overlap",
        ),
        ("g.jsonl", ({"text": TEXT, "spans": [[0, 99, "PERSON"]]},), "line 1", "beyond the text"),
        ("g.jsonl", ({"text": TEXT, "spans": [[-3, 2, "PERSON"]]},), "line 1", "is none"),
        ("g.jsonl", ({"text": TEXT, "spans": [[4, 4, "PERSON"]]},), "line 1", "is none"),
        ("g.jsonl", ({"text": TEXT, "spans": [["0", 4, "PERSON"]]},), "line 1", "whole numbers"),
        ("g.jsonl", ({"text": TEXT, "spans": [[0, True, "PERSON"]]},), "line 1", "whole numbers"),
        ("g.jsonl", ({"text": TEXT, "spans": [[0, 4]]},), "line 1", "start, end and label"),
        ("g.jsonl", ({"text": TEXT, "spans": [[0, 4, None]]},), "line 1", "no label"),
        ("g.jsonl", ({"text": TEXT},), "line 1", "list of spans"),
        ("g.jsonl", ({"text": 7, "spans": []},), "line 1", "string"),
        ("g.jsonl", ({"text": "Zebulon \ud800", "spans": []},), "line 1", "half a character"),
        ("g.jsonl", ({"text": TEXT, "spans": [[0, 10**30, "PERSON"]]},), "line 1", "beyond the text"),
        ("g.jsonl", ({"text": TEXT, "spans": [[0, float("nan"), "PERSON"]]},), "line 1", "whole numbers"),
        ("g.jsonl", ("[" * 100_000,), "line 1", "not valid JSON"),
        ("g.jsonl", ("7",), "line 1", "list of spans"),
        ("g.jsonl", ({"text": "a", "spans": []}, '{"text": "Zebulon'), "line 2", "not valid JSON"),
        (
            "g.jsonl",
            ({"text": TEXT, "spans": [{"start": 0, "end": 7, "label": "PERSON", "text": "Quist"}]},),
            "line 1",
            "something else",
        ),
        ("g.jsonl", ({"id": "Zebulon", "text": "a", "spans": []},) * 2, "line 2", "same id as g.jsonl line 1"),
        ("g.jsonl", ("",), "g.jsonl", "no annotated text"),
        ("g.conll", ("Zebulon B-PER", "Quist Quist"), "line 2", "no tag"),
        ("g.conll", ("Zebulon",), "line 1", "no tag"),
        ("g.json", ([tab(end_offset=12)],), "document 1", "something else"),
        ("g.json", ([tab(end_offset=99)],), "document 1", "beyond the text"),
        ("g.jsonl", ({"text": TEXT, "spans": [[-3, 9, "PERSON"]]},), "line 1", "a text begins at 0"),
        ("g.jsonl", ({"text": TEXT, "spans": [[7, 8, "PERSON"]]},), "line 1", "nothing but white space"),
        ("g.json", ([tab(identifier_type="MAYBE")],), "document 1", "identifier_type"),
        ("g.json", ({"doc_id": "d"},), "g.json", "list of documents"),
        ("g.ann", ("T1\tPERSON 0 7;8 13\tZebulon Quist",), "line 1", "several parts"),
        ("g.ann", ("T1\tPERSON 0 7\tQuist",), "line 1", "something else"),
        ("g.ann", ("T1 PERSON 0 7",), "line 1", "tabs"),
    ],
)
def test_bad_gold_is_refused_with_place_and_reason_and_without_words(
    tmp_path: Path, name: str, rows: tuple[object, ...], place: str, reason: str
) -> None:
    written(tmp_path, "g.txt", TEXT)
    path = written(tmp_path, name, *rows)

    with pytest.raises(InputError) as refused:
        read_annotated(path)

    assert place in str(refused.value)
    assert reason in str(refused.value)
    assert not any(word in str(refused.value) for word in WORDS)


def test_overlaps_are_taken_if_asked_for(tmp_path: Path) -> None:
    path = written(tmp_path, "g.jsonl", {"text": TEXT, "spans": [[0, 13, "PERSON"], [8, 13, "PERSON"]]})

    assert len(read_annotated(path, overlaps=True)[0].spans) == 2


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    path.write_bytes(b'{"text": "\xff"}')

    with pytest.raises(InputError, match="not UTF-8 at byte 10"):
        read_annotated(path)


@pytest.mark.parametrize("name", ["gold.xlsx", "gold"])
def test_an_unknown_ending_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="cannot tell its format"):
        read_annotated(written(tmp_path, name, "x"))


def gold(*spans: tuple[int, int, str], text: str = TEXT, id_: str = "1") -> Annotated:
    return Annotated(id_, text, tuple(Annotation(*each) for each in spans), f"gold line {id_}")


@pytest.mark.parametrize(
    ("predicted", "reason"),
    [
        (gold(text="Zebulon Quist lives in Rome.", id_="1"), "differ from character 23"),
        (gold(id_="2"), "no text of the gold file has this id"),
        (Annotated("1", None, (Annotation(0, 99, "PERSON"),), "p line 1"), "beyond the text"),
    ],
)
def test_predictions_for_other_texts_are_refused(predicted: Annotated, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as refused:
        paired([gold()], [predicted])

    assert not any(word in str(refused.value) for word in WORDS)


def test_a_text_without_predictions_is_refused() -> None:
    with pytest.raises(InputError, match="no line for it; a text in which"):
        paired([gold()], [])


def test_an_unknown_label_is_refused_and_the_nearest_named() -> None:
    texts = [gold((0, 13, "PERSOM"))]

    with pytest.raises(InputError, match=r"gold line 1: unknown label 'PERSOM'.*PERSON"):
        make_pairs(texts, {"1": ()}, naming_for(texts))


def test_a_label_that_may_be_a_word_of_the_text_is_not_shown() -> None:
    texts = [gold((0, 13, "Zebulon Quist"))]

    with pytest.raises(InputError, match="unknown label;") as refused:
        make_pairs(texts, {"1": ()}, naming_for(texts))

    assert not any(word in str(refused.value) for word in WORDS)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("T2\tPERSON 8 20", "line 2: the spans 0-13 and 8-20 overlap"),
        ("T2\tPERSON 20 99", "line 2: the span from 20 to 99 reaches beyond"),
        ("T2\tPERSON 20 99\tQuist", "line 2: the span from 20 to 99 reaches beyond"),
        ("T2\tPERSON -3 9", "line 2: the span from -3 to 9 is none: a text begins at 0"),
    ],
)
def test_what_is_wrong_in_brat_is_told_with_its_line(tmp_path: Path, line: str, reason: str) -> None:
    (tmp_path / "one.txt").write_text(TEXT)
    written(tmp_path, "one.ann", "T1\tPERSON 0 13\tZebulon Quist", line)

    with pytest.raises(InputError, match=reason):
        read_annotated(tmp_path)


def test_an_unknown_label_of_predictions_is_told_with_file_and_line(tmp_path: Path) -> None:
    gold = read_annotated(written(tmp_path, "g.jsonl", *({"id": at, "text": TEXT, "spans": SPANS} for at in (1, 2))))
    rows = ({"id": at, "spans": [[0, 13, label]]} for at, label in ((1, "PERSON"), (2, "WHATEVER")))
    found = paired(gold, read_annotated(written(tmp_path, "p.jsonl", *rows)))

    with pytest.raises(InputError, match=r"^p\.jsonl line 2: unknown label 'WHATEVER'"):
        make_pairs(gold, found, naming_for(gold))
