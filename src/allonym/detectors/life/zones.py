"""The zone of a time, which belongs to it: "05:35:26 GMT+0200 (CEST)", "9 pm EST", "08:12:31 +0100"."""

from allonym.detectors.expressions import Expression

# In small letters "est" and "ist" are other words, and so they are in a line of capitals.
_NAME = (
    r"(?:UTC|GMT|WES?T|CES?T|EES?T|MES?Z|OES?Z|HNEC|HAEC|[ECMPNA][SD]T|AK[SD]T|HST|BST|MSK|IST|SAST|BRS?T|JST|KST|HKT|"
    r"SGT|PKT|A[CEW][SD]T|NZ[SD]T)(?!\w| [^\W\d_a-z]{2})"
)
_SHIFT = r"(?:0?[0-9]|1[0-4])(?::?[0-5][0-9])?(?![\w:]|[.,][0-9])"
_ZONE = Expression(rf" ?(?:\({_NAME}\)|{_NAME}(?: ?[+\-−]{_SHIFT})?(?: \({_NAME}\))?)")
_OFFSET = Expression(rf" ?[+\-−](?:0[0-9]|1[0-4]):?[0-5][0-9](?![\w:]|[.,/\-][0-9]|\s?[%€$£°])(?: \({_NAME}\))?")


def zone_end(text: str, stop: int, exact: bool) -> int:
    """Return where a time ends with its zone, if one follows; only behind seconds, `exact`, is a minus no dash."""
    apart = stop + (text[stop : stop + 1] == " ")
    opening = text[apart : apart + 1]
    if opening == "+" or (exact and opening in {"-", "−"}):
        zone = _OFFSET.match(text, stop)
    else:
        zone = _ZONE.match(text, stop) if opening == "(" or opening.isupper() else None
    return zone.end() if zone else stop
