"""What flow.py found out, as a page of the documentation and as a plot."""

from collections.abc import Sequence
from typing import Any

from peer_page import Bar, brief, show

Answers = dict[str, dict[str, Any]]
TITLES = {"allonym": "allonym", "fast": "allonym --fast", "presidio": "Presidio"}
_PAGE = """# Speed of the whole flow

`python benchmarks/flow.py --peers DIR --write` makes this page. One run, one core, one thread, CPU seconds (user and
system), each tool in a process of its own; they take turns twice, but for the long text, and the better turn counts.
The load of the machine was up to {load:.1f} on two cores; read the ratios, not the seconds.

- **allonym** does all that a run does: it reads a file, detects, links, substitutes, writes a vault in a file, and
  proves that every text comes back before the output appears. The long text is one call with the same proof.
- **Presidio** 2.2.366 with the medium English spaCy pipeline analyses in batches and anonymises, in memory. It keeps
  nothing, so it can give nothing back. It is given the long text in pieces of 50,000 characters{part}.
- A single message goes through a tool without a vault, and through Presidio's analyser alone.
- The texts: {tweets:,} English tweets ({tweet_bytes:.1f} MB), {documents} court documents ({document_bytes:.1f} MB),
  one text of {long:.1f} MB made of these documents and others, {single} single messages.

## CPU seconds

{seconds}

## What must hold

{held}

![How many times as fast as Presidio, for each kind of text](speed.svg)

## Recovery

{recovery}

To replace in one call is the middle one of single messages, with a vault in a file. A single call of `recover` also
writes and chains an entry of the [audit log](../concepts/vault.md#the-audit-log): that is nearly all of what it costs.
A file is one entry, whatever number of texts it has.
"""
_RATIO = "times as fast as Presidio"


def bars(answers: Answers) -> list[Bar]:
    """Return what must hold, with what was measured."""
    ours, peer = answers["allonym"], answers.get("presidio", {})

    def times(part: str) -> float | None:
        return peer[part] / ours[part] if peer.get(part) and ours.get(part) else None

    p50, kept = ours["single"]["p50"], ours["single kept"]["p50"]
    return [
        Bar(f"tweets, {_RATIO}", times("tweets"), 3),
        Bar(f"long documents, {_RATIO}", times("documents"), 3),
        Bar(f"long text in one call, {_RATIO} in pieces", times("long"), 3),
        Bar(
            "single message, p50 as a part of Presidio's",
            p50 / peer["single"]["p50"] if peer else None,
            0.5,
            at_most=True,
        ),
        Bar("single message, p99 in p50s", ours["single"]["p99"] / p50, 4, at_most=True),
        Bar("giving a text back, times as fast as replacing", kept / 1000 / ours["recover text"], 50),
    ]


def page(answers: Answers, texts: dict[str, Any], found: Sequence[Bar], *, whole: bool) -> str:
    """Return the page."""
    sizes = {name: sum(len(text.encode()) for text in texts[name]) / 1e6 for name in ("tweets", "documents")}
    return _PAGE.format(
        load=max(each["load"] for each in answers.values()),
        part="" if whole else ",\n  and reads a part of them; its time is scaled up (~)",
        tweets=len(texts["tweets"]),
        tweet_bytes=sizes["tweets"],
        documents=len(texts["documents"]),
        document_bytes=sizes["documents"],
        long=len(texts["long"].encode()) / 1e6,
        single=len(texts["single"]),
        seconds="\n".join(_seconds(answers, whole=whole)),
        held="\n".join(_held(found)),
        recovery="\n".join(_recovery(answers, len(texts["tweets"]))),
    )


def _seconds(answers: Answers, *, whole: bool) -> list[str]:
    heads = "tweets", "documents", "long text", "single message, p50 ms", "p99 ms", "p50 ms, with a vault"
    lines = [f"|  | {' | '.join(heads)} |", f"|---|{'---:|' * len(heads)}"]
    for tool, title in TITLES.items():
        if tool in answers:
            each = answers[tool]
            about = "~" if tool == "presidio" and not whole and each.get("long") else ""
            single = f"{each['single']['p50']:.1f} | {each['single']['p99']:.1f}"
            cells = f"{brief(each['tweets'])} | {brief(each['documents'])} | {about}{brief(each.get('long'))}"
            kept = f"{each['single kept']['p50']:.1f}" if "single kept" in each else "-"
            lines.append(f"| {title} | {cells} | {single} | {kept} |")
    return lines


def _held(found: Sequence[Bar]) -> list[str]:
    lines = ["|  | measured | asked |  |", "|---|---:|---:|---|"]
    words = {True: "holds", False: "**missed**", None: "not measured"}
    for bar in found:
        bound = "at most" if bar.at_most else "at least"
        lines.append(f"| {bar.what} | {show(bar.measured, 2)} | {bound} {bar.asked:g} | {words[bar.held]} |")
    return lines


def _recovery(answers: Answers, tweets: int) -> list[str]:
    heads = "replace, one call", "give back", "replace, in a file", "recover, in a file", "`recover`, one call"
    lines = [f"| microseconds a tweet | {' | '.join(heads)} |", f"|---|{'---:|' * len(heads)}"]
    for tool in ("allonym", "fast"):
        each = answers[tool]
        in_file = (each["tweets"] / tweets, each["recover tweets"] / tweets)
        times = (each["single kept"]["p50"] / 1000, each["recover text"], *in_file, each["recover noted"])
        lines.append(f"| {TITLES[tool]} | " + " | ".join(show(seconds * 1e6) for seconds in times) + " |")
    return lines


def plot(found: Sequence[Bar]) -> str:
    """Return an SVG of how many times as fast ours is, with the mark that must be reached."""
    shown = [
        (bar.what.split(",")[0].split(" in ")[0], bar.measured) for bar in found if _RATIO in bar.what and bar.measured
    ]
    most = max([3.0, *(times for _, times in shown)]) * 1.15
    height = 60 + 50 * len(shown)
    mark = 150 + 420 * 3 / most
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 {height}" font-family="sans-serif" font-size="13">',
        f'<rect width="620" height="{height}" fill="white"/>',
    ]
    for row, (name, times) in enumerate(shown):
        y = 20 + 50 * row
        width = 420 * times / most
        lines.append(f'<text x="140" y="{y + 20}" text-anchor="end">{name}</text>')
        lines.append(f'<rect x="150" y="{y}" width="{width:.0f}" height="30" fill="#0b6e4f"/>')
        lines.append(f'<text x="{156 + width:.0f}" y="{y + 20}">{times:.1f}</text>')
    lines += [
        f'<path d="M{mark:.0f} 10V{height - 30}" stroke="#a23b3b" stroke-dasharray="4"/>',
        f'<text x="{mark:.0f}" y="{height - 12}" text-anchor="middle">3: what must be reached</text>',
        "</svg>",
    ]
    return "\n".join(lines) + "\n"
