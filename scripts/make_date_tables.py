"""Make languages/<code>/calendar.toml, numbers.toml and tongues.toml: names from CLDR, number words from num2words.

python scripts/make_date_tables.py        needs: pip install babel num2words

Names are facts of CLDR (Unicode licence); number words are grammar. Spellings that neither package has are in
_MORE below and, for the calendar, in the hand-written languages/<code>/dates.toml.
"""

from itertools import product
from pathlib import Path
from textwrap import wrap

from babel import Locale
from num2words import num2words

LANGUAGES = Path(__file__).parent.parent / "src" / "allonym" / "languages"
LOCALES = {
    "en": ("en",), "fr": ("fr",), "de": ("de", "de_AT"), "es": ("es",), "it": ("it",), "pt": ("pt", "pt_PT"),
    "sv": ("sv",), "ar": ("ar", "ar_LB", "ar_DZ", "ar_MA"),
}  # fmt: skip
NUMBERS = (*range(121), *range(200, 1001, 100))
# Languages that many people speak, or that would tell where somebody comes from.
TONGUES = (
    "af", "am", "ar", "arc", "ast", "az", "be", "ber", "bg", "bm", "bn", "bo", "bs", "ca", "ceb", "ckb", "cs", "cy",
    "da", "de", "dv", "el", "en", "eo", "es", "et", "eu", "fa", "ff", "fi", "fr", "fy", "ga", "gd", "gl", "gn", "gu",
    "ha", "he", "hi", "hr", "ht", "hu", "hy", "id", "ig", "is", "it", "ja", "jv", "ka", "kab", "kk", "km", "kn", "ko",
    "ku", "ky", "la", "lb", "ln", "lo", "lt", "lv", "mg", "mi", "mk", "ml", "mn", "mr", "ms", "mt", "my", "nb", "ne",
    "nl", "no", "oc", "om", "or", "pa", "pl", "ps", "pt", "qu", "rn", "ro", "rom", "ru", "rw", "sd", "se", "si", "sk",
    "sl", "sn", "so", "sq", "sr", "su", "sv", "sw", "ta", "te", "tg", "th", "ti", "tk", "tl", "tn", "tr", "tt", "ug",
    "uk", "ur", "uz", "vi", "wo", "xh", "yi", "yo", "yue", "zh", "zu",
)  # fmt: skip
HEADER = "# Made by scripts/make_date_tables.py; not to be edited.\n\n"

_MORE = {
    "en": {1: "a,an", 2: "a couple of", 12: "a dozen", 100: "a hundred,hundred", 1000: "a thousand,thousand"},
    "fr": {
        1: "une", 12: "une douzaine de", 15: "une quinzaine de", 20: "une vingtaine de", 21: "vingt et une,vingt-et-un",
        30: "une trentaine de", 40: "une quarantaine de", 70: "septante", 80: "huitante,quatre-vingt", 90: "nonante",
    },
    "de": {1: "ein,eine,einen,einem,einer", 2: "zwo,zweier", 3: "dreier", 100: "hundert", 1000: "tausend"},
    "es": {
        1: "un,una", 21: "veintiún,veintiuna", 31: "treinta y un,treinta y una", 41: "cuarenta y un",
        51: "cincuenta y un", 61: "sesenta y un",
    },
    "it": {1: "un,una,un'", 21: "ventun", 31: "trentun", 41: "quarantun"},
    "pt": {
        1: "uma", 2: "duas", 14: "quatorze", 16: "dezesseis", 17: "dezessete", 19: "dezenove", 21: "vinte e uma",
        22: "vinte e duas", 32: "trinta e duas", 42: "quarenta e duas",
    },
    "sv": {1: "en", 20: "tjugo", 21: "tjugoen", 30: "tretti", 40: "förti", 100: "hundra", 1000: "tusen"},
    "ar": {},
}  # fmt: skip

# Arabic number words agree in gender and case; num2words gives one form of each.
_ONES = (
    ("واحد", "واحدة", "إحدى", "أحد"), ("اثنان", "اثنين", "اثنتان", "اثنتين", "اثنا", "اثني", "اثنتا"),
    ("ثلاثة", "ثلاث", "تلاتة"), ("أربعة", "أربع"), ("خمسة", "خمس"), ("ستة", "ست"), ("سبعة", "سبع"),
    ("ثمانية", "ثماني", "ثمان", "تمانية"), ("تسعة", "تسع"),
)  # fmt: skip
_TENS = (
    ("عشرون", "عشرين"), ("ثلاثون", "ثلاثين"), ("أربعون", "أربعين"), ("خمسون", "خمسين"), ("ستون", "ستين"),
    ("سبعون", "سبعين"), ("ثمانون", "ثمانين"), ("تسعون", "تسعين"),
)  # fmt: skip


def main() -> None:
    """Write the two tables of every language."""
    for code, locales in LOCALES.items():
        folder = LANGUAGES / code
        (folder / "calendar.toml").write_text(HEADER + calendar(locales), "utf-8")
        (folder / "numbers.toml").write_text(HEADER + numbers(code), "utf-8")
        (folder / "tongues.toml").write_text(HEADER + tongues(code), "utf-8")


def calendar(locales: tuple[str, ...]) -> str:
    """Return months and weekdays, one line each: the number (1 is January, and Monday), then its names."""
    months: dict[int, dict[str, None]] = {}
    days: dict[int, dict[str, None]] = {}
    for locale in map(Locale.parse, locales):
        for context, width in product(("format", "stand-alone"), ("wide", "abbreviated")):
            for number, name in locale.months[context][width].items():
                months.setdefault(number, {})[_plain(name)] = None
            for number, name in locale.days[context][width].items():
                days.setdefault(number + 1, {})[_plain(name)] = None
    return _table("months", months) + "\n" + _table("weekdays", days)


def numbers(code: str) -> str:
    """Return cardinals and ordinals, one line each: the number, then its words."""
    cardinals: dict[int, dict[str, None]] = {}
    for number in NUMBERS:
        words = [num2words(number, lang=code), *_MORE[code].get(number, "").split(",")]
        if code == "ar" and number < 100:
            words += _arabic(number)
        cardinals[number] = dict.fromkeys(_plain(word.replace(" و ", " و")) for word in words if word)
    ordinals = {n: {_plain(num2words(n, lang=code, to="ordinal")): None} for n in range(1, 32 if code == "ar" else 101)}
    return _table("cardinals", cardinals) + "\n" + _table("ordinals", ordinals)


def tongues(code: str) -> str:
    """Return the names of languages."""
    known = Locale.parse(code).languages
    names = dict.fromkeys(known[tongue].lower() for tongue in TONGUES if tongue in known)
    plain = [name.removeprefix("اللغة ") for name in names if "(" not in name and "," not in name]
    return _wrapped("languages", plain)


def _arabic(number: int) -> list[str]:
    tens, ones = divmod(number, 10)
    if number in {0, 10}:
        return ["عشرة", "عشر"] if number else []
    if tens == 0:
        return list(_ONES[ones - 1])
    if tens == 1:
        return [f"{one} {ten}" for one, ten in product(_ONES[ones - 1], ("عشر", "عشرة"))]
    if ones == 0:
        return list(_TENS[tens - 2])
    return [f"{one} و{ten}" for one, ten in product(_ONES[ones - 1], _TENS[tens - 2])]


def _wrapped(key: str, words: list[str]) -> str:
    # A name of two words stays on one line, for a line ends a name.
    text = ", ".join(word.replace(" ", "\u00a0") for word in words)
    lines = wrap(text, 118, break_long_words=False, break_on_hyphens=False)
    return f'{key} = """\n' + "\n".join(lines).replace("\u00a0", " ") + '\n"""\n'


def _plain(name: str) -> str:
    return name.lower().rstrip(".")


def _table(key: str, rows: dict[int, dict[str, None]]) -> str:
    lines = "\n".join(f"{number}: {', '.join(names)}" for number, names in sorted(rows.items()))
    return f'{key} = """\n{lines}\n"""\n'


if __name__ == "__main__":
    main()
