"""What opens a vault, as people write it down."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.core.errors import AllonymError, UsageError, WrongPassphrase
from allonym.vault import credentials
from allonym.vault.credentials import (
    PRIVATE,
    PUBLIC,
    RECOVERY,
    SEALED,
    Passphrase,
    PrivateKey,
    RecoveryKey,
    chosen,
    credential,
    is_sealed,
    new_private_key,
    public_key_of,
    read,
    seal_private_key,
    unseal_private_key,
    written,
)
from allonym.vault.crypto import FLOOR, public_of
from allonym.vault.tags import joined

SECRET = bytes(range(100, 132))
TEXT = written(RECOVERY, SECRET)
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def test_a_key_is_written_so_for_ever() -> None:
    assert TEXT == ("allonym-recovery-CHJP-CSV8-D5N6-PV3D-DSQQ-0WBJ-EDT7-AXKQ-F1WQ-MYVW-FNZ7-Z041-GA1G-NAAR")


@given(st.sampled_from([RECOVERY, PUBLIC, PRIVATE]), st.binary(min_size=32, max_size=32))
def test_a_key_is_read_as_it_was_written(kind: str, secret: bytes) -> None:
    text = written(kind, secret)

    assert read(kind, text) == secret
    assert read(kind, f"  {text.lower()}\n") == secret
    assert read(kind, text.replace("0", "o").replace("1", "l")) == secret
    assert set(text.removeprefix(f"allonym-{kind}-")) <= {*LETTERS, "-"}


@given(st.integers(0, 55), st.sampled_from(LETTERS))
def test_a_wrong_letter_is_told_and_nothing_of_the_key_is_repeated(place: int, letter: str) -> None:
    front, letters = "allonym-recovery-", TEXT.removeprefix("allonym-recovery-").replace("-", "")
    wrong = front + "".join(letter if at == place else old for at, old in enumerate(letters))
    if wrong == front + letters:
        assert read(RECOVERY, wrong) == SECRET
        return
    with pytest.raises(UsageError) as caught:
        credential(wrong)

    assert not any(part in str(caught.value) for part in TEXT.split("-")[2:])


@pytest.mark.parametrize("text", [TEXT[:-1], TEXT + "0", TEXT[:40], "allonym-recovery-", "allonym-recovery-!!!!"])
def test_a_key_that_is_cut_or_long_is_told(text: str) -> None:
    with pytest.raises(UsageError, match="wrong or missing"):
        credential(text)


def test_each_kind_is_known_by_its_first_words() -> None:
    private = written(PRIVATE, SECRET)

    assert credential(TEXT) == RecoveryKey(SECRET)
    assert credential(private) == PrivateKey(SECRET)
    for words in ("correct horse", "allonym", "allonym-", "allonym-recovery", "allonym-other-0000", ""):
        assert credential(words) == Passphrase(words)
    with pytest.raises(UsageError, match="public key, which opens nothing"):
        credential(public_key_of(private))
    with pytest.raises(UsageError, match="this is not a private key"):
        read(PRIVATE, TEXT)


def test_the_halves_of_a_key_belong_together() -> None:
    private = new_private_key()

    assert read(PUBLIC, public_key_of(private)) == public_of(read(PRIVATE, private))
    assert new_private_key() != private


def test_a_private_key_under_a_passphrase_needs_it() -> None:
    private = written(PRIVATE, SECRET)
    text = seal_private_key(private, "of my own", FLOOR)

    assert is_sealed(text)
    assert not is_sealed(private)
    assert private.removeprefix("allonym-private-")[:30] not in text
    assert unseal_private_key(text, "of my own") == private
    with pytest.raises(WrongPassphrase, match=r"^the passphrase does not open this private key$"):
        unseal_private_key(text, "of yours")
    with pytest.raises(UsageError, match="unseal it first"):
        credential(text)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        joined([b"too", b"few"]),
        joined([b"short", b"c", b"w"]),
        joined([bytes(16) + (8).to_bytes(4) * 3, b"c", b"w"]),
        joined([bytes(16) + (2**31).to_bytes(4) * 3, b"c", b"w"]),
    ],
)
def test_a_sealed_key_of_another_shape_or_cost_is_refused_before_anything_is_computed(data: bytes) -> None:
    with pytest.raises(UsageError, match="sealed"):
        unseal_private_key(written(SEALED, data), "x")


def test_one_thing_opens() -> None:
    private = written(PRIVATE, SECRET)
    sealed = seal_private_key(private, "of my own", FLOOR)

    assert chosen("words", None, None) == "words"
    assert chosen(None, TEXT.lower(), None) == TEXT
    assert chosen(None, None, private) == private
    assert chosen("of my own", None, sealed) == private
    assert chosen(None, None, None) is None
    for several in (("words", TEXT, None), (None, TEXT, private), ("words", None, private)):
        with pytest.raises(UsageError, match="give one of"):
            chosen(*several)
    for wrong in ((None, "words", None), (None, None, "words"), (None, None, sealed)):
        with pytest.raises(UsageError):
            chosen(*wrong)


def test_reprs_and_errors_hold_no_key() -> None:
    shown = [repr(each) for each in (Passphrase("secret words"), RecoveryKey(SECRET), PrivateKey(SECRET))]
    for text in (TEXT[:-1] + "!", written(PRIVATE, SECRET)[:-4]):
        with pytest.raises(AllonymError) as caught:
            credential(text)
        shown.append(str(caught.value))

    assert not [text for text in shown if "secret words" in text or "defg" in text or "CHJP" in text]
    assert credentials.__doc__


def test_each_kind_is_called_what_it_is() -> None:
    secrets = ("four words", written(RECOVERY, bytes(32)), new_private_key())

    assert [credential(secret).name for secret in secrets] == ["passphrase", "recovery key", "private key"]
