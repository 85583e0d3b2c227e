"""Letters of other alphabets that stand for Latin ones where a word is otherwise Latin, small capitals and the like.

    Mаrɡаret Ηоllοway      read as Margaret Holloway
    ᴍᴀʀɢᴀʀᴇᴛ                read as margaret
    Γιώργος, гость         stay as they are: not all of their letters look Latin

Which letters look alike are facts of Unicode's data on confusables; small capitals and letters on black are what
people dress names up with. Each stands for one letter only.
"""

import re

_PAIRS = (
    # Cyrillic and Greek, besides those that are Latin letters to the eye wherever they stand.
    "ЬbгrѵvѴVѡwүyҮYҽeӏiӀIꙇi" + "ιiρpυuγyσoᴦrϳjͿJϜFϱpϺM"
    # Armenian, Coptic.
    + "ցgհhոnռnգqաwօoՕOզqսuՍUՏSքf" + "ⲥcⲤCⲎHⲔKⲘMⲚNⲟoⲞOⲣpⲢPⲦTⲬXⲨYⳐLⲅr"
    # Cherokee, in both cases, and Lisu.
    + "ᎪAᏏbᏴBᏟCᏧdᎠDᎬEᎦFᏀGᏂhᎻHᎥiᎫJᏦKᏞLᎷMᏢPᎡRᏒRᏚSᎢTᏙVᏔWᎳWᎽYᏃZꮯcꮁrꮪsꮩvꮃwꮓzꭵiᏕSᎩYᏳG"
    + "ꓮAꓐBꓚCꓓDꓰEꓝFꓖGꓧHꓙJꓗKꓡLꓟMꓠNꓳOꓑPꓣRꓢSꓔTꓴUꓦVꓪWꓫXꓬYꓜZꓲIꓒd"
    # Small capitals, and other Latin letters that differ from the plain ones by a hair.
    + "ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpꞯqʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz"
    + "ƄbƦRƽsᴑoꬽoᶌyꞴBꞘFꞙfꞲJꞳXɩiƖlǀlʋuɣyꭎuꭒuꭇrꭈrꬲeꬵfꞟuᶃgɯwꭚyỿy"
    # Scripts of a few readers, or of none today.
    + "ᗅAᑲbᖯbᗷBᑯdᗞDᗪDᖴFᕼHᒍJᒪLᗰMᑭPᖇRᑌUᐯVᕁxᕽx𖽀A𖼖L𖼵R𖼺S𖼊T𖽂U𖼈V𖽃Y𐊠A𐊡B𐊢C𐊥F𐋏H𐊰M𐊫O"
    + "𐊱T𐊴X𐊲Y𐊂B𐊆E𐊇F𐊒O𐊕P𐊖S𐊗T𐊐X𐌁B𐌂C𐌑M𐌕T𐌗X𐐽c"
    + "𐐕C𐐛L𐐬o𐐄O𐑈s𐐠S𐔜C𐔥F𐔘K𐔦L𐔓N𐔖O𐔝V𐔧XⴹEⵔOⵕQⴸVⵝX𑢦E𑢮E𑣂F𑢢F𑣃i𑢣L𑢲L𑣈o𑣗o𑢵O𑣁s𑢼T𑣘u𑢸U"
    + "𑣀v𑢠V𑣜y𑢤Y𑣄z𑢩ZᛕKᛖMᚷX𐓪o𐓂O𐒴R𐓶u𐓎U"
)  # fmt: skip
_BLACK = {chr(first + place): chr(65 + place) for first in (0x1F150, 0x1F170) for place in range(26)}
_LATIN = {**dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True)), **_BLACK}
_TABLE = str.maketrans(_LATIN)

SIGNS = "".join(sign for sign in _LATIN if sign < "\U00010000")
"""All of them but those of planes that are special as a whole."""

# Planes beyond the first are taken as a whole here: a set of their single letters would be gone through one by one.
_MAYBE = re.compile(f"[{SIGNS}\U00010000-\U0001f189]")
# Letters on black are symbols, and no letters to Unicode.
_LETTER = re.compile(r"[^\W\d_]|[\U0001f150-\U0001f169\U0001f170-\U0001f189]")
_WORD = re.compile(f"(?:{_LETTER.pattern})+")
# What is a letter, but no Latin one: basic, with accents, or of the International Phonetic Alphabet.
_NOT_LATIN = re.compile(r"[^\Wa-zA-Z\d_ªº\u00c0-\u02af\u1e00-\u1eff]")


def is_masked(text: str) -> bool:
    """Tell whether a text has any of these letters."""
    return not _LATIN.keys().isdisjoint(text)


def unmasked(text: str) -> str:
    """Return a text with every word in Latin letters that can be read so; every character stays in its place."""
    made: list[str] = []
    done = 0
    for sign in _MAYBE.finditer(text):
        if sign.start() >= done and sign[0] in _LATIN:
            word = _word_around(text, sign.start(), done)
            made += text[done : word.start()], _read(word)
            done = word.end()
    return "".join((*made, text[done:])) if made else text


def _word_around(text: str, place: int, first: int) -> "re.Match[str]":
    """Return the word that a sign stands in; it begins no earlier than `first`."""
    while place > first and _LETTER.match(text, place - 1):
        place -= 1
    return _WORD.match(text, place)  # type: ignore[return-value] # the sign is a letter itself


def _read(word: "re.Match[str]") -> str:
    plain = word[0].translate(_TABLE)
    return word[0] if _NOT_LATIN.search(plain) else plain
