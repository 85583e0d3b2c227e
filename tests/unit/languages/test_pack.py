from importlib.resources import files

import phonenumbers
import pytest

from allonym.core.errors import SettingsError
from allonym.languages.pack import CODES, load, parse, require_language

PACK = """
name = "Esperanto"
native_name = "Esperanto"
script = "Latn"
direction = "ltr"
phone_regions = []
"""


def test_the_codes_are_the_folders_that_are_shipped() -> None:
    folders = [entry.name for entry in files("allonym.languages").iterdir() if entry.joinpath("pack.toml").is_file()]

    assert sorted(CODES) == sorted(folders)


@pytest.mark.parametrize("code", CODES)
def test_each_pack_is_whole(code: str) -> None:
    pack = load(code)

    assert pack.code == code
    assert pack.name
    assert pack.native_name
    assert (pack.script, pack.direction) in {("Latn", "ltr"), ("Arab", "rtl")}


@pytest.mark.parametrize("code", CODES)
def test_phone_regions_are_known_to_phonenumbers(code: str) -> None:
    regions = load(code).phone_regions

    assert regions
    assert set(regions) <= set(phonenumbers.SUPPORTED_REGIONS)
    assert len(set(regions)) == len(regions)


def test_the_likeliest_region_comes_first() -> None:
    assert load("sv").phone_regions[0] == "SE"
    assert load("fr").phone_regions[:2] == ("FR", "BE")


def test_a_pack_is_loaded_once() -> None:
    assert load("sv") is load("sv")


def test_an_unknown_language_names_the_nearest() -> None:
    with pytest.raises(SettingsError, match="did you mean 'en'"):
        require_language("eng")
    with pytest.raises(SettingsError, match="there are en, fr"):
        load("xx")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (PACK + 'scirpt = "Latn"', "did you mean 'script'"),
        (PACK + 'code = "eo"', "no key 'code'"),
        (PACK.replace("script =", "# script ="), "lacks the key 'script'"),
    ],
)
def test_a_pack_with_other_keys_is_refused(text: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        parse("eo", text)
