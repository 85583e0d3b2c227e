"""Amounts of money as people write them: codes in small letters, slang, bare thousands; and what is none."""

import pytest

from allonym.core.types import Document
from allonym.detectors.identifiers.patterns import identifiers


def amounts(text: str) -> list[str]:
    """Return the amounts that are found in a text."""
    [mentions] = identifiers().detect([Document("d", text)])
    return [each.span.of(text) for each in mentions if each.label == "MONEY"]


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("lost 300 usd in crypto", "300 usd"),
        ("دفعت ٤١٢٫٣٠ دينار أمس", "٤١٢٫٣٠ دينار"),
        ("المبلغ ١٬٢٥٠٫٥٠ ريال", "١٬٢٥٠٫٥٠ ريال"),
        ("فقط 250 د.ب اليوم", "250 د.ب"),
        ("Det kostade 349 kr.", "349 kr"),
        ("Priset var 1 250 kr. Sen åkte vi.", "1 250 kr"),
        ("bara 349 kr. per styck", "349 kr."),
        ("Pagué S/ 89.90 por el taxi", "S/ 89.90"),
        ("Costó S/. 1,200 el mes", "S/. 1,200"),
        ("son S/89 nomás", "S/89"),
        ("La renta son UF 12,5 mensuales", "UF 12,5"),
        ("arriendo 12,5 UF", "12,5 UF"),
        ("cobra Q350.00 por consulta", "Q350.00"),
        ("pago L 2,500 de alquiler", "L 2,500"),
        ("son Bs. 1.200 al mes", "Bs. 1.200"),
        ("custa Kz 1.500 cada", "Kz 1.500"),
        ("paid KSh 500 for it", "KSh 500"),
        ("envoyé 25 000 F CFA", "25 000 F CFA"),
        ("ça coûte 5000 DA", "5000 DA"),
        ("the rent is Rs 1,25,000", "Rs 1,25,000"),
        ("he owes Rs. 500/- still", "Rs. 500/-"),
        ("mando eur 50 subito", "eur 50"),
        ("das macht 20 chf", "20 chf"),
        ("fifty quid for a haircut", "fifty quid"),
        ("a hundred bucks says he quits", "a hundred bucks"),
        ("she wants ten grand for it", "ten grand"),
        ("Han är skyldig mig tre hundra spänn.", "tre hundra spänn"),
        ("hat mich 20 Piepen gekostet", "20 Piepen"),
        ("بمبلغ مليوني جنيه", "مليوني جنيه"),
        ("عشرة الاف ليرة", "عشرة الاف ليرة"),
        ("cuesta dos millones de euros", "dos millones de euros"),
        ("il coûte deux millions d'euros", "deux millions d'euros"),
        ("um milhão de reais", "um milhão de reais"),
        ("valor superior a quatro milhões de reais", "quatro milhões de reais"),
        ("en halv miljon kronor", "en halv miljon kronor"),
        ("2,5 T€ vorab", "2,5 T€"),
        ("chiude a 15,4 mln €.", "15,4 mln €"),
        ("zuerst 5 Euro und tausend Taler", "5 Euro"),
        ("vorab, und tausend Euro danach", "tausend Euro"),
        ("d'avance et mille euros après", "mille euros"),
        ("Affitto CHF 1'850.– più spese", "CHF 1'850.–"),
        ("Früher kostete das DM 35,-.", "DM 35,-"),
        ("dépôt de 500 $ CA.", "500 $ CA"),
        ("Fattura n. FT-118/2024 di € 1.220,00.", "€ 1.220,00"),
        ("a fee of INR 2,500", "INR 2,500"),
        ("50 Cent Pfand", "50 Cent"),
    ],
)
def test_an_amount_is_found_as_people_write_it(text: str, amount: str) -> None:
    assert amounts(text) == [amount]


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("cost me 5k smh", "5k"),
        ("got paid 1.2k today", "1.2k"),
        ("salary: 85k", "85k"),
        ("the house sold for 450k", "450k"),
        ("je gagne 2k par mois", "2k"),
        ("das kostet 3k im Monat", "3k"),
        ("sueldo de 40k", "40k"),
        ("Hyran är 7k i månaden", "7k"),
        ("costs 99p", "99p"),
    ],
)
def test_bare_thousands_and_pence_are_money_behind_a_word_for_a_price(text: str, amount: str) -> None:
    assert amounts(text) == [amount]


@pytest.mark.parametrize(
    "text",
    [
        "GPS N 52.37 today", "R 4.3.1 is out", "Q3 2024 was good", "N95 masks", "L 5 is hurt", "UF 12 in the list",
        "new DA 8.908% since July",
        "500 try again", "20 ils sont venus", "3 mad men", "cad 4 pack", "10k followers", "I ran 10k", "paid 5k people",
        "720p video", "INR 2.8 on warfarin", "ferritina 18; VES 22.", "COP 28 in Dubai", "PHP 8.2", "ESP 32 board",
        "50 cent is underrated", "a song by 50 Cent", "two grand prix wins", "una grand idea", "ett grand",
        "Copyright (C) 2013 Mark Adler",
        "milhões de euros", "cinq cents pièces", "and so many euros", "5 t Kies", "12 mln people",
        "<3msm8T$ov9W@example.org>",
    ],
)  # fmt: skip
def test_what_is_no_money(text: str) -> None:
    assert amounts(text) == []


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("وبسعر إصدار دولار أمريكي واحد من خلال", "دولار أمريكي واحد"),
        ("سعره دولار واحد فقط", "دولار واحد"),
        ("دفعت دولارين أمس", "دولارين"),
    ],
)
def test_an_arabic_currency_says_one_behind_it_and_two_by_itself(text: str, amount: str) -> None:
    assert amounts(text) == [amount]


@pytest.mark.parametrize("text", ["الدولار الواحد يساوي", "دولار في يوم واحد", "الدولار الأمريكي"])
def test_a_currency_alone_is_no_amount(text: str) -> None:
    assert amounts(text) == []


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("About $15-20k a year", "$15-20k"), ("£10–12k per head", "£10–12k"), ("mellan 100-200 kr", "100-200 kr"),
        ("Zwischen 5–10 Euro am Tag", "5–10 Euro"), ("1,50 - 1,55 DM", "1,50 - 1,55 DM"),
        ("SEK 100-200 each", "SEK 100-200"),
        ("för 40-60 miljarder kronor", "40-60 miljarder kronor"), ("base imponible 1.000,00 e IVA", "1.000,00"),
        ("vto. 28/02/24, base 1.000,00.", "1.000,00"), ("Real-Time 2.10 - 150 USD", "150 USD"), ("nur 2EUR", "2EUR"),
        ("1000-500kr", "500kr"), ("only 2Rs left", "2Rs"), ("or 75p each", "75p"),
    ],
)  # fmt: skip
def test_ranges_and_bases_are_sums(text: str, amount: str) -> None:
    assert amounts(text) == [amount]


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("Ça coûte 300 livres.", "300 livres"),
        ("Il lui doit 45 livres", "45 livres"),
        ("1 500 livres libanaises", "1 500 livres libanaises"),
        ("45 livres sterling", "45 livres sterling"),
        ("trois cents livres sterling", "trois cents livres sterling"),
    ],
)
def test_french_pounds_are_sums_where_they_are_paid_or_have_a_country(text: str, amount: str) -> None:
    assert amounts(text) == [amount]


@pytest.mark.parametrize(
    "text", ["J'ai lu 12 livres cet hiver.", "La bibliothèque possède 48 000 livres.", "deux livres de cuisine"]
)
def test_books_are_no_pounds(text: str) -> None:
    assert amounts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Kullager SKF 6205-2RS passar",
        "Lager 608 2RS tauschen",
        "bearing 6203-2RS and",
        "UC204-12RS",
        "see 12p per page",
    ],
)
def test_the_end_of_a_number_of_a_thing_is_no_sum(text: str) -> None:
    assert amounts(text) == []
