import pytest

from allonym.core.canon import canonical


@pytest.mark.parametrize(
    ("label", "one", "other"),
    [
        ("PERSON", "Anna Berg", "ANNA  BERG"),
        ("PERSON", "José", "Jose\u0301"),
        ("EMAIL", "Anna@Example.org", "anna@example.ORG"),
        ("PHONE", "+46 70 174 06 05", "+46-70-1740605"),
        ("IBAN", "DE89 3704 0044 0532 0130 00", "de89370400440532013000"),
        ("URL", "HTTPS://Example.org/Path", "https://example.org/Path"),
        ("ID.NATIONAL", "19900101-1234", "199001011234"),
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
