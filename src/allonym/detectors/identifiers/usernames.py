"""Names of accounts without an @, behind a platform or a word for one: "on twitch rowan_88", "username: rowan"."""

from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found
from allonym.detectors.identifiers.anchors import Watch

_PLATFORMS = (
    "insta", "snap", "twitch", "discord", "telegram", "télégram", "tiktok", "tik tok", "twitter", "reddit", "skype",
    "steam", "playstation", "psn", "xbox", "gamertag", "github", "gitlab", "mastodon", "bluesky", "youtube", "facebook",
    "vinted", "ebay", "pinterest", "tumblr", "flickr", "soundcloud", "انستا", "إنستا", "انستغرام", "إنستغرام",
    "انستقرام", "سناب", "تيك توك", "تويتر", "تويتش", "تلغرام", "تليجرام", "تيليجرام", "ديسكورد", "فيسبوك", "يوتيوب",
    "ستيم", "ريديت", "بلايستيشن", "سكايب",
)  # fmt: skip
_WORDS = (
    "username", "user name", "nickname", "screen name", "screenname", "nom d'utilisateur", "nom d’utilisateur",
    "pseudo",
    "benutzername", "nutzername", "nombre de usuario", "nome utente", "nome de usuário", "nome de utilizador",
    "användarnamn", "اسم المستخدم", "اليوزر", "يوزر",
)  # fmt: skip
_SAID = r"(?:is|est|ist|lautet|war|was|är|es|è|é|هو)"
# A few small words may stand between: "on twitch my name is rowan_88"; what is no word must look like an account.
_BEHIND_PLATFORM = Expression(
    r"[^\W\d_]{0,8}(?:[ \-]?(?:id|name|account|handle|user|konto|compte|cuenta|conta))?[ \t]?[:=(\-–>,]{0,2} ?"
    r"(?:[^\W\d_]{1,8}(?:[ :]{1,2}|['’])){0,3}(?:u/)?([A-Za-z_][A-Za-z0-9]*(?:[._\-][A-Za-z0-9_]+)*_*)(?![\w@/\-]|\.\w)"
)
_BEHIND_WORD = Expression(
    rf"[^\W\d_]{{0,3}}(?: ?[:=] ?| {_SAID} |)[ «\"'“„‘]{{0,2}}"
    r"([A-Za-z_][A-Za-z0-9]*(?:[._\-][A-Za-z0-9_]+)*_*)(?![\w@/\-]|\.\w)"
)
_ANNOUNCES = Expression(rf"[^\W\d_]{{0,3}}(?: ?[:=]| {_SAID} )")
_CLITICS = frozenset("وفبل")
_LONGEST = 40
_FEWEST_LETTERS = 3
_SHORTEST = 5


def _look_behind_platform(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if _goes_on(text, at) else _BEHIND_PLATFORM.match(text, end)
    if match and _looks_like_one(match[1]):
        yield Found(*match.span(1), "USERNAME", 0.8, "account-name")


def _look_behind_word(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if _goes_on(text, at) else _BEHIND_WORD.match(text, end)
    if match and len(match[1]) <= _LONGEST and (_looks_like_one(match[1]) or _ANNOUNCES.match(text, end)):
        yield Found(*match.span(1), "USERNAME", 0.8, "account-name")


def _goes_on(text: str, at: int) -> bool:
    """Tell whether a word goes on before a place; Arabic writes "and" and "in" on to the word."""
    head = text[at - 1 : at]
    return head.isalnum() and not (head in _CLITICS and not text[at - 2 : at - 1].isalnum())


def _looks_like_one(name: str) -> bool:
    """Tell whether a word is written as accounts are named: small letters with a digit or underscore in between."""
    if not _SHORTEST <= len(name) <= _LONGEST or name.isupper() or sum(map(str.isalpha, name)) < _FEWEST_LETTERS:
        return False
    last = name.replace("-", " ").split()[-1]
    return "_" in name or (any(map(str.isdigit, name)) and not last.isdigit())


account_names = Watch(lambda: _PLATFORMS, _look_behind_platform)
"""Finds names of accounts behind a platform."""

named_accounts = Watch(lambda: _WORDS, _look_behind_word)
"""Finds names of accounts behind a word for one."""
