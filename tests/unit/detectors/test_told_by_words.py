"""Numbers, sums and accounts behind the words that people of eight languages write for them; and what looks alike."""

import pytest
from tests.unit.detectors.everything import found


@pytest.mark.parametrize(
    ("label", "text", "surface"),
    [
        ("CONTRACT", "Polizze 4471 0912 Haushalt", "4471 0912"),
        ("CONTRACT", "Concepto: proforma PF-118/B.", "PF-118/B"),
        ("CONTRACT", "fatt. 118/A del 3 marzo", "118/A"),
        ("CONTRACT", "ärende LÖF24-00832", "LÖF24-00832"),
        ("CONTRACT", "résa K9TQ4W, retour dimanche", "K9TQ4W"),
        ("CONTRACT", "Rapport 23-1187 wurde erstellt", "23-1187"),
        ("CONTRACT", "job no. 44821 is done", "44821"),
        ("CONTRACT", "orçamento 448/23 aprovado", "448/23"),
        ("CONTRACT", "dossier n° 22-118", "22-118"),
        ("CONTRACT", "apólice 44.812.213", "44.812.213"),
        ("ID", "employee E44812 left", "E44812"),
        ("ID", "الرقم الجامعي 44812213", "44812213"),
        ("ACCOUNT", "ag. 0482 op. 013 c/p 00029384-7, em nome", "00029384-7"),
        ("FLIGHT", "my bag from UA 2218 is still missing", "UA 2218"),
        ("FLIGHT", "LX 1583 ab Zürich am 27. Juli", "LX 1583"),
        ("FLIGHT", "viajo de Bogotá a Madrid en el AV 026", "AV 026"),
        ("FLIGHT", "är bekräftad: SK 1427 Arlanda–Kastrup", "SK 1427"),
        ("FLIGHT", "LH 401 JFK to Frankfurt", "LH 401"),
        ("FLIGHT", "شنطتي من EK 923 ضاعت", "EK 923"),
        ("PLATE", "Driver Ramesh, car MH 02 CR 7719.", "MH 02 CR 7719"),
        ("PLATE", "والعربية ملاكي أ ب ج 719", "أ ب ج 719"),
        ("PLATE", "السيارة البيضاء تحمل الرقم 48213 | أ | 6 ولا", "48213 | أ | 6"),
        ("TRANSPORT.NUMBER", "der SEV-Bus S7X kommt", "S7X"),
        ("TRANSPORT.NUMBER", "carteira no onibus 474 hj", "474"),
        ("TRANSPORT.NUMBER", "ma la M2 è di nuovo ferma a Cadorna", "M2"),
        ("TRANSPORT.NUMBER", "Öresundståg 1088", "1088"),
        ("TRANSPORT.NUMBER", "البراق 1104", "1104"),
        ("TRANSPORT.NUMBER", "il 90 non passa", "90"),
        ("TRANSPORT.NUMBER", "the 73 never came", "73"),
        ("USERNAME", "användaren lisbet.ahlm_ext loggade in", "lisbet.ahlm_ext"),
        ("USERNAME", "mon pseudo c lilou_du_34", "lilou_du_34"),
        ("USERNAME", "früher war ich moonchild_99", "moonchild_99"),
        ("USERNAME", "mi usuario de ML es vendo_todo22", "vendo_todo22"),
        ("USERNAME", "باسم sara_ksa99", "sara_ksa99"),
        ("URL", "go to irs-refund-help[.]example lol", "irs-refund-help[.]example"),
        ("URL", "see claims.harbourmutual.example/appeal.", "claims.harbourmutual.example/appeal"),
        ("EMAIL", "pepe ARROBA gmail PUNTO com", "pepe ARROBA gmail PUNTO com"),
        ("EMAIL", "lena_at_web.de", "lena_at_web.de"),
        (
            "PHONE",
            "wasap al seis dos cinco, cuarenta y uno, ochenta, doce",
            "seis dos cinco, cuarenta y uno, ochenta, doce",
        ),
        ("PHONE", "الخط الساخن 19888", "19888"),
        ("ADDRESS", "acidente na BR 116, km 448", "BR 116, km 448"),
        ("MONEY", "no compensa pagar 22 eurillos al mes", "22 eurillos"),
        ("MONEY", "envoie moi les 35e du resto stp", "35e"),
        ("MONEY", "costa 20,90 e spedito", "20,90 e"),
        ("MONEY", "la somma di €. 350,= a titolo", "€. 350,="),
        ("MONEY", "la fattura F-22-01877 di CHF 1'480.55 risulta", "CHF 1'480.55"),
        ("MONEY", "me deve 50 pila", "50 pila"),
        ("MONEY", "pagó 4 palos y medio por la casa", "4 palos y medio"),
        ("MONEY", "Summa: 1 249:00", "1 249:00"),
        ("MONEY", "Gesamtbetrag 249,00", "249,00"),
        ("MONEY", "المبلغ: 1,250.00", "1,250.00"),
        ("MONEY", "comprei por duzentos conto e fui", "duzentos conto"),
        ("MONEY", "وبس خمسمية جنيه", "خمسمية جنيه"),
        ("MONEY", "mi è costato un centone", "un centone"),
    ],
)
def test_what_a_word_announces_is_found(label: str, text: str, surface: str) -> None:
    assert (label, surface) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "certificates must be on file; BS 7671 does not apply", "EN 60601-1 certificate on file",
        "a contract of 1200 pages", "look_at_me.py", "le 35e anniversaire",
        "le rapport 2023 est clos", "what a statement. X1479 is next", "Forte Agent 1.5/32.452",
        "la loi organique n° 99-209", "a[.]b[.]c",
        "the Airbus A320 landed", "AC 848 from Boston", "MacBook M2 è veloce", "Eurostar 2023 report", "regionale 2023",
        "the 42 is mine", "früher war ich Lehrer", "java.util.test",
        "20 Mäuse im Labor", "cem pilas alcalinas", "doze contos infantis", "das fábulas e dos contos,", "15 e 20 anni",
        "Colesterol total 5,20", "valor 5,20 mmol/L", "Total 3.50 hours", "the score was 249:00", "4 lax med citron",
        "uno dos tres cuatro", "A9, 12 km", "مجمع اللغة العربية عام 1952م",
    ],
)  # fmt: skip
def test_what_only_looks_alike_is_left_alone(text: str) -> None:
    assert found(text) == []
