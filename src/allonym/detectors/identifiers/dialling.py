"""Whether digits are a phone number, by the facts of `phonenumbers` about each region.

The library reads one number for one region in tens of microseconds, and a table of numbers has tens of thousands of
them. Here its facts are made into one expression for the digits of a length, for all our regions at once. Only digits
that begin with a country's code or with what is dialled to call abroad are taken apart, by the rules of the library.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from allonym.languages.pack import CODES, load

_KINDS = (
    "premium_rate", "toll_free", "shared_cost", "voip", "personal_number", "pager", "uan", "voicemail", "fixed_line",
    "mobile",
)  # fmt: skip
_LONGEST = 15
_NEVER = "(?!)"
# The shortest national number that the library reads.
_SHORTEST = 2


class Plan(NamedTuple):
    """How a region numbers its phones; `kinds` are the looks of its national numbers by how many digits they have."""

    code: str
    abroad: re.Pattern[str]
    trunk: re.Pattern[str]
    rule: str | None
    general: re.Pattern[str]
    lengths: frozenset[int]
    local: frozenset[int]
    kinds: Mapping[int, str]
    odd: re.Pattern[str]
    needs_trunk: bool


def is_possible(digits: str) -> bool:
    """Tell whether digits with a country's code in front have a length that is possible there."""
    code = _codes().match(digits)
    if code is None or len(digits) - code.end() < _SHORTEST:
        return False
    plan = _plan_of_code(code[0])
    size = len(_national(digits[code.end() :], plan))
    return size in plan.lengths or size in plan.local


def is_valid_somewhere(digits: str, bracketed: bool) -> bool:
    """Tell whether digits are a number of one of our regions, as it is written there."""
    # Where numbers are written with a leading 0, one without it is none, unless brackets show the area code.
    in_full = digits[0] == "0" or bracketed
    if _plain(len(digits), in_full).match(digits):
        return True
    if not _any_odd(in_full).match(digits):
        return False
    return any(is_valid(digits, plan) for plan in plans(in_full) if plan.odd.match(digits))


def is_valid(digits: str, plan: Plan) -> bool:
    """Tell whether digits are a number of a region, dialled there or from abroad."""
    national = _without_code(digits, plan)
    if national is None or len(national) < _SHORTEST:
        return False
    national = _national(national, plan)
    return _compiled(plan.kinds.get(len(national), _NEVER)).match(national) is not None


def _without_code(digits: str, plan: Plan) -> str | None:
    """Return digits without the country's code; None if they are dialled to call another country."""
    if (abroad := plan.abroad.match(digits)) and digits[abroad.end() : abroad.end() + 1] != "0":
        called = digits[abroad.end() :]
        return called[len(plan.code) :] if called.startswith(plan.code) and len(called) > _SHORTEST else None
    if digits.startswith(plan.code):
        rest = _without_trunk(digits[len(plan.code) :], plan)
        better = not plan.general.fullmatch(digits) and plan.general.fullmatch(rest)
        if better or (len(digits) > max(plan.lengths) and len(digits) not in plan.local):
            return rest
    return digits


def _national(digits: str, plan: Plan) -> str:
    """Return digits without what is dialled before a national number, unless too few are left."""
    rest = _without_trunk(digits, plan)
    size = len(rest)
    return rest if size not in plan.local and (size in plan.lengths or size > max(plan.lengths)) else digits


def _without_trunk(digits: str, plan: Plan) -> str:
    trunk = plan.trunk.match(digits)
    if trunk is None:
        return digits
    moved = plan.rule and trunk[trunk.re.groups] is not None
    rest = plan.trunk.sub(plan.rule or "", digits, count=1) if moved else digits[trunk.end() :]
    return digits if plan.general.fullmatch(digits) and not plan.general.fullmatch(rest) else rest


@lru_cache(maxsize=1)
def regions() -> tuple[str, ...]:
    """Return the main regions of all our languages: the language of a short text is too often unknown."""
    return tuple(dict.fromkeys(region for code in CODES for region in load(code).phone_regions[:2]))


@lru_cache(maxsize=1)
def _all_plans() -> tuple[Plan, ...]:
    import phonenumbers

    return tuple(_plan(phonenumbers.PhoneMetadata.metadata_for_region(region)) for region in regions())


@cache
def plans(in_full: bool) -> tuple[Plan, ...]:
    """Return the plans of our regions; of numbers that are not written in full, where none is dialled with a 0."""
    return tuple(plan for plan in _all_plans() if in_full or not plan.needs_trunk)


@cache
def _any_odd(in_full: bool) -> re.Pattern[str]:
    """Return what begins digits that must be taken apart for one of our regions."""
    return re.compile("|".join(plan.odd.pattern for plan in plans(in_full)))


@cache
def _plain(size: int, in_full: bool) -> re.Pattern[str]:
    """Return the look of so many digits that are a number of one of our regions, with its 0 or none before them."""
    looks = []
    for plan in plans(in_full):
        if (kinds := plan.kinds.get(size)) is not None:
            taken = f"(?:{plan.abroad.pattern})(?!0)|{plan.code}|(?:{plan.trunk.pattern})"
            looks.append(f"(?!{taken}){kinds}")
        if plan.trunk.fullmatch("0") and (kinds := plan.kinds.get(size - 1)) is not None:
            looks.append(f"0(?!0){kinds}")
    return re.compile("|".join(looks) or _NEVER)


_compiled = lru_cache(maxsize=256)(re.compile)


@cache
def _codes() -> re.Pattern[str]:
    import phonenumbers

    return re.compile("|".join(map(str, phonenumbers.COUNTRY_CODE_TO_REGION_CODE)))


@lru_cache(maxsize=256)
def _plan_of_code(code: str) -> Plan:
    """Return the plan of the main region that a code calls."""
    import phonenumbers

    region = phonenumbers.region_code_for_country_code(int(code))
    return _plan(phonenumbers.PhoneMetadata.metadata_for_region_or_calling_code(int(code), region))


def _plan(facts: Any) -> Plan:
    general, trunk = facts.general_desc, facts.national_prefix_for_parsing or _NEVER
    code, abroad = str(facts.country_code), facts.international_prefix or _NEVER
    # What is taken off before the 0, or otherwise than a 0: a country's code, the number of a carrier.
    odd = "|".join((f"(?:{abroad}){code}", code, *([] if trunk == "0" else [f"(?:{trunk})"])))
    return Plan(
        code=code,
        abroad=re.compile(abroad),
        trunk=re.compile(trunk),
        rule=facts.national_prefix_transform_rule or None,
        general=re.compile(general.national_number_pattern or _NEVER),
        lengths=frozenset(general.possible_length),
        local=frozenset(general.possible_length_local_only),
        kinds={size: look for size in range(_SHORTEST, _LONGEST + 1) if (look := _look(facts, size))},
        odd=re.compile(f"(?:{odd})"),
        needs_trunk=facts.national_prefix == "0",
    )


def _look(facts: Any, size: int) -> str:
    """Return the look of all national numbers of a length, nothing if there are none."""
    known = [kind for name in _KINDS if (kind := getattr(facts, name)) is not None and kind.national_number_pattern]
    looks = [kind.national_number_pattern for kind in known if not kind.possible_length or size in kind.possible_length]
    general = facts.general_desc
    if not looks or (general.possible_length and size not in general.possible_length):
        return ""
    return rf"(?=(?:{general.national_number_pattern})\Z)(?:{'|'.join(dict.fromkeys(looks))})\Z"
