import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.formats.passing import CANARIES, require_none_of, through
from tests.unit.formats.reading import joined, read

from allonym.core.pieces import Layout, Piece
from allonym.core.types import Edit, Span
from allonym.formats.conll import conll, said

NEWS = (
    "-DOCSTART- -X- O O\n\nZorblat NNP B-NP B-PER\nQuux NNP I-NP I-PER\nrang VBD B-VP O\n. . O O\n\n"
    "وصلت V O O\nسارة N O B-PER\nيوسف N O I-PER\n"
)
TREE = (
    "# newdoc id = Zorblat Quux\n# text = Zorblat Quux' hus.\n"
    "1\tZorblat\tZorblat\tPROPN\t_\t_\t3\tnmod\t_\tTranslit=Zorblat\n"
    "2\tQuux\tquux\tPROPN\t_\tCase=Gen\t1\tflat\t_\tSpaceAfter=No|Gloss=Quux\n"
    "3\t'\t'\tPUNCT\t_\t_\t1\tpunct\t_\t_\n4\thus\thus\tNOUN\t_\t_\t0\troot\t_\tSpaceAfter=No\n"
    "5\t.\t.\tPUNCT\t_\t_\t4\tpunct\t_\t_\n\n"
)


def test_tokens_are_replaced_in_place_and_the_tags_stay() -> None:
    made = through("a.conll", NEWS.encode())[0].decode()

    assert "[PERSON_1] NNP B-NP B-PER\n_ NNP I-NP I-PER\nrang VBD B-VP O\n" in made
    assert "وصلت V O O\n[PERSON_2] N O B-PER\n_ N O I-PER\n" in made


def test_a_word_is_not_said_again_in_another_column_or_a_comment() -> None:
    made = through("a.conllu", TREE.encode())[0].decode()

    require_none_of((*CANARIES, "orblat", "uux"), made.encode())
    assert made.startswith("# newdoc id = [PERSON_1]\n# text = [PERSON_1]' hus.\n")
    assert "2\t_\t_\tPROPN\t_\tCase=Gen\t1\tflat\t_\tSpaceAfter=No\n" in made


def test_a_range_and_its_tokens_name_the_same_person() -> None:
    rows = (
        "# text = We saw Zorblat Quux.",
        "1\tWe\twe\tPRON\t_\t_\t2\tnsubj\t_\t_",
        "2\tsaw\tsee\tVERB\t_\t_\t0\troot\t_\t_",
        "3-4\tZorblat Quux\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No",
        "3\tZorblat\tZorblat\tPROPN\t_\t_\t2\tobj\t_\t_",
        "4\tQuux\tQuux\tPROPN\t_\t_\t3\tflat\t_\t_",
        "5\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_",
    )
    made = through("a.conllu", ("\n".join(rows) + "\n").encode())[0].decode().split("\n")

    assert said("\n".join(rows[1:])).startswith("We saw Zorblat Quux.\nZorblat Quux\n")
    assert made[0] == "# text = We saw [PERSON_1]."
    assert [line.split("\t")[1] for line in made[1:-1]] == ["We", "saw", "[PERSON_1]", "[PERSON_1]", "_", "."]


@pytest.mark.parametrize(
    ("new", "tokens"),
    [("X", ["X", "_", "rang"]), ("X Y", ["X", "Y", "rang"]), ("X Y Z", ["X", "Y_Z", "rang"]), ("", ["_", "_", "rang"])],
)
def test_words_are_shared_out_among_the_tokens(new: str, tokens: list[str]) -> None:
    made = conll().respell("Anna O\nBerg O\nrang O", [Edit(Span(0, 9), new)], Layout(encoding="utf-8"))

    assert [line.split()[0] for line in made.splitlines()] == tokens


def test_a_part_of_a_token_is_replaced() -> None:
    made = conll().respell("Anna-Lisa\tO\nrang\tO", [Edit(Span(0, 4), "X")], Layout(encoding="utf-8"))

    assert made == "X-Lisa\tO\nrang\tO"


@given(
    st.lists(
        st.sampled_from(
            ["Anna\tO", "a O", "# text = Anna", "#", "\n", "\r\n", " ", "1\tAnna\tanna\tX\t_", "é", "\t", "b"]
        ),
        max_size=30,
    ),
    st.sampled_from(["", "X", "X Y", "X Y Z W"]),
)
@settings(max_examples=300)
def test_lines_and_other_columns_are_never_lost(parts: list[str], new: str) -> None:
    data = "".join(parts).encode()
    form = conll()
    layout, found = read(form, data)

    assert joined(layout, found) == data
    for piece in found:
        assert isinstance(piece, Piece)
        for slot in piece.slots:
            raw = slot.span.of(piece.text)
            made = form.respell(raw, [Edit(Span(0, min(4, len(slot.value))), new)], layout)
            assert made.count("\n") == raw.count("\n")
            assert form.respell(raw, [], layout) == raw
