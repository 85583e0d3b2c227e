"""Is a vault in order: who can reach its file, and does it open. What it holds is not shown."""

import os
from pathlib import Path

from allonym.core.errors import AllonymError
from allonym.interfaces.cli.checks.findings import Finding, Findings
from allonym.interfaces.cli.opening import VARIABLE, read_passphrase


def check_vault(where: str, passphrase_file: Path | None) -> Findings:
    """Look at a vault, and open it if the passphrase is at hand; nobody is asked for it."""
    from allonym.vault.opening import is_on_server, shown, vault_exists

    try:
        there = vault_exists(where)
    except AllonymError as error:
        yield Finding("vault", "problem", str(error), "see that the server runs and the address is right")
        return
    if not there:
        yield Finding("vault", "problem", f"there is no vault {shown(where)}", "`allonym vault init` makes one")
        return
    if not is_on_server(where):
        yield from _check_file(Path(where))
    if passphrase_file is not None:
        yield from _check_key_file(passphrase_file)
    if passphrase_file is None and VARIABLE not in os.environ:
        advice = f"set ${VARIABLE}, or use --passphrase-file"
        yield Finding("vault", "note", "not opened: no passphrase is at hand", advice)
        return
    yield _opened(where, passphrase_file)


def _check_file(path: Path) -> Findings:
    if not path.is_file():
        yield Finding("vault", "problem", f"{path} is not a file", "name the vault's file")
        return
    if path.stat().st_mode & 0o077:
        told = f"others may touch {path} (mode {path.stat().st_mode & 0o777:o})"
        yield Finding("vault", "problem", told, f"chmod 600 {path}")
    else:
        layout = _layout_of(path)
        yield Finding("vault", "ok", f"{path} is yours alone (mode 600), layout {layout}", data={"layout": layout})
    folder = path.resolve().parent
    mode = folder.stat().st_mode
    if mode & 0o022 and not mode & 0o1000:
        yield Finding("vault", "problem", "others can put another file in its place", f"chmod 700 {folder}")
    elif mode & 0o077:
        told = f"others can see into its folder (mode {mode & 0o777:o})"
        yield Finding("vault", "note", told, f"chmod 700 {folder}, unless others work there")
    else:
        yield Finding("vault", "ok", "its folder is yours alone (mode 700)")
    beside = [each.name for each in path.parent.glob(f"{path.name}-*") if each.name.endswith(("-wal", "-journal"))]
    if beside:
        told = f"a journal lies beside it: {', '.join(beside)}; somebody uses it now, or was stopped"
        yield Finding("vault", "note", told, "leave it there: the next opening takes it in; never copy without it")


def _layout_of(path: Path) -> int:
    """Return the layout that the head of the file tells; any key may know it."""
    with path.open("rb") as file:
        return int.from_bytes(file.read(64)[60:64])


def _check_key_file(path: Path) -> Findings:
    if str(path).startswith("keyring:"):
        return
    if not path.is_file():
        yield Finding("vault", "problem", f"there is no passphrase file {path}", "name the file with --passphrase-file")
    elif path.stat().st_mode & 0o077:
        yield Finding("vault", "problem", f"others can read the passphrase file {path}", f"chmod 600 {path}")
    else:
        yield Finding("vault", "ok", "the passphrase file is yours alone")


def _opened(where: str, passphrase_file: Path | None) -> Finding:
    from allonym.vault.opening import open_vault

    try:
        with open_vault(where, read_passphrase(passphrase_file)) as vault:
            role = vault.keys.role
    except AllonymError as error:
        return Finding("vault", "problem", f"does not open: {error}", _advice(error))
    return Finding("vault", "ok", f"opens; the key is that of a {role}", data={"role": role})


def _advice(error: AllonymError) -> str:
    from allonym.interfaces.cli.failing import failure_of

    return failure_of(error).advice
