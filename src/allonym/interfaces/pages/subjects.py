"""The page about persons: where somebody stands in a vault, whom to write to, and forgetting somebody for good."""

from collections.abc import Sequence

from allonym.core.labels import LABELS as ALL
from allonym.interfaces.pages.desk import Desk
from allonym.interfaces.pages.layout import (
    Frame,
    Link,
    card,
    choices,
    field,
    notice,
    option,
    page,
    table,
    words,
)
from allonym.interfaces.pages.vault_fields import existing_fields
from allonym.vault.roles import OPERATIONS, ROLES

LABELS = ("PERSON", "USERNAME", "EMAIL", "PHONE", "ADDRESS", "ID", "ID.NATIONAL", "IBAN", "ORGANIZATION")
SAID = {
    "pseudonymize": "Pseudonymize texts",
    "recover": "Give texts back",
    "approve": "Approve requests of others",
    "subjects": "Find persons, and whom to write to",
    "forget": "Forget persons",
    "certify": "Sign certificates",
    "audit": "Read the log",
}
"""What the page says of operations, in words."""
WORD = "FORGET"
"""What has to be typed before somebody is forgotten."""


def subjects_page(desk: Desk, links: Sequence[Link]) -> str:
    """Return the page."""
    vaults = desk.vaults()
    none = "" if vaults else notice("There is no vault in the folder in which the pages were started.", "warning")
    body = (
        "<p>Find somebody in everything that a vault knows, write to those who mention them, or forget them.</p>"
        + card("1. Open the vault and say who", none + existing_fields(vaults) + _who(), id_="find")
        + card("2. Where this person stands", _found(), id_="found", hidden=True)
        + card("3. Forget this person", _forget(), id_="forget", hidden=True)
        + card("Forgotten", _forgotten(), id_="forgotten", hidden=True)
        + card("Who may do what", _roles(), id_="roles")
    )
    return page("Persons", body, Frame("/subjects", links, ("subjects.js",), data={"word": WORD}))


def _who() -> str:
    labels = "".join(option(name, f"{ALL[name].description.rstrip('.')} ({name})") for name in LABELS)
    return (
        '<div class="row">'
        + field(
            "Name",
            '<input type="text" id="name" autocomplete="off" spellcheck="false" dir="auto" maxlength="1000" '
            'aria-describedby="name-hint">',
            "The whole name as it may stand in a text; or an address or number.",
        )
        + field("What it is", choices("what-it-is", labels))
        + '</div><div class="row"><button type="button" class="main" id="find-person">Find</button></div>'
        '<div id="find-problem" role="alert"></div>'
    )


def _found() -> str:
    return (
        '<p id="counts" tabindex="-1"></p><div class="scroll" role="region" tabindex="0" aria-label="Documents">'
        '<table id="places"><thead><tr><th scope="col">Chosen</th><th scope="col">File</th>'
        '<th scope="col">Document</th><th scope="col">Kind</th><th scope="col">Pseudonyms</th>'
        '<th scope="col">Places</th><th scope="col">Sure?</th><th scope="col">Writer</th></tr></thead>'
        '<tbody></tbody></table></div><div class="row"><button type="button" id="contact">List of writers (CSV)'
        '</button></div><div id="found-problem" role="alert"></div><ul id="lists" class="downloads"></ul>'
    )


def _forget() -> str:
    again = (
        '<fieldset id="outputs" aria-describedby="outputs-hint"><legend>Outputs to be written anew without this person'
        '</legend><div id="outputs-known"></div></fieldset><p class="hint" id="outputs-hint"></p>'
    )
    return (
        notice(
            "Forgetting cannot be undone. The words of this person leave the vault for good, in every document that is "
            "chosen above; recovery gives [WITHDRAWN] in their place from then on. Backups of the vault still hold "
            "them until you destroy those.",
            "wrong",
        )
        + again
        + field(
            f"Type {WORD} to go on",
            f'<input type="text" id="type-{WORD.lower()}-to-go-on" autocomplete="off" spellcheck="false">',
        )
        + '<div class="row"><button type="button" class="danger" id="forget-now">Forget this person</button></div>'
        '<div id="forget-problem" role="alert"></div>'
    )


def _forgotten() -> str:
    return '<div id="told-forgotten" tabindex="-1"></div><ul id="downloads" class="downloads"></ul>'


def _roles() -> str:
    rows = [
        (words(said), *("yes" if role in OPERATIONS[name] else "–" for role in ROLES)) for name, said in SAID.items()
    ]
    under = "Under the two-person rule nobody gives texts back alone: see the page Recover."
    return table("What the key of each role may do", ("", *ROLES), rows) + f'<p class="hint" id="mine">{under}</p>'
