"""Numbers added to what cells hold: a bonus for several entries at once."""

import re
from collections.abc import Iterable

from encounter_gui.play.workshop.cells import cell_text
from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.layers import Place
from encounter_gui.rules.files.tables import Column
from encounter_gui.rules.model.text_format import plain

_BY = re.compile(r"[+-]\d{1,6}")
_DICE = re.compile(r"(?P<dice>\d*d\d.*?)(?P<plus>[+-]\d+)?")


def amount_to_add(text: str) -> int | None:
    """Returns the number that a text such as ``+1`` or ``−2`` adds; None: it is no such text."""
    said = _as_typed(text)
    return int(said) if _BY.fullmatch(said) else None


def added_text(column: Column, now: str, by: int) -> str | None:
    """Returns what a cell holds with a number added, as it is typed; None: nothing can be added to it.

    Added is to a number, to each of a row of numbers, and to dice (``1d8`` and 1 are ``1d8+1``); to an empty cell only
    where it is of numbers.
    """
    said = _as_typed(now)
    if column.shape != "value":
        return None
    if column.field.kind == "number":
        whole = _whole(said)
        return plain(whole + by) if whole is not None else None
    if column.field.kind == "row":
        return _row(said, by)
    return _dice(said, by) if column.field.kind == "text" else None


def _as_typed(text: str) -> str:
    return text.strip().replace("−", "-")


def _whole(said: str) -> int | None:
    try:
        return int(said or "0")
    except ValueError:
        return None


def _row(said: str, by: int) -> str | None:
    numbers = [_whole(each) for each in said.split("/")] if said else []
    if not numbers or None in numbers:
        return None
    return "/".join(plain(each + by) for each in numbers if each is not None)


def _dice(said: str, by: int) -> str | None:
    found = _DICE.fullmatch(said)
    if found is None:
        return None
    plus = int(found["plus"] or 0) + by
    return f"{found['dice']}{plus:+d}" if plus else found["dice"]


def typed_into(
    draft: DraftView, entries: Iterable[Place], column: Column, text: str
) -> DraftView | None:
    """Returns the draft after something was typed over a column of entries; None: it can be added to none of them.

    ``+1`` over several entries is added to each that has something to add to, and over one to dice. ``=`` before it
    sets the value itself.
    """
    cells = [(*each, *column.path) for each in entries]
    by, said = amount_to_add(text), text.strip()
    is_number = column.field.kind in ("number", "row") and len(cells) == 1
    if column.shape != "value" or by is None or is_number:
        is_set = column.shape == "value" and said.startswith("=")
        return draft.typed(cells, column, said[1:] if is_set else said)
    sums = [
        (cell, added_text(column, cell_text(column, draft.value(cell, column.default)), by))
        for cell in cells
    ]
    if all(each is None for _, each in sums):
        return None
    for cell, each in sums:
        draft = draft.typed([cell], column, each) if each is not None else draft
    return draft
