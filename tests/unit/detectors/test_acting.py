"""Names that begin a sentence, and names behind titles, as the lists tell them from ordinary words."""

import pytest

from allonym.core.types import Document
from allonym.detectors.names.gazetteer import lists
from allonym.languages.acting import acts
from allonym.languages.pack import CODES
from allonym.languages.words import topic

DETECTOR = lists()


def persons(text: str, language: str | None = None) -> list[str]:
    [mentions] = DETECTOR.detect([Document("text", text, language)])
    return [each.span.of(text) for each in mentions if each.label.startswith("PERSON")]


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("Light said that it was over.", "en", "Light"),
        ("Klein ist krank.", None, "Klein"),
        ("Gestern war es so. Klein kam nicht.", "de", "Klein"),
        ("Tom arbeitet nicht.", "de", "Tom"),
        ("Rosa dijo que no.", "es", "Rosa"),
        ("Rosa ha detto di no.", "it", "Rosa"),
        ("Falcão negou tudo.", "pt", "Falcão"),
        ("Stig gick hem.", "sv", "Stig"),
        ("Ken est heureux.", "fr", "Ken"),
    ],
)
def test_who_acts_at_the_start_of_a_sentence_is_somebody(text: str, language: str | None, name: str) -> None:
    assert persons(text, language) == [name]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Light is on.", "sv"),
        ("Light rain fell.", "en"),
        ("May has thirty-one days.", "en"),
        ("Jobs were lost.", "en"),
        ("Business went well.", "en"),
        ("Klein und fein.", "de"),
        ("Darin ist alles gesagt.", "de"),
        ("Nada es fácil.", "es"),
        ("Quel est ton nom ?", "fr"),
        ("Petit est le monde.", "fr"),
        ("Ella aveva ragione.", "it"),
        ("Ora è tardi.", "it"),
        ("Nada está perdido.", "pt"),
        ("Sen gick hon hem.", "sv"),
        ("Sommaren är kort.", "sv"),
        ("Stig in, sa hon.", "sv"),
    ],
)
def test_an_ordinary_word_at_the_start_of_a_sentence_is_nobody(text: str, language: str) -> None:
    assert persons(text, language) == []


@pytest.mark.parametrize("code", sorted(set(CODES) - {"ar"}))
def test_every_language_with_capitals_says_what_somebody_does(code: str) -> None:
    own = acts(code)

    assert len(own) > 80
    assert own <= acts(None)
    assert topic(code, "context")["unnamed"]


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("I told dr Hope about it.", "en", "Hope"),
        ("Rappelez M. Petit demain.", None, "Petit"),
        ("J'ai vu M.me Blanc hier.", "fr", "Blanc"),
        ("Ich sprach mit dr. Groß im Büro.", "de", "Groß"),
        ("Liebe Frau Dr.in Sommer, danke.", "de", "Sommer"),
        ("Hablé con don Rey ayer.", "es", "Rey"),
        ("Hablé con la Sr.ª Rey ayer.", "es", "Rey"),
        ("Ho parlato con la Sig.ra Conti ieri.", "it", "Conti"),
        ("Chiami il sig. Conti domani.", "it", "Conti"),
        ("La dott.ssa Costa riceve oggi.", "it", "Costa"),
        ("Fale com a Sr.ª Costa hoje.", "pt", "Costa"),
        ("O sr. Costa está aqui.", "pt", "Costa"),
        ("Bästa fru Sommar, tack för brevet.", "sv", "Sommar"),
        ("Hej fru Berg, hur är det?", "sv", "Berg"),
        ("زرت الدكتور المالكي في المستشفى.", "ar", "المالكي"),
        ("كان الدكتور الخطيب غائب.", "ar", "الخطيب"),
    ],
)
def test_a_title_names_who_stands_behind_it_however_it_is_written(text: str, language: str | None, name: str) -> None:
    assert persons(text, language) == [name]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("He gave it to me. Then he left.", "en"),
        ("Non chiedetelo a me. Chiedetelo a lei.", "it"),
        ("Det är min Sak.", "sv"),
        ("Il me Semble.", "fr"),
        ("Hon är min fru och vän.", "sv"),
        ("قابلت الدكتور المعالج في المستشفى.", "ar"),
        ("كان الدكتور المسؤول عن القسم هنا.", "ar"),
        ("قال الرئيس التنفيذي ذلك.", "ar"),
        ("حكم عليه القاضي بالإعدام.", "ar"),
        ("خرجت الأميرة للمنفى.", "ar"),
    ],
)
def test_an_ordinary_word_behind_a_title_is_nobody(text: str, language: str) -> None:
    assert persons(text, language) == []


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("Then Steve Jobs left.", "en", "Steve Jobs"),
        ("Ici Marie Petit est malade.", "fr", "Marie Petit"),
        ("Aqui mora Fernando Pessoa.", "pt", "Fernando Pessoa"),
        ("Qui morì Ruggero Settimo.", "it", "Ruggero Settimo"),
    ],
)
def test_past_a_first_name_an_ordinary_word_with_a_capital_is_a_last_name(text: str, language: str, name: str) -> None:
    assert persons(text, language) == [name]


@pytest.mark.parametrize(
    ("text", "language", "names"),
    [
        ("Paris Demande est un journal.", "fr", []),
        ("Why Is Anna Happy Today?", "en", ["Anna"]),
    ],
)
def test_a_noun_behind_a_first_name_is_none(text: str, language: str, names: list[str]) -> None:
    assert persons(text, language) == names
