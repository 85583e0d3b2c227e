"""The fields with which somebody names a vault and opens it; the same on every page."""

from collections.abc import Sequence

from allonym.interfaces.pages.layout import choices, field, option


def new_fields() -> str:
    """Return the fields of a vault that is to be made."""
    return (
        '<div class="row">'
        + field(
            "Name of the vault",
            '<input type="text" id="name-of-the-vault" autocomplete="off" spellcheck="false" maxlength="100" '
            'aria-describedby="name-of-the-vault-hint">',
            "A file of this name is made in the folder.",
        )
        + "</div>"
        '<div class="row">'
        + field(
            "New passphrase",
            '<input type="password" id="new-passphrase" autocomplete="new-password" '
            'aria-describedby="new-passphrase-hint">',
            "At least 12 characters. Write it down, and keep it apart from the vault: nobody can replace it.",
        )
        + field(
            "The same again",
            '<input type="password" id="the-same-again" autocomplete="new-password" '
            'aria-describedby="the-same-again-hint">',
            "A slip would lock the vault for ever.",
        )
        + "</div>"
        '<div class="row"><button type="button" class="small" id="suggest">Suggest one</button>'
        '<label class="choice"><input type="checkbox" id="show"> Show what I type</label></div>'
    )


def existing_fields(vaults: Sequence[str]) -> str:
    """Return the fields of a vault that is there."""
    listed = "".join(option(name) for name in vaults)
    return (
        '<div class="row">'
        + field(
            "Vault",
            choices("vault", listed, hint=True),
            "Vaults in the folder in which the pages were started.",
        )
        + field("Passphrase", '<input type="password" id="passphrase" autocomplete="current-password">')
        + "</div>"
        "<details><summary>I was given a key file</summary>"
        + field(
            "Key file",
            '<input type="file" id="key-file" aria-describedby="key-file-hint">',
            "The private key of a role. If it is sealed, type its passphrase above.",
        )
        + "</details>"
    )
