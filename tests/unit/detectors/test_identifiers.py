"""Identifiers one by one: what each rule finds, and what it leaves alone."""

import pytest

from allonym.core.errors import SettingsError
from allonym.core.types import Document, Mention
from allonym.detectors.identifiers.patterns import FINDERS, ON_REQUEST, patterns
from allonym.languages.cues import KINDS, load_cues, parse_cues
from allonym.languages.pack import CODES
from allonym.resolving import resolve

FOUND = [
    ("ID.NATIONAL", "Sécu 2 55 08 14 168 025 38", "2 55 08 14 168 025 38"),
    ("ID.NATIONAL", "811228-9874", "811228-9874"),
    ("ID.NATIONAL", "personnummer 19811228 - 9874", "19811228 - 9874"),
    ("ID.NATIONAL", "pnr 8112289874", "8112289874"),
    ("ID.NATIONAL", "samordningsnummer 701063-2391", "701063-2391"),
    ("ID.NATIONAL", "12345678Z", "12345678Z"),
    ("ID.NATIONAL", "X-1234567-L", "X-1234567-L"),
    ("ID.NATIONAL", "529.982.247-25", "529.982.247-25"),
    ("ID.NATIONAL", "QQ 12 34 56 C is not one, AB 12 34 56 C is", "AB 12 34 56 C"),
    ("ID.NATIONAL", "SSN 078-05-1120", "078-05-1120"),
    ("ID.NATIONAL", "756.9217.0769.85", "756.9217.0769.85"),
    ("ID.NATIONAL", "85.07.30-033.28", "85.07.30-033.28"),
    ("ID.NATIONAL", "131052-308T", "131052-308T"),
    ("ID.NATIONAL", "784-1985-1234567-1", "784-1985-1234567-1"),
    ("ID.NATIONAL", "رقم قومي 28501012100012", "28501012100012"),
    ("ID.NATIONAL", "CIN BK123456", "BK123456"),
    ("ID.NATIONAL", "BOXW310820HNERXN09", "BOXW310820HNERXN09"),
    ("ID.NATIONAL", "76.086.428-5", "76.086.428-5"),
    ("ID.TAX", "RSSMRA85T10A562S", "RSSMRA85T10A562S"),
    ("ID.TAX", "Steuer-ID 36 574 261 809", "36 574 261 809"),
    ("ID.TAX", "CNPJ 16.727.230/0001-97", "16.727.230/0001-97"),
    ("ID.TAX", "ATU13585627", "ATU13585627"),
    ("ID.TAX", "20-05536168-2", "20-05536168-2"),
    ("ID.HEALTH", "NHS no. 943 476 5919", "943 476 5919"),
    ("ID.HEALTH", "MRN:                00123456", "00123456"),
    ("ID.PASSPORT", "Reisepass C01X00T47", "C01X00T47"),
    ("ID.LICENCE", "MORGA657054SM9IJ", "MORGA657054SM9IJ"),
    ("PLATE", "AB-123-CD", "AB-123-CD"),
    ("PLATE", "B-AB 1234", "B-AB 1234"),
    ("PLATE", "bilen ABC 123", "ABC 123"),
    ("PLATE", "8347 KLM", "8347 KLM"),
    ("PLATE", "لوحة السيارة أ ب ج 1234", "أ ب ج 1234"),
    ("VIN", "1M8GDM9AXKP042788", "1M8GDM9AXKP042788"),
    ("ADDRESS.ZIP", "12 rue X, 75011 Paris", "75011"),
    ("ADDRESS.ZIP", "Springfield, IL 62704", "62704"),
    ("ADDRESS.ZIP", "SW1A 1AA", "SW1A 1AA"),
    ("ADDRESS.ZIP", "S-114 55 Stockholm", "S-114 55"),
    ("COORDINATES", "48°51′24″ N, 2°21′07″ E", "48°51′24″ N, 2°21′07″ E"),
    ("COORDINATES", "geo:48.85,2.35", "geo:48.85,2.35"),
    ("COORDINATES", "8FVC9G8F+5W", "8FVC9G8F+5W"),
    ("CONTRACT", "Kundennummer: 4711-0815-22", "4711-0815-22"),
    ("CONTRACT", "an application (no. 28045/02)", "28045/02"),
    ("CONTRACT", "KX-2291-B7", "KX-2291-B7"),
    ("ACCOUNT", "konto 8327-9 903 123", "8327-9 903 123"),
    ("ACCOUNT", "sort code 12-03-45", "12-03-45"),
    ("CRYPTO", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"),
    ("CARD", "Visa 4111 1111 1111 1112", "4111 1111 1111 1112"),
    ("USERNAME", "by @ProudBoys-Massachusetts-admin, not", "@ProudBoys-Massachusetts-admin"),
    ("USERNAME", "ask @anna-Berg- or not", "@anna-Berg"),
    ("USERNAME", "ask @anna - Berg knows", "@anna"),
    ("USERNAME", "ask @anna--Berg knows", "@anna"),
    ("USERNAME", "ask @anna.Then go", "@anna"),
    ("USERNAME", "at @anna-B@my-host.example now", "@anna-B@my-host.example"),
    ("FLIGHT", "flight AF 1148", "AF 1148"),
    ("FLIGHT", "رحلتكم XY 302", "XY 302"),
    ("ID.TAX", "RFC GOMC850312AB1", "GOMC850312AB1"),
    ("ID.TAX", "TVA FR40303265045", "FR40303265045"),
    ("ID.NATIONAL", "PPS number 1234567FA", "1234567FA"),
    ("PLATE", "M-PX 2207 stand im Weg", "M-PX 2207"),
    ("ACCOUNT", "sort 09-01-28", "09-01-28"),
    ("CONTRACT", "وثيقة PA 0048 221 99", "PA 0048 221 99"),
    ("USERNAME", "وسناب mossfern91", "mossfern91"),
    ("USERNAME", "twitch: rowanplays_88", "rowanplays_88"),
    ("TRANSPORT.NUMBER", "tunnelbana 14", "14"),
    ("URL", "Har öppnat butiken mansatvalar.se i veckan", "mansatvalar.se"),
    ("BIC", "Swift code for the transfer: INGBNL2A", "INGBNL2A"),
    ("BIC", "BIC is DEUTDEFF", "DEUTDEFF"),
    ("TRANSPORT.NUMBER", "l'autobus 64", "64"),
    ("TRANSPORT.NUMBER", "mit der U7 nach Rudow", "U7"),
    ("TRANSPORT.NAME", "på gröna linjen", "gröna linjen"),
    ("TRANSPORT.NAME", "le RER A", "RER A"),
    ("MONEY", "två hundra kronor", "två hundra kronor"),
    ("MONEY", "R$ 10,50", "R$ 10,50"),
    ("MONEY", "5 Millionen Euro", "5 Millionen Euro"),
    ("NUMBER", "sold 1,234,567 of them", "1,234,567"),
    ("EMAIL", "john dot smith at example dot com", "john dot smith at example dot com"),
    ("EMAIL", "anna [at] firma [punkt] de", "anna [at] firma [punkt] de"),
    ("URL", "see t.co/abc.", "t.co/abc"),
    ("URL", "wa.me/+93722758", "wa.me/+93722758"),
    ("PHONE", "call five one oh, five five five, one two", "five one oh, five five five, one two"),
]  # fmt: skip

NOTHING = [
    "end.Next", "report.pdf", "main.py", "v1.2.3", "COVID-19", "16:9", "3-2", "§ 14", "B-52", "F-16", "in 2019 Paris",
    "gr8", "mp3", "II-C-1", "1854-55", "10:30", "2023-2024", "12/05/2024", "RFC 2616", "kapitel 3.2.1",
    "bus 5 minutes late", "line 12", "On October 6, 1999, Kelly", "in 1660, Gordon", "BGH GRUR 2013, 1143 Rn. 15",
    "in July 13, 2011 World Cup", "1passport 2",
]  # fmt: skip


def found(text: str, only: tuple[str, ...] = ()) -> list[Mention]:
    [mentions] = patterns(only or [name for name in FINDERS if name not in ON_REQUEST]).detect([Document("d", text)])
    return list(resolve(mentions))


@pytest.mark.parametrize(("label", "text", "surface"), FOUND)
def test_what_identifies_is_found(label: str, text: str, surface: str) -> None:
    mentions = found(text)

    assert (label, surface) in [(mention.label, mention.span.of(text)) for mention in mentions]


@pytest.mark.parametrize("text", NOTHING)
def test_what_only_looks_alike_is_left_alone(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text", ["kostar 12 500 kr", "Wir zahlen 123.456 Euro", "ISBN 978-3-16-148410-0", "page 1234567"]
)
def test_a_sum_or_an_isbn_is_no_identifier(text: str) -> None:
    assert {mention.label for mention in found(text)} <= {"MONEY", "NUMBER"}


def test_a_code_says_which_country_gave_it() -> None:
    [mention] = found("RSSMRA85T10A562S")

    assert mention.features == (("country", "IT"),)
    assert mention.source == "patterns:it-codice-fiscale"


def test_the_nearer_cue_names_the_label() -> None:
    text = "passport 123456789, order 987654321"

    assert [mention.label for mention in found(text)] == ["ID.PASSPORT", "CONTRACT"]


@pytest.mark.parametrize(
    "text",
    ["Operadora: ¿Teléfono?\nCliente: 667203948", "الموظف: رقم الجوال لو سمحت\nالعميل: 0538291037"],
)
def test_a_question_names_what_is_answered_not_who_answers(text: str) -> None:
    assert [mention.label for mention in found(text)] == ["PHONE"]


def test_a_cue_in_another_document_does_not_count() -> None:
    first, second = patterns(["identifier"]).detect([Document("a", "passport"), Document("b", "123456789")])

    assert (first, second) == ([], [])


def test_small_numbers_are_found_only_on_request() -> None:
    assert found("7 cats") == []
    assert [mention.label for mention in found("7 cats", ("value",))] == ["NUMBER"]
    assert set(FINDERS) >= ON_REQUEST


def test_every_language_has_cues_of_every_kind() -> None:
    for code in CODES:
        assert set(load_cues(code)) == set(KINDS)
        few = {"perhaps_line", "line_names", "line_colours", "plate_places", "pay_entity", "money_name", "told_of"}
        few |= {"land_sheet", "land_parcel", "land_share"}
        assert all(load_cues(code)[kind] for kind in KINDS if kind not in few)


def test_an_unknown_kind_of_cue_names_the_nearest() -> None:
    with pytest.raises(SettingsError, match="unknown kind 'phon', did you mean 'phone'"):
        parse_cues("en", 'phon = ["tel"]')


def test_a_missing_kind_of_cue_is_named() -> None:
    with pytest.raises(SettingsError, match="lacks cues for 'phone'"):
        parse_cues("en", "")
