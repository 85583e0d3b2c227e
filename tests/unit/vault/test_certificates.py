"""Certificates and proofs: what a vault signs, and what anybody can check."""

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from tests.unit.vault.helpers import QUICK, file_record

from allonym.core.errors import InputError, NotAllowed, UnknownText, UsageError
from allonym.core.types import Edit, Manifest, Place, Span, digest
from allonym.vault.canonical import canonical, parsed, signed, vouched
from allonym.vault.certificates import KIND, Certificates
from allonym.vault.checking import (
    check_certificate,
    check_outputs,
    check_proof,
    check_withdrawal,
    is_withdrawal,
)
from allonym.vault.credentials import VERIFY, read
from allonym.vault.memory import open_memory
from allonym.vault.sealed import SealedVault

FACTS: dict[str, Any] = {"issued": "2026-11-15T12:00:00Z", "files": [{"output": digest("out").hex(), "file": 1}]}


def text(place: Place, *replaced: tuple[str, str]) -> Manifest:
    edits = tuple(Edit(Span(at, at + 1), words, label, "e1") for at, (words, label) in enumerate(replaced))
    return Manifest("post", digest(f"{place}"), digest("original"), edits, place=place)


@pytest.fixture
def vault() -> Iterator[SealedVault]:
    with open_memory(QUICK) as made:
        number = made.begin_file(b"in", "s")
        made.remember(
            [
                text(Place(number, 1, 0), ("Anna Berg", "PERSON"), ("anna  BERG", "PERSON"), ("a@b.se", "EMAIL")),
                text(Place(number, 2, 0), ("Anna Berg", "PERSON"), ("Bo", "PERSON"), ("Bo", "LOCATION")),
                text(Place(number, 3, 0)),
            ]
        )
        made.finish_file(file_record(number))
        yield made


def issued(vault: SealedVault) -> dict[str, Any]:
    return vault.certificates.issue({**FACTS, "vault": vault.keys.vault.hex()}, [1])


def test_a_certificate_is_signed_checked_and_noted(vault: SealedVault) -> None:
    entries, head = vault.audit.head()
    certificate = issued(vault)
    payload = check_certificate(certificate, read(VERIFY, vault.audit.public_key))

    assert payload["audit"] == {"entries": entries, "head": head}
    assert payload["subjects"]["count"] == 3
    assert payload["key"] == vault.audit.public_key
    assert check_certificate(json.loads(json.dumps(certificate, indent=2))) == payload
    last = list(vault.audit.entries())[-1]
    assert (last.action, last.reference) == ("certify", f"certificate-{payload['id']}")
    assert dict(last.counts) == {"files": 1, "subjects": 3}
    assert vault.audit.verify().signed_to == last.number


def test_two_certificates_of_one_file_show_nothing_in_common(vault: SealedVault) -> None:
    one, two = issued(vault)["payload"], issued(vault)["payload"]

    assert one["id"] != two["id"]
    assert one["subjects"]["root"] != two["subjects"]["root"]


def test_a_proof_shows_one_subject_and_no_words(vault: SealedVault) -> None:
    certificate = issued(vault)
    payload = check_certificate(certificate)
    for name, mentions, texts, labels in (
        ("ANNA berg", 3, 2, ["PERSON"]),
        ("Bo", 2, 1, ["LOCATION", "PERSON"]),
        ("a@b.se", 1, 1, ["EMAIL"]),
    ):
        proof = vault.certificates.prove(name, payload, [1])
        leaf = check_proof(payload, proof, name)

        assert (leaf["mentions"], leaf["texts"], leaf["labels"]) == (mentions, texts, labels)
        assert name.casefold() not in json.dumps(proof).casefold()
        with pytest.raises(InputError, match="for another name"):
            check_proof(payload, proof, "Anna")
    for name in ("Anna", "Nobody"):
        with pytest.raises(UnknownText) as caught:
            vault.certificates.prove(name, payload, [1])
        assert name not in str(caught.value)
    assert [each.result for each in vault.audit.entries()][-5:] == ["done", "done", "done", "failed", "failed"]


def test_nobody_can_try_names_out_on_a_certificate(vault: SealedVault) -> None:
    with open_memory(QUICK) as other:
        stranger = Certificates(other._keys, vault._texts, other.audit)
        certificate = issued(vault)["payload"]
        with pytest.raises(UsageError, match="no longer holds"):
            stranger.prove("Anna Berg", certificate, [1])

        assert vault.certificates.input_tag(b"in") != stranger.input_tag(b"in")


def test_a_proof_needs_what_the_certificate_speaks_of(vault: SealedVault) -> None:
    payload = issued(vault)["payload"]
    vault.remember([text(Place(1, 4, 0), ("Eva", "PERSON"))])

    with pytest.raises(UsageError, match="no longer holds all"):
        vault.certificates.prove("Bo", payload, [1])


def test_every_flipped_byte_of_a_certificate_is_noticed_or_harmless(vault: SealedVault) -> None:
    public, certificate = read(VERIFY, vault.audit.public_key), issued(vault)
    assert flips_that_pass(certificate, lambda data: check_certificate(data, public)) == []


def test_every_flipped_byte_of_a_proof_is_noticed_or_harmless(vault: SealedVault) -> None:
    payload = issued(vault)["payload"]
    proof = vault.certificates.prove("Anna Berg", payload, [1])
    assert flips_that_pass(proof, lambda data: check_proof(payload, data)) == []
    assert flips_that_pass(proof, lambda data: check_proof(payload, data, "Anna Berg")) == []


def flips_that_pass(document: dict[str, Any], check: Any) -> list[tuple[int, int]]:
    """Return the flips after which something passes that does not say the same."""
    data = (json.dumps(document, indent=1, sort_keys=True) + "\n").encode()
    passed = []
    assert check(parsed(data))
    for at in range(len(data)):
        for bit in (1, 4, 16, 32, 128):
            flipped = bytearray(data)
            flipped[at] ^= bit
            try:
                read_back = parsed(bytes(flipped).decode())
                check(read_back)
            except (ValueError, InputError, UsageError):
                continue
            if read_back != document:
                passed.append((at, bit))
    return passed


@pytest.mark.parametrize(
    "damage",
    [
        lambda proof: proof.update(proof="another"),
        lambda proof: proof.update(certificate="00"),
        lambda proof: proof.update(leaf=None),
        lambda proof: proof["leaf"].pop("salt"),
        lambda proof: proof.update(count=4),
        lambda proof: proof.update(index=True),
        lambda proof: proof.update(index=-1),
        lambda proof: proof.update(path="no"),
        lambda proof: proof["path"].append("00" * 32),
        lambda proof: proof["path"].append("no hash"),
        lambda proof: proof["path"].pop(),
        lambda proof: proof["leaf"].update(mentions=9),
        lambda proof: proof["leaf"].update(salt=7),
        lambda proof: proof["leaf"].update(salt="x" * 64),
        lambda proof: proof["leaf"].update(subject="0X" * 32),
        lambda proof: proof["leaf"].update(subject="00" * 33),
    ],
)
def test_a_damaged_proof_is_refused(vault: SealedVault, damage: Any) -> None:
    payload = issued(vault)["payload"]
    proof = copy.deepcopy(vault.certificates.prove("Anna Berg", payload, [1]))
    damage(proof)

    with pytest.raises(InputError):
        check_proof(payload, proof)
    with pytest.raises(InputError):
        check_proof(payload, [])


@pytest.mark.parametrize("document", [None, [], {}, {"payload": 1}, {"payload": {}}, {"payload": {"key": "x"}}])
def test_what_is_no_certificate_is_refused(document: object) -> None:
    with pytest.raises(InputError, match="not a certificate"):
        check_certificate(document)


@pytest.mark.parametrize(
    "changed",
    [
        {"certificate": 2},
        {"id": 7},
        {"vault": None},
        {"issued": "\x1b[2J"},
        {"files": {}},
        {"files": [7]},
        {"files": [{"output": "no", "file": 1}]},
        {"files": [{"output": "00" * 32, "file": "1"}]},
        {"files": [{"output": "x" * 64, "file": 1}]},
        {"subjects": []},
        {"subjects": {"count": "1", "root": "00" * 32}},
        {"subjects": {"count": 1, "root": "x"}},
    ],
)
def test_somebody_elses_signature_does_not_make_a_certificate(vault: SealedVault, changed: dict[str, Any]) -> None:
    payload = {**issued(vault)["payload"], **changed}
    own = signed(vault._keys.secret("signing"), KIND, payload)

    with pytest.raises(InputError, match=r"another version|does not say what a certificate says"):
        check_certificate(own)


def forgotten(vault: SealedVault) -> dict[str, Any]:
    """The certificate that somebody was forgotten."""
    return vault.subjects.certificate(vault.subjects.forget(vault.subjects.find("Anna Berg")))


def test_a_certificate_of_a_withdrawal_is_checked_without_its_vault(vault: SealedVault) -> None:
    vault.remember([text(Place(1, 4, 0), ("Anna Berg", "PERSON"))])
    document, public = forgotten(vault), read(VERIFY, vault.audit.public_key)
    without = {key: value for key, value in document["payload"].items() if key != "key"}
    older = signed(vault._keys.secret("signing"), "withdrawal", without)

    assert is_withdrawal(document)
    assert not is_withdrawal(issued(vault))
    assert check_withdrawal(document) == check_withdrawal(document, public) == document["payload"]
    assert check_withdrawal(older, public) == without
    assert flips_that_pass(document, check_withdrawal) == []
    assert flips_that_pass(older, lambda data: check_withdrawal(data, public)) == []
    with pytest.raises(UsageError, match="--public-key"):
        check_withdrawal(older)
    with open_memory(QUICK) as other:
        stranger = read(VERIFY, other.audit.public_key)
        for each in (document, older):
            with pytest.raises(InputError, match="of another vault"):
                check_withdrawal(each, stranger)


@pytest.mark.parametrize(
    "changed", [{"time": "\x1b[2J"}, {"documents": "2"}, {"mentions": None}, {"keys_destroyed": 7}, {"key": "no key"}]
)
def test_somebody_elses_signature_does_not_make_a_withdrawal(vault: SealedVault, changed: dict[str, Any]) -> None:
    payload = {**forgotten(vault)["payload"], **changed}

    with pytest.raises(InputError, match=r"does not say|not a certificate"):
        check_withdrawal(signed(vault._keys.secret("signing"), "withdrawal", payload))


def test_a_certificate_of_another_vault_is_refused(vault: SealedVault) -> None:
    with open_memory(QUICK) as other, pytest.raises(InputError, match="of another vault"):
        check_certificate(issued(vault), read(VERIFY, other.audit.public_key))


def test_a_signature_serves_one_purpose_only(vault: SealedVault) -> None:
    secret, public = vault._keys.secret("signing"), read(VERIFY, vault.audit.public_key)
    document = signed(secret, "something", {"a": 1})

    assert vouched(public, "something", document) == {"a": 1}
    for other in (
        {**document, "more": 1},
        {"payload": [], "signature": ""},
        {**document, "signature": document["signature"].upper()},
        {**document, "signature": "no"},
    ):
        with pytest.raises(ValueError, match=r"not|non-hex"):
            vouched(public, "something", other)
    with pytest.raises(ValueError, match="not signed by this key"):
        vouched(public, "something else", document)


def test_outputs_are_compared_by_their_hash(vault: SealedVault) -> None:
    payload = issued(vault)["payload"]

    check_outputs(payload, [("out.csv", digest("out"))])
    with pytest.raises(InputError, match=r"changed\.csv: the certificate does not speak of this file"):
        check_outputs(payload, [("out.csv", digest("out")), ("changed.csv", digest("changed"))])


def test_equal_data_are_equal_bytes_and_doubtful_ones_are_refused() -> None:
    assert canonical({"b": 1, "a": "é"}) == b'{"a":"\\u00e9","b":1}'
    assert parsed('{"a": [1, null, "é"]}') == {"a": [1, None, "é"]}
    for doubtful in ('{"a":1,"a":2}', "1.0", "NaN", "[" * 100_000, "{"):
        with pytest.raises(ValueError, match=r"twice|whole numbers|too deep|Expecting"):
            parsed(doubtful)


def test_only_custodians_certify(vault: SealedVault) -> None:
    keys = replace(vault._keys, role="worker")
    worker = Certificates(keys, vault._texts, type(vault.audit)(vault._rows, keys, QUICK.clock))
    with pytest.raises(NotAllowed):
        worker.issue({}, [1])
    with pytest.raises(NotAllowed):
        worker.prove("Bo", {}, [1])
    assert [(each.action, each.result) for each in vault.audit.entries()][-2:] == [("certify", "refused")] * 2
