"""Short texts of every kind, drawn by a seed: names and identifiers, words of many scripts, and what breaks tools.

A text is a few pieces, joined by something. It holds no half of a surrogate pair: such a text cannot be written to any
file, and is refused.
"""

import csv
import random
from functools import cache
from importlib.resources import files

from tests.families.texts_gold import LANGUAGES, draw

SCRIPTS = {
    "Latin": "Łódź žluťoučký kůň İstanbul ağaç ŋgɔla Đặng Thị",
    "Cyrillic": "Анна Петрова живёт в Москве Київ гүрэн",
    "Greek": "Γιώργος Παπαδόπουλος ζει στην Αθήνα",
    "Hebrew": "דוד כהן גר בתל־אביב שָׁלוֹם",
    "Arabic": "محمد الخطيب في القاهرة مُحَمَّد ٠١٢٣٤",
    "Syriac": "ܫܠܡܐ ܐܒܪܗܡ",
    "Devanagari": "राम शर्मा दिल्ली में रहते हैं १२३",
    "Bengali": "রাম ঢাকা শহরে ৪৫৬",
    "Tamil": "குமார் சென்னை நகரில்",
    "Telugu": "రాము హైదరాబాద్",
    "Sinhala": "කමල් කොළඹ",
    "Thai": "สมชาย อยู่ที่กรุงเทพ ๑๒๓",
    "Lao": "ສົມຊາຍ ວຽງຈັນ",
    "Khmer": "សុខ ភ្នំពេញ",
    "Myanmar": "မောင်မောင် ရန်ကုန်",
    "Tibetan": "བཀྲ་ཤིས་ ལྷ་ས",
    "Georgian": "გიორგი თბილისი Ⴀ",
    "Armenian": "Արամ Երևան",
    "Ethiopic": "አበበ አዲስ አበባ",
    "Han": "王小明住在北京市 陳大文",
    "Kana": "たろう タナカ トウキョウ ｶﾅ",
    "Hangul": "김철수 서울 한글",
    "Cherokee": "ᏣᎳᎩ ᎠᏰᎵ",
    "Mongolian": "ᠮᠣᠩᠭᠣᠯ ᠤᠯᠤᠰ",
    "Gothic": "𐌲𐌿𐍄𐌹𐍃𐌺 𐌰𐌽𐌽𐌰",
}
IDENTIFIERS = [
    "anna@example.org", "ANNA@Example.org", "@anna_b", "https://example.org/@anna#x?y=1", "www.example.com/(a)",
    "+46 70 174 06 05", "070-174 06 05", "DE89 3704 0044 0532 0130 00", "4111 1111 1111 1111", "192.0.2.44",
    "2001:db8::1", "00:00:5E:00:53:AF", "#AnnaBerg", "811228-9874",
    "12345678Z", "3 maj 2024", "2024-05-03", "10:30",
    "34 years old", "12 rue de la République, 69002 Lyon",
    "Storgatan 12, 211 34 Malmö", "€ 1.200,50", "BIC COBADEFFXXX",
    "a\u200bnna@example.org", "ａｎｎａ＠ｅｘａｍｐｌｅ．ｏｒｇ", "O'Neill's",
    "l'avis d'Alice", "Paul Watson", "paul  watson",
]  # fmt: skip
STAND_INS = [
    "[PERSON_1]", "[PERSON_2]", "[EMAIL_1]", "[PERSON_10]", "[PERSON_", "_1]",
    "[person_1]", "[[PERSON_1]]", "_People1",
    "_City2", "Company3", "Company37", "XXX", "XXXX", "[REDACTED]", "[EMAIL]",
    "[WITHDRAWN]", "PERSON_1", "[DATE/TIME_1]",
    "A", "city1", "Karl Meier", "<PERSON>", "{n}", "0000-00-00", "ABC 000",
]  # fmt: skip
ODD = [
    "", " ", "\n", "\r\n", "\r", "\n\r", "\t", "\0", "\v", "\f", "\x1a", "\x1c",
    "\x85", "\u2028", "\u2029", "\ufeff", "\u200b",
    "\u200d", "\u2060", "\u00ad", "\u202e", "\u2067", "\u3164", "\u00a0",
    "e\u0301", "é", "\u0301", "ﬁ", "ß", "ẞ", "İ", "ı",
    "ǅ", "👩‍👩‍👧", "🇸🇪", "1️⃣", "☝🏽", "\U000e0041", "\U0010ffff", "\uffff", "\ufffd",
    "\uf8ff", '"', '""', ",", ";", "\\", "\\u00e9",
    "=1+1", "&amp;", "</p>", "%s", "$1", "{0}", "{{", "[[", "]]", "'", "’", "—", "…", "٫", "０", "Ⅷ", "𝟘",
]  # fmt: skip
JOINTS = ("", "", " ", " ", " ", "\n", ", ", "\r\n", "\t", "\u200b", "-", "'")


@cache
def pieces() -> tuple[tuple[str, ...], ...]:
    """Return what texts are made of, by kinds."""
    words = tuple(word for text in SCRIPTS.values() for word in text.split())
    lines = tuple(text for text in SCRIPTS.values())
    rows = csv.DictReader(files("allonym.samples").joinpath("posts.csv").read_text("utf-8").splitlines(keepends=True))
    samples = tuple(part for row in rows for part in _parts(row["text"]))
    return words, lines, tuple(IDENTIFIERS), tuple(STAND_INS), tuple(ODD), samples


def _parts(text: str) -> list[str]:
    words = text.split(" ")
    return [" ".join(words[first : first + 5]) for first in range(0, len(words), 4)]


def any_sign(chance: random.Random) -> str:
    """Return any character that a file can hold, assigned or not; half of them from the blocks that are used most."""
    code = chance.randrange(0x3000 if chance.random() < 0.5 else 0x110000)
    return chr(code) if not 0xD800 <= code < 0xE000 else "\ufffd"


def piece(chance: random.Random) -> str:
    """Return one piece of a text."""
    kind = chance.random()
    if kind < 0.12:
        return "".join(bit.text for bit in draw(chance.choice(LANGUAGES), chance))[: chance.choice((20, 40, 80))]
    if kind < 0.18:
        return "".join(any_sign(chance) for _ in range(chance.randrange(1, 5)))
    made = chance.choice(chance.choice(pieces()))
    if kind < 0.25 and len(made) > 1:
        place = chance.randrange(1, len(made))
        return made[:place] + chance.choice(ODD) + made[place:]
    return made


def odd_text(chance: random.Random) -> str:
    """Return one text."""
    joint = chance.choice(JOINTS)
    return joint.join(piece(chance) for _ in range(chance.choice((1, 2, 3, 3, 4, 5, 6))))
