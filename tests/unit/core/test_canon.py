import pytest

from allonym.core.canon import canonical, says_something


@pytest.mark.parametrize(
    ("label", "one", "other"),
    [
        ("PERSON", "Anna Berg", "ANNA  BERG"),
        ("PERSON", "José", "Jose\u0301"),
        ("EMAIL", "Anna@Example.org", "anna@example.ORG"),
        ("EMAIL", "anna.berg@example.org", "anna%2Eberg%40example%2Eorg"),
        ("PHONE", "+46 70 174 06 05", "+46-70-1740605"),
        ("IBAN", "DE89 3704 0044 0532 0130 00", "de89370400440532013000"),
        ("URL", "HTTPS://Example.org/Path", "https://example.org/Path"),
        ("ID.NATIONAL", "19900101-1234", "199001011234"),
        ("ACCOUNT", "12-34 56", "123456"),
        ("CARD", "4111 1111-1111 1111", "4111111111111111"),
        ("BIC", "DEUT-DE-FF", "deutdeff"),
        ("MAC", "00:00:5E:00:53:01", "00-00-5e-00-53-01"),
        ("PLATE", "ABC 123", "abc-123"),
        ("VIN", "1M8-GDM9AXKP042788", "1m8gdm9axkp042788"),
    ],
)
def test_spellings_of_one_original_have_one_form(label: str, one: str, other: str) -> None:
    assert canonical(label, one) == canonical(label, other)


@pytest.mark.parametrize(
    ("label", "one", "other"),
    [
        ("URL", "https://example.org/A", "https://example.org/a"),
        ("PERSON", "Anna Berg", "Anna Borg"),
        ("PHONE", "+46701740605", "46701740605"),
        ("CARD", "--", "- -"),
    ],
)
def test_different_originals_stay_different(label: str, one: str, other: str) -> None:
    assert canonical(label, one) != canonical(label, other)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a", True),
        ("x", True),
        ("7", True),
        ("\u200b \t", False),
        ("\u3164\uffa0\u115f\u1160", False),
        ("\uffa0\u0301", False),
    ],
)
def test_what_nobody_sees_says_nothing(text: str, says: bool) -> None:
    assert says_something(text) == says
