"""Names of eight languages, and the spellings in which they are put back into an output."""

import unicodedata
from collections.abc import Callable

FIRST = (  # noqa: SIM905 - easier to read
    "Mirabel Jean-Loïc Jürgen Begoña Niccolò Inês Åsa Gwendolyn Thibault Käthe Íñigo Ludovica Gonçalo "
    "Göran Tamsin Zéphyrine Sören Xiomara Ruggero Tomé Hjördis Oswald Anaëlle Wolfram Iñaki"
).split()
LAST = (  # noqa: SIM905 - easier to read
    "Kvistgård Quérouard Müllenhoff Etxeberría Zuccarelli Magalhães Öhrström Tolliver Beauchêne Grüttner "
    "Urquiza Brambilla Falcão Sjödin Penhaligon Vaugelas Krützfeldt Zamarripa Tarquini Noronha "
    "Isaksdóttir Fairweather Lemaître Schlüsselburg Goikoetxea"
).split()
NAMES = tuple(f"{first} {LAST[(number + turn) % len(LAST)]}" for turn in range(8) for number, first in enumerate(FIRST))
ARABIC = ("زبيدة القحطاني", "مروان الزهراني", "سميحة البغدادي", "قصي العتيبي")


def _bare(text: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each))


def _parts(name: str) -> tuple[str, str]:
    first, _, last = name.partition(" ")
    return first, last


VARIANTS: dict[str, Callable[[str], str]] = {
    "as it stood": str,
    "capitals": str.upper,
    "small": str.lower,
    "without accents": _bare,
    "decomposed": lambda name: unicodedata.normalize("NFD", name),
    "reversed": lambda name: ", ".join(reversed(_parts(name))),
    "initial": lambda name: f"{name[0]}. {_parts(name)[1]}",
    "last initial": lambda name: f"{_parts(name)[0]} {_parts(name)[1][0]}.",
    "surname": lambda name: _parts(name)[1],
    "genitive": lambda name: f"{name}s",
    "owner": lambda name: f"{name}'s",
    "wide gap": lambda name: name.replace(" ", "\n  "),
    "no break": lambda name: name.replace(" ", "\u00a0"),
    "handle": lambda name: "@" + _bare(name).lower().replace(" ", "_").replace("-", "") + "84",
    "address": lambda name: _bare(name).lower().replace(" ", ".").replace("-", "") + "@example.org",
    "short address": lambda name: _bare(name[0] + _parts(name)[1]).lower() + "@example.org",
    "hashtag": lambda name: "#" + name.replace(" ", "").replace("-", ""),
    "inside a hashtag": lambda name: "#Team" + _bare(name).replace(" ", "").replace("-", "") + "Forever",
    "hidden": "\u200b".join,
    "look-alike": lambda name: name.replace("a", "а").replace("e", "е").replace("o", "о"),
    "full width": lambda name: "".join(chr(ord(each) + 0xFEE0) if "!" <= each <= "~" else each for each in name),
    "spaced": lambda name: " ".join(_bare(name).replace(" ", "").replace("-", "")),
    "cut at a line end": lambda name: f"{name[:-4]}-\n{name[-4:]}",
    "soft hyphen": lambda name: f"{name[:-4]}\u00ad{name[-4:]}",
    "umlauts in two": lambda name: name.replace("ü", "ue").replace("ö", "oe").replace("å", "aa").replace("ä", "ae"),
}
