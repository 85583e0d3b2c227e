"""How a part of a mail is encoded for transport: not at all, quoted-printable or base64."""

import base64
import binascii
import quopri
import re
from dataclasses import dataclass

from allonym.formats.mail_words import Unreadable

_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=\r\n]")
# Begins only where white space does, so that a long stretch of it is gone through once.
_LINE_ENDS = re.compile(rb"(?<![ \t])[ \t]*+\r?\n")
_ODD_QUOTED = re.compile(rb"=(?![0-9A-Fa-f]{2}|[ \t]*\r?\n|[ \t]*\Z)")
_NEXT = re.compile(rb"(\n\r?\n)From ")
_FROM = re.compile(rb"^From ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Coding:
    """An encoding for transport, the line end that the mail has, and how long its lines of base64 are."""

    name: str
    line_end: bytes = b"\n"
    width: int = 76
    ends: bool = True

    def decode(self, raw: bytes) -> bytes:
        """Return the bytes that were encoded; raise Unreadable if they cannot be told."""
        if self.name == "base64":
            packed = _LINE_ENDS.sub(b"", raw).strip()
            if _NOT_BASE64.search(packed):
                raise Unreadable("its base64 is damaged")
            try:
                # Strictly: what stands behind the end would be read by nobody, and stay.
                return binascii.a2b_base64(packed, strict_mode=True)
            except (binascii.Error, ValueError):
                raise Unreadable("its base64 is damaged") from None
        if self.name == "quoted-printable":
            if _ODD_QUOTED.search(raw):
                raise Unreadable("its quoted-printable is damaged")
            return quopri.decodestring(raw)
        return raw

    def encode(self, data: bytes) -> bytes:
        """Return bytes as they travel."""
        if self.name == "base64":
            packed = base64.b64encode(data)
            lines = [packed[at : at + self.width] for at in range(0, len(packed), self.width)]
            return self.line_end.join(lines) + (self.line_end if self.ends and lines else b"")
        if self.name == "quoted-printable":
            made = quopri.encodestring(data.replace(b"\r\n", b"\n"))
            return _FROM.sub(b"=46rom ", made).replace(b"\n", self.line_end)
        # In a file of many mails, such a line would begin the next one.
        return _NEXT.sub(rb"\1>From ", data)


def coding_of(name: str, raw: bytes, line_end: bytes) -> Coding:
    """Return the coding that a part says it has; raise Unreadable if there is none of that name."""
    known = name.strip().lower() or "7bit"
    if known in {"7bit", "8bit", "binary"}:
        return Coding("8bit", line_end)
    if known not in {"base64", "quoted-printable"}:
        raise Unreadable("it is encoded in a way that is not known")
    first = raw.split(b"\n", 1)[0].rstrip(b"\r")
    width = len(first) if 4 <= len(first) <= 998 and len(first) % 4 == 0 and b"\n" in raw else 76
    return Coding(known, line_end, width, raw.endswith(b"\n"))
