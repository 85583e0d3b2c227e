"""How an engine is found on this machine, and only there: a package, a folder, and no way out."""

from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

from allonym.core.errors import MissingExtra, UsageError


def package(name: str, extra: str) -> Any:
    """Import a package of an extra; where it is missing, say how to get it."""
    try:
        return import_module(name)
    except ImportError as error:
        broken = "" if error.name == name.partition(".")[0] else f" ({error})"
        raise MissingExtra(
            f"the detector {extra!r} needs a package that is not here{broken}: pip install 'allonym[{extra}]'"
        ) from error


def folder(path: str, detector: str, holds: str) -> Path:
    """Return the folder of a model, which must hold a certain file; names of models on a hub are no folders."""
    found = Path(path).expanduser()
    if not found.is_dir():
        raise UsageError(
            f"{detector}:{path}: there is no such folder. Models are read from this machine only: "
            "download the model beforehand and give the path of its folder"
        )
    if not (found / holds).is_file():
        raise UsageError(f"{detector}:{path}: the folder holds no {holds}, so it is not a model for {detector!r}")
    return found


@contextmanager
def offline() -> Iterator[None]:
    """Keep the Hugging Face libraries off the network inside, and their progress bars off the terminal.

    What the program around us does with them is its own affair, so all is put back afterwards.
    """
    with redirect_stderr(StringIO()):
        try:
            constants: Any = import_module("huggingface_hub.constants")
        except ImportError:
            yield
            return
        before = constants.HF_HUB_OFFLINE
        constants.HF_HUB_OFFLINE = True
        try:
            yield
        finally:
            constants.HF_HUB_OFFLINE = before
