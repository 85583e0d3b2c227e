"""Limits: how often, how long, how much; and tokens as they are kept."""

import json
import stat
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from tests.interfaces.command import allonym
from tests.interfaces.rest.servers import JSON, ROLES, Running, process, thread

from allonym.core.errors import UsageError
from allonym.interfaces.rest.limits import Failures, Limits, Rate, whole_seconds
from allonym.interfaces.rest.serving import Address, is_loopback
from allonym.interfaces.rest.tokens import TokenFile, Tokens, new_token
from allonym.interfaces.rest.work import Service
from allonym.vault.roles import OPERATIONS


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_rate_is_a_burst_and_then_an_even_flow() -> None:
    clock = Clock()
    rate = Rate(6, clock)

    assert [rate.take("a") for _ in range(6)] == [0] * 6
    assert rate.take("a") == pytest.approx(10)
    assert rate.take("b") == 0
    clock.now += 10
    assert rate.take("a") == 0
    assert rate.take("a") > 0
    clock.now += 3600
    assert Counter(rate.take("a") == 0 for _ in range(10)) == {True: 6, False: 4}


def test_wrong_tokens_cost_more_and_more_time() -> None:
    clock = Clock()
    failures = Failures(5, clock)
    waits = []
    for _ in range(4):
        assert [failures.note("a") for _ in range(5)] == [0] * 5
        waits.append(failures.note("a"))
        assert failures.note("b" * len(waits)) == 0
        clock.now += waits[-1] / 2
        assert failures.note("a") == pytest.approx(waits[-1] / 2)
        clock.now += waits[-1] / 2
    clock.now += 7200
    assert [failures.note("a") for _ in range(6)] == [0] * 5 + [60]

    assert waits == [60, 120, 240, 480]


def test_a_wait_is_never_longer_than_an_hour() -> None:
    clock = Clock()
    failures = Failures(1, clock)
    waits = []
    for _ in range(9):
        assert failures.note("a") == 0
        waits.append(failures.note("a"))
        clock.now += waits[-1]

    assert waits == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]


@pytest.mark.parametrize(("rest", "wait"), [(3599, 120), (3600, 60)])
def test_after_an_hour_of_rest_counting_begins_anew(rest: int, wait: int) -> None:
    clock = Clock()
    failures = Failures(1, clock)
    assert [failures.note("a"), failures.note("a")] == [0, 60]
    clock.now += 60 + rest

    assert [failures.note("a"), failures.note("a")] == [0, wait]


def test_wrong_tokens_are_counted_within_a_minute() -> None:
    clock = Clock()
    failures = Failures(2, clock)
    assert [failures.note("a"), failures.note("a")] == [0, 0]
    clock.now += 59
    assert failures.note("a") == 60
    assert failures.note("b") == 0
    clock.now += 60
    assert [failures.note("b") for _ in range(3)] == [0, 0, 60]


def test_several_turns_are_taken_at_once_or_not_at_all() -> None:
    clock = Clock()
    rate = Rate(60, clock)

    assert rate.take("a", 50) == 0
    assert rate.take("a", 20) == 10
    assert rate.take("a", 10) == 0
    clock.now += 4
    assert rate.take("a", 5) == pytest.approx(1)
    assert rate.take("a", 4) == 0


def test_the_limits_are_as_documented() -> None:
    assert Limits() == Limits(
        body=20 * 1024 * 1024,
        text=1_000_000,
        documents=100,
        id=1_000,
        reason=10_000,
        seconds=60.0,
        body_seconds=30.0,
        idle_seconds=300.0,
        requests=6_000,
        recoveries=10,
        failures=5,
        waiting=200,
    )


def test_who_came_least_recently_is_forgotten_first() -> None:
    clock = Clock()
    rate = Rate(1, clock)
    for number in range(10_001):
        assert rate.take(str(number)) == 0

    assert rate.take("1") > 0
    assert rate.take("0") == 0


def test_now_and_then_a_wrong_token_costs_nothing() -> None:
    clock = Clock()
    failures = Failures(5, clock)
    for _ in range(50):
        assert failures.note("a") == 0
        clock.now += 15


def test_callers_who_do_not_come_back_are_forgotten() -> None:
    clock = Clock()
    rate, failures = Rate(6, clock), Failures(5, clock)
    for number in range(12_000):
        rate.take(str(number))
        failures.note(str(number))

    assert len(rate._left) == len(failures._known) == 10_000


def test_a_token_is_kept_as_its_hash_alone(tmp_path: Path) -> None:
    done = allonym("serve", "tokens", "add", "lab", "--role", "worker", "--tokens", "t.json", cwd=tmp_path)
    secret = done.stdout.decode().strip()
    kept = (tmp_path / "t.json").read_text("utf-8")

    assert secret.startswith("aln_")
    assert len(secret) == 4 + 43
    assert secret.removeprefix("aln_") not in kept
    assert stat.S_IMODE((tmp_path / "t.json").stat().st_mode) == 0o600
    listed = allonym("serve", "tokens", "list", "--tokens", "t.json", cwd=tmp_path).stdout.decode()
    assert listed.startswith("lab  worker  since ")
    assert secret not in listed
    again = allonym("serve", "tokens", "add", "lab", "--role", "worker", "--tokens", "t.json", cwd=tmp_path)
    assert again.returncode == 2
    assert allonym("serve", "tokens", "remove", "lab", "--tokens", "t.json", cwd=tmp_path).returncode == 0
    assert allonym("serve", "tokens", "remove", "lab", "--tokens", "t.json", cwd=tmp_path).returncode == 2
    assert allonym("serve", "tokens", "list", "--tokens", "t.json", cwd=tmp_path).stdout == b""


@pytest.mark.parametrize(
    "wrong",
    [("lab", "--role", "king"), ("a b", "--role", "worker"), ("lab", "--role", "worker", "--expires", "soon")],
)
def test_tokens_that_make_no_sense_are_refused(wrong: tuple[str, ...], tmp_path: Path) -> None:
    done = allonym("serve", "tokens", "add", *wrong, "--tokens", "t.json", cwd=tmp_path)

    assert done.returncode == 2
    assert not (tmp_path / "t.json").exists()


def test_a_token_is_good_until_it_is_over_or_taken_back(tmp_path: Path) -> None:
    clock, kept = Clock(), TokenFile(tmp_path / "t.json")
    short, secret = new_token("short", ["worker"], clock(), 3600)
    long, other = new_token("long", ["auditor", "worker"], clock(), None)
    kept.add(short)
    kept.add(long)
    running = Tokens(TokenFile(tmp_path / "t.json"), clock)

    assert running.find(secret) == short
    assert running.find(other) == long
    assert running.find(secret + "x") is None
    assert running.find("\udcff") is None
    clock.now += 3600
    assert running.find(secret) is None
    assert running.find(other) == long
    kept.remove("long")
    assert running.find(other) is None
    assert running.first() is None
    assert "sha256" not in repr(short)


@pytest.mark.parametrize("role", ROLES)
def test_a_token_may_what_its_roles_may(role: str) -> None:
    token, _ = new_token("x", [role], 0, None)

    assert {each for each in OPERATIONS if token.may(each)} == {each for each in OPERATIONS if role in OPERATIONS[each]}


def test_a_token_file_that_others_can_reach_or_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    for text in ("", "[]", '{"allonym-tokens": 2, "tokens": []}', '{"allonym-tokens": 1, "tokens": [{"name": "x"}]}'):
        path.write_text(text, "utf-8")
        path.chmod(0o600)
        with pytest.raises(UsageError, match="not a token file"):
            TokenFile(path).tokens()
    path.chmod(0o640)
    with pytest.raises(UsageError, match="chmod 600"):
        TokenFile(path).tokens()


def test_the_first_start_prints_a_token_that_is_kept_nowhere(tmp_path: Path) -> None:
    with process(tmp_path, "--fast", tokens=False) as running:
        [told] = [line for line in running.log if "aln_" in line]
        answer = running.post("pseudonymize", {"text": "Anna Berg"}, role=told.split()[-1])

        assert answer.status == 200
        assert running.post("recover", {"text": "x", "reason": "y"}, role=told.split()[-1]).status == 409
        assert not (tmp_path / "tokens.json").exists()


def test_a_token_that_is_removed_is_refused_at_once(tmp_path: Path) -> None:
    with process(tmp_path, "--fast") as running:
        before = running.post("detect", {"text": "x"}, role="worker").status
        allonym("serve", "tokens", "remove", "worker", "--tokens", "tokens.json", cwd=tmp_path)
        after = running.post("detect", {"text": "x"}, role="worker").status

        assert (before, after) == (200, 401)
    assert not any(secret in line for secret in running.tokens.values() for line in running.log)


def test_guessing_tokens_is_slowed_down_and_good_ones_still_work(light: Service, tmp_path: Path) -> None:
    with thread(light, tmp_path, Limits()) as running:
        tried = [running.post("detect", {"text": "x"}, role=f"aln_{n}") for n in range(40)]
        good = running.post("detect", {"text": "x"}, role="worker")

    assert [each.status for each in tried] == [401] * 5 + [429] * 35
    assert int(tried[-1].headers["retry-after"]) > 50
    assert tried[0].headers["www-authenticate"] == "Bearer"
    assert good.status == 200


def test_a_token_has_so_many_requests_and_fewer_recoveries(light: Service, tmp_path: Path) -> None:
    with thread(light, tmp_path, Limits(requests=20, recoveries=3)) as running:
        detected = [running.post("detect", {"text": "x"}, role="worker").status for _ in range(25)]
        body = {"text": "x", "reason": "y"}
        recovered = [running.post("recover", body, role="recoverer").status for _ in range(5)]

    assert detected[:20] == [200] * 20
    assert detected[-1] == 429
    assert recovered == [409] * 3 + [429] * 2


def test_a_body_that_trickles_in_is_given_up(light: Service, tmp_path: Path) -> None:
    with thread(light, tmp_path, Limits(body_seconds=0.5)) as running, running.connect() as wire:
        head = f"POST /v1/detect HTTP/1.1\r\nHost: localhost\r\nContent-Type: {JSON}\r\nContent-Length: 1000\r\n"
        wire.sendall(f"{head}Authorization: Bearer {running.tokens['worker']}\r\n\r\n".encode())
        begun = time.monotonic()
        for _ in range(4):
            wire.sendall(b" ")
            time.sleep(0.1)
        answer = wire.recv(65_536)

    assert b" 408 " in answer.split(b"\r\n", 1)[0]
    assert time.monotonic() - begun < 5


def test_a_stream_that_falls_silent_is_ended(light: Service, tmp_path: Path) -> None:
    with thread(light, tmp_path, Limits(idle_seconds=0.3)) as running, running.connect() as wire:
        head = "POST /v1/detect HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
        head += f"Transfer-Encoding: chunked\r\nAuthorization: Bearer {running.tokens['worker']}\r\n\r\n"
        wire.sendall(head.encode())
        answer = b""
        while not answer.endswith(b"0\r\n\r\n"):
            answer += wire.recv(65_536)

    assert b'"line":1' in answer


def test_work_that_takes_too_long_is_answered_all_the_same(
    light: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = threading.Event()
    monkeypatch.setattr(light, "detect", lambda _: done.wait(10))
    with thread(light, tmp_path, Limits(seconds=0.2)) as running:
        answer = running.post("detect", {"text": "x"})
        done.set()

    assert answer.status == 503


def test_what_breaks_inside_is_told_without_words_and_logged_by_place(
    light: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> None:
        raise RuntimeError("secret words")

    monkeypatch.setattr(light, "detect", broken)
    with thread(light, tmp_path, Limits()) as running:
        answer = running.post("detect", {"text": "x"})

        assert answer.status == 500
        assert "secret" not in answer.body.decode()
        assert "Traceback" not in answer.body.decode()
        [told] = [line for line in running.log if "internal error" in line]
        assert told.startswith(answer.data["id"])
        assert "RuntimeError at test_limits.py" in told
        assert "secret" not in "".join(running.log)


def test_the_log_has_who_and_what_but_no_query(service: Running) -> None:
    service.ask("GET", "/v1/audit?limit=1&secret=words", role="auditor")
    service.ask("GET", "/v1/audit?limit=1", role="auditor")
    service.ask("GET", "/secret/path")
    time.sleep(0.2)
    log = "".join(service.log)

    assert "127.0.0.1 auditor GET /v1/audit 200" in log
    assert "GET other 404" in log
    assert "secret" not in log


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.7", "::", "example.org"])  # noqa: S104 - to be refused
def test_other_machines_are_served_only_with_a_certificate(host: str, tmp_path: Path) -> None:
    done = allonym("serve", "--host", host, "--port", "0", "--fast", "--tokens", "t.json", cwd=tmp_path)

    assert done.returncode == 2
    assert b"--tls-cert" in done.stderr
    assert b"listening" not in done.stderr


def test_a_certificate_and_its_key_belong_together(tmp_path: Path) -> None:
    (tmp_path / "a.pem").touch()

    with pytest.raises(UsageError, match="belong together"):
        Address("0.0.0.0", 0, tmp_path / "a.pem").require_safe()  # noqa: S104 - to be refused
    with pytest.raises(UsageError, match="there is no file"):
        Address("0.0.0.0", 0, tmp_path / "a.pem", tmp_path / "b.pem").require_safe()  # noqa: S104 - to be refused
    Address("::1", 0).require_safe()
    assert is_loopback("127.8.8.8")
    assert not is_loopback("localhost.example")
    assert Address("0.0.0.0").hosts(["Study.example"]) == {"localhost", "127.0.0.1", "::1", "study.example"}  # noqa: S104


def test_a_certificate_with_which_nobody_can_be_answered_is_told_before_anything_else(tmp_path: Path) -> None:
    from tests.interfaces.rest.certificates import make_certificate

    for name in ("one", "two"):
        make_certificate(tmp_path / f"{name}.pem", tmp_path / f"{name}.key")
    (tmp_path / "posts.csv").write_text("id,text\n1,words\n")
    (tmp_path / "cut.pem").write_text((tmp_path / "one.pem").read_text()[:200])
    (tmp_path / "sealed.key").write_bytes(sealed(tmp_path / "one.key"))
    told = {
        ("posts.csv", "posts.csv"): "posts.csv is no PEM certificate",
        ("one.pem", "posts.csv"): "posts.csv is no PEM private key",
        ("one.pem", "one.pem"): "one.pem is no PEM private key",
        ("one.pem", "two.key"): "does not fit the certificate",
        ("one.pem", "sealed.key"): "is sealed with a passphrase",
        ("cut.pem", "one.key"): "cannot be used",
    }
    for (certificate, key), words in told.items():
        with pytest.raises(UsageError, match=words):
            Address("127.0.0.1", 0, tmp_path / certificate, tmp_path / key).require_safe()
    Address("127.0.0.1", 0, tmp_path / "one.pem", tmp_path / "one.key").require_safe()
    tls = ("--tls-cert", "posts.csv", "--tls-key", "posts.csv")
    done = allonym("serve", "--host", "0.0.0.0", *tls, "--fast", "--tokens", "t.json", cwd=tmp_path)  # noqa: S104

    assert done.returncode == 2
    assert b"listening" not in done.stderr
    assert b"aln_" not in done.stderr


def sealed(key: Path) -> bytes:
    """Return a private key under a passphrase."""
    from cryptography.hazmat.primitives import serialization

    plain = serialization.load_pem_private_key(key.read_bytes(), None)
    kind, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    return plain.private_bytes(kind, form, serialization.BestAvailableEncryption(b"four words"))


def test_a_port_that_is_taken_is_told(service: Running, tmp_path: Path) -> None:
    done = allonym("serve", "--port", service.port, "--fast", "--tokens", "t.json", cwd=tmp_path)

    assert done.returncode == 2
    assert b"cannot listen" in done.stderr


def test_the_service_over_tls(tmp_path: Path) -> None:
    import http.client
    import ssl

    from tests.interfaces.rest.certificates import make_certificate

    make_certificate(tmp_path / "cert.pem", tmp_path / "key.pem")
    tls = ("--tls-cert", "cert.pem", "--tls-key", "key.pem")
    with process(tmp_path, "--fast", *tls) as running:
        context = ssl.create_default_context(cafile=str(tmp_path / "cert.pem"))
        connection = http.client.HTTPSConnection("localhost", running.port, context=context, timeout=30)
        connection.request("POST", "/v1/detect", json.dumps({"text": "Anna Berg"}), _bearer(running))
        answer = connection.getresponse()
        body = answer.read()
        connection.close()

    assert answer.status == 200
    assert json.loads(body)["spans"]
    assert running.log[-1] == "next: call the command again\n"  # and not --resume, which it has not


@pytest.mark.parametrize("missing", ["starlette", "uvicorn", "anyio"])
def test_without_the_extra_its_name_is_told_and_streams_still_work(missing: str, tmp_path: Path) -> None:
    run = (
        f"import sys; sys.modules[{missing!r}] = None; from allonym.interfaces.cli.app import main; main(sys.argv[1:])"
    )
    command = [sys.executable, "-c", run, "serve", "--fast", "--tokens", "t.json"]
    served = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    streamed = subprocess.run(
        [*command, "--stream"], cwd=tmp_path, capture_output=True, check=False, input=b'{"text":""}'
    )

    assert served.returncode == 2
    assert b"pip install 'allonym[serve]'" in served.stderr
    assert streamed.returncode == 0, streamed.stderr


def test_a_time_to_wait_is_told_in_whole_seconds() -> None:
    assert [whole_seconds(each) for each in (0.01, 1, 1.2, 60, 60.000000001)] == ["1", "1", "2", "60", "60"]


def _bearer(running: Running) -> dict[str, str]:
    return {"Authorization": f"Bearer {running.tokens['worker']}", "Content-Type": JSON}
