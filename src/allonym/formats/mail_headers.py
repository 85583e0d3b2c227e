"""The headers of a mail: who wrote to whom, about what, and how the body is packed.

Names and addresses of people are labelled, so that they are replaced whatever the detectors think of them, and found
again in the body. How a mail travelled (Received and its kin) is replaced as a whole. Any other header is text.
"""

import codecs
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from allonym.formats.mail_parts import FileName, HeaderText, KeptBytes, Part, WithheldBytes
from allonym.formats.mail_words import Unreadable, charset_of, decode

_PEOPLE = re.compile(
    r"(?:resent-)?(?:from|to|cc|bcc|reply-to|sender)|return-path|delivered-to|errors-to|mail-followup-to|"
    r"x-(?:original-to|original-from|envelope-from|envelope-to|sender|forwarded-to|forwarded-for|google-original-from)|"
    r"disposition-notification-to|return-receipt-to|original-recipient|final-recipient|apparently-to|envelope-to"
)
_TRACKS = re.compile(
    r"(?:x-)?received(?:-spf)?|dkim-signature|domainkey-signature|arc-.+|authentication-results|x-google-.+|"
    r"x-gm-.+|x-ms-.+|x-microsoft-.+|x-forefront-.+|x-originating-ip|x-mailer-.+|x-spam-.+|thread-index|x-ymail.+"
)
_CODES = re.compile(r"(?:resent-)?message-id|in-reply-to|references|content-id|x-message-id|x-entity-ref-id")
_STRUCTURE = re.compile(
    r"mime-version: *[\d.]{1,8}|content-(?:length|duration): *\d{1,12}|lines: *\d{1,12}|"
    r"content-transfer-encoding: *(?:7bit|8bit|binary|base64|quoted-printable)|"
    r"content-language: *[a-z]{2,3}(?:-[a-z0-9]{2,4})?|precedence: *(?:bulk|list|junk|normal)",
    re.IGNORECASE,
)
_KNOWN = re.compile(r"subject|date|comments|keywords|organization|user-agent|x-mailer|importance|x-priority|priority")

_LINE = re.compile(r"([!-9;-~]+)([ \t]*:[ \t]*)")
_ADDRESS = r"[^\s<>()\[\],;:\"@]+@[^\s<>()\[\],;:\"@]+"
_PERSON = re.compile(
    rf'[\s,;]*(?:(?P<alone>{_ADDRESS})|(?:"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<bare>[^"<>(),;:@]*[^\s"<>(),;:@]))?\s*'
    rf"<(?P<inside>{_ADDRESS})?>)(?:\s*\((?P<remark>[^()]*)\))?[\s,;]*"
)
_CODE = re.compile(r"\s*<?([^\s<>]+)>?\s*")
_PARAMETER = re.compile(r';\s*([\w\-]+)(\*?\d*\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))')
_TYPE = re.compile(
    r"\s*((?:text|image|audio|video|application|multipart|message|font|model|chemical)/[\w.+\-]+|text|inline|attachment|"
    r"form-data)\s*(?=;|\Z)",
    re.IGNORECASE,
)
_HARMLESS = re.compile(
    r"boundary=[^\s]{1,70}|(?:format|delsp|method|report-type|reply-type|size)=[a-z0-9\-]{1,20}|micalg=[a-z0-9\-]{1,20}|"
    r"charset=[a-z0-9_.:\-]{1,40}|(?:type|protocol)=(?:text|application|multipart)/[a-z0-9.+\-]{1,40}",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r'"?\s*(?:;\s*(?:charset|boundary|name|filename|format|delsp|type|protocol|micalg|report-type|reply-type|method|size|'
    r"start|start-info|creation-date|modification-date|read-date|url|access-type|title|profile|version|number|total|id|"
    r'x-mac-[a-z]{4,8}|x-unix-mode|x-apple-part-url)\*?\d*\*?\s*=\s*"?)?;?\s*',
    re.IGNORECASE,
)
_ENDING = re.compile(r"\.[A-Za-z0-9]{1,5}\Z")
_CHARSET = re.compile(r"([\w.:\-]{1,40})'[A-Za-z0-9\-]{0,20}'")


@dataclass(slots=True)
class Headers:
    """The parts of a block of headers, and what they say of the body."""

    parts: list[Part] = field(default_factory=list, repr=False)
    names: list[str] = field(default_factory=list, repr=False)
    type: str = "text/plain"
    disposition: str = ""
    coding: str = ""
    parameters: dict[str, str] = field(default_factory=dict, repr=False)
    author: str | None = field(default=None, repr=False)


def read_headers(block: str) -> Headers:
    """Read a block of headers, the bytes of which are characters here."""
    headers = Headers()
    for line in _unfolded(block):
        body = line.rstrip("\r\n")
        found = _LINE.match(body)
        if found is None:
            headers.parts += _text("header", body)
        else:
            headers.parts.append(_kept(found[0]))
            _header(headers, found[1].lower(), body[found.end() :])
        headers.parts.append(_kept(line[len(body) :]))
    return headers


def _header(headers: Headers, name: str, value: str) -> None:
    if name in {"content-type", "content-disposition"}:
        headers.parts += _described(headers, name, value)
        return
    headers.coding = value.strip() if name == "content-transfer-encoding" else headers.coding
    if _STRUCTURE.fullmatch(f"{name}: {value.strip()}"):
        headers.parts.append(_kept(value))
    elif _PEOPLE.fullmatch(name):
        found = people(name, value)
        headers.parts += found
        headers.author = headers.author or (_address_in(found) if name == "from" else None)
    elif _TRACKS.fullmatch(name):
        headers.parts += _whole(name, value, "ID")
    elif _CODES.fullmatch(name):
        headers.parts += _codes(name, value)
    else:
        headers.parts += _text(name, value)
        if not _KNOWN.fullmatch(name):
            headers.names.append(name)


def people(name: str, value: str) -> list[Part]:
    """Return the names and addresses of a header; one that is built otherwise is a text."""
    parts: list[Part] = []
    at = 0
    while at < len(value) and (found := _PERSON.match(value, at)) and found.end() > at:
        for kind in ("alone", "quoted", "bare", "inside", "remark"):
            start, end = found.span(kind)
            if start >= 0 and start < end:
                parts += (_kept(value[at:start]), *_person(name, value[start:end], kind))
                at = end
        parts.append(_kept(value[at : found.end()]))
        at = found.end()
    return parts if at == len(value) else _text(name, value)


def _person(name: str, raw: str, kind: str) -> list[Part]:
    try:
        said = decode(raw)
    except Unreadable as error:
        return [WithheldBytes(_bytes(raw), str(error))]
    if kind == "quoted":
        said = re.sub(r"\\(.)", r"\1", said)
    label = "EMAIL" if kind in {"inside", "alone"} or re.fullmatch(_ADDRESS, said.strip()) else "PERSON"
    return [HeaderText(_bytes(raw), name, said, label, quoted=kind == "quoted")]


def _codes(name: str, value: str) -> Iterator[Part]:
    at = 0
    for found in _CODE.finditer(value):
        yield _kept(value[at : found.start(1)])
        yield from _whole(name, found[1], "ID")
        at = found.end(1)
    yield _kept(value[at:])


def _described(headers: Headers, name: str, value: str) -> Iterator[Part]:
    """Return the parts of a header that says what a body is; the names of files in it are replaced."""
    kind = _TYPE.match(value)
    if kind is None:
        yield from _text(name, value)
        return
    if name == "content-type":
        headers.type = kind[1].lower()
    else:
        headers.disposition = kind[1].lower()
    yield _kept(value[: kind.end()])
    at = kind.end()
    for found in _PARAMETER.finditer(value, at):
        key, raw = found[1].lower(), found[3] if found[3] is not None else found[4]
        start = found.start(3) if found[3] is not None else found.start(4)
        yield from _between(name, value[at:start])
        headers.parameters.setdefault(key, raw)
        yield from [_kept(raw)] if _is_harmless(key, raw) else _file_name(name, raw, found[2])
        at = start + len(raw)
    yield from _between(name, value[at:])


def _is_harmless(key: str, raw: str) -> bool:
    if not _HARMLESS.fullmatch(f"{key}={raw}"):
        return False
    try:
        return key != "charset" or bool(codecs.lookup(raw))
    except LookupError:
        return False


def _between(name: str, raw: str) -> list[Part]:
    """Keep what stands between the values of parameters, if it is nothing but names that are known."""
    return [_kept(raw)] if _BETWEEN.fullmatch(raw) else _text(name, raw)


def _file_name(name: str, raw: str, mark: str) -> Iterator[Part]:
    """Replace the name of a file, but not its ending. `mark` stands behind the key: * or *1* if the name is escaped."""
    spelt = _escaped(name, raw, mark) if mark.endswith("*") else _encoded(name, raw)
    if spelt:
        yield spelt
        return
    ending = _ENDING.search(raw)
    stem = raw[: ending.start()] if ending else raw
    yield from _whole(name, stem, "EXTRA")
    yield _kept(raw[len(stem) :])


def _escaped(name: str, raw: str, mark: str) -> FileName | None:
    """Return a name as RFC 2231 spells it: utf-8''Anna%20Berg.txt; only its first part says the charset."""
    found = _CHARSET.match(raw) if mark in {"*", "*0*"} else None
    if (found is None) == (mark in {"*", "*0*"}):
        return None
    try:
        said = unquote(raw[found.end() :] if found else raw, charset_of(found[1] if found else ""), "strict")
    except (UnicodeDecodeError, Unreadable):
        return None
    stem, ending = _parted(said)
    return FileName(_bytes(raw), name, stem, ending, "utf-8''" if found else "") if stem.strip() else None


def _encoded(name: str, raw: str) -> FileName | None:
    """Return a name whose ending, too, stands in an encoded word."""
    try:
        stem, ending = _parted(decode(raw)) if "=?" in raw and not _ENDING.search(raw) else ("", "")
    except Unreadable:
        return None
    return FileName(_bytes(raw), name, stem, ending) if stem.strip() and ending else None


def _parted(said: str) -> tuple[str, str]:
    ending = _ENDING.search(said)
    return (said[: ending.start()], ending[0]) if ending else (said, "")


def _whole(name: str, raw: str, label: str) -> list[Part]:
    inner = raw.strip()
    if not inner:
        return [_kept(raw)]
    start = raw.index(inner)
    try:
        said = decode(inner)
    except Unreadable as error:
        return [WithheldBytes(_bytes(raw), str(error))]
    after = raw[start + len(inner) :]
    return [_kept(raw[:start]), HeaderText(_bytes(inner), name, said, label), _kept(after)]


def _text(name: str, raw: str) -> list[Part]:
    try:
        return [HeaderText(_bytes(raw), name, decode(raw))] if raw.strip() else [_kept(raw)]
    except Unreadable as error:
        return [WithheldBytes(_bytes(raw), str(error))]


def _unfolded(block: str) -> Iterator[str]:
    """Return each header with its further lines."""
    return (found[0] for found in re.finditer(r"[^\n]*(?:\n[ \t][^\n]*)*\n?", block) if found[0])


def _address_in(parts: Sequence[Part]) -> str | None:
    return next((each.value for each in parts if isinstance(each, HeaderText) and each.label == "EMAIL"), None)


def _kept(raw: str) -> KeptBytes:
    return KeptBytes(_bytes(raw))


def _bytes(raw: str) -> bytes:
    return raw.encode("latin-1")
