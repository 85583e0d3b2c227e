"""The part of a file that is in memory, and the lines in it."""

import re
from collections.abc import Iterator

ANY_LINE_END = re.compile(r"\r\n?|\n")
NEWLINE = re.compile(r"\n")


class Window:
    """A sliding view of a text: what stands from `at` on is not used yet. Offsets given to methods count from `at`."""

    def __init__(self, chunks: Iterator[str]) -> None:
        self._chunks = chunks
        self.text = ""
        self.at = 0

    def waiting(self) -> int:
        """Return how many characters are in view and not used yet."""
        return len(self.text) - self.at

    def grow(self) -> bool:
        """Take in more than is waiting, dropping what is used; tell whether there was anything.

        The size doubles, so looking again from the start after each growth stays linear in the end.
        """
        waiting = self.waiting()
        gained: list[str] = []
        size = 0
        for chunk in self._chunks:
            gained.append(chunk)
            size += len(chunk)
            if size > waiting:
                break
        if gained:
            self.text = self.text[self.at :] + "".join(gained)
            self.at = 0
        return bool(gained)

    def char(self, offset: int) -> str:
        """Return the character there, or nothing at the end of the file."""
        while self.waiting() <= offset and self.grow():
            pass
        return self.text[self.at + offset : self.at + offset + 1]

    def part(self, start: int, end: int) -> str:
        """Return the characters between two offsets that are in view."""
        return self.text[self.at + start : self.at + end]

    def find(self, wanted: str, offset: int, limit: int) -> int:
        """Return the offset of a character, or -1 if there is none up to the limit."""
        while True:
            found = self.text.find(wanted, self.at + offset)
            if found >= 0:
                return found - self.at if found - self.at <= limit else -1
            offset = max(offset, self.waiting())
            if offset > limit or not self.grow():
                return -1

    def run(self, pattern: re.Pattern[str], offset: int, limit: int) -> int:
        """Return where the run of characters that `pattern` matches ends, or -1 if that is past the limit."""
        while True:
            found = pattern.match(self.text, self.at + offset)
            end = found.end() - self.at if found else offset
            if end > limit:
                return -1
            if end < self.waiting() or not self.grow():
                return end

    def lines(self, limit: int) -> str:
        """Return all lines that end in view with a line feed, without using them: together what `line` gives singly.

        Where there is none, or the view is wider than a line may be, it is the next line only.
        """
        end = self.text.rfind("\n") + 1
        if end > self.at and len(self.text) - self.at <= limit:
            return self.text[self.at : end]
        return self.line(NEWLINE, limit)

    def line(self, ends: re.Pattern[str], limit: int) -> str:
        """Return the next line with its end, without using it; nothing at the end of the file.

        A line of more than `limit` characters comes in slices of one more than that, the last with the line end.
        """
        searched = 0
        while True:
            text, at = self.text, self.at
            found = ends.search(text, at + searched, at + limit + 3)
            if found:
                # A carriage return at the edge of the view may be half of a pair.
                if found.end() == len(text) and text[-1] == "\r" and self.grow():
                    continue
                if found.start() - at <= limit:
                    return text[at : found.end()]
            if found or len(text) - at > limit:
                return text[at : at + limit + 1]
            searched = len(text) - at
            if not self.grow():
                return self.text[self.at :]
