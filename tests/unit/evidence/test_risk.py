"""What could point to people: figures that were worked out by hand, and attacks that must succeed on easy data."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from allonym import Pseudonymizer
from allonym.core.errors import InputError, NotAllowed, UsageError
from allonym.core.pieces import Layout
from allonym.core.types import Span
from allonym.evidence import Asked, risk
from allonym.evidence.frequency import frequency_attack
from allonym.evidence.guessing import Person, guessed, read_names, read_people
from allonym.evidence.risk import as_data
from allonym.evidence.risk_page import risk_page
from allonym.evidence.rows import Author, Columns
from allonym.evidence.searchable import searchability
from allonym.evidence.style import interval, style_attack
from allonym.evidence.uniqueness import all_measured, measured, rare_counts, rarest
from allonym.formats.choosing import choose
from allonym.running.files import Run, pseudonymize_file
from allonym.running.sources import Source
from allonym.settings import load_settings
from allonym.vault.memory import open_memory
from allonym.vault.sealed import SealedVault

TABLE = (
    "id,author,zip,birth,sex,text\n"
    "1,a,02138,1945-07-31,m,I work as a nurse in Leeds\n"
    "2,b,02138,1945-07-31,m,hello\n"
    "3,c,02138,1950-01-01,f,hello\n"
    "4,d,02139,1950-01-01,f,hello\n"
    "5,e,02139,1950-01-01,m,hello\n"
)


@pytest.fixture
def vault() -> Iterator[SealedVault]:
    with open_memory() as made:
        yield made


@pytest.fixture(scope="module")
def tool() -> Pseudonymizer:
    return Pseudonymizer(load_settings("default").with_model(fast=True))


def source(path: Path, text: str | None = None) -> Source:
    if text is not None:
        path.write_text(text, "utf-8")
    return Source(path, path.name, choose(path.name), Layout())


def author(name: str, **values: str) -> Author:
    return Author(name, (), {key: frozenset(value.split()) for key, value in values.items() if value})


PEOPLE = [
    author("1", town="leeds", job="nurse"),
    author("2", town="leeds", job="nurse"),
    author("3", town="leeds", job="baker"),
    author("4", town="york", job=""),
    author("5", town="york", job=""),
    author("6", town="", job=""),
]


def test_k_and_the_share_of_those_who_are_alone_are_as_by_hand() -> None:
    town, job, both = (measured(PEOPLE, names) for names in (["town"], ["job"], ["town", "job"]))

    assert (town.authors, town.classes, town.unique, town.least, town.median) == (5, 2, 0, 2, 3)
    assert (job.authors, job.classes, job.unique, job.unique_share) == (3, 2, 1, 1 / 3)
    # leeds+nurse twice, leeds+baker once, york and nothing twice
    assert (both.authors, both.classes, both.unique, both.small, both.least, both.median) == (5, 3, 1, 5, 1, 2)
    assert both.unique_share == 0.2
    assert measured([], ["town"]).unique_share == 0
    assert measured([*PEOPLE, author("7", town="bath")], ["town"]).median == 2
    assert [each.attributes for each in all_measured(PEOPLE, ["town", "job"])] == [("town",), ("job",), ("town", "job")]


def test_the_rarest_values_come_first() -> None:
    assert [(each.attribute, each.value, each.authors) for each in rarest(PEOPLE)] == [
        ("job", "baker", 1), ("job", "nurse", 2), ("town", "york", 2), ("town", "leeds", 3),
    ]  # fmt: skip
    assert rare_counts(rarest(PEOPLE)) == {"job": (1, 1), "town": (0, 2)}
    assert "baker" not in repr(rarest(PEOPLE))


def test_sweeneys_three_columns_are_recognised(tmp_path: Path, tool: Pseudonymizer) -> None:
    asked = Asked(Columns("author", ("text",), ("zip", "birth", "sex")))
    found = risk([source(tmp_path / "in.csv", TABLE)], tool, asked)

    assert found.sweeney is not None
    assert (found.sweeney.attributes, found.sweeney.unique, found.sweeney.authors) == (("zip", "birth", "sex"), 3, 5)
    # The nurse of Leeds says what tells the first two authors apart.
    first = found.combinations[0]
    assert (first.attributes, first.unique, first.authors) == (("sex", "zip", "LOCATION"), 5, 5)
    assert {"LOCATION", "PROFESSION"} <= {name for each in found.combinations for name in each.attributes}
    assert (found.authors, found.texts) == (5, 5)


def test_a_column_that_is_not_there_is_refused(tmp_path: Path, tool: Pseudonymizer) -> None:
    with pytest.raises(UsageError, match="no column 'town'"):
        risk([source(tmp_path / "in.csv", TABLE)], tool, Asked(Columns("author", (), ("town",))))
    with pytest.raises(UsageError, match="nothing"):
        risk([], tool)


def test_a_text_is_searchable_by_eight_words_that_stand_once() -> None:
    eight = "the weather on our way home was truly"
    twice = "and this is the same in both of them"
    texts = [
        f"{eight} awful",
        twice,
        twice,
        "one two three four [PERSON_1] five six seven eight nine",
        "one two three four Anna five six seven eight nine",
        "short",
    ]
    place = texts[4].index("Anna")
    blind = searchability(texts)
    told = searchability(texts, [(), (), (), (), (Span(place, place + 4),), ()])

    assert (blind.texts, blind.searchable, blind.longest) == (6, 2, 10)
    assert (told.searchable, told.longest, told.median) == (1, 9, 9)
    assert searchability([]).share == 0


def test_authors_with_habits_are_recognised_and_others_are_not() -> None:
    draw = random.Random(7)
    letters = "abcdefghijklmnopqrstuvwxyz"
    own = [
        Author(str(n), tuple("".join(draw.choices(some, k=300)) for _ in range(4)), {})
        for n, some in enumerate(draw.sample(letters, 8) for _ in range(20))
    ]
    alike = [Author(str(n), tuple("".join(draw.choices(letters, k=300)) for _ in range(4)), {}) for n in range(20)]
    found, guess = style_attack(own, own), style_attack(alike, alike)

    assert (found.authors, found.linked, found.chance) == (20, 20, 0.05)
    assert guess.linked <= 5
    assert style_attack(own[:1], own[:1]).linked == 0
    assert style_attack([Author("a", ("short",), {})], own).authors == 0


def test_the_interval_is_wilsons() -> None:
    low, high = interval(5, 10)

    assert (round(low, 3), round(high, 3)) == (0.237, 0.763)
    assert interval(0, 0) == (0.0, 1.0)


def test_pseudonyms_are_known_by_their_rank_where_none_is_tied() -> None:
    truth = {"P1": "Anna", "P2": "Bo", "P3": "Cy", "P4": "Di"}
    counts = {"P1": 9, "P2": 5, "P3": 2, "P4": 2}
    found = frequency_attack(counts, {"anna": 900, "Eve": 300, "Cy": 50, "Di": 20}, truth)

    assert (found.pseudonyms, found.ranked, found.matched, found.right, found.expected) == (4, 2, 2, 1, 0.5)
    assert frequency_attack(counts, {"Anna": 1}).right is None


def test_the_vault_tells_whether_guesses_by_rank_are_right(
    tmp_path: Path, vault: SealedVault, tool: Pseudonymizer
) -> None:
    words = ["Zorblax Quint"] * 5 + ["Vexander Holm"] * 3 + ["Quillon Marsh"]
    rows = "id,text\n" + "".join(f"{number},we saw {name} there\n" for number, name in enumerate(words))
    settings = load_settings("default").with_detectors(["terms"])
    made = Pseudonymizer(settings, vault, scope="corpus", terms={"PERSON": list(dict.fromkeys(words))})
    pseudonymize_file(Run(made), source(tmp_path / "in.csv", rows), tmp_path / "out.csv")
    names = {"Zorblax Quint": 50, "Vexander Holm": 20, "Somebody Else": 3}
    found = risk([source(tmp_path / "out.csv")], tool, Asked(names=names, vault=vault)).frequency
    blind = risk([source(tmp_path / "out.csv")], tool, Asked(names=names)).frequency

    assert found is not None
    assert blind is not None
    assert (found.pseudonyms, found.matched, found.right) == (3, 3, 2)
    assert (blind.pseudonyms, blind.matched, blind.right) == (3, 3, None)
    object.__setattr__(vault.audit._keys, "role", "worker")
    with pytest.raises(NotAllowed):
        risk([source(tmp_path / "out.csv")], tool, Asked(vault=vault))


def test_people_are_pointed_to_by_facts_that_fit_one_author(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text("who,town,job,author\nAnna,leeds,baker,3\nBo,leeds,nurse,1\nCy,rome,,\nDi,york,,4\nEd,,baker,2\n")
    people = read_people(path)
    found = guessed(PEOPLE, people)

    assert (found.people, found.one, found.several, found.none, found.right) == (5, 2, 2, 1, 1)
    assert guessed(PEOPLE, [Person("x", {"job": frozenset({"baker"})})]).right is None
    assert "Anna" not in repr(people)


def test_lists_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("Anna\t3\nBo,4\n")
    assert read_names(path) == {"Anna": 3, "Bo": 4}
    path.write_text("Anna\n")
    with pytest.raises(UsageError, match="line 1"):
        read_names(path)
    with pytest.raises(UsageError, match="first column"):
        read_people(path)
    for read in (read_names, read_people):
        with pytest.raises(UsageError, match="cannot read"):
            read(tmp_path / "none")


def test_style_is_compared_before_and_after(tmp_path: Path, tool: Pseudonymizer) -> None:
    draw = random.Random(3)
    rows = [
        (f"a{n}", "".join(draw.choices(some, k=200)))
        for n, some in enumerate(draw.sample("abcdefghijklmnopqrstuvwxyz", 8) for _ in range(6))
        for _ in range(2)
    ]
    text = "author,text\n" + "".join(f"{who},{words}\n" for who, words in rows)
    before = source(tmp_path / "before.csv", text)
    after = source(tmp_path / "after.csv", text.replace("\na", "\nP"))
    found = risk([after], tool, Asked(Columns("author"), original=[before]))

    assert {name: each.linked for name, each in found.styles.items()} == {
        "these data": 6, "the originals": 6, "originals to these data": 6,
    }  # fmt: skip
    fewer = source(tmp_path / "fewer.csv", "author,text\na,b\n")
    with pytest.raises(UsageError, match="same rows"):
        risk([after], tool, Asked(Columns("author"), original=[fewer]))


def test_reports_hold_values_only_if_asked_and_are_safe(tmp_path: Path, tool: Pseudonymizer) -> None:
    hostile = "<script>alert(1)</script>"
    text = f"id,author,{hostile},text\n1,a,{hostile}zorblax,x\n2,b,plain,y\n"
    found = risk([source(tmp_path / "in.csv", text)], tool, Asked(Columns("author", ("text",), (hostile,))))
    without, shown = (risk_page(found, show=show) for show in (False, True))

    assert "zorblax" in shown
    assert "zorblax" not in without + str(as_data(found, show=False)) + repr(found)
    assert "zorblax" in str(as_data(found, show=True))
    for page in (without, shown):
        assert "<script" not in page
        assert "http" not in page.replace("http-equiv", "")


def test_people_of_whom_the_data_tell_nothing_are_refused_with_the_columns() -> None:
    with pytest.raises(InputError, match="the list has town, the data have sex, zip"):
        guessed([author("a", zip="1", sex="m")], [Person("Anna", {"town": frozenset({"leeds"})})])


def test_rows_without_an_author_are_each_somebody(tmp_path: Path, tool: Pseudonymizer) -> None:
    data = source(tmp_path / "in.csv", "id,author,text\n1,a,x\n2,,y\n3, ,z\n4,,v\n5,a,x\n")
    found = risk([data], tool, Asked(Columns("author", ("text",))))

    assert (found.authors, found.texts) == (4, 5)


def test_style_of_too_few_authors_is_no_result(tmp_path: Path, tool: Pseudonymizer) -> None:
    data = source(tmp_path / "in.csv", "id,author,text\n1,a,x\n2,b,y\n")
    page = risk_page(risk([data], tool, Asked(Columns("author", ("text",)))), show=False)

    assert "too few authors have enough text" in page
    assert "Recognised, against chance" not in page
