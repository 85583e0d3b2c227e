import pytest

from allonym.settings import load_settings
from allonym.settings.requirements import MODES, REQUIREMENTS, fulfilled, modes_of

# Table 1 of Francopoulo and Schaub (2020).
TABLE = {
    "X": ("yes", "no", "no", "yes", "yes"),
    "global": ("no", "yes", "no", "yes", "yes"),
    "local": ("yes", "yes", "no", "yes", "yes"),
    "random": ("yes", "yes", "yes", "no", "yes"),
}


@pytest.mark.parametrize("mode", MODES)
def test_the_table_is_that_of_the_paper(mode: str) -> None:
    answers = tuple("yes" if by_mode[mode] else "no" for _, by_mode in REQUIREMENTS.values())

    assert answers == TABLE[mode]


@pytest.mark.parametrize(
    ("profile", "modes"),
    [
        ("default", ("local",)),
        ("akio-external", ("local",)),
        ("akio-internal", ("random",)),
        ("netanos-context", ("local",)),
        ("netanos-replace", ("random",)),
        ("netanos-xxx", ("X",)),
        ("netanos-combined", ("X",)),
        ("cloaked-s0", ("X",)),
        ("cloaked-s1", ("X",)),
        ("cloaked-s2", ("X",)),
        ("cloaked-s3", ("local",)),
        ("luxembourg-companies", ("global",)),
        ("luxembourg-locations", ("random",)),
        ("luxembourg", ("global", "random")),
        ("swell", ("X", "local", "random")),
    ],
)
def test_a_profile_substitutes_as_its_rules_say(profile: str, modes: tuple[str, ...]) -> None:
    assert modes_of(load_settings(profile)) == modes


def test_a_profile_of_one_mode_fulfils_what_the_mode_does_and_a_mixed_one_partly() -> None:
    assert tuple(fulfilled(load_settings("akio-external")).values()) == TABLE["local"]
    assert tuple(fulfilled(load_settings("akio-internal")).values()) == TABLE["random"]
    assert tuple(fulfilled(load_settings("luxembourg")).values()) == ("partly", "yes", "partly", "partly", "yes")


def test_another_scope_is_another_mode() -> None:
    settings = load_settings("akio-external").with_user("corpus", None, ())

    assert modes_of(settings) == ("global",)
