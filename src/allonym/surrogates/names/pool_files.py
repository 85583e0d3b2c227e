"""The pools that realistic stand-ins are drawn from: frozen files in pools/<version>/, read when first asked for.

A line is a cell: its key, a tab, and names with commas between them. `pools/1/CARD.md` says where they come from. A
version never changes, so that the same key draws the same names in every release.
"""

from dataclasses import dataclass, field
from functools import cache

from allonym.core.errors import SettingsError
from allonym.core.plain_toml import read_text

VERSIONS = (1,)
"""The versions that are shipped."""

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Pools:
    """The cells of one version; `open_pools` makes one of each."""

    version: int
    cells: dict[str, dict[str, str]] = field(default_factory=dict, repr=False)
    names: dict[tuple[str, str], Names] = field(default_factory=dict, repr=False)

    def cell(self, file: str, key: str) -> Names:
        """Return the names of one cell; nothing if there is none."""
        found = self.names.get((file, key))
        if found is None:
            words = self.keys(file).get(key, "")
            found = self.names[file, key] = tuple(words.split(",")) if words else ()
        return found

    def keys(self, file: str) -> dict[str, str]:
        """Return all cells of a file, not yet cut into names."""
        if file not in self.cells:
            text = read_text("allonym.surrogates", f"pools/{self.version}/{file}.txt")
            rows = (line.partition("\t") for line in text.splitlines())
            self.cells[file] = {key: names for key, _, names in rows}
        return self.cells[file]


@cache
def open_pools(version: int = VERSIONS[-1]) -> Pools:
    """Return the pools of a version; nothing is read before it is asked for."""
    if version not in VERSIONS:
        known = ", ".join(map(str, VERSIONS))
        raise SettingsError(f"strategy 'realistic' has no pools {version}; there are: {known}")
    return Pools(version)
