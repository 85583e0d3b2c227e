"""Parts of a name that a labelled column says are found beside it, and have the stand-in of the cell."""

import pytest

from allonym.core.types import Document
from allonym.detectors.told import known_in
from allonym.frames import Columns, pseudonymized
from allonym.pseudonymizer import Pseudonymizer

COLUMNS = Columns(("text",), labels={"name": "PERSON"})
P = "[PERSON_1]"


def row(tool: Pseudonymizer, name: str, text: str) -> str:
    """Return the text of a row; the cell beside it is always the first person."""
    made = pseudonymized(tool, COLUMNS, {"name": [name], "text": [text]})
    assert made["name"] == [P]
    return str(made["text"][0])


def found(name: str, text: str, language: str | None = "en") -> list[str]:
    """Return the words that a column says, where they stand in a text."""
    document = Document("a", text, language, known=((name, "PERSON"),))
    return [each.span.of(text) for each in known_in(document)]


@pytest.mark.parametrize(
    ("name", "text", "made"),
    [
        ("Xq Zz", "Xq met Zz in town", f"{P} met {P} in town"),
        ("Abc Zzt", "Abc said. Then Zzt came to see us", f"{P} said. Then {P} came to see us"),
        ("Ng Thi Xy", "Xy came, and Thi stayed. Ng left.", f"{P} came, and {P} stayed. {P} left."),
        ("Li Wu", "Li went home, and Wu stayed", f"{P} went home, and {P} stayed"),
        ("فلان زقزوق", "قال فلان إنه ذهب مع زقزوق إلى السوق", f"قال {P} إنه ذهب مع {P} إلى السوق"),
        ("Xqab Zztor", "Xqab met Zztor in town", f"{P} met {P} in town"),
        ("Anna Andersson", "Anna met us. Andersson stayed.", f"{P} met us. {P} stayed."),
        ("Jean-Luc Qz", "Jean-Luc came; Luc said Qz is here.", f"{P} came; {P} said {P} is here."),
        ("Müller, Jo", "We saw Jo. Müller stayed.", f"We saw {P}. {P} stayed."),
    ],
)
def test_every_part_of_a_name_has_the_stand_in_of_its_cell(
    tool: Pseudonymizer, name: str, text: str, made: str
) -> None:
    assert row(tool, name, text) == made


def test_ordinary_words_count_only_with_the_capital_of_a_name() -> None:
    assert found("Will May", "I may come, and I will. We told Will that May is nice.") == ["Will", "May"]
    assert found("Will May", "Will you come? On 12 May 2020, or May 5?") == []
    assert found("Rose Hill", "A rose on the hill; Rose saw it. ROSE!") == ["Rose", "ROSE"]
    assert found("Xq Zz", "xq and zz, Xqs and Zza") == []
    assert found("Ana An", "An apple is for Ana. We saw An.") == ["Ana", "An"]


@pytest.mark.parametrize("name", ["Anna de la Cruz", "Anna De La Cruz", "ANNA DE LA CRUZ"])
def test_particles_are_no_parts(name: str) -> None:
    assert found(name, "De facto he went de la Cruz to La Paz.") == ["Cruz"]
    assert found(name.replace("De La", "Van").replace("Cruz", "Bin Zztor"), "The Van of Bin, al and the van.") == []


def test_two_of_one_surname_stay_two(tool: Pseudonymizer) -> None:
    made = row(tool, "Ali Hassan", "Mr Hassan and Mrs Hassan came. We saw Ali too.")

    assert made == f"Mr {P} and Mrs [PERSON_2] came. We saw {P} too."


def test_what_is_not_in_the_cell_is_somebody_else(tool: Pseudonymizer) -> None:
    assert row(tool, "Li Wu", "Li met Karl Svensson.") == f"{P} met [PERSON_2]."


def test_natural_stand_ins_are_parts_of_that_of_the_cell() -> None:
    natural = Pseudonymizer("akio-internal", vault=None, scope="document")
    made = pseudonymized(natural, COLUMNS, {"name": ["Li Wu"], "text": ["Li went home, and Wu stayed"]})
    [cell], [text] = made["name"], made["text"]
    assert cell is not None
    first, last = cell.split()

    assert text == f"{first} went home, and {last} stayed"
