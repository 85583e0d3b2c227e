"""Who may do what with a vault, and which keys that takes.

custodian  the master key: everything can be done, and everything is logged
recoverer  index, ledger, desk, asking, and alone also the reading keys: texts are given back, for a reason; under the
           two-person rule only those that a custodian has handed over
annotator  index, seeds, names, ledger, desk: texts are pseudonymized and reviewed, none is given back
worker     the same: texts are pseudonymized, none is given back
auditor    ledger, desk, asking: the audit log and requests are read and checked

What a role has no keys for it cannot do, whatever the software says. What keys cannot tell apart, `require` does.
"""

from allonym.core.errors import NotAllowed

CUSTODIAN, RECOVERER, ANNOTATOR, WORKER, AUDITOR = "custodian", "recoverer", "annotator", "worker", "auditor"
ROLES = (CUSTODIAN, RECOVERER, ANNOTATOR, WORKER, AUDITOR)

READING = ("wrap", "inbox")
"""The keys that open what people wrote: record keys, and those that workers have brought."""

_WRITING = ("index", "seeds", "names", "ledger", "desk")
HELD = {
    RECOVERER: ("index", "ledger", "desk", "asking"),
    ANNOTATOR: _WRITING,
    WORKER: _WRITING,
    AUDITOR: ("ledger", "desk", "asking"),
}
"""The keys that each role is given; the custodian's master key gives all."""

OPERATIONS = {
    "pseudonymize": (CUSTODIAN, ANNOTATOR, WORKER),
    "review": (CUSTODIAN, ANNOTATOR),
    "recover": (CUSTODIAN, RECOVERER),
    "request": (CUSTODIAN, RECOVERER),
    "approve": (CUSTODIAN,),
    "subjects": (CUSTODIAN,),
    "forget": (CUSTODIAN,),
    "transfer": (CUSTODIAN,),
    "merge": (CUSTODIAN,),
    "keys": (CUSTODIAN,),
    "verify": (CUSTODIAN,),
    "certify": (CUSTODIAN,),
    "audit": (CUSTODIAN, AUDITOR),
    "info": ROLES,
}
"""Which roles may do what."""


def article(role: str) -> str:
    """Return the article of a role."""
    return "an" if role[0] == "a" else "a"


def require(operation: str, role: str) -> None:
    """Raise NotAllowed unless a role may do something."""
    if role not in OPERATIONS[operation]:
        able = " or ".join(OPERATIONS[operation])
        raise NotAllowed(f"this key is that of {article(role)} {role}; {operation} takes the key of a {able}")
