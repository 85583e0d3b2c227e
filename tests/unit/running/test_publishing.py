import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from allonym.core.errors import UsageError
from allonym.running.publishing import publish


def test_a_file_appears_when_all_is_written(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    with publish(target) as (temporary, stream):
        stream.write(b"whole")
        assert not target.exists()
        assert stat.S_IMODE(temporary.stat().st_mode) == 0o600

    assert target.read_bytes() == b"whole"
    assert list(tmp_path.iterdir()) == [target]


def test_an_error_leaves_what_was_there(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    target.write_bytes(b"before")
    with pytest.raises(ZeroDivisionError), publish(target) as (_, stream):
        stream.write(b"half" * (1 // 0))

    assert target.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [target]


def test_the_mode_of_a_file_that_is_replaced_stays(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    target.write_bytes(b"")
    target.chmod(0o640)
    with publish(target) as (_, stream):
        stream.write(b"x")

    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_what_a_killed_run_left_is_swept(tmp_path: Path) -> None:
    killed = (
        "import os, sys; from pathlib import Path; from allonym.running.publishing import publish\n"
        "with publish(Path(sys.argv[1])) as (_, stream): stream.write(b'half'); stream.flush(); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", killed, str(tmp_path / "out.csv")], check=False)
    left = list(tmp_path.iterdir())
    with publish(tmp_path / "other.csv") as (_, stream):
        stream.write(b"x")

    assert len(left) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["other.csv"]


def test_what_a_living_run_writes_is_not_swept(tmp_path: Path) -> None:
    living = tmp_path / f".out.csv.{os.getppid()}.allonym-tmp"
    living.write_bytes(b"half")
    with publish(tmp_path / "other.csv") as (_, stream):
        stream.write(b"x")

    assert living.exists()


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not exist"), publish(tmp_path / "no" / "out.csv"):
        pass
    with pytest.raises(UsageError, match="is a folder"), publish(tmp_path):
        pass


def test_a_link_is_followed_and_a_pipe_is_refused(tmp_path: Path) -> None:
    (tmp_path / "real.csv").write_bytes(b"")
    (tmp_path / "link.csv").symlink_to(tmp_path / "real.csv")
    os.mkfifo(tmp_path / "pipe")
    with publish(tmp_path / "link.csv") as (_, stream):
        stream.write(b"x")

    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_bytes() == b"x"
    with pytest.raises(UsageError, match="not an ordinary file"), publish(tmp_path / "pipe"):
        pass


def test_a_private_file_is_private_whatever_was_there_before(tmp_path: Path) -> None:
    (tmp_path / "open.csv").touch(mode=0o644)
    with publish(tmp_path / "open.csv", private=True) as (_, stream):
        stream.write(b"an original")
    with publish(tmp_path / "back.csv", private=True) as (_, stream):
        stream.write(b"x")

    assert [stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()] == [0o600, 0o600]
