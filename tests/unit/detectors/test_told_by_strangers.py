"""What strangers write of numbers, in eight languages: told by a verb, a greeting, a place; and what looks alike."""

import pytest
from tests.unit.detectors.everything import found

from allonym.detectors.life.addresses import addresses


@pytest.mark.parametrize(
    ("label", "text", "surface"),
    [
        ("FLIGHT", "We land Sunday 06:55 on BA0016, see you", "BA0016"),
        ("FLIGHT", "Back on EK0029 as usual", "EK0029"),
        ("FLIGHT", "torniamo con FR4832 lunedì", "FR4832"),
        ("CONTRACT", "FedEx 7712 4482 2130", "7712 4482 2130"),
        ("FLIGHT", "Flög AY803 förra onsdagen", "AY803"),
        ("FLIGHT", "bin mit EW 7582 geflogen", "EW 7582"),
        ("FLIGHT", "نهبط الأحد على SV0342", "SV0342"),
        ("TRANSPORT.NUMBER", "take the 42 to the hospital", "42"),
        ("TRANSPORT.NUMBER", "prends le 69 jusqu'à Bastille", "69"),
        ("TRANSPORT.NUMBER", "Apanhas o 28E até à Graça", "28E"),
        ("TRANSPORT.NUMBER", "toma el 152 hasta Retiro", "152"),
        ("TRANSPORT.NUMBER", "ma il 90 passa ancora dopo mezzanotte?", "90"),
        ("TRANSPORT.NUMBER", "der 285 fährt nur selten", "285"),
        ("TRANSPORT.NUMBER", "Nehmt die U7, nicht die M41.", "M41"),
        ("TRANSPORT.NUMBER", "varför 528:an aldrig kommer i tid", "528"),
        ("TRANSPORT.NUMBER", "hoppa på 172 mot Skarpnäck", "172"),
        ("MONEY", "une coloc max 450e cc, dispo", "450e"),
        ("MONEY", "Självrisk 20,90 e.", "20,90 e"),
        ("MONEY", "belopp -249:00, kvitto", "249:00"),
        ("MONEY", "die 20k für die Küche", "20k"),
        ("MONEY", "hon betalt två tusen för nåt", "två tusen"),
        ("MONEY", "pagó dos mil por una moto", "dos mil"),
        ("MONEY", "وصلها 0.8 بيتكوين منذ", "0.8 بيتكوين"),
        ("CONTRACT", "67,00 EUR, réf. TXQRPB", "TXQRPB"),
        ("CONTRACT", "causale fatt. 47/PA", "47/PA"),
        ("CONTRACT", "Versicherungsschein KFZ 40-883 201/6 (amtl.", "KFZ 40-883 201/6"),
        ("CONTRACT", "spedizione 1Z 8R4 E77 03 4419 2205", "1Z 8R4 E77 03 4419 2205"),
        ("CONTRACT", "Nachlassgericht Passau, VI 0447/03.", "VI 0447/03"),
        ("USERNAME", "Gruß, Timo (tbraun)", "tbraun"),
        ("USERNAME", "Saludos, Pedro (plopez)", "plopez"),
        ("USERNAME", "där skrev SjöbusenLasse om motorn", "SjöbusenLasse"),
        ("USERNAME", "دخول مشبوه للمستخدم m.khalil_90 من", "m.khalil_90"),
        ("EMAIL", "a soporte [at] nubelandia [dot] example no", "soporte [at] nubelandia [dot] example"),
        ("EMAIL", "o novo é c a r l a . s e @ sapo . pt (sem", "c a r l a . s e @ sapo . pt"),
        ("PLATE", "registered in Ohio as JKR 8206, towed", "JKR 8206"),
        ("PLATE", "بيضا رقمها س ط ر 4821 اتسرقت", "س ط ر 4821"),
        ("PLATE", "اللوحة الصحيحة أبوظبي 17 / 30921 والمخالفة", "17 / 30921"),
        ("PLATE", "a grey Civic ABC-1234", "ABC-1234"),
        ("PLATE", "um Fiat Uno ABC-1D23", "ABC-1D23"),
        ("MONEY", "cuesta mil quinientos.", "mil quinientos"),
        ("ACCOUNT", "account ending in 4471", "4471"),
        ("TRANSPORT.NUMBER", "pas le C3, il est détourné", "C3"),
        ("USERNAME", "no OLX sou o ze_das_motos", "ze_das_motos"),
        ("PHONE", "فاتصل على 920004417.", "920004417"),
        ("PHONE", "الدوحة، تحويلة 221 أو 4455 0193", "4455 0193"),
    ],
)
def test_what_strangers_write_is_found(label: str, text: str, surface: str) -> None:
    assert (label, surface) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "take the 5 to 10 people you trust",
        "take the 20 to heart",
        "Alternatively, take the M1 all the way to the A64",
        "il 10 passa la palla",
        "le 10 passe la balle",
        "ref WEBSITE",
        "she posted YouTube clips and wrote JavaScript",
        "hier schrieb MacAllister über Tore",
        "Thanks, Tom (manager)",
        "paid two thousand visits to the museum",
        "die 20k Schritte",
        "vi ta 2 till och han tog 3 från mig",
        "Mercedes CLK 320",
        "it hunts for focus at ISO 6400",
        "Love, Anna (again)",
        "der §§ 566c bis 566e, 567b",
        "contrato até junho de 2014 e com isso",
        "200 ق م و 1200 م.",
        "Scheda video RX 6600 XT, alimentatore",
        "memória DDR4 de 2666 MHz",
        "registered in 2020 as a leader",
    ],
)
def test_what_looks_alike_is_left_alone(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("quedamos en Corrientes 3247, frente al shopping", "Corrientes 3247, frente"),
        ("en Rivadavia 5120, entre Campichuelo y Otamendi", "Rivadavia 5120"),
        ("Cr. 145I # 65-42 Este", "Cr. 145I # 65-42 Este"),
        ("Tr. 179E # 17E-18", "Tr. 179E # 17E-18"),
        ("Boulevard J.M. de Rosas N° 223", "Boulevard J.M. de Rosas N° 223"),
        ("die Wohnung Hinter der Mauer 5.", "Wohnung Hinter der Mauer 5"),
        ("zona navigli, ripa di porta ticinese 93, bella", "ripa di porta ticinese 93"),
        ("in alzaia naviglio grande 12, terzo piano", "alzaia naviglio grande 12, terzo piano"),
        ("Via Prov.le per Lecce, km 3,200 – 73100 Lecce", "Via Prov.le per Lecce, km 3,200 – 73100 Lecce"),
    ],
)
def test_addresses_as_strangers_write_them(text: str, surface: str) -> None:
    assert surface in [text[each.start : each.end] for each in addresses(text)]


@pytest.mark.parametrize(
    "text",
    [
        "voiture 14 place 62, dossier",
        "elle remonte à la 7e place avec 34 points.",
        "en Madrid 2024, frente a todos",
        "499 kr 12 st 40",
        "en Argentina 5000, entre ellos",
        "about 50 square meters, and",
        "au cours de l'étude REPLACE 2",
    ],
)
def test_what_is_no_address(text: str) -> None:
    assert list(addresses(text)) == []
