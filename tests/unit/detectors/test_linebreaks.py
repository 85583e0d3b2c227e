"""What the end of a line parts, and what it does not: names, and numbers that a mail program broke."""

import pytest

import allonym
from allonym.core.types import Document
from allonym.detectors.identifiers.patterns import patterns
from allonym.detectors.model.lines import unwrapped, with_points
from allonym.detectors.model.listing import Describer
from allonym.detectors.model.tokens import tokens_of
from allonym.languages.lists import open_lists

DESCRIBE = Describer(open_lists()).__getitem__

LONG = "We have written to the lawyer of the other side, who is called "


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (LONG + "John\nSmith", True),
        (LONG + "John\r\nSmith", True),
        (LONG + "John\n\nSmith", False),
        (LONG + "John\n  \nSmith", False),
        ("talk to hussain\nok bye", False),
        ("i love ngozi\nSales", False),
        ("with Anna\nRichter", True),
        ("by J. K.\nRowling", True),
        ("by Johan von\nEssen", True),
        ("with Anna\nErik", False),
        ("I met Anna\nDear John", False),
        (LONG + "Marco\nOggetto: ciao", False),
        (LONG + "text\0with ngozi\nSales", False),
    ],
)
def test_a_line_goes_on_where_it_was_full_or_a_name_does(text: str, expected: bool) -> None:
    made = unwrapped(DESCRIBE, text, tokens_of(text))

    assert len(made) == len(text)
    assert ("\n" not in made[-14:]) is expected


def test_the_network_is_given_a_point_where_a_line_ends_without_a_mark() -> None:
    text = "I met Anna\nDear John,\nhello"
    tokens, places = with_points(text, tokens_of(text))

    assert [token.spelling.strip("▁") for token in tokens] == [
        "I", "met", "Anna", ".", "Dear", "John", ",", "hello",
    ]  # fmt: skip
    assert places == [0, 1, 2, 4, 5, 6, 7]
    assert with_points("I met Anna", tokens_of("I met Anna")) == (tokens_of("I met Anna"), slice(None))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("she lived with Tom and Priya\n\nDear John,", ["Tom", "Priya", "John"]),
        ("I met Anna\nDear John,", ["Anna", "John"]),
        ("talk to mr hussain\nok bye", ["hussain"]),
        (f"{LONG}John\nSmith, and he said", ["John\nSmith"]),
        ("Patient Name: John\nPope\nDOB: 1980-05-03", ["John\nPope"]),
        ("abbiamo visto Maria\r\nConte e Marco\r\nLeone ieri", ["Maria\r\nConte", "Marco\r\nLeone"]),
    ],
)
def test_names_end_with_their_line(text: str, expected: list[str]) -> None:
    found = allonym.Pseudonymizer().detect(text)

    assert [text[each.start : each.end] for each in found if each.label.startswith("PERSON")] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("IBAN GB33 BUKB 2020\n1555 5555 55", "GB33 BUKB 2020\n1555 5555 55"),
        ("IBAN GB33 BUKB 2020\r\n1555 5555 55", "GB33 BUKB 2020\r\n1555 5555 55"),
        ("> card 4111 1111\n> 1111 1111", "4111 1111\n> 1111 1111"),
        ("card 4111 1111 \n1111 1111", "4111 1111 \n1111 1111"),
        ("you can reach me after six, on my number +44 7700\n900461 or so", "+44 7700\n900461"),
        ("Mein Nachweis ist beigefügt, und die Steuer-ID ist 12 345\n678 903", "12 345\n678 903"),
    ],
)
def test_a_number_that_a_line_end_breaks_is_one(text: str, expected: str) -> None:
    [found] = patterns(only=["wrapped"]).detect([Document("1", text)])

    assert [each.span.of(text) for each in found] == [expected]
    assert found[0].span.of(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "2019\n2020\n2021",
        "tel. 030 23125\n410 people",
        "On 2024-01-01 12:00:00 the server returned code 200\n2024-01-02 12:00:00 the server returned 404",
        "Total of all the rows in this long table is 1200\n2019 was better",
        "call me on my number, which is +44 7700 900461\n12 people did",
        "a line of at least forty characters, IBAN GB33 BUKB 2020\n\n1555 5555 55",
    ],
)
def test_numbers_of_two_lines_are_two(text: str) -> None:
    assert patterns(only=["wrapped"]).detect([Document("1", text)]) == [[]]


def test_a_break_leads_to_no_other_document() -> None:
    documents = [Document("1", "card 4111 1111"), Document("2", "1111 1111\n"), Document("3", "\n1111 1111")]

    assert patterns(only=["wrapped"]).detect(documents) == [[], [], []]


def test_a_broken_number_comes_back_as_it_was() -> None:
    text = "please send the money to our account IBAN GB33 BUKB 2020\r\n> 1555 5555 55, thank you"
    tool = allonym.Pseudonymizer(vault=allonym.open_vault("memory:"))
    made = tool.pseudonymize(text)

    assert made.text == "please send the money to our account IBAN [IBAN_1], thank you"
    assert tool.recover(made.text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mein personnummer, wie gewünscht, ist 811218-\n9876.", "811218-\n9876"),
        ("my social security number is, as I said, 219-09-\n9999 ok", "219-09-\n9999"),
        ("nås på telefon på min lilla arbetsplats 070-\n174 06 05", "070-\n174 06 05"),
        ("a long line that ends with something, +44 7700\n900461", "+44 7700\n900461"),
        ("card 4111 1111 \n 1111 1111", "4111 1111 \n 1111 1111"),
    ],
)
def test_a_number_goes_on_behind_a_hyphen_and_before_blanks(text: str, expected: str) -> None:
    [found] = patterns(only=["wrapped"]).detect([Document("1", text)])

    assert [each.span.of(text) for each in found] == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "My phone number at the university department in town is 070-174 06 05\n12 people came to the meeting.",
        "the phone number of the office in London town is 020 7946 0958\n2) Second item of the list",
        "name,address,city,phone\nAnna Berg,Storgatan 5,Malmö,070-174 06 05\n12,Peter Holm,Lund,070-174 06 06",
        "Telefon der Abteilung für den Einkauf: 030 1234567\n030 1234568\n030 1234569\n",
        "IBAN GB29 NWBK 6016 1331 9268 19\n1200 EUR",
        "my credit card number is the following one 4111 1111 1111 1111\n12/26 is the expiry",
        "Wir kommen an und fahren ab, Abfahrt um 08 15\n09 20 Ankunft in Köln",
        "1998 1999 2000 2001\n2002 2003 2004 2005",
        "Im letzten Jahr waren im Stadion 45 000\n38 500 und 62 300",
        "Scores 4539 1488\n0343 6467 ok",
        "2023 2024 2025 2026\n4111 1111 1111 1111",
    ],
)
def test_a_whole_number_ends_with_its_line(text: str) -> None:
    assert patterns(only=["wrapped"]).detect([Document("1", text)]) == [[]]
