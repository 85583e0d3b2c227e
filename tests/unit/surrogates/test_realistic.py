"""Realistic names: they fit together, fit the original, and are nobody's."""

import string

import pytest

from allonym.core.errors import SettingsError
from allonym.core.types import Features, Subject
from allonym.languages.lists import normal, open_lists
from allonym.substituting import Desk
from allonym.surrogates.names.pool_files import open_pools
from allonym.surrogates.realistic import realistic
from allonym.testing import check_surrogate_maker, desk_for, subject_for

MAKER = realistic()
POOLS = open_pools()


def write(label: str, *surfaces: str, language: str | None = "en", desk: Desk | None = None) -> list[str]:
    return MAKER.write(subject_for(label, *surfaces, language=language), desk or desk_for(*surfaces))


def names(*keys: str) -> set[str]:
    cells = [name for key in keys for name in POOLS.cell("persons", key)]
    return {spelling for name in cells for spelling in name.split("/")}


@pytest.mark.parametrize("phonetic", [False, True])
def test_it_fits_the_protocol(phonetic: bool) -> None:
    check_surrogate_maker(realistic(phonetic=phonetic))


def test_a_version_of_the_pools_that_is_not_there_is_refused() -> None:
    with pytest.raises(SettingsError, match="no pools 99; there are: 1"):
        realistic(pools=99)


def test_all_forms_of_a_name_fit_together() -> None:
    surfaces = ("Paul Watson", "Watson", "P. Watson", "Mr Watson", "WATSON, Paul", "paul", "Watson's", "Watsno")
    full, last, initial, titled, turned, small, genitive, slip = write("PERSON", *surfaces)
    given, surname = full.split()

    assert given in names("first en m")
    assert surname in names("last en")
    assert [last, genitive, slip] == [surname] * 3
    assert initial == f"{given[0]}. {surname}"
    assert titled == f"Mr {surname}"
    assert turned == f"{surname.upper()}, {given}"
    assert small == given.lower()


def test_a_surname_alone_in_another_document_has_the_same_stand_in() -> None:
    desk = desk_for("Anna Lindgren")
    full = write("PERSON", "Anna Lindgren", language="sv", desk=desk)[0]

    assert write("PERSON", "Lindgren", language="sv", desk=desk) == [full.split()[1]]
    assert write("PERSON", "Karin Lindgren", language="sv", desk=desk)[0].split()[1] == full.split()[1]


@pytest.mark.parametrize(
    ("surface", "language", "cell"),
    [
        ("Karin", "sv", "first sv f"),
        ("Per", "sv", "first sv m"),
        ("Kim", "sv", "first sv n"),
        ("Jean", "fr", "first fr m"),
        ("Andrea", "it", "first it m"),
        ("Andrea", "de", "first de f"),
        ("محمد", "ar", "first ar m"),
        ("فاطمة", "ar", "first ar f"),
        ("Mohammed", "sv", "first ar m"),
        ("Agnieszka", "en", "first slavic f"),
        ("Mehmet", "de", "first turkish m"),
        ("Priya", "en", "first southasian f"),
        ("Hiroshi", "en", "first eastasian m"),
        ("Chukwuemeka", "en", "first african m"),
    ],
)
def test_gender_and_culture_are_kept(surface: str, language: str, cell: str) -> None:
    made = write("PERSON.FIRST", surface, language=language)[0]

    assert made in names(cell)
    assert made != surface


@pytest.mark.parametrize(
    ("surface", "language", "cell"),
    [
        ("Schmidt", "en", "last de"),
        ("Sjöström", "sv", "last sv"),
        ("Kowalczyk", "de", "last slavic"),
        ("Yılmaz", "sv", "last turkish"),
        ("Nguyen", "fr", "last eastasian"),
        ("Pereira", "en", "last pt"),
        ("الخطيب", "ar", "last ar"),
        ("Watson", "fr", "last en"),
        ("Zzyzxq", "it", "last it"),
    ],
)
def test_a_surname_stays_in_its_culture(surface: str, language: str, cell: str) -> None:
    assert write("PERSON.LAST", surface, language=language)[0] in names(cell)


def test_the_feature_of_a_mention_tells_the_gender() -> None:
    told: Features = (("gender", "female"),)
    subject = subject_for("PERSON.FIRST", "Qwertyu", language="de", features=told)

    assert MAKER.write(subject, desk_for("x"))[0] in names("first de f")


@pytest.mark.parametrize(
    ("surface", "language"),
    [("Anna-Lena Berg", "de"), ("Jean-Pierre Dubois", "fr"), ("Maria Berg-Lindqvist", "sv")],
)
def test_double_names_stay_double(surface: str, language: str) -> None:
    made = write("PERSON", surface, language=language)[0]

    assert made.count("-") == surface.count("-")
    assert len(made.split()) == 2


@pytest.mark.parametrize(
    ("surface", "language", "shape"),
    [
        ("Ursula von der Leyen", "de", 2),
        ("João da Silva Pereira", "pt", 3),
        ("Gabriel García Márquez", "es", 3),
        ("Mohamed El-Baradei", "fr", 2),
        ("عبد الله الخطيب", "ar", 2),
        ("محمد بن سلمان", "ar", 3),
        ("Dr. Anna Berg Jr.", "en", 4),
    ],
)
def test_particles_go_and_titles_stay(surface: str, language: str, shape: int) -> None:
    made = write("PERSON", surface, language=language)[0].split()

    assert len(made) == shape
    assert [word for word in made if word in surface.split()] == [
        word for word in surface.split() if word in {"Dr.", "Jr.", "بن"}
    ]


def test_initials_become_those_of_the_stand_in_or_others() -> None:
    full, initials = write("PERSON", "Anna Berg", "A.B.")
    alone = write("PERSON.INITIALS", "A. B.")[0]

    assert initials == f"{full.split()[0][0]}.{full.split()[1][0]}."
    assert alone[0] != "A"
    assert alone[3] != "B"
    assert len(alone) == 5


def test_two_persons_with_initials_never_become_one() -> None:
    desk = desk_for("x")
    full = [(f"{name} Watson", f"{name[0]}. Watson") for name in ("Paul", "Anna", "Greg", "Nora", "Tom", "Lisa", "Bob")]
    letters = [(f"{letter}. Watson",) for letter in string.ascii_uppercase]
    bare = [(f"{letter}. {letter}.",) for letter in string.ascii_uppercase]
    made = [word for each in (*full, *letters, *bare) for word in write("PERSON", *each, desk=desk)]

    assert len(set(made)) == len(made)


def test_a_nickname_becomes_a_short_name() -> None:
    assert len(write("PERSON.NICKNAME", "Nico", language="fr")[0]) <= 5


def test_endings_are_left_to_the_agreement() -> None:
    base, genitive = write("PERSON", "Anna Lindqvist", "Lindqvists", language="sv")

    assert genitive == base.split()[1]
    assert write("PERSON.FIRST", "Annas", language="sv")[0] in names("first sv f")


def test_one_person_in_two_scripts_is_one_in_both() -> None:
    arabic, latin = write("PERSON", "محمد الخطيب", "Mohamed Khatib", language="ar")
    pairs = [name.split("/") for key in ("first ar m", "last ar") for name in POOLS.cell("persons", key)]

    assert [arabic.split()[0], latin.split()[0]] in pairs
    assert [arabic.split()[1], latin.split()[1]] in pairs


def test_a_stand_in_never_stands_in_the_document() -> None:
    every = " ".join(names("first sv f"))
    chosen = write("PERSON.FIRST", "Karin", language="sv", desk=desk_for("Karin"))[0]
    others = write("PERSON.FIRST", "Karin", language="sv", desk=desk_for(f"Karin {chosen.upper()}"))[0]
    none_left = write("PERSON.FIRST", "Karin", language="sv", desk=desk_for(f"Karin {every}"))[0]

    assert others != chosen
    assert none_left not in every.split()


def test_a_stand_in_is_no_original_of_the_scope_and_shares_nothing_with_its_own() -> None:
    desk = desk_for("x")
    originals = [name for name in POOLS.cell("persons", "last sv") if name.endswith("sson")]
    made = [write("PERSON.LAST", name, language="sv", desk=desk)[0] for name in originals]

    assert all(one[:5] != other[:5] for one, other in zip(originals, made, strict=True))
    for number, name in enumerate(made):
        assert name not in originals[: number + 1]


def test_a_used_up_pool_is_doubled_and_never_repeats_itself() -> None:
    desk = desk_for("x")
    syllables = [one + two for one in "bdfgklmnprstv" for two in ("a", "e", "i", "o", "u")]
    made = [
        write("PERSON.LAST", f"{one}{two}kvist".title(), language="sv", desk=desk)[0]
        for one in syllables[:30]
        for two in syllables[:20]
    ]

    assert len(set(made)) == len(made) == 600
    assert any("-" in name for name in made)


def test_when_nothing_is_left_a_token_shows_it() -> None:
    everything = " ".join(names(*POOLS.keys("persons")))

    assert write("PERSON", "Karin Berg", language="sv", desk=desk_for(everything))[0].startswith("[PERSON_")


def test_what_has_no_name_in_it_becomes_a_token() -> None:
    assert write("PERSON", "Mr.") == ["[PERSON_1]"]
    assert write("PERSON", "😀") == ["[PERSON_1]"]
    assert write("EVENT", "the Great Fire", "the Great Fire") == ["[EVENT_1]", "[EVENT_1]"]


def test_digits_and_signs_in_a_name_do_not_come_through() -> None:
    made = write("PERSON", "anna99★", language="sv")[0]

    assert made[-2:].isdecimal()
    assert made[-2:] != "99"
    assert "★" not in made


def test_the_key_decides_and_nothing_else() -> None:
    surfaces = ("Paul Watson", "Leeds", "Ikea")
    once = [write("PERSON", each, desk=desk_for("a")) for each in surfaces]

    assert once == [write("PERSON", each, desk=desk_for("b")) for each in surfaces]


def test_names_that_begin_alike_are_preferred_where_asked() -> None:
    maker = realistic(phonetic=True)
    made = maker.write(subject_for("PERSON", "Marie Leclerc", language="fr"), desk_for("x"))[0]

    assert [word[0] for word in made.split()] == ["M", "L"]


def test_an_invented_name_is_in_no_list() -> None:
    lists = open_lists()
    invented = [
        name
        for file, kind in (("things", "firm"), ("places", "town"))
        for key in POOLS.keys(file)
        if key.startswith(kind + " ")
        for name in POOLS.cell(file, key)
    ]

    assert len(invented) > 20_000
    assert [name for name in invented if lists.find(normal(name))] == []


def test_an_umlaut_that_an_address_spells_out_is_the_same_name() -> None:
    desk = desk_for("x")
    kin = subject_for("PERSON", "Jürgen Müller", language="de")
    last = MAKER.write(kin, desk)[0].split()[1]
    local = MAKER.write(subject_for("EMAIL", "mueller@gmx.de", language="de", kin=kin), desk)[0].partition("@")[0]

    assert local == last.lower().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue").replace("ß", "ss")


def test_a_letter_beside_a_known_name_is_replaced_as_well() -> None:
    desk = desk_for("x")
    kin = subject_for("PERSON", "Paul Watson", language="en")
    last = MAKER.write(kin, desk)[0].split()[1].lower()
    made = MAKER.write(subject_with_kin("USERNAME", "mwatson", kin), desk)[0]

    assert made.endswith(last)
    assert len(made) == len(last) + 1
    assert made[0] != "m"


def subject_with_kin(label: str, surface: str, kin: Subject) -> Subject:
    return subject_for(label, surface, language="en", kin=kin)


@pytest.mark.parametrize(
    ("label", "surface", "pattern"),
    [
        ("EMAIL", "pwatson@aol.fr", "{g}{last}@example."),
        ("EMAIL", "paul.watson@aol.fr", "{given}.{last}@example."),
        ("USERNAME", "@pwatson", "@{g}{last}"),
        ("USERNAME", "Watson_Paul", "{Last}_{Given}"),
        ("USERNAME", "PaulW", "{Given}{L}"),
        ("USERNAME", "paulwatson", "{given}{last}"),
        ("USERNAME", "pw", "{g}{l}"),
        ("URL", "https://watson.fr/~pwatson", "/~{g}{last}"),
    ],
)
def test_what_is_made_from_a_name_is_made_from_the_stand_in(label: str, surface: str, pattern: str) -> None:
    desk = desk_for("x")
    kin = subject_for("PERSON", "Paul Watson", language="en")
    given, last = MAKER.write(kin, desk)[0].split()
    parts = {"given": given.lower(), "last": last.lower(), "g": given[0].lower(), "l": last[0].lower()}
    wanted = pattern.format(**parts, Given=given, Last=last, L=last[0])

    assert wanted in MAKER.write(subject_with_kin(label, surface, kin), desk)[0]


@pytest.mark.parametrize(
    ("given", "last", "language", "culture"),
    [
        ("Fatima", "Khan", "en", "ar"),
        ("Fatima", "Benali", "fr", "ar"),
        ("Aisha", "Diallo", "fr", "ar"),
        ("Wei", "Chen", "en", "eastasian"),
        ("Giulia", "Rossi", "en", "it"),
        ("Olga", "Schmidt", "de", "de"),
    ],
)
def test_a_name_from_elsewhere_stays_from_elsewhere(given: str, last: str, language: str, culture: str) -> None:
    from allonym.surrogates.names.cultures import culture_of
    from allonym.surrogates.names.pool_files import VERSIONS, open_pools

    assert culture_of(given, last, language, open_pools(VERSIONS[-1])) == (culture, culture)
