"""The command line as a user runs it: a real process in a folder of its own."""

import os
import subprocess
from pathlib import Path

from tests.warm import command

PASSPHRASE = "four random words here"


POSTS = (
    "id,author,text\r\n"
    '1,@anna,"Call me, Bo: +46 70 174 06 05"\r\n'
    "2,@bo,mail bo@example.org or BO@example.org\r\n"
    "3,@anna,nothing here\r\n"
)


def allonym(
    *arguments: object, cwd: Path, stdin: bytes = b"", passphrase: str | None = PASSPHRASE
) -> subprocess.CompletedProcess[bytes]:
    environment = {key: value for key, value in os.environ.items() if key != "ALLONYM_PASSPHRASE"}
    if passphrase is not None:
        environment["ALLONYM_PASSPHRASE"] = passphrase
    return command([*map(str, arguments)], cwd, environment, stdin)
