"""Words that the programs of social networks write themselves: they say nothing of anybody, and stay as they are.

Only known words at known keys are taken for such. Any other string is a text, wherever it stands.
"""

import re
from collections.abc import Callable

Technical = Callable[[str, str], bool]
"""Tells by the path and the value of a string whether it is a word of the program."""

_NOBODY = frozenset({"[deleted]", "[removed]", "[deleted by user]"})


def _words(names: str) -> frozenset[str]:
    return frozenset(names.split())


_TYPES = _words("""
    message service unsupported
    personal_chat bot_chat saved_messages replies verify_codes private_group private_supergroup public_supergroup
    private_channel public_channel
    unknown mention hashtag bot_command link email bold italic code pre plain text_link mention_name phone cashtag
    underline strikethrough blockquote bank_card spoiler custom_emoji
    emoji paid
    default url callback callback_with_password request_phone request_location request_poll request_peer switch_inline
    switch_inline_same game buy auth user_profile web_view simple_web_view copy_text
""")
_ACTIONS = _words("""
    create_group edit_group_title edit_group_photo delete_group_photo invite_members remove_members join_group_by_link
    join_group_by_request create_channel migrate_to_supergroup migrate_from_group pin_message clear_history
    score_in_game send_payment refunded_payment phone_call conference_call take_screenshot attach_menu_bot_allowed
    web_app_bot_allowed allow_sending_messages send_passport_values joined_telegram proximity_reached
    requested_phone_number group_call group_call_scheduled invite_to_group_call set_messages_ttl edit_chat_theme
    send_webview_data send_premium_gift topic_created topic_edit suggest_profile_photo requested_peer gift_code_prize
    giveaway_launch giveaway_results set_chat_wallpaper set_same_chat_wallpaper boost_apply send_stars_gift stars_prize
    send_star_gift
""")
_PROOFS = _words("""
    personal_details passport driver_license identity_card internal_passport address_information utility_bill
    bank_statement rental_agreement passport_registration temporary_registration phone_number email
""")
_TONGUES = _words("""
    asm awk bash basic batch c c++ clojure cmake cpp cs csharp css csv cython d dart diff docker dockerfile elixir elm
    erlang fortran fsharp go golang gradle graphql groovy haskell html http ini java javascript js json jsx julia kotlin
    latex lisp log lua makefile markdown matlab md mermaid nginx nim objectivec ocaml perl php plaintext powershell
    prolog properties protobuf py python r regex rust sass scala scheme scss sh shell sql svg swift tex text toml ts tsx
    txt typescript vb vim xml yaml yml zig zsh
""")
_TELEGRAM = {
    "type": _TYPES,
    "action": _ACTIONS,
    "media_type": _words("sticker video_message voice_message animation video_file audio_file"),
    "discard_reason": _words("busy disconnect hangup missed"),
    "recurring": _words("used init"),
    "values[]": _PROOFS,
    "language": _TONGUES,
}
_MIME = re.compile(r"(?:application|audio|font|image|message|model|multipart|text|video)/[a-z0-9.+\-]{1,80}")
_LEFT_OUT = re.compile(
    r"\((?:File|Photo) (?:unavailable, please try again later|"
    r"(?:exceeds maximum size|not included)\. Change data exporting settings to download\.)\)"
)


def is_telegram_word(path: str, value: str) -> bool:
    """Tell whether a string of an export of Telegram is a word of Telegram's own."""
    key = path.rpartition(".")[2]
    if key == "mime_type":
        return _MIME.fullmatch(value) is not None
    return value in _TELEGRAM.get(key, ()) or _LEFT_OUT.fullmatch(value) is not None


def names_nobody(path: str, value: str) -> bool:  # noqa: ARG001
    """Tell whether a string of Reddit says no more than that something or somebody is gone."""
    return value in _NOBODY
