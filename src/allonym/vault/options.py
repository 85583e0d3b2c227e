"""How a vault is opened, where the defaults are not wanted: what a guess costs, how long to wait, what time it is."""

from collections.abc import Callable
from dataclasses import dataclass
from time import time

from allonym.vault.crypto import STANDARD, Cost


@dataclass(frozen=True, slots=True)
class VaultOptions:
    """The cost of a guess at the passphrase of a new vault, the seconds to wait for other writers, and a clock."""

    cost: Cost = STANDARD
    patience: float = 30.0
    clock: Callable[[], float] = time


DEFAULTS = VaultOptions()
