"""Numbers that have a form of their own behind a word of their own, and the same words before something else."""

import pytest
from tests.unit.detectors.everything import found


@pytest.mark.parametrize(
    ("label", "text", "surface"),
    [
        ("ID.HEALTH", "IRD number 58-950-386, NHI ZBK2241.", "ZBK2241"),
        ("ID.HEALTH", "NHI number: ZBK2241", "ZBK2241"),
        ("ID.HEALTH", "DOB: 03-Nov-1958  Hosp no: RX1 4482917", "RX1 4482917"),
        ("ID.HEALTH", "HICN retired; subscriber W2044 71829, BIN 610014", "W2044 71829"),
        ("ID.HEALTH", "BIN 610014, PCN MEDDPRIME", "610014"),
        ("ID.HEALTH", "BIN 610014, PCN MEDDPRIME", "MEDDPRIME"),
        ("ID.HEALTH", "NAM : BOUF 7906 0918", "BOUF 7906 0918"),
        ("ID.HEALTH", "KVNR A394247266, IK 108018007", "108018007"),
        ("ID.HEALTH", "GLN 7601000448200, ZSR K 4482.17", "K 4482.17"),
        ("ID.HEALTH", "N° FINESS 690781810", "690781810"),
        ("ID.TAX", "TFN 178 840 276", "178 840 276"),
        ("ID.TAX", "CNSS 148203977, IF 40218837, patente 34100729", "40218837"),
        ("ID.TAX", "NEQ 1144820177, TPS", "1144820177"),
        ("ID", "Registre de commerce 48217 Casablanca", "48217"),
        ("ID.NATIONAL", "Perso L3TK7P92V abgelaufen", "L3TK7P92V"),
        ("ID.NATIONAL", "Meldezettel ZMR 000448201733", "000448201733"),
        ("ID.NATIONAL", "Immatriculation CNSS 148203977", "148203977"),
        ("ID.NATIONAL", "CRN 204 417 883A, Centrelink", "204 417 883A"),
        ("ID.NATIONAL", "UAN 100904319456, PF withdrawal", "100904319456"),
        ("ID", "officer collar no. PC 2047.", "PC 2047"),
        ("ID", "FN 448207 k, Handelsgericht Wien", "448207 k"),
        ("ACCOUNT", "or UPI ravi.k87@okaxis.", "ravi.k87@okaxis"),
        ("ACCOUNT", "UPI id: 9844012763@ybl", "9844012763@ybl"),
        ("ACCOUNT", "Institution 815, transit 30214, folio 0448291", "30214"),
        ("ACCOUNT", "M-Pesa paybill 247247.", "247247"),
        ("ACCOUNT", "Kto.-Nr. 0448 2017 33", "0448 2017 33"),
        ("CONTRACT", "SIM 8944 1100 0447 1829 01.", "8944 1100 0447 1829 01"),
        ("CONTRACT", "Writ Petition (C) No. 4482 of 2021, listed", "4482 of 2021"),
        ("CONTRACT", "FIR No. 0217/2023 registered at PS Koramangala", "0217/2023"),
        ("CONTRACT", "Unser Zeichen: Wi/ka-4417-B, Ihr Schreiben", "Wi/ka-4417-B"),
        ("CONTRACT", "Our Ref: AB/cd/4417", "AB/cd/4417"),
        ("CONTRACT", "Gewerberegisternummer GISA 18448207", "18448207"),
        ("CONTRACT", "ZVR-Zahl 044820177", "044820177"),
        ("CONTRACT", "Polizze Nr. 0448/207711-3", "0448/207711-3"),
        ("CONTRACT", "Payé par carte, autorisation 448207.", "448207"),
        ("USERNAME", "gamertag xXMossRookXx", "xXMossRookXx"),
    ],
)
def test_a_number_is_known_by_its_form_and_its_word(label: str, text: str, surface: str) -> None:
    assert (label, surface) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "The bin 61 was full, and the BIN 7 too",
        "If 40218 people came, IF 12 of them stayed",
        "NAM stands for Vietnam, NAM 1968",
        "sim, 8944 pessoas",
        "PCN APPEAL is to be made in writing",
        "a transit 30214 kilometres long",
        "Mon perso préféré a 3 vies",
        "upi payments went up",
        "the petition was signed by 4482 of them",
        "the suit of 2021 was blue",
        "in 1 FN 22 a stands so",
        "unser Zeichen der Zeit",
        "that was a crime 05/2021",
        "contact paytm support@gmail.com.",
        "subscriber of the week",
        "Ticket d'attente B047, guichet 5.",
        "Wartenummer B0471, Schalter 5",
    ],
)
def test_without_its_form_a_word_announces_nothing(text: str) -> None:
    assert not [label for label, _ in found(text) if label not in {"EMAIL", "DATE", "DATE.YEAR"}]
