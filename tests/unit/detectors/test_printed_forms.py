"""Numbers in the form in which offices print them: land, invoices, cases with a letter, what is paid at a machine."""

import pytest
from tests.unit.detectors.everything import found

KEY = "3524 0114 8217 7300 0112 5500 1000 0048 2117 3051 2207"


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("Foglio 12, particella 348, sub. 7, rendita", "12, particella 348, sub. 7"),
        ("Fg. 12 part. 348 sub 7", "12 part. 348 sub 7"),
        ("foglio 3 mapp. 218/4", "3 mapp. 218/4"),
        ("Flur 3, Flurstück 348/7", "3, Flurstück 348/7"),
        ("polígono 12, parcela 348", "12, parcela 348"),
        ("section AB, parcelle n° 348", "AB, parcelle n° 348"),
        ("Entidade 21482 Referência 482 177 305", "21482"),
        ("Ent. 21482 | Ref. 482 177 305", "21482"),
        (f"NF-e chave {KEY}", KEY),
        (f"chave de acesso {KEY.replace(' ', '')}", KEY.replace(" ", "")),
        ("inc. 12.2023.148", "12.2023.148"),
        ("Incarto n. 12.2023.148", "12.2023.148"),
        ("العدد: 4829/ج/2022 التاريخ", "4829/ج/2022"),
        ("رقم الدعوى 4829/ج/2022", "4829/ج/2022"),
        ("الإضبارة المرقمة 2021/ب/44", "2021/ب/44"),
        ("القضية 12/ت/2021", "12/ت/2021"),
    ],
)
def test_printed_numbers_are_found_whole(text: str, surface: str) -> None:
    assert ("CONTRACT", surface) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "il foglio 12 è bianco", "Flur 3 im Erdgeschoss", "polígono de 12 lados", "la section 3 du code",
        "Entidade 21482 habitantes", "العدد 4829 ج", "صفحة 12/ج/34", "Inc. 10000 shares", "versione 12.2023.148",
        "In base alla risoluzione n. 1838 del consiglio", "POL - F: 190321 - 313 Frankfurt",
    ],
)  # fmt: skip
def test_what_only_begins_like_them_is_none(text: str) -> None:
    assert [each for each in found(text) if each[0] == "CONTRACT"] == []


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("CNPJ alfanumérico 12.ABC.345/01DE-35", "12.ABC.345/01DE-35"),
        ("CNPJ: 12ABC34501DE35", "12ABC34501DE35"),
        ("CNPJ 12.345.678/0001-95", "12.345.678/0001-95"),
    ],
)
def test_numbers_of_firms_may_hold_letters(text: str, surface: str) -> None:
    assert ("ID.TAX", surface) in found(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Transferí al alias perro.luna.mate", "perro.luna.mate"),
        ("Mi alias de Mercado Pago es gato.casa.sol", "gato.casa.sol"),
        ("Alias CBU: PERRO.LUNA.MATE", "PERRO.LUNA.MATE"),
    ],
)
def test_names_of_accounts_to_pay_into_are_found(text: str, name: str) -> None:
    assert ("USERNAME", name) in found(text)


@pytest.mark.parametrize("text", ["alias foo.example.com", "the alias ls.a.b", "su alias es Pepe. Luego fue"])
def test_other_aliases_are_no_accounts(text: str) -> None:
    assert [each for each in found(text) if each[0] == "USERNAME"] == []
