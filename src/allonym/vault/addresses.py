"""Where on a PostgreSQL server a vault is. An address is shown without its secrets.

postgresql://user@host:port/database?schema=study&sslmode=verify-full

All of it is as libpq reads it, but for `schema`: the name of the vault in its database.
"""

import re
from dataclasses import dataclass, field

from psycopg import Error
from psycopg.conninfo import conninfo_to_dict

from allonym.core.errors import UsageError

SCHEMA = "allonym"
"""The schema of a vault whose address names none."""

_NAME = re.compile(r"(?!pg_)[a-z][a-z0-9_]{0,62}")
_UNREADABLE = (
    "the address of the vault cannot be read; it is postgresql://user@host:port/database, "
    "and in a user or password the characters @ / : ? # % are written as %40 %2F %3A %3F %23 %25"
)


@dataclass(frozen=True, slots=True)
class Address:
    """A vault on a server: how it is reached, which schema it has, and how it is called where others can read."""

    reached: dict[str, str] = field(repr=False)
    schema: str
    shown: str

    def without_secrets(self, text: str) -> str:
        """Return the first line of what libpq said, without the password."""
        line = text.strip().partition("\n")[0]
        password = self.reached.get("password")
        return line.replace(password, "…") if password else line


def read_address(where: str) -> Address:
    """Return what an address says; no error repeats any of it, since parts of a password may be anywhere in it."""
    plain, schema = _without_schema(where)
    if not _NAME.fullmatch(schema):
        raise UsageError("the schema of a vault is named in small letters, digits and _, and not pg_…")
    try:
        found = {key: str(value) for key, value in conninfo_to_dict(plain).items()}
    except Error:
        raise UsageError(_UNREADABLE) from None
    host, database = found.get("host", ""), found.get("dbname", "")
    # A password with a bare @ or / in it is taken for part of a host, a port or a database.
    if "@" in host + database or not re.fullmatch(r"[\d,]*", found.get("port", "")):
        raise UsageError(_UNREADABLE)
    port = f":{found['port']}" if "port" in found else ""
    name = f"postgresql://{host}{port}/{database}" + (f"?schema={schema}" if schema != SCHEMA else "")
    return Address(found, schema, name)


def _without_schema(where: str) -> tuple[str, str]:
    """Return an address that libpq understands, and the schema that was named in it."""
    secret, at, rest = where.rpartition("@")
    place, _, query = rest.partition("?")
    options = [option for option in query.split("&") if option]
    schemas = [option.removeprefix("schema=") for option in options if option.startswith("schema=")]
    others = "&".join(option for option in options if not option.startswith("schema="))
    return f"{secret}{at}{place}" + (f"?{others}" if others else ""), schemas[-1] if schemas else SCHEMA
