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

_ANY = re.compile(f"[{''.join(_LATIN)}]")
# Letters on black are symbols, and no letters to Unicode.
_WORD = re.compile(f"(?:[^\\W\\d_]|[{''.join(_BLACK)}])+")
# What is a letter, but no Latin one: basic, with accents, or of the International Phonetic Alphabet.
_NOT_LATIN = re.compile(r"[^\Wa-zA-Z\d_ªº\u00c0-\u02af\u1e00-\u1eff]")


def unmasked(text: str) -> str:
    """Return a text with every word in Latin letters that can be read so; every character stays in its place."""
    return _WORD.sub(_read, text) if _ANY.search(text) else text


def _read(word: "re.Match[str]") -> str:
    plain = word[0].translate(_TABLE)
    return word[0] if _NOT_LATIN.search(plain) else plain
