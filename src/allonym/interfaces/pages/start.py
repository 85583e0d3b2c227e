"""The start page: five steps from a file to its pseudonymized copy, for people who do not program.

The whole page is here; modules fill in what a file shows. A step appears when the one before it is done.
"""

from collections.abc import Sequence

from allonym.core.labels import LABELS
from allonym.formats.choosing import available
from allonym.interfaces.pages.columns import ENCODINGS, LABELLED
from allonym.interfaces.pages.desk import MIB, Desk
from allonym.interfaces.pages.layout import Frame, Link, attribute, card, choices, field, notice, option, page, words
from allonym.interfaces.pages.vault_fields import existing_fields, new_fields
from allonym.languages.pack import CODES
from allonym.settings import load_settings, profile_names

SHOWN_FIRST = {
    "default": "Numbered placeholders",
    "cloaked-realistic": "Stand-ins that look real",
    "gdpr-research": "Keyed codes, coarser dates and places",
    "hipaa-safe-harbor": "HIPAA Safe Harbor",
    "swell": "Learner essays (SweLL)",
    "cloaked-s1": "One word for everything",
}
"""The profiles that most people want, and what they are called here; the others stand behind a fold."""
COMPARED = ("default", "cloaked-realistic", "gdpr-research")
"""What is compared before anybody has chosen."""
LANGUAGES = {
    "en": "English",
    "fr": "French",
    "de": "German",
    "es": "Spanish",
    "it": "Italian",
    "pt": "Portuguese",
    "sv": "Swedish",
    "ar": "Arabic",
}

_INTRODUCTION = (
    "<p>Replace what identifies people in a text or a table, step by step. Everything happens on this computer: "
    "nothing is sent anywhere.</p>"
)


def start_page(desk: Desk, links: Sequence[Link]) -> str:
    """Return the page."""
    body = "".join(
        (
            _INTRODUCTION,
            card("1. Choose a file", _choose(desk), id_="choose"),
            card("2. Say what is in it", _content(), id_="content", hidden=True),
            card("3. Compare ways to replace", _compare(), id_="compare", hidden=True),
            card("4. Keep the way back", _vault(desk), id_="keep", hidden=True),
            card("5. Go", _go(), id_="go", hidden=True),
            card("Done", _done(), id_="done", hidden=True),
        )
    )
    return page("Start", body, Frame("/", links, ("start.js",), data={"limit": str(desk.limits.file)}))


def _choose(desk: Desk) -> str:
    endings = sorted({suffix for each in available() for suffix in each.suffixes})
    most = desk.limits.file // MIB
    return (
        '<div class="drop" id="drop"><p><label for="file">Drop a file here, or choose one</label></p>'
        f'<input type="file" id="file" accept="{attribute(",".join(endings))}" aria-describedby="file-hint">'
        f'<p class="hint" id="file-hint">CSV, TXT, DOCX, XLSX, JSONL and more, up to {most} MiB. The file is held in '
        "memory only; no copy of it is written.</p>"
        f"<details><summary>All kinds of files</summary><p>{', '.join(endings)}; each also packed as .gz.</p></details>"
        "</div>"
        + _in_folder(desk)
        + '<details id="letters"><summary>The letters look wrong, or the file cannot be read?</summary>'
        + field(
            "How the letters are written",
            choices("how-the-letters-are-written", "".join(option(*each) for each in ENCODINGS.items()), hint=True),
            "Older files, and many that come from spreadsheets, are not in UTF-8.",
        )
        + '</details><div id="file-problem" role="alert"></div><p id="chosen" class="chosen" hidden></p>'
    )


def _in_folder(desk: Desk) -> str:
    listed = "".join(option(name) for name in desk.inputs())
    if not listed:
        return f'<p class="hint">Outputs go into the folder {words(str(desk.folder))}.</p>'
    return (
        '<div class="row"><div class="field"><label for="folder-file">Or one from the folder</label>'
        + choices("folder-file", option("", "–") + listed, hint=True)
        + f'<p class="hint" id="folder-file-hint">{words(str(desk.folder))}; files of any size. '
        "Outputs go there, too.</p></div></div>"
    )


def _content() -> str:
    labels = "".join(option(name, f"{LABELS[name].description.rstrip('.')} ({name})") for name in LABELLED)
    languages = "".join(option(code, LANGUAGES[code]) for code in CODES)
    return (
        '<div id="table"><p>Each column is searched for names and numbers, unless you say otherwise.</p>'
        '<div class="scroll" role="region" tabindex="0" aria-label="Columns of the file"><table id="columns">'
        '<thead><tr><th scope="col">Column</th><th scope="col">First values</th><th scope="col">What is in it</th>'
        '</tr></thead><tbody></tbody></table></div><div id="left" hidden>'
        + notice("Columns that are left as they are go into the output unchanged.", "warning")
        + '</div><div class="row">'
        + field("Column that names each row", choices("column-that-names-each-row", hint=True), "It stays as it is.")
        + field(
            "Column that says who wrote it",
            choices("column-that-says-who-wrote-it", hint=True),
            "Only matters where each writer gets pseudonyms of their own.",
        )
        + '</div><label class="choice" id="header-choice"><input type="checkbox" id="header" checked> The first row '
        'has the names of the columns</label></div><p id="whole" hidden>The whole file is read as text; there is '
        'nothing to choose.</p><div class="row">'
        + field("Language", choices("language", option("auto", "Told from each text") + languages))
        + "</div><details><summary>Words of your own</summary>"
        + field(
            "Always replace",
            '<textarea id="always-replace" aria-describedby="always-replace-hint"></textarea>',
            "Names, one a line. They are replaced wherever they stand.",
        )
        + field(
            "Never replace",
            '<textarea id="never-replace" aria-describedby="never-replace-hint"></textarea>',
            "Words that identify nobody, one a line.",
        )
        + f'</details><div id="content-problem" role="alert"></div><template id="labels">{labels}</template>'
    )


def _compare() -> str:
    others = [name for name in profile_names() if name not in SHOWN_FIRST]
    return (
        "<p>Tick the ways that you want to see side by side, then choose one. What you see is the beginning of your "
        "file.</p>"
        f'<fieldset id="profiles"><legend>Ways to replace</legend>{"".join(map(_profile, SHOWN_FIRST))}'
        f"<details><summary>{len(others)} more ways</summary>{''.join(map(_profile, others))}</details></fieldset>"
        '<div id="compare-problem" role="alert"></div>'
        '<p id="previewing" class="faint" hidden>Looking …</p>'
        '<p id="how-much" class="faint"></p>'
        '<div id="preview" class="scroll" role="region" tabindex="0" aria-label="Preview side by side"></div>'
        '<p class="hint">A run draws its own stand-ins, so other names may come out; what is replaced is the same. '
        "Words with a dotted line are only marked: they stay in the output.</p>"
    )


def _profile(name: str) -> str:
    checked = " checked" if name in COMPARED else ""
    title = SHOWN_FIRST.get(name, name)
    code = f" <code>{attribute(name)}</code>" if title != name else ""
    return (
        f'<label class="choice"><input type="checkbox" name="compared" value="{attribute(name)}"{checked}><span>'
        f'<b data-title>{words(title)}</b>{code}<br><span class="faint">{words(load_settings(name).description)}</span>'
        "</span></label>"
    )


def _vault(desk: Desk) -> str:
    vaults = desk.vaults()
    return (
        "<p>A <b>vault</b> is a sealed file that remembers who is who. With it and its passphrase every text can be "
        "given back exactly; without them nobody can, not even whoever made allonym.</p>"
        '<fieldset><legend>Vault</legend><label class="choice"><input type="radio" name="vault" value="new" checked>'
        "<span>A new vault</span></label>"
        f'<label class="choice"{"" if vaults else " hidden"}><input type="radio" name="vault" value="existing">'
        "<span>One that I have: the same people get the same pseudonyms again</span></label>"
        '<label class="choice"><input type="radio" name="vault" value="none"><span>None: nothing can ever be given '
        "back</span></label></fieldset>"
        '<div id="unfinished"></div>'
        f'<div id="vault-new">{new_fields()}</div>'
        f'<div id="vault-existing" hidden>{existing_fields(vaults)}</div><div id="vault-none" hidden>'
        + notice("Without a vault there is no way back and no certificate. The output stays personal data.", "warning")
        + '</div><div id="keep-problem" role="alert"></div>'
    )


def _go() -> str:
    return (
        '<p id="summary"></p><div class="row"><button type="button" class="main" id="run" '
        'aria-describedby="summary">Pseudonymize</button>'
        '<button type="button" data-review>Check by hand first</button>'
        '<button type="button" id="stop" hidden>Stop</button></div>'
        '<div id="progress" hidden><p id="phase"></p><progress id="bar" aria-labelledby="phase"></progress></div>'
        '<div id="go-problem" role="alert"></div>'
    )


def _done() -> str:
    return (
        '<div id="result" tabindex="-1"></div><ul id="downloads" class="downloads"></ul>'
        + notice(
            "Keep the vault and its passphrase apart from the output. Pseudonymized data stays personal data.",
            "warning",
        )
        + '<div class="row"><button type="button" data-review>Check it by hand</button>'
        '<button type="button" id="again">Another file</button></div>'
    )
