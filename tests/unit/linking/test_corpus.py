import time
from collections.abc import Iterator
from dataclasses import replace

from tests.unit.linking.reading import read

from allonym.core.types import Action, Decision, Document, Plan
from allonym.linking.corpus import correspondences
from allonym.linking.names import names
from allonym.linking.table import Table


def planned(*texts: tuple[str, str, str]) -> Iterator[tuple[Document, Plan]]:
    """Return documents of (language, author, marked text) with their plans."""
    for number, (language, author, marked) in enumerate(texts):
        case = read(marked, language)
        document = replace(case.document, id=f"d{number}", author=author or None)
        entities = names().link(document, case.mentions)
        decisions = tuple(Decision(each, Action.REPLACE, "rule") for each in entities)
        yield document, Plan(document.id, document.digest(), decisions, language)


def told(table: Table) -> set[tuple[str, str]]:
    return {(row.form, row.entity) for row in table.rows}


def test_a_bare_surname_is_the_only_one_who_has_it() -> None:
    table = correspondences(planned(("en", "", "[Anna Berg]1"), ("sv", "", "[Berg]1"), ("en", "", "[Lind]1")))

    assert told(table) == {("Anna Berg", "anna berg"), ("Berg", "anna berg"), ("Lind", "lind")}
    assert table.entity("PERSON", "Berg", "sv") == "anna berg"


def test_a_surname_of_two_is_nobody() -> None:
    table = correspondences(planned(("en", "", "[Anna Berg]1"), ("en", "", "[Peter Berg]1"), ("en", "", "[Berg]1")))

    assert ("Berg", "berg") in told(table)


def test_authors_have_friends_of_their_own() -> None:
    texts = [("en", "a", "[Anna Berg]1"), ("en", "a", "[Berg]1"), ("en", "b", "[Peter Berg]1"), ("en", "b", "[Berg]1")]
    table = correspondences(planned(*texts, ("en", "c", "[Berg]1")))

    assert table.entity("PERSON", "Berg", "en", "a") == "anna berg"
    assert table.entity("PERSON", "Berg", "en", "b") == "peter berg"
    assert table.entity("PERSON", "Berg", "en", "c") == "berg"


def test_initials_and_another_script_find_the_whole_name() -> None:
    texts = [("en", "", "[Nadine Korsakoff]1"), ("fr", "", "[N. Korsakoff]1"), ("ar", "", "[نادين كورساكوف]1")]
    table = correspondences(planned(*texts))

    assert len({row.entity for row in table.rows}) == 1
    assert {row.language for row in table.rows} == {"en", "fr", "ar"}


def test_a_first_name_alone_is_nobody() -> None:
    table = correspondences(planned(("en", "", "[Anna Berg]1"), ("en", "", "[Anna]F1")))

    assert ("Anna", "anna") in told(table)


def test_places_and_organisations_are_in_the_table_and_numbers_are_not() -> None:
    table = correspondences(planned(("en", "", "[Leeds]L1 [UN]O2 [anna@example.org]E3"), ("fr", "", "[ONU]O1")))

    assert {(row.label, row.form) for row in table.rows} == {
        ("LOCATION", "Leeds"), ("ORGANIZATION", "UN"), ("ORGANIZATION", "ONU"),
    }  # fmt: skip
    assert len({row.entity for row in table.rows if row.label == "ORGANIZATION"}) == 1


def test_the_order_of_the_texts_does_not_matter() -> None:
    texts = [("en", "", "[Anna Berg]1"), ("sv", "", "[Berg]1 [Bergs]1"), ("en", "", "[A. Berg]1 [UN]O2")]

    assert correspondences(planned(*texts)) == correspondences(planned(*reversed(texts)))


def test_a_corpus_grows_without_comparing_all_with_all() -> None:
    texts = [("en", "", f"[Anna Berg{'abcdefghij'[n % 10]}{n}]1 [Berg{'abcdefghij'[n % 10]}{n}]1") for n in range(5000)]
    made = list(planned(*texts))

    began = time.process_time()
    correspondences(made)

    assert time.process_time() - began < 10
