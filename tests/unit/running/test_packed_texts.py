"""A long text, packed: its stand-ins make it longer, so that it is cut elsewhere when it is read back."""

import gzip
from pathlib import Path

import pytest

from allonym import Pseudonymizer, open_vault
from allonym.core.pieces import Layout
from allonym.running.files import Run, pseudonymize_file, recover_file
from allonym.running.sources import find_inputs
from allonym.settings import load_settings

FAST = load_settings("default").with_model(fast=True)


@pytest.mark.parametrize("with_vault", [True, False])
def test_a_long_text_that_is_packed_is_done_and_comes_back(tmp_path: Path, with_vault: bool) -> None:
    path, out, back = (tmp_path / name for name in ("long.txt.gz", "out.txt.gz", "back.txt.gz"))
    text = "Anna Berg came.\n" + "nothing at all\n" * 90_000 + "Anna Berg went.\n"
    path.write_bytes(gzip.compress(text.encode()))
    vault = open_vault("memory:", "four random words here") if with_vault else None
    [source], _ = find_inputs([str(path)], None, Layout())
    pseudonymize_file(Run(Pseudonymizer(FAST, vault)), source, out)
    told = gzip.decompress(out.read_bytes()).decode()

    assert "Anna" not in told
    assert told.endswith("nothing at all\n[PERSON_1] went.\n")
    if vault is not None:
        [output], _ = find_inputs([str(out)], None, Layout())
        recover_file(vault, output, back)
        assert back.read_bytes() == path.read_bytes()
