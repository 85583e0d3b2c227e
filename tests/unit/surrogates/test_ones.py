import pytest

from allonym.core.errors import SettingsError
from allonym.surrogates.ones import ones
from allonym.testing import desk_for, subject_for


# The two ways of the SweLL guidelines (B21): delimiters kept, or one standard form.
@pytest.mark.parametrize(
    ("surface", "kept"),
    [
        ("2018-12-01", "1111-11-11"),
        ("18/01/12", "11/11/11"),
        ("180112", "111111"),
        ("18.01.12", "11.11.11"),
        ("01/12", "11/11"),
        ("٢٠١٨-١٢-٠١", "1111-11-11"),
    ],
)
def test_every_digit_becomes_one_or_the_date_a_standard_form(surface: str, kept: str) -> None:
    subject = subject_for("DATE", surface)

    assert ones().write(subject, desk_for(surface)) == [kept]
    assert ones(standard="11-11-1111").write(subject, desk_for(surface)) == ["11-11-1111"]


def test_what_has_words_becomes_its_kind() -> None:
    assert ones().write(subject_for("DATE", "1 maj 2018", "i maj"), desk_for("")) == ["[DATE]", "[DATE]"]


def test_another_digit_may_be_asked_for() -> None:
    assert ones(digit="0").write(subject_for("PHONE", "070-174"), desk_for("")) == ["000-000"]
    with pytest.raises(SettingsError, match="one digit"):
        ones(digit="12")
