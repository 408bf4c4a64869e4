"""Filters of the library under names, as the campaign remembers them."""

import msgspec

from encounter_gui.play.prep.creature_repository import Filter

KEY = "library.filters"
"""Under which the campaign remembers them."""


class SavedFilter(msgspec.Struct, frozen=True, kw_only=True):
    """A filter with the text that was searched for, under a name."""

    name: str
    text: str = ""
    wanted: Filter = Filter()


def read_filters(text: str) -> tuple[SavedFilter, ...]:
    """Returns the filters a setting holds; one that was spoilt counts as none."""
    if not text:
        return ()
    try:
        return msgspec.json.decode(text, type=tuple[SavedFilter, ...])
    except msgspec.MsgspecError:
        return ()


def written(filters: tuple[SavedFilter, ...]) -> str:
    """Returns filters as a setting holds them."""
    return msgspec.json.encode(filters).decode()


def with_filter(filters: tuple[SavedFilter, ...], added: SavedFilter) -> tuple[SavedFilter, ...]:
    """Returns the filters with one more, or with one of the same name replaced; by name."""
    others = [each for each in filters if each.name.casefold() != added.name.casefold()]
    return tuple(sorted([*others, added], key=lambda each: each.name.casefold()))
