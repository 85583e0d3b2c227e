"""Reports, pages and signed files: each appears whole, and who had another one in its place hears of it."""

import json
from pathlib import Path

from allonym.interfaces.cli.targets import already_there, say_replaced


def write_report(path: Path, text: str, *, private: bool = False, quiet: bool = False) -> None:
    """Write a file in place of what was there, and say so; with `private`, only its owner can read it."""
    from allonym.running.publishing import publish

    before = already_there([path])
    with publish(path, private=private) as (_, stream):
        stream.write(text.encode())
    if private:
        path.chmod(0o600)
    say_replaced(before, quiet=quiet)


def as_text(data: object) -> str:
    """Return data as JSON, as reports have it."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
