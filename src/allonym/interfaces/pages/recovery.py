"""The recovery page: a vault is opened, a file or a text and a reason are given, and the original comes back.

Where recovery takes two, one person asks here, another one approves here, and the first one fetches, once.
"""

from collections.abc import Sequence

from allonym.interfaces.pages.desk import Desk
from allonym.interfaces.pages.layout import Frame, Link, card, choices, field, notice, option, page
from allonym.interfaces.pages.vault_fields import existing_fields


def recovery_page(desk: Desk, links: Sequence[Link]) -> str:
    """Return the page."""
    body = (
        "<p>Give originals back to somebody who may have them, for a reason that the vault keeps.</p>"
        + card("1. Open the vault", _open(desk), id_="open")
        + card("2. What is to be given back", _what(desk), id_="what", hidden=True)
        + card("Given back", _back(), id_="back", hidden=True)
        + card("Requests", _requests(), id_="requests", hidden=True)
    )
    return page("Recover", body, Frame("/recover", links, ("recover.js",), data={"limit": str(desk.limits.file)}))


def _open(desk: Desk) -> str:
    vaults = desk.vaults()
    none = "" if vaults else notice("There is no vault in the folder in which the pages were started.", "warning")
    return (
        f"{none}{existing_fields(vaults)}"
        '<div class="row"><button type="button" class="main" id="unlock">Open</button></div>'
        '<div id="open-problem" role="alert"></div><div id="who"></div>'
    )


def _what(desk: Desk) -> str:
    return (
        '<fieldset><legend>What do you have?</legend><label class="choice"><input type="radio" name="what" '
        'value="file" checked><span>A file</span></label><label class="choice"><input type="radio" name="what" '
        f'value="text"><span>A text to paste</span></label></fieldset>{_file(desk)}{_text()}'
        + field(
            "Reason",
            '<input type="text" id="reason" autocomplete="off" maxlength="10000" aria-describedby="reason-hint">',
            "Why this is needed. The vault keeps it, sealed, with the time and who asked.",
        )
        + '<div class="row"><button type="button" class="main" id="give">Give back</button>'
        '<button type="button" class="main" id="ask" hidden>Ask for it</button></div>'
        '<div id="what-problem" role="alert"></div>'
    )


def _file(desk: Desk) -> str:
    listed = "".join(option(name) for name in desk.outputs())
    return (
        '<div id="as-file"><div class="two">'
        + field(
            "Pseudonymized file",
            '<input type="file" id="pseudonymized-file" aria-describedby="pseudonymized-file-hint">',
            "It is held in memory only.",
        )
        + field("Or one from the folder", choices("or-one-from-the-folder", option("", "–") + listed))
        + '</div><label class="choice"><input type="checkbox" id="edited"><span>It was edited since: restore what is '
        'sure, leave the rest</span></label><div id="edited-id" hidden>'
        + field(
            "Name of the document",
            '<input type="text" id="name-of-the-document" aria-describedby="name-of-the-document-hint">',
            "Only for a file that is one text: the name that its input had.",
        )
        + "</div></div>"
    )


def _text() -> str:
    return (
        '<div id="as-text" hidden>'
        + field(
            "Pseudonymized text",
            '<textarea id="pseudonymized-text" dir="auto" aria-describedby="pseudonymized-text-hint"></textarea>',
            "Exactly as it came out, from its first sign to its last.",
        )
        + field("Number or name of the text, if it is known", _id_input())
        + "</div>"
    )


def _id_input() -> str:
    return '<input type="text" id="number-or-name-of-the-text-if-it-is-known" autocomplete="off">'


def _back() -> str:
    return '<div id="given" tabindex="-1"></div><ul id="downloads" class="downloads"></ul>' + notice(
        "What came back is personal data again. Delete it when it is no longer needed.", "warning"
    )


def _requests() -> str:
    return (
        "<p>Recovery takes two here: one person asks, another one approves.</p>"
        '<div class="scroll" role="region" tabindex="0" aria-label="Requests"><table id="listed"><thead><tr>'
        '<th scope="col">Number</th><th scope="col">State</th><th scope="col">Files</th><th scope="col">Reason</th>'
        '<th scope="col">Asked</th><th scope="col">What you can do</th></tr></thead><tbody></tbody></table></div>'
        '<div id="requests-problem" role="alert"></div>'
    )
