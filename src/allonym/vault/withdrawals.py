"""The certificate that somebody was forgotten: what went, and what cannot be reached from here. No name is in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from allonym.vault.canonical import Data, signed, vouched

KIND = "withdrawal"
RETENTION = (
    "Backups of the vault that were made before this, together with a key that opened it then, still hold the person; "
    "they are to be destroyed when their retention ends (30 days, unless your rules say otherwise)."
)
SERVER = (
    "On a PostgreSQL server, write-ahead logs and replicas hold old rows for a while, under keys that were destroyed."
)
REMAINS = (
    RETENTION,
    "Copies of outputs that were given away before still show the pseudonym; ask those who have them for the new ones.",
    "The texts that were given in are not in the vault; take the person out of them where you keep them.",
    SERVER,
)
WAITING = "The record keys under which the words were sealed are not destroyed yet: `allonym vault rotate` does it."


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """That somebody was forgotten: when, under which reference, how much went, and which keys were destroyed."""

    vault: str
    time: int
    reference: str
    counts: Mapping[str, int]
    keys: Sequence[int]
    is_pending: bool
    outputs: int = 0

    def as_data(self) -> Data:
        """Return it as plain data."""
        return {
            "vault": self.vault,
            "time": datetime.fromtimestamp(self.time, UTC).isoformat(),
            "reference": self.reference,
            **{name: int(count) for name, count in sorted(self.counts.items())},
            "outputs": self.outputs,
            "keys_destroyed": list(self.keys),
            "keys_pending": self.is_pending,
            "remains": [*([WAITING] if self.is_pending else []), *REMAINS],
        }

    def as_text(self) -> str:
        """Return it in words."""
        data = self.as_data()
        keys = ", ".join(map(str, self.keys)) or "none"
        lines = [
            "Certificate of withdrawal",
            "",
            f"Time               {data['time']}",
            f"Vault              {self.vault}",
            f"Reference          {self.reference}",
            f"Documents          {self.counts.get('documents', 0)}",
            f"Mentions           {self.counts.get('mentions', 0)}",
            f"Entities           {self.counts.get('entities', 0)}",
            f"Outputs written    {self.outputs}",
            f"Keys destroyed     {keys}",
            "",
            "What may still exist:",
            *(f"- {line}" for line in data["remains"]),
        ]
        return "\n".join(lines) + "\n"

    def certificate(self, secret: bytes, key: str) -> Data:
        """Return it signed, with the key that it can be checked with."""
        return signed(secret, KIND, {**self.as_data(), "key": key})


def read_certificate(public: bytes, document: object) -> Data:
    """Return what a certificate says; raise ValueError unless the vault with this public key has signed just that."""
    return vouched(public, KIND, document)
