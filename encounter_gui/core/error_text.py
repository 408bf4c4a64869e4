"""Errors in words: file, line and place before what is wrong, as far as they are known."""

from collections.abc import Iterator

from encounter_gui.core.errors import AppError, DataError, Place
from encounter_gui.core.messages import MessageCatalog


def explained(error: AppError, texts: MessageCatalog) -> str:
    """Returns what is wrong in words, with file, line and place where they are known.

    Example: ``weapons.toml:12: items.rifle.values.hit: expects a whole number …``
    """
    place = error.place if isinstance(error, DataError) else Place(file="")
    return ": ".join((*place_words(place), texts.text(error.message)))


def place_words(place: Place) -> Iterator[str]:
    """Yields where something is: the file with the line, then the place in its data; what is not known is left out."""
    if place.file:
        yield f"{place.file}:{place.line}" if place.line else place.file
    if place.pointer:
        yield place.pointer
