"""Names of accounts without an @, behind a platform or a word for one: "on twitch rowan_88", "username: rowan".

Names that say themselves where they belong need no such word: "rowan#0423", "live:rowan.b".
"""

import re
from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, after, before
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.domains import is_top_level
from allonym.detectors.identifiers.nearby import words_of
from allonym.languages.lists import normal, open_lists

_PLATFORMS = (
    "insta", "snap", "twitch", "discord", "telegram", "télégram", "tiktok", "tik tok", "twitter", "reddit", "skype",
    "steam", "playstation", "psn", "xbox", "gamertag", "github", "gitlab", "mastodon", "bluesky", "youtube", "facebook",
    "vinted", "ebay", "pinterest", "tumblr", "flickr", "soundcloud", "kik", "ig:", "ig :", "ig -", "ig=", "ig is ",
    "cash app", "cashapp", "cashtag", "venmo", "roblox", "minecraft", "fortnite", "battletag", "battle.net", "strava",
    "letterboxd", "depop", "onlyfans", "patreon", "wattpad", "nintendo", "epic games", "wechat", "bereal",
    "leboncoin", "wallapop", "kleinanzeigen", "tradera", "lichess", "chess.com", "duolingo", "airbnb", "bumble", "ps5",
    "på flashback", "olx", "milanuncios", "subito.it", "blocket", "tinder", "lovoo", "jodel", "forocoches", "jeuxvideo",
    "gutefrage", "chefkoch", "familjeliv", "mercado livre", "mercado libre", "enjoei", "hattrick", "goodreads",
    "Cash App", "Tik Tok", "Epic Games", "TikTok", "YouTube", "GitHub", "GitLab", "WeChat", "SoundCloud", "OnlyFans",
    "BeReal", "PlayStation",
    "انستا", "إنستا", "انستغرام", "إنستغرام",
    "انستقرام", "سناب", "تيك توك", "تويتر", "تويتش", "تلغرام", "تليجرام", "تيليجرام", "ديسكورد", "فيسبوك", "يوتيوب",
    "ستيم", "ريديت", "بلايستيشن", "سكايب",
)  # fmt: skip
_SAID = (
    r"(?:is|its|it's|it’s|est|c['’]est|c|était|etait|c['’]était|ist|lautet|heißt|heisst|hieß|war|was|är|var|heter|hette|es|"
    r"era|se llama|se llamaba|è|si chiama|é|foi|chama-se|s['’]appelle|name is|هو|كان|اسمه)"
)
# A few small words may stand between: "on twitch my name is rowan_88"; what is no word must look like an account.
_BEHIND_PLATFORM = Expression(
    r"[^\W\d_]{0,8}(?:[ \-]?(?:id|name|account|handle|user|konto|compte|cuenta|conta))?(?: @ |[ \t]?[:=(\-–>,]{0,2} ?)"
    r"(?:[^\W\d_]{1,8}(?: @ |[ :]{1,2}|['’])){0,3}(?:u/)?"
    r"(?<!\w)(\$?[A-Za-z_][A-Za-z0-9]*(?:[._\-][A-Za-z0-9_]+)*_*)(?![\w@/\-]|\.\w)"
)
# "Jag heter skogstrollet_02 på Twitch".
_ON_PLATFORM = Expression(
    r"(?<![\w@/.\-#])([A-Za-z_][\w.\-]{3,30}) (?:on|på|auf|bei|sur|en|su|in|no|na|em|على|ع) (?:my |il |el |la |o )?\Z"
)
# Nothing but a mark in between: "Instagram lotta.bakar", "ig: kayla.rose".
_RIGHT_BEHIND = Expression(
    rf"(?:[a-z]{{0,4}}(?: ?[:=>\-–→]{{1,2}} ?| {_SAID} | \(?)|(?<=[:=\- ]))([a-z][a-z0-9]*(?:\.[a-z0-9]+){{1,2}})"
)
_BEHIND_WORD = Expression(
    rf"[^\W\d_]{{0,3}}(?: ?[:=] ?| (?:[^\W\d_]{{1,8}} ){{0,3}}{_SAID} |)[ «\"'“„‘]{{0,2}}"
    r"([A-Za-z_][A-Za-z0-9]*(?:[._\-][A-Za-z0-9_]+)*_*)(?![\w@/\-]|\.\w)"
)
_VERB = Expression(_SAID)
_ANNOUNCES = Expression(rf"[^\W\d_]{{0,3}}(?: ?[:=]| {_SAID} )")
_BEHIND_PERHAPS = Expression(
    rf"(?: (?:de|auf|bei|on|på|su|em|no|für|for|sur|en) [^\W\d_]{{2,12}}(?= {_SAID} ))?"
    rf"(?: ?[:=] ?| {_SAID} | )[ «\"'“„‘]{{0,2}}"
    r"([^\W\d][^\W_]*(?:[._\-][^\W_]+)*_*)(?![\w@/\-]|\.\w)"
)
# First and last name as firms make accounts of them: "j.doe", "anna.berg".
_INITIALLED = Expression(r"(?=.{5})[a-z]+\.[a-z]+(?<!\.com)(?<!\.net)(?<!\.org)")
# Behind "alias:", three words may be joined so.
_LED = Expression(r"(?=.{5})[a-z]{1,20}(?:\.[a-z]{1,20}){1,2}(?<!\.com)(?<!\.net)(?<!\.org)")
# Accounts in Argentina have three words for a name: "alias perro.luna.mate", "mi alias de Modo es gato.casa.sol".
_OF_ACCOUNT = Expression(
    rf"(?: (?:de|en) [^\W\d_]{{2,14}}(?: [A-Z][^\W\d_]{{1,14}})?)?(?: (?:cbu|CBU|cvu|CVU))?"
    rf"(?: ?[:=] ?| {_SAID}:? | )[ «\"'“„‘]{{0,2}}"
    r"(?!www\.)((?=[\w.\-]{6,20}(?!\w))[A-Za-z0-9\-]{2,16}(?:\.[A-Za-z0-9\-]{2,16}){2,3})(?![\w@/\-]|\.\w)"
)
# On Discord and Battle.net names end with a number; so do "bug#1234" and "room#1204".
_TAGGED = Expression(r"#(?<=[\w.]#)[0-9]{4,5}(?![\w\-#]|[.,/][0-9])")
_BEFORE_TAG = Expression(
    r"(?<![\w@#./\-&=?])(?!(?i:bug|issues?|ticket|pr|mr|case|order|room|line|unit|apt|suite|item|part|lot|no|nr)#?\Z)[^\W\d_][\w.]{1,31}\Z"
)
_TAGGED_HERE = Expression(
    r"disc(?:ord)?\b|battle\.?(?:tag|net)|overwatch|blizzard|riot|valorant|\b(?:add|msg|dm) me\b|ajoute|schreib|agrega|"
    r"aggiung|adiciona|lägg till|ديسكورد|ضيفني|أضفني",
    re.IGNORECASE,
)
_LIVE = Expression(r"\.?[a-z][\w\-]*(?:\.[\w\-]+)*(?![\w@/])")
# Numbers of accounts on Steam: "STEAM_0:1:4471902", "[U:1:8943805]".
_STEAM = Expression(r"[0-5]:[01]:[0-9]{3,10}(?!\w)|(?<=:)[0-9]{3,10}\]")
_SKYPE = Expression(r"skype|سكايب", re.IGNORECASE)
_CLITICS = frozenset("وفبل")
# Where files and functions are written so too.
_OF_CODE = frozenset({"github", "gitlab"})
_LONGEST = 40
_FEWEST_LETTERS = 3
_LONGEST_SUFFIX = 3
_SHORTEST = 5
_KNOWN = 0.3
"""So well known must a last name be."""
_ORDINARY = 0.4
"""So common is a word that says what a name is like, and is none itself."""


def _look_behind_platform(text: str, at: int, end: int) -> Iterator[Found]:
    if _goes_on(text, at):
        return
    earlier = _ON_PLATFORM.search(before(text, at, _LONGEST)) if text[at:end].lower() not in _OF_CODE else None
    if earlier and looks_like_one(earlier[1]):
        start = at - len(earlier[0])
        yield Found(start, start + len(earlier[1]), "USERNAME", 0.8, "account-name")
        return
    match = _BEHIND_PLATFORM.match(text, end)
    if match and (looks_like_one(match[1]) or _is_cashtag(text[at:end], match[1])):
        yield Found(*match.span(1), "USERNAME", 0.8, "account-name")
    elif (match := _RIGHT_BEHIND.match(text, end)) and _is_dotted(text, match):
        yield Found(*match.span(1), "USERNAME", 0.75, "account-name")


def _look_behind_word(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if _goes_on(text, at) else _BEHIND_WORD.match(text, end)
    if match is None or len(match[1]) > _LONGEST or _VERB.fullmatch(match[1]):
        # In "my user name is @rowan" the name has its own sign.
        return
    if looks_like_one(match[1]) or _is_announced(text, end, match):
        yield Found(*match.span(1), "USERNAME", 0.8, "account-name")


def _is_announced(text: str, end: int, match: re.Match[str]) -> bool:
    """Tell whether any word is a name here: "username: rowan", "username is rowan", but not "username is invalid"."""
    gap = _ANNOUNCES.match(text, end)
    if gap and gap[0][-1] in ":=":
        return True
    # Latin letters in an Arabic sentence are no word of it.
    foreign = text[end - 1] >= "\u0600" and len(match[1]) >= _SHORTEST
    return (gap is not None or foreign) and open_lists().ambiguity(normal(match[1])) < _ORDINARY


def _look_behind_perhaps(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if _goes_on(text, at) else _BEHIND_PERHAPS.match(text, end)
    if not match:
        return
    if _is_dotted_name(match[1]):
        yield Found(*match.span(1), "USERNAME", 0.8, "account-name")
        return
    is_led = match[0][: match.start(1) - match.start()].strip(" «\"'“„‘")
    if looks_like_one(match[1]) or is_initialled(match[1]) or (is_led and _LED.fullmatch(match[1])):
        yield Found(*match.span(1), "USERNAME", 0.8, "account-name")


def _look_behind_alias(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if _goes_on(text, at) else _OF_ACCOUNT.match(text, end)
    last = match[1].rpartition(".")[2].lower() if match else ""
    if match and last.isalpha() and not (len(last) <= _LONGEST_SUFFIX and is_top_level(last)):
        yield Found(*match.span(1), "USERNAME", 0.85, "account-name")


def _look_at_live(text: str, at: int, end: int) -> Iterator[Found]:
    """Look at "live:": names on Skype begin so, and news do."""
    match = None if _goes_on(text, at) else _LIVE.match(text, end)
    if match is None or len(match[0]) < _SHORTEST:
        return
    sure = _SKYPE.search(before(text, end, 40))
    if sure or ".cid." in match[0] or ("." in match[0] and not is_top_level(match[0].rpartition(".")[2])):
        yield Found(at, match.end(), "USERNAME", 0.85, "account-name")


def tagged_names(text: str) -> Iterator[Found]:
    """Find names with a number behind a hash, where the text speaks of a platform that gives such out."""
    for match in _TAGGED.finditer(text):
        name = _BEFORE_TAG.search(before(text, match.start(), 33))
        start = match.start() - len(name[0]) if name else 0
        if name and (_TAGGED_HERE.search(before(text, start, 40)) or _TAGGED_HERE.search(after(text, match.end(), 32))):
            yield Found(start, match.end(), "USERNAME", 0.9, "account-name")


def _is_cashtag(platform: str, name: str) -> bool:
    return name[0] == "$" and platform.lower().startswith(("cash", "venmo"))


def _is_dotted(text: str, match: re.Match[str]) -> bool:
    """Tell whether a word with dots in it is an account: no address on the web, no end of a sentence."""
    name, following = match[1], text[match.end() : match.end() + 2]
    if (
        following[:1] in {"@", "/", ":", "-", "_"}
        or following[:1].isalnum()
        or (following[:1] == "." and following[1:].isalnum())
    ):
        return False
    *parts, last = name.split(".")
    # "Was on insta today.i forgot": one letter may begin a sentence, but not behind what is no word.
    begins = len(last) == 1 and open_lists().ambiguity(normal(parts[-1])) >= _ORDINARY
    return len(name) >= _SHORTEST and min(map(len, parts)) > 1 and not begins and not is_top_level(last)


def _is_dotted_name(name: str) -> bool:
    """Tell whether two words with a dot between them hold a name, or begin with an initial: "o usuário jsouza.fin"."""
    if not _INITIALLED.fullmatch(name):
        return False
    first, last = name.split(".")
    if is_top_level(last) and not _is_name(first):
        return False
    return (len(first) == 1 and len(last) > 2) or any(is_initialled(each) or _is_name(each) for each in (first, last))


def _is_name(word: str) -> bool:
    lists, form = open_lists(), normal(word)
    return lists.weight(form, "first", "last") >= _KNOWN and not lists.ambiguity(form)


def _goes_on(text: str, at: int) -> bool:
    """Tell whether a word goes on before a place; Arabic writes "and" and "in" on to the word."""
    head = text[at - 1 : at]
    return head.isalnum() and not (head in _CLITICS and not text[at - 2 : at - 1].isalnum())


def looks_like_one(name: str) -> bool:
    """Tell whether a word is written as accounts are named: small letters with a digit or underscore in between."""
    if (
        not _SHORTEST <= len(name) <= _LONGEST
        or name[0] == "$"
        or name.isupper()
        or sum(map(str.isalpha, name)) < _FEWEST_LETTERS
    ):
        return False
    last = name.replace("-", " ").split()[-1]
    # Players frame their names: "xXMossRookXx".
    is_framed = name[:2].lower() == name[-2:].lower() == "xx"
    return is_framed or "_" in name or (any(map(str.isdigit, name)) and not last.isdigit())


def is_initialled(name: str) -> bool:
    """Tell whether a word is an initial and a last name, as firms make accounts of them: jlopez, kbrenner."""
    if not (_SHORTEST <= len(name) <= _LONGEST and name.isalpha() and name.islower()):
        return False
    lists = open_lists()
    return (
        lists.weight(normal(name[1:]), "last") >= _KNOWN
        and not lists.find(normal(name))
        and not lists.ambiguity(normal(name))
    )


def _look_at_steam(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if _goes_on(text, at) else _STEAM.match(text, end)
    if match:
        yield Found(at, match.end(), "USERNAME", 0.9, "account-name")


account_names = Watch(lambda: _PLATFORMS, _look_behind_platform)
"""Finds names of accounts behind a platform."""

perhaps_accounts = Watch(lambda: tuple(sorted(words_of("perhaps_user"))), _look_behind_perhaps)
"""Finds names of accounts behind a word that may announce one."""

steam_numbers = Watch(lambda: ("steam_", "[u:1:"), _look_at_steam)
"""Finds numbers of accounts on Steam."""

live_names = Watch(lambda: ("live:",), _look_at_live)
"""Finds names on Skype."""

named_accounts = Watch(lambda: tuple(sorted(words_of("user_name"))), _look_behind_word)
"""Finds names of accounts behind a word for one."""

money_names = Watch(lambda: tuple(sorted(words_of("money_name"))), _look_behind_alias)
"""Finds names of accounts to pay into."""
