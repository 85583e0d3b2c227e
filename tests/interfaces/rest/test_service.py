"""The service over HTTP: the same bytes as elsewhere, who may do what, and nothing that was sent in any error."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.interfaces.command import PASSPHRASE, allonym
from tests.interfaces.rest.servers import JSON, NDJSON, ROLES, Running, process

from allonym import Document, Pseudonymizer, open_vault
from allonym.settings import load_settings
from allonym.vault.credentials import new_private_key, public_key_of
from allonym.vault.roles import OPERATIONS

TEXTS = [
    f"{name} wrote to user{n}@example.org, {n + 1} May 2021, phone +46 70 174 06 {n + 10}"
    for n, name in enumerate(("Anna Berg", "Paul Smith", "Élodie Martin", "محمد علي", "Jörg Müller"))
]
DOCUMENTS = [{"id": f"p{n}", "text": text} for n, text in enumerate(TEXTS)]
ROUTES: dict[tuple[str, str], tuple[str, Any]] = {
    ("POST", "/v1/detect"): ("pseudonymize", {"text": "Anna Berg"}),
    ("POST", "/v1/plan"): ("pseudonymize", {"text": "Anna Berg"}),
    ("POST", "/v1/apply"): ("pseudonymize", {"text": "Anna Berg", "plan": {}}),
    ("POST", "/v1/pseudonymize"): ("pseudonymize", {"text": "Anna Berg"}),
    ("POST", "/v1/recover"): ("recover", {"text": "nobody gave this", "reason": "a test"}),
    ("POST", "/v1/subjects/find"): ("subjects", {"name": "Anna Berg"}),
    ("POST", "/v1/certificate"): ("certify", {"outputs": [{"name": "a.txt", "data": "QQ=="}]}),
    ("POST", "/v1/certificate/verify"): ("info", {"certificate": {}}),
    ("GET", "/v1/vault"): ("info", None),
    ("GET", "/v1/audit"): ("audit", None),
    ("GET", "/metrics"): ("info", None),
}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_a_role_may_do_what_its_vault_key_might(method: str, path: str, role: str, service: Running) -> None:
    operation, body = ROUTES[method, path]
    answer = service.ask(method, path, body, role=role)

    assert (answer.status == 403) == (role not in OPERATIONS[operation])
    assert answer.status != 401
    assert answer.status < 500


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_nothing_is_done_without_a_token(method: str, path: str, light: Any, tmp_path: Path) -> None:
    from tests.interfaces.rest.servers import thread

    from allonym.interfaces.rest.limits import Limits

    with thread(light, tmp_path, Limits(failures=100)) as running:
        body = ROUTES[method, path][1]
        tried = [running.ask(method, path, body, role=role).status for role in (None, "aln_wrong", "")]

    assert tried == [401, 401, 401]


def test_the_key_of_the_vault_bounds_what_any_token_may(tmp_path: Path) -> None:
    (tmp_path / "worker.key").write_text(private := new_private_key(), "utf-8")
    with open_vault(tmp_path / "study.vault", PASSPHRASE, create=True) as vault:
        vault.keys.add_public_key(public_key_of(private), "service", "worker")
    (tmp_path / "worker.key").chmod(0o600)
    with process(tmp_path, "--vault", "study.vault", "--fast", "--passphrase-file", "worker.key") as running:
        new = running.post("pseudonymize", DOCUMENTS[0])
        refused = running.post("recover", {"text": new.data["text"], "reason": "curious"})
        found = running.post("subjects/find", {"name": "Anna Berg"})

    assert new.status == 200
    assert (refused.status, found.status) == (403, 403)
    with open_vault(tmp_path / "study.vault", PASSPHRASE) as vault:
        tool = Pseudonymizer(load_settings("default").with_model(fast=True), vault)
        assert tool.recover(new.data["text"], "p0") == TEXTS[0]
        assert ("recover", "refused") in [(entry.action, entry.result) for entry in vault.audit.entries()]


@pytest.mark.parametrize(
    ("profile", "scope"),
    [
        ("default", "document"),
        pytest.param("cloaked-realistic", "document", marks=pytest.mark.slow),
        ("cloaked-realistic", "corpus"),
    ],
)
def test_service_python_and_command_line_give_the_same_bytes(profile: str, scope: str, tmp_path: Path) -> None:
    lines = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in DOCUMENTS)
    (tmp_path / "in.jsonl").write_text(lines, "utf-8")
    asked = ("--profile", profile, "--scope", scope, "--fast", "--vault", "study.vault", "--language", "sv")
    done = allonym("pseudonymize", "in.jsonl", "-o", "out.jsonl", "--text-column", "text", *asked, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    by_command = [json.loads(line)["text"] for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    with open_vault(tmp_path / "study.vault", PASSPHRASE) as vault:
        tool = Pseudonymizer(load_settings(profile).with_model(fast=True), vault, scope=scope)
        in_python = [str(tool.pseudonymize(Document(each["id"], each["text"], "sv")).text) for each in DOCUMENTS]
    with process(tmp_path, *asked) as running:
        one_by_one = [running.post("pseudonymize", each).data["text"] for each in DOCUMENTS]
        together = running.post("pseudonymize", {"documents": DOCUMENTS}).data["documents"]
        streamed = running.post("pseudonymize", None, raw=lines.encode(), headers={"Content-Type": NDJSON}).lines
        plans = running.post("plan", {"documents": DOCUMENTS}).data["documents"]
        planned = [{**document, "plan": plan} for document, plan in zip(DOCUMENTS, plans, strict=True)]
        applied = running.post("apply", {"documents": planned}).data["documents"]
        back = running.post("recover", {"documents": [_known(each) for each in together], "reason": "a test"}).data
    over_pipe = allonym("serve", "--stream", *asked, cwd=tmp_path, stdin=lines.encode())

    assert in_python == by_command
    assert {each["language"] for each in (*together, *streamed, *applied)} == {"sv"}
    assert one_by_one == by_command
    assert [each["text"] for each in together] == by_command
    assert [each["text"] for each in streamed] == by_command
    assert [each["text"] for each in applied] == by_command
    assert [json.loads(line)["text"] for line in over_pipe.stdout.splitlines()] == by_command
    assert [each["text"] for each in back["documents"]] == TEXTS
    assert not any("Berg" in text or "example.org" in text for text in by_command if profile == "default")


def test_detections_and_plans_are_those_of_the_command_line(service: Running, tmp_path: Path) -> None:
    lines = "".join(json.dumps({"id": each["id"], "text": each["text"]}) + "\n" for each in DOCUMENTS)
    (tmp_path / "in.jsonl").write_text(lines, "utf-8")
    detected = allonym("detect", "in.jsonl", "--text-column", "text", "--fast", "-q", cwd=tmp_path).stdout
    planned = allonym("plan", "in.jsonl", "-o", "-", "--text-column", "text", "--fast", "-q", cwd=tmp_path).stdout
    kind = {"Content-Type": NDJSON}

    assert service.post("detect", None, raw=lines.encode(), headers=kind).body == detected
    assert service.post("plan", None, raw=lines.encode(), headers=kind).body == planned.split(b"\n", 1)[1]


def test_a_text_without_an_id_gets_the_one_that_python_gives(service: Running, home: Path) -> None:
    answer = service.post("pseudonymize", {"text": "Anna Berg was here"}).data
    with open_vault(home / "study.vault", PASSPHRASE) as vault:
        tool = Pseudonymizer(load_settings("default").with_model(fast=True), vault)

        assert answer["id"] == tool.pseudonymize("Anna Berg was here").id


def test_recovery_needs_a_reason_and_leaves_a_trace(service: Running, home: Path) -> None:
    new = service.post("pseudonymize", {"id": "traced", "text": "Anna Berg, traced@example.org"}).data
    without = service.post("recover", {"text": new["text"], "id": "traced"})
    blank = service.post("recover", {"text": new["text"], "id": "traced", "reason": " "})
    given = service.post(
        "recover", {"text": new["text"], "id": "traced", "reason": "the author asked"}, role="recoverer"
    )
    log = service.ask("GET", "/v1/audit?limit=1000", role="auditor").data["entries"]

    assert (without.status, blank.status) == (422, 422)
    assert given.data == {"id": "traced", "text": "Anna Berg, traced@example.org"}
    assert [entry["result"] for entry in log if entry["action"] == "recover"][-2:] == ["begun", "done"]
    with open_vault(home / "study.vault", PASSPHRASE) as vault:
        noted = [(access.reason, access.what) for access in vault.accesses()]
        assert noted[-1] == ("the author asked", "service, token recoverer")


def test_people_are_found(service: Running) -> None:
    service.post("pseudonymize", {"id": "found", "text": "Call Ludmila Petrovic on Monday"})
    answer = service.post("subjects/find", {"name": "Ludmila Petrovic"})

    assert [each["document"] for each in answer.data["found"]] == ["found"]
    assert service.ask("GET", "/v1/vault", role="auditor").data["texts"] >= 1


def test_an_audit_log_is_read_in_pages(service: Running) -> None:
    for _ in range(2):
        # Each leaves two entries, begun and done.
        new = service.post("pseudonymize", {"text": "Anna Berg"}, role="worker").data["text"]
        service.post("recover", {"text": new, "reason": "a test"}, role="recoverer")
    first = service.ask("GET", "/v1/audit?limit=2").data["entries"]
    second = service.ask("GET", f"/v1/audit?limit=2&after={first[-1]['number']}").data["entries"]

    assert [entry["number"] for entry in (*first, *second)] == [1, 2, 3, 4]
    for wrong in ("limit=1001", "limit=-1", "after=x", "after=٣", "limit="):
        assert service.ask("GET", f"/v1/audit?{_quoted(wrong)}").status == 422


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1.evil.example:80"},
        {"Host": "[::1"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
    ],
)
def test_pages_from_elsewhere_get_nothing(headers: dict[str, str], service: Running) -> None:
    for path in ("/health", "/openapi.json", "/v1/vault"):
        answer = service.ask("GET", path, headers=headers)

        assert answer.status in {403, 421}
        assert "evil" not in answer.body.decode()
    assert "access-control-allow-origin" not in service.ask("GET", "/health").headers


def test_every_answer_forbids_keeping_and_guessing(service: Running) -> None:
    for answer in (
        service.ask("GET", "/health", role=None),
        service.ask("GET", "/nothing", role=None),
        service.post("pseudonymize", {"text": "x"}),
        service.post("pseudonymize", None, raw=b'{"text":"x"}\n', headers={"Content-Type": NDJSON}),
    ):
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert len(answer.headers["x-request-id"]) == 16
        assert "server" not in answer.headers


BAD: list[tuple[bytes, str, int]] = [
    (b"{", JSON, 400),
    (b'{"text": "\xff\xfe"}', JSON, 400),
    ('{"text": "é"}'.encode("utf-16"), JSON, 400),
    (b'{"text": "a", "text": "b"}', JSON, 400),
    (b'{"text": NaN}', JSON, 400),
    (b"[" * 100_000, JSON, 400),
    (b"", JSON, 400),
    (b"[]", JSON, 422),
    (b"{}", JSON, 422),
    (b'{"text": null}', JSON, 422),
    (b'{"text": 1}', JSON, 422),
    (b'{"text": "a \\ud800 b"}', JSON, 422),
    (b'{"text": "a", "id": "\\udfff"}', JSON, 422),
    (b'{"text": "a", "id": ""}', JSON, 422),
    (b'{"text": "a", "id": 7}', JSON, 422),
    (b'{"text": "a", "language": "tlh"}', JSON, 422),
    (b'{"text": "a", "language": ["en"]}', JSON, 422),
    (b'{"text": "a", "labels": []}', JSON, 422),
    (b'{"documents": []}', JSON, 422),
    (b'{"documents": {}}', JSON, 422),
    (b'{"documents": [{"text": "a", "id": "1"}, {"text": "b", "id": "1"}]}', JSON, 409),
    (b'{"documents": [' + b",".join([b'{"text": "a"}'] * 101) + b"]}", JSON, 422),
    (b'{"text": "' + b"a" * 1_000_001 + b'"}', JSON, 422),
    (b'{"text": "a"}', "text/plain", 415),
    (b'{"text": "a"}', "application/json; charset=utf-16", 415),
    (b"text=a", "application/x-www-form-urlencoded", 415),
]


@pytest.mark.parametrize(("body", "kind", "status"), BAD, ids=[f"{n}" for n in range(len(BAD))])
def test_what_is_malformed_is_told_without_its_words(body: bytes, kind: str, status: int, service: Running) -> None:
    answer = service.post("pseudonymize", None, raw=body, headers={"Content-Type": kind})

    assert answer.status == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.data.keys() == {"type", "title", "status", "detail", "id"}


@pytest.mark.parametrize("length", ["Content-Length: 100000000", "Transfer-Encoding: chunked"])
def test_a_body_that_is_too_large_is_refused_before_it_is_whole(length: str, service: Running) -> None:
    with service.connect() as wire:
        head = f"POST /v1/pseudonymize HTTP/1.1\r\nHost: localhost\r\nContent-Type: {JSON}\r\n{length}\r\n"
        wire.sendall(f"{head}Authorization: Bearer {service.tokens['worker']}\r\n\r\n".encode())
        sent = 0
        with suppress(OSError):
            while sent < 30 * 1024 * 1024:
                wire.sendall(b"10000\r\n" + b" " * 65_536 + b"\r\n")
                sent += 65_536
        answer = wire.recv(65_536)

    assert b" 413 " in answer.split(b"\r\n", 1)[0]


CANARIES = [f"Zq{n}Xcanary{n * 7919}" for n in range(200)]


def test_no_error_and_no_log_line_holds_what_was_sent(service: Running) -> None:
    for number, canary in enumerate(CANARIES):
        body, path, headers = _spoilt(number, canary)
        answer = service.ask("POST", path, raw=body, headers=headers, role=canary if number % 25 == 24 else "custodian")

        assert answer.status >= 400, (number, answer.body)
        assert "canary" not in answer.body.decode(), number
        assert "canary" not in str(answer.headers), number
    assert "canary" not in "".join(service.log)
    assert "canary" not in service.ask("GET", "/metrics").body.decode()


def _spoilt(number: int, canary: str) -> tuple[bytes, str, dict[str, str]]:
    """Return a request that is wrong in one of many ways, with the same word in all places that a sender fills."""
    plan: dict[str, object] = {"id": canary, "digest": "00" * 32, "decisions": [], "language": None}
    decision = {"entity": canary, "label": canary, "action": canary, "rule": canary, "mentions": [[0, 1, 1, canary]]}
    wrong: list[tuple[object, str]] = [
        ({"text": canary, canary: 1}, "/v1/pseudonymize"),
        ({"text": [canary]}, "/v1/detect"),
        ({"text": canary, "language": canary}, "/v1/plan"),
        ({"text": canary, "id": [canary]}, "/v1/pseudonymize"),
        ({"text": canary + "\ud800", "id": canary}, "/v1/pseudonymize"),
        ({"documents": [{"text": canary, "id": canary}] * 2}, "/v1/pseudonymize"),
        ({"text": canary, "id": canary, "plan": plan}, "/v1/apply"),
        ({"text": canary, "id": canary, "plan": {**plan, "decisions": [decision]}}, "/v1/apply"),
        ({"text": canary, "reason": ""}, "/v1/recover"),
        ({"text": canary, "reason": canary, "id": canary}, "/v1/recover"),
        ({"name": canary, "label": canary}, "/v1/subjects/find"),
        ({"name": canary, canary: canary}, "/v1/subjects/find"),
        (canary, "/v1/pseudonymize"),
        ({"text": canary}, f"/v1/{canary}?{canary}={canary}"),
        ({"text": canary}, f"/health?{canary}"),
    ]
    data, path = wrong[number % len(wrong)]
    body = json.dumps(data).encode()
    headers = {"X-Canary": canary}
    if number % 7 == 6:
        body = body[:-1]
    if number % 11 == 10:
        headers["Content-Type"] = f"text/{canary}"
    if number % 13 == 12:
        headers["Host"] = f"{canary}.example"
    return body, path, headers


def test_health_is_told_and_methods_are_minded(service: Running) -> None:
    assert service.ask("GET", "/health", role=None).data == {"status": "ok"}
    assert service.ask("POST", "/health", {}, role=None).status == 405
    assert service.ask("GET", "/v1/pseudonymize").headers["allow"] == "POST"
    assert service.ask("GET", "/v1/").status == 404


def test_metrics_count_and_say_no_more(service: Running) -> None:
    service.post("pseudonymize", {"documents": [{"text": "one"}, {"text": "two"}]})
    page = service.ask("GET", "/metrics", role="auditor").body.decode()
    rows = dict(line.rsplit(" ", 1) for line in page.splitlines() if not line.startswith("#"))

    assert int(rows['allonym_requests_total{route="/v1/pseudonymize",status="200"}']) >= 1
    assert int(rows['allonym_documents_total{route="/v1/pseudonymize"}']) >= 2
    assert float(rows['allonym_request_seconds_sum{route="/v1/pseudonymize"}']) > 0


def _known(answer: dict[str, str]) -> dict[str, str]:
    return {"id": answer["id"], "text": answer["text"]}


def _quoted(query: str) -> str:
    from urllib.parse import quote

    return quote(query, safe="=&")
