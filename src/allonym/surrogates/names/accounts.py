"""Stand-ins for accounts: user names, e-mail addresses, web addresses and hashtags.

    pwatson@aol.fr -> kmeier@example.net      https://watson.fr/paul -> https://vindora.example/karl

No address works: hosts become names that are reserved for examples (RFC 2606). What is made from a person's name goes
with that person's stand-in.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import unquote

from allonym.core.canon import at_sign
from allonym.core.protocols import Desk
from allonym.core.types import Draw, Subject
from allonym.languages.lists import normal, open_lists
from allonym.surrogates.names.choosing import assign, draw_from, pick, words_of
from allonym.surrogates.names.handles import Known, Style, pieces_of, restyle
from allonym.surrogates.names.person_names import known_names
from allonym.surrogates.names.pool_files import Pools
from allonym.surrogates.names.styling import plain

RESERVED = ("example.org", "example.com", "example.net")
_PROVIDERS = re.compile(
    r"(?:gmail|googlemail|hotmail|outlook|live|msn|yahoo|ymail|aol|icloud|me|mac|gmx|web|t-online|freenet|orange|wanadoo|free"
    r"|laposte|sfr|libero|virgilio|tiscali|alice|tin|sapo|uol|bol|terra|telefonica|telia|bredband|comhem|spray|proton"
    r"|protonmail|mail|yandex|posteo|zoho)\.(?:[a-z]{2,3}|com?\.[a-z]{2})"
)
_LINK = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.\-]*://)?(?P<www>www\d?\.)?(?P<host>[^/?#:@\s]+)(?P<rest>.*)", re.IGNORECASE | re.DOTALL
)
_MAIL_LINK = re.compile(r"mailto:", re.IGNORECASE)
_RUN = re.compile(r"[^\W_]+")
_EARLY, _SEVERAL = 4, 400
_ORDINARY = 0.4
_NONE: frozenset[str] = frozenset()
# Words that say what an address is for, not whose it is.
_ROLE_WORDS = (
    "info contact kontakt support sales office admin noreply reply no hello mail post service help team jobs press"
)
_PATH_WORDS = (
    "html htm php asp aspx pdf jpg jpeg png gif index status watch user users profile profil post posts photo p u r"
)
_ROLES, _PATHS = frozenset(_ROLE_WORDS.split()), frozenset(_PATH_WORDS.split())


def write_username(subject: Subject, desk: Desk, pools: Pools) -> list[str]:
    """Return a user name in the style of each mention."""
    return _Account(subject, _known(subject, desk, pools), desk, pools).handles(frozenset())


def write_hashtag(subject: Subject, desk: Desk, pools: Pools) -> list[str]:
    """Return a hashtag with the capitals of the original; ordinary words in it stay, if there are others."""
    words = [word for surface in subject.surfaces for word in pieces_of(surface)]
    common = frozenset(word for word in words if open_lists().ambiguity(normal(word)) > _ORDINARY)
    return _Account(subject, _known(subject, desk, pools), desk, pools).handles(common)


def write_email(subject: Subject, desk: Desk, pools: Pools) -> list[str]:
    """Return an address that reaches nobody, in the style of each mention."""
    account = _Account(subject, _known(subject, desk, pools), desk, pools)
    return [account.email(surface) for surface in subject.surfaces]


def write_url(subject: Subject, desk: Desk, pools: Pools) -> list[str]:
    """Return a link that leads nowhere: a reserved host, and another path of the same look."""
    account = _Account(subject, _known(subject, desk, pools), desk, pools)
    return [account.url(surface) for surface in subject.surfaces]


def reserved_domain(domain: str, language: str | None, desk: Desk, pools: Pools) -> str:
    """Return the domain that stands in for another: one of the examples for a provider, an invented one for a firm."""
    small = domain.casefold()
    if _PROVIDERS.fullmatch(small):
        return RESERVED[pick(desk.seed("domain", small), len(RESERVED))]
    row = pools.cell("things", f"firm {language if language != 'ar' else 'en'}") or pools.cell("things", "firm en")
    # Sub-domains go: they are often the name of a department, or of a person.
    main = ".".join(small.split(".")[-2:])
    name = assign(desk, "DOMAIN", main, lambda draw: _host(draw_from([row], draw)), words_of(main))
    return name if name.endswith(".example") else f"{name.strip('[]').replace('_', '-').lower()}.example"


def _host(name: str | None) -> str | None:
    return f"{plain(name).lower()}.example" if name else name


def _known(subject: Subject, desk: Desk, pools: Pools) -> Known:
    kin = subject.kin
    return known_names(kin, desk, pools) if kin is not None and kin.label.startswith("PERSON") else {}


@dataclass(frozen=True, slots=True)
class _Account:
    """One account, and what its stand-in is made from."""

    subject: Subject
    known: Known = field(repr=False)
    desk: Desk = field(repr=False)
    pools: Pools

    def handles(self, common: frozenset[str]) -> list[str]:
        """Return a user name or hashtag for each mention; those that differ in capitals only stay alike."""
        return [self._handle(surface, common) for surface in self.subject.surfaces]

    def email(self, surface: str) -> str:
        """Return an address at a reserved domain; one that is written as in a link stays so."""
        if (sign := at_sign(surface)) != "@":
            return self.email(unquote(surface)).replace("@", sign)
        local, at, domain = surface.rpartition("@")
        host = reserved_domain(domain or surface, self.subject.language, self.desk, self.pools)
        return self._assigned("EMAIL", surface, lambda style: f"{restyle(local, style, self.desk)}{at}{host}", _ROLES)

    def url(self, surface: str) -> str:
        """Return a link to a reserved host; what is no link to a host becomes a token."""
        match = None if _MAIL_LINK.match(surface) else _LINK.fullmatch(surface)
        if match is None:
            return assign(self.desk, "URL", surface, lambda _: None)
        host = reserved_domain(match["host"], self.subject.language, self.desk, self.pools)
        before = f"{match['scheme'] or ''}{match['www'] or ''}{host}"

        def make(style: Style) -> str:
            return before + _RUN.sub(lambda run: restyle(run[0], style, self.desk), match["rest"])

        return self._assigned("URL", surface, make, _PATHS)

    def _handle(self, surface: str, common: frozenset[str]) -> str:
        lead = surface[: len(surface) - len(surface.lstrip("@#"))]
        words = surface[len(lead) :]
        label = self.subject.label.partition(".")[0]
        return lead + self._assigned(label, words, lambda style: restyle(words, style, self.desk), common)

    def _assigned(self, series: str, words: str, make: Callable[[Style], str], kept: frozenset[str]) -> str:
        """Return what is made of words, one to one; in later attempts more differs, at last by a number."""
        original = words.casefold() if series != "URL" else words

        def attempt(number: int) -> str:
            seed = self.desk.seed(series, original, str(number))
            made = make(Style(self.known, self.subject.language, self.pools, seed, kept if number == 0 else _NONE))
            return made if number < _EARLY else _numbered(made, number)

        def propose(draw: Draw) -> str | None:
            made = attempt(draw.attempt)
            is_free = made.casefold() != words.casefold() and not self.desk.stands(made)
            return None if draw.attempt > _SEVERAL else made.casefold() if is_free else ""

        given = assign(self.desk, series, original, propose, None)
        cased = (made for number in range(_EARLY) if (made := attempt(number)).casefold() == given)
        return next(cased, given)


def _numbered(made: str, number: int) -> str:
    """Return an address with a number more: before the @ of an e-mail, at the end of the others."""
    local, at, host = made.rpartition("@")
    return f"{local}{number}{at}{host}" if at else f"{made}{number}"
