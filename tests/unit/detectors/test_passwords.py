"""Passwords behind their word in eight languages, and what stands behind such a word and is none."""

import pytest
from tests.unit.detectors.everything import found


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Wifi password is Tulip-9482.", "Tulip-9482"),
        ("Password: hunter2", "hunter2"),
        ("Das WLAN-Passwort lautet Tulpe-9482.", "Tulpe-9482"),
        ("Wifipasswort: Sommer#2023!", "Sommer#2023!"),
        ("Le mot de passe du wifi est Tulipe-9482.", "Tulipe-9482"),
        ("Mot de passe : soleil!42", "soleil!42"),
        ("La clave del wifi es Tulipan-9482.", "Tulipan-9482"),
        ("La password del wifi è Tulipano-9482.", "Tulipano-9482"),
        ("A senha do wifi é Tulipa-9482.", "Tulipa-9482"),
        ("Lösenordet till wifi är Tulpan-9482.", "Tulpan-9482"),
        ("كلمة مرور الواي فاي Tulip-9482.", "Tulip-9482"),
        ("API key AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"),
        ("my access token is ghp_16C7e42F292c6912E7710c838347Ae178B4a", "ghp_16C7e42F292c6912E7710c838347Ae178B4a"),
        ("clé API : 9f8e7d6c5b4a", "9f8e7d6c5b4a"),
    ],
)
def test_a_password_is_found_behind_its_word(text: str, secret: str) -> None:
    assert ("ID", secret) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Passwords must be at least 8-char long and changed often.",
        "The password is on page 12.",
        "The access key is under the mat, room 12.",
        "Das Passwort ist lang, und zwar 12-stellig.",
        "Le mot de passe est Bienvenue.",
        "La clave está en la página 12b.",
        "La password è lunga 8 caratteri.",
        "A senha deve ter 8 caracteres.",
        "Lösenordet är hemligt i 30 dagar.",
        "كلمة السر تتكون من 8 أحرف.",
        "Your password: http://example.org/reset1",
    ],
)
def test_what_is_said_of_a_password_is_none(text: str) -> None:
    assert [surface for label, surface in found(text) if label == "ID"] == []
