"""A PostgreSQL server of our own for tests: in a temporary folder, on a socket that only this machine can reach."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

USER, PASSWORD = "pseudo", "p@ss/w:rd%"
_ENCODED = "p%40ss%2Fw%3Ard%25"
_QUICK = ("fsync=off", "full_page_writes=off", "shared_buffers=64MB", "max_connections=60")


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs, and how to stop it hard and start it again."""

    binaries: Path
    folder: Path

    def address(self, schema: str = "", user: str = f"{USER}:{_ENCODED}") -> str:
        """Return the address of a vault on the server."""
        return f"postgresql://{user}@/postgres?host={self.folder}" + (f"&schema={schema}" if schema else "")

    def prepared(self, database: str) -> dict[str, str]:
        """Make a database, and return the variables with which programs find it."""
        import psycopg

        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {database}".encode())
            connection.execute(f"CREATE DATABASE {database}".encode())
        return {"PGHOST": str(self.folder), "PGUSER": USER, "PGPASSWORD": PASSWORD}

    def control(self, *arguments: str) -> None:
        """Start or stop the server."""
        options = " ".join(f"-c {option}" for option in (*_QUICK, f"unix_socket_directories={self.folder}"))
        places = ["-D", f"{self.folder}/data", "-l", f"{self.folder}/log"]
        _run(f"{self.binaries}/pg_ctl", *arguments, "-w", *places, "-o", f"{options} -c listen_addresses=''")


def binaries() -> Path | None:
    """Return the folder of the programs of a server, the newest one."""
    found = [Path(path).resolve().parent for path in [shutil.which("initdb")] if path]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name.zfill(3))
    return next((path for path in reversed(found) if (path / "initdb").exists() and (path / "pg_ctl").exists()), None)


@contextmanager
def running(programs: Path) -> Iterator[Server]:
    """Make a server, start it, and leave nothing behind."""
    # Not below a folder of pytest: those are closed to others, and the path of a socket must be short.
    folder = Path(tempfile.mkdtemp(prefix="allonym-pg-", dir="/tmp"))
    server = Server(programs, folder)
    try:
        secret = folder / "password"
        secret.write_text(PASSWORD)
        if os.geteuid() == 0:
            for path in (folder, secret):
                shutil.chown(path, "nobody")
        ways = ["--auth-local=scram-sha-256", "--auth-host=scram-sha-256", f"--pwfile={secret}"]
        looks = ["--no-sync", "-E", "UTF8", "--locale=C", "-U", USER, "-D", f"{folder}/data"]
        _run(f"{programs}/initdb", *ways, *looks)
        server.control("start")
        try:
            yield server
        finally:
            server.control("stop", "-m", "immediate")
    finally:
        shutil.rmtree(folder)


def _run(*command: str) -> None:
    """Run a program of the server, which refuses to be run by root."""
    subprocess.run([*_lesser(), *command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")


def _lesser() -> list[str]:
    if os.geteuid() != 0:
        return []
    from pwd import getpwnam

    nobody = getpwnam("nobody")
    return ["setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"]
