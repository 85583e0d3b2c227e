"""Runs the service: on this machine only, unless whoever listens elsewhere brings a certificate."""

import socket
import ssl
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp

from allonym.core.errors import UsageError
from allonym.interfaces.rest.limits import Limits

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class Address:
    """Where the service listens, and the certificate and key with which it proves who it is."""

    host: str = "127.0.0.1"
    port: int = 8765
    certificate: Path | None = None
    key: Path | None = None

    def require_safe(self) -> None:
        """Refuse to send tokens and texts over a network in plain."""
        if (self.certificate is None) != (self.key is None):
            raise UsageError("a certificate and its key belong together: --tls-cert and --tls-key")
        for path in (self.certificate, self.key):
            if path is not None and not path.is_file():
                raise UsageError(f"there is no file {path}")
        if self.certificate is not None and self.key is not None:
            require_pair(self.certificate, self.key)
        if self.certificate is None and not is_loopback(self.host):
            raise UsageError(
                f"{self.host} can be reached from other machines: that takes --tls-cert and --tls-key; "
                "without them the service listens on 127.0.0.1"
            )

    def hosts(self, others: list[str]) -> frozenset[str]:
        """Return the names under which the service may be asked."""
        own = {self.host.lower()} - {"0.0.0.0", "::"}  # noqa: S104 - not listened on, but taken out
        return LOOPBACK | own | {each.lower() for each in others}


def require_pair(certificate: Path, key: Path) -> None:
    """Refuse a certificate and a key with which nobody could be answered."""
    for path, what in ((certificate, "CERTIFICATE"), (key, "PRIVATE KEY")):
        if not _is_pem(path, what):
            raise UsageError(f"{path} is no PEM {what.lower()}; name a file with a line -----BEGIN {what}-----")
    asked: list[bool] = []

    def passphrase() -> str:
        asked.append(True)
        return ""

    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, passphrase)
    except ssl.SSLError as error:
        reason = error.reason
    else:
        return
    if asked:
        raise UsageError(f"{key} is sealed with a passphrase, which nobody is asked for; name a plain key of mode 600")
    if reason == "KEY_VALUES_MISMATCH":
        raise UsageError(f"the key {key} does not fit the certificate {certificate}; name the one that it was made for")
    raise UsageError(f"{certificate} and {key} cannot be used; name a certificate and its private key, both whole PEM")


def _is_pem(path: Path, what: str) -> bool:
    """Tell whether a file has a block of that kind; keys are `RSA PRIVATE KEY` and the like, too."""
    lines = path.read_bytes().splitlines()
    return any(line.startswith(b"-----BEGIN ") and line.rstrip().endswith(f"{what}-----".encode()) for line in lines)


def is_loopback(host: str) -> bool:
    """Tell whether a host can be reached from this machine alone."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def listening(address: Address) -> socket.socket:
    """Return a socket that listens; with port 0 the system chooses one."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        return socket.create_server((address.host, address.port), family=family, backlog=512)
    except OSError as error:
        raise UsageError(f"cannot listen on {address.host}:{address.port}: {error.strerror}") from None


def prepared(app: ASGIApp, address: Address, limits: Limits) -> uvicorn.Server:
    """Return a server that is ready to run on a socket; requests that are under way are finished before it ends."""
    config = uvicorn.Config(
        app,
        interface="asgi3",
        lifespan="off",
        ws="none",
        http="h11",
        loop="asyncio",
        access_log=False,
        log_config=None,
        log_level="critical",
        server_header=False,
        proxy_headers=False,
        limit_concurrency=limits.waiting,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=10,
        ssl_certfile=address.certificate,
        ssl_keyfile=address.key,
    )
    return uvicorn.Server(config)
