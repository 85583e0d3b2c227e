"""What social networks hand out: archives of X (Twitter), Telegram and Reddit, which are JSON with known paths.

All strings are texts, as in any JSON; names, handles and numbers of people and posts are labelled besides, so that
they are replaced whatever the detectors think of them. What you say with `--column` goes before. Words that the program
itself has written, such as the type of a message or the author `[deleted]`, stay as they are.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from allonym.core.errors import InputError
from allonym.core.pieces import BrokenPiece, Layout, Piece
from allonym.core.protocols import Format, Readable
from allonym.core.streams import Rejoined
from allonym.formats.decoding import read_exactly
from allonym.formats.exports_words import Technical, is_telegram_word, names_nobody
from allonym.formats.json_file import JsonFileFormat
from allonym.formats.json_lines import JsonLinesFormat

_ASSIGNMENT = re.compile(rb"\s*window\.YTD\.[\w\-]{1,60}\.part\d{1,6}\s*=\s*(?=\[)")
_LONGEST = 4096

_TWEET = {
    "id": "ID",
    "id_str": "ID",
    "in_reply_to_screen_name": "USERNAME",
    "in_reply_to_status_id": "ID",
    "in_reply_to_status_id_str": "ID",
    "in_reply_to_user_id": "ID",
    "in_reply_to_user_id_str": "ID",
    "edit_info.initial.editTweetIds": "ID",
    "edit_info.edit.initialTweetId": "ID",
    "entities.user_mentions[].name": "PERSON",
    "entities.user_mentions[].screen_name": "USERNAME",
    "entities.user_mentions[].id": "ID",
    "entities.user_mentions[].id_str": "ID",
    "entities.urls[].url": "URL",
    "entities.media[].id": "ID",
    "entities.media[].id_str": "ID",
    "entities.media[].url": "URL",
    "extended_entities.media[].id": "ID",
    "extended_entities.media[].id_str": "ID",
}
_TWITTER = {
    **{f"tweet.{path}": label for path, label in _TWEET.items()},
    "account.username": "USERNAME",
    "account.accountDisplayName": "PERSON",
    "account.accountId": "ID",
    "account.email": "EMAIL",
    "dmConversation.conversationId": "ID",
    "dmConversation.messages[].messageCreate.senderId": "ID",
    "dmConversation.messages[].messageCreate.recipientId": "ID",
    "dmConversation.messages[].messageCreate.id": "ID",
}
_MESSAGE = {
    "from": "PERSON",
    "from_id": "ID",
    "actor": "PERSON",
    "actor_id": "ID",
    "forwarded_from": "PERSON",
    "saved_from": "PERSON",
    "author": "PERSON",
    "via_bot": "USERNAME",
    "members": "PERSON",
    "inviter": "PERSON",
    "forwarded_from_id": "ID",
    "reply_to_peer_id": "ID",
    "to": "PERSON",
    "to_id": "ID",
    "peer_name": "PERSON",
    "peer_id": "ID",
    "boost_peer_name": "PERSON",
    "boost_peer_id": "ID",
    "contact_information.first_name": "PERSON",
    "contact_information.last_name": "PERSON",
    "contact_information.phone_number": "PHONE",
    "reactions[].recent[].from": "PERSON",
    "reactions[].recent[].from_id": "ID",
}
_TELEGRAM = {
    **{
        f"{where}messages[].{path}": label
        for where in ("", "chats.list[].", "left_chats.list[].")
        for path, label in _MESSAGE.items()
    },
    "personal_information.first_name": "PERSON",
    "personal_information.last_name": "PERSON",
    "personal_information.username": "USERNAME",
    "personal_information.phone_number": "PHONE",
    "contacts.list[].first_name": "PERSON",
    "contacts.list[].last_name": "PERSON",
    "contacts.list[].phone_number": "PHONE",
}
_REDDIT = {
    "author": "USERNAME",
    "author_fullname": "ID",
    "id": "ID",
    "name": "ID",
    "parent_id": "ID",
    "link_id": "ID",
    "permalink": "URL",
    "link_permalink": "URL",
    "crosspost_parent": "ID",
}


@dataclass(frozen=True)
class ExportFormat:
    """A format of JSON with labels for known paths; `is_script` if an assignment stands before the list.

    `stays` tells by its path and its value whether a string is a word of the program, and no text.
    """

    name: str
    inner: Format = field(repr=False)
    labels: dict[str, str] = field(repr=False)
    suffixes: tuple[str, ...] = ()
    author: str | None = None
    is_script: bool = False
    is_cut: bool = False
    stays: Technical | None = field(default=None, repr=False)

    @property
    def has_rows(self) -> bool:
        """Tell whether a piece can be left out without harm to the others."""
        return self.inner.has_rows

    def inspect(self, head: bytes, asked: Layout) -> Layout:
        """Complete what the user asked for by what the first bytes of the file show, and by what is known of it."""
        layout = self.inner.inspect(head, asked)
        said = {column for column, _ in asked.labels}
        named = {*said, asked.id_column}
        known = tuple((path, label) for path, label in self.labels.items() if path not in named)
        author = asked.author_column or self.author
        return replace(layout, labels=(*asked.labels, *known), author_column=author, spares=self.stays is not None)

    def read(self, stream: Readable, layout: Layout) -> Iterator[Piece | BrokenPiece]:
        """Return the pieces of the JSON; what stands before it is the first."""
        if not self.is_script:
            pieces = self.inner.read(stream, layout)
            yield from map(self._texts_only, pieces) if layout.spares else pieces
            return
        head = read_exactly(stream, _LONGEST)
        found = _ASSIGNMENT.match(head, len(layout.bom))
        if found is None:
            raise InputError("this does not begin like an archive of X: window.YTD.… = [")
        yield Piece(1, found[0].decode("ascii"))
        yield from self.inner.read(Rejoined(layout.bom + head[found.end() :], stream), layout)

    def spell(self, value: str, like: str, layout: Layout) -> str:
        """Return a string literal that reads as the value, in the style of the other."""
        return self.inner.spell(value, like, layout)

    def _texts_only(self, piece: Piece | BrokenPiece) -> Piece | BrokenPiece:
        """Return a piece without the words of the program; an author who is nobody is none."""
        if self.stays is None or isinstance(piece, BrokenPiece):
            return piece
        stays = self.stays
        author = piece.author if piece.author and not (self.author and stays(self.author, piece.author)) else None
        texts = tuple(slot for slot in piece.slots if not stays(slot.column, slot.value))
        return replace(piece, slots=texts, author=author)


def twitter() -> ExportFormat:
    """Return the format of the files of an X (Twitter) archive."""
    endings = ("tweets.js", "tweet.js", "note-tweet.js", "direct-messages.js", "account.js")
    return ExportFormat("twitter", JsonFileFormat(known=frozenset(_TWITTER)), _TWITTER, endings, is_script=True)


def telegram() -> ExportFormat:
    """Return the format of Telegram exports in JSON."""
    return ExportFormat("telegram", JsonFileFormat(known=frozenset(_TELEGRAM)), _TELEGRAM, stays=is_telegram_word)


def reddit() -> ExportFormat:
    """Return the format of Reddit dumps: a post or comment to a line."""
    inner = JsonLinesFormat(known=frozenset(_REDDIT))
    return ExportFormat("reddit", inner, _REDDIT, author="author", stays=names_nobody)
