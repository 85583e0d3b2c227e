"""The page /review as it leaves the server: a list of documents, a document, and two dialogs, all of them empty.

static/review.js fills them from /api/review. Nothing of a document is in this HTML, so it can be the same for everyone.
"""

from allonym.interfaces.pages.layout import Frame, Link, option, page

_HEADS = ("Document", "Status", "Marks", "Uncertain", "Flags", "Warnings")
_TABS = (("entities", "Entities"), ("warnings", "Warnings"), ("deferred", "Deferred"), ("document", "Document"))
_FORMATS = ("plan", "svala", "brat", "conll", "cas", "doccano", "labelstudio")


def review_page(links: tuple[Link, ...] = ()) -> str:
    """Return the page; `links` are the pages that the app has beside it."""
    frame = Frame(here="/review", links=links, scripts=("review.js",), wide=True)
    return page("Review", f"{_NOTICES}{_documents()}{_document()}{_PICKER}{_KEYS}", frame)


_NOTICES = """
<noscript><div class="notice wrong"><p>This page needs JavaScript, which comes from this machine only.</p></div>
</noscript>
<div id="review-notices" class="notices"></div>
<div id="break" class="notice warning" role="alert" hidden><p>You have been reading for a long time.
Take a break: texts like these weigh on those who read them.</p>
<button type="button" class="small main" id="break-taken">I took a break</button>
<button type="button" class="small" id="break-later">Remind me in 10 minutes</button></div>
"""

_PICKER = """
<dialog id="picker" class="picker" aria-labelledby="picker-title">
<div class="row"><h2 id="picker-title" class="grow">Label</h2>
<button type="button" class="small" id="picker-close">Close</button></div>
<p class="hint" id="picker-hint" dir="auto"></p>
<label class="unseen" for="picker-search">Search</label>
<input type="search" id="picker-search" role="combobox" aria-expanded="true" aria-controls="picker-list"
 aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="Type to search">
<ul id="picker-list" role="listbox" aria-labelledby="picker-title" tabindex="-1"></ul>
<p id="picker-none" class="faint" hidden>Nothing fits.</p>
</dialog>
"""

_KEYS = """
<dialog id="keys" class="keys" aria-labelledby="keys-title">
<div class="row"><h2 id="keys-title" class="grow">Keys</h2>
<form method="dialog"><button class="small">Close</button></form></div>
<p class="hint">They work while the text has the focus; Escape brings the focus back to it.</p>
<div id="keys-table" tabindex="0" role="region" aria-labelledby="keys-title"></div>
</dialog>
"""


def _documents() -> str:
    heads = "".join(f'<th scope="col"{_numeric(each)}>{each}</th>' for each in _HEADS)
    return f"""
<section id="documents" aria-label="Documents" hidden>
<p class="faint" id="about"></p>
<div class="card progress-card"><label for="progress" id="progress-told">0 of 0 done</label>
<progress id="progress" value="0" max="1"></progress></div>
<div class="card">
<form class="filters" role="search" aria-label="Filters">
<div class="field"><label for="filter-name">Name</label>
<input type="search" id="filter-name" autocomplete="off" dir="auto"></div>
<div class="field"><label for="filter-status">Status</label><select id="filter-status"><option value="">all</option>
<option value="open">open</option><option value="done">done</option></select></div>
<div class="field"><label for="filter-label">Label</label>
<select id="filter-label"><option value="">all</option></select></div>
<label class="choice"><input type="checkbox" id="filter-uncertain">with something uncertain</label>
<label class="choice"><input type="checkbox" id="filter-flagged">with OBS! or Com!</label>
</form>
<div class="scroll" role="region" tabindex="0" aria-label="Documents, table"><table class="documents">
<thead><tr>{heads}</tr></thead><tbody id="document-rows"></tbody></table></div>
<div class="row pager"><button type="button" class="small" id="page-before">Before</button>
<span id="documents-shown" role="status"></span><button type="button" class="small" id="page-after">After</button></div>
</div>
{_finish()}
</section>"""


def _finish() -> str:
    links = "".join(f'<li><a href="/api/review/export?format={each}" download>{each}</a></li>' for each in _FORMATS)
    choices = "".join(option(each) for each in _FORMATS)
    return f"""
<div class="ends">
<form id="finish-form" class="card"><h2>Finish</h2>
<label class="choice"><input type="checkbox" id="finish-output" checked>
write the output, not only the corrected plan</label>
<label class="choice"><input type="checkbox" id="finish-open">take documents that are not done as they are</label>
<button class="main" id="finish-write">Write</button><div id="finish-made" role="status"></div></form>
<div class="card"><h2>For other programs</h2>
<p class="hint">The marks with the original texts, in the form that each reads:</p>
<ul class="formats">{links}</ul></div>
<form id="import-form" class="card"><h2>Take over</h2>
<p class="hint">Marks that were made elsewhere on the same texts. They replace those that are here,
in one step that can be undone.</p>
<div class="row"><div class="field"><label for="import-format">Format</label>
<select id="import-format">{choices}</select></div>
<div class="field"><label for="import-file">File</label><input type="file" id="import-file"></div></div>
<button id="import-take">Take over</button></form>
</div>"""


def _document() -> str:
    return f"""
<section id="document" aria-label="Document" hidden>
{_toolbar()}
<div class="desk">
<div class="paper"><p id="text-hint" class="unseen">Arrow keys go from word to word, with Shift they choose several,
Enter labels them. Question mark lists all keys.</p>
<div id="text" class="text" tabindex="0" role="application" aria-label="Text under review"
 aria-describedby="text-hint"></div></div>
<div id="side" class="side-by">
<section id="panel" class="card panel" aria-label="What is chosen"></section>
{_lists()}
</div></div></section>"""


def _toolbar() -> str:
    return """
<div id="toolbar" class="toolbar" role="region" aria-label="Tools">
<div class="row where">
<button type="button" class="small" data-deed="list">List <kbd aria-hidden="true">q</kbd></button>
<button type="button" class="small" data-deed="previousDocument" aria-label="Document before">‹</button>
<button type="button" class="small" data-deed="nextDocument" aria-label="Next document">›</button>
<h2 class="name"><bdi id="document-name"></bdi></h2>
<span id="saved" class="saved" role="status" data-state="saved">Saved</span>
<button type="button" class="small" id="do-done" data-deed="done" aria-pressed="false">Done</button></div>
<div class="row tools">
<button type="button" class="small" data-deed="nextUncertain">Next uncertain
<span class="tag" id="uncertain-count">0</span>
<kbd aria-hidden="true">u</kbd></button>
<button type="button" class="small" id="do-undo" data-deed="undo" disabled>Undo
<kbd aria-hidden="true">z</kbd></button>
<button type="button" class="small" id="do-redo" data-deed="redo" disabled>Redo
<kbd aria-hidden="true">⇧Z</kbd></button>
<div id="views" class="segments" role="group" aria-label="View"></div>
<button type="button" class="small" id="do-blur" data-deed="blur" aria-pressed="false">Blur
<kbd aria-hidden="true">⇧B</kbd></button>
<label class="unseen" for="search">Find in the document</label>
<input type="search" id="search" placeholder="Find" autocomplete="off" spellcheck="false" dir="auto">
<button type="button" class="small" data-deed="help">Keys <kbd aria-hidden="true">?</kbd></button>
</div></div>"""


def _lists() -> str:
    tabs = "".join(
        f'<button type="button" role="tab" id="tab-{name}" aria-controls="list-{name}" '
        f'aria-selected="{str(not at).lower()}"{" tabindex=-1" if at else ""}>'
        f'{title}<span id="tab-{name}-count" class="count"></span></button>'
        for at, (name, title) in enumerate(_TABS)
    )
    return f"""
<div class="card lists"><div role="tablist" aria-label="Lists" class="tabs">{tabs}</div>
<div id="list-entities" role="tabpanel" aria-labelledby="tab-entities">
<label class="unseen" for="entity-search">Find an entity</label>
<input type="search" id="entity-search" placeholder="Find an entity" autocomplete="off" spellcheck="false" dir="auto">
<ol id="entity-rows" class="rows"></ol><div id="entity-more"></div></div>
<div id="list-warnings" role="tabpanel" aria-labelledby="tab-warnings" hidden><ol id="warning-rows" class="rows"></ol>
<p id="warning-none" class="faint">No warnings.</p></div>
<div id="list-deferred" role="tabpanel" aria-labelledby="tab-deferred" hidden>
<label for="deferred-k">Keep what at least <output id="deferred-k-now">5</output> writers share,
replace the rest</label>
<input type="range" id="deferred-k" min="1" max="50" value="5">
<div class="row"><button type="button" class="small main" id="deferred-decide">Decide so, in all documents</button>
<span id="deferred-far" class="faint"></span></div><ol id="deferred-rows" class="rows"></ol>
<p id="deferred-none" class="faint">Nothing waits for a decision.</p></div>
<div id="list-document" role="tabpanel" aria-labelledby="tab-document" hidden>
<label for="document-comment">Comment on the document <kbd aria-hidden="true">d</kbd></label>
<textarea id="document-comment" dir="auto" maxlength="10000"></textarea>
<dl id="document-facts" class="facts"></dl>
<p id="document-exact" class="hint" hidden>The pseudonyms are samples: the vault gives them out when you finish.</p>
<p id="exposure" class="hint"></p></div></div>"""


def _numeric(head: str) -> str:
    return "" if head in {"Document", "Status"} else ' class="n"'
