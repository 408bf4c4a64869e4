"""What is wrong in a draft, place by place, in words: what was typed and cannot be read, and what does not fit."""

from collections.abc import Iterator

from msgspec import Struct

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.layers import Place, place_of
from encounter_gui.rules.files.tables import Column, Row, TableDef

_DEPTH = {"tables": 3}
"""How many names lead to an entry; of all other sections two."""


class Spot(Struct, frozen=True, kw_only=True):
    """A place in a draft, with the table, entry and column in which it is shown.

    ``table``, ``row`` and ``column`` are None where nothing of this place is shown in a table.
    """

    place: Place
    table: TableDef | None = None
    row: Row | None = None
    column: Column | None = None


class Mistake(Spot, frozen=True, kw_only=True):
    """Something wrong in a draft: where it is, what is wrong with it, and what counts until it is changed.

    ``words`` are both; ``rest`` is the sentence of what counts alone, empty where nothing is known of it.
    """

    words: str
    rest: str = ""


def entry_of(place: Place) -> Place:
    """Returns the place of the entry that a place belongs to."""
    return place[: _DEPTH.get(place[0], 2)] if place else place


def mistakes(draft: DraftView, texts: MessageCatalog) -> tuple[Mistake, ...]:
    """Returns what is wrong in a draft, in the order of the tables and in the words of the reader of files."""
    found = [
        _mistake(draft, place_of(draft.layer, each.place.pointer), texts.text(each.message), texts)
        for each in draft.problems
    ]
    for place, text in draft.unread:
        if not any(each.place[: len(place)] == place for each in found):
            found.append(_mistake(draft, place, texts.text_of("workshop.unread", text=text), texts))
    order = {each.key: at for at, each in enumerate(draft.tables)}
    return tuple(sorted(found, key=lambda each: order.get(each.table.key, 0) if each.table else -1))


def _mistake(draft: DraftView, place: Place, words: str, texts: MessageCatalog) -> Mistake:
    spot = spot_at(draft, place)
    column, entry = spot.column, entry_of(place)
    cell = (*entry, *column.path) if column is not None else place
    is_unread = cell in dict(draft.unread)
    key, counts = "", ""
    if column is not None and (is_unread or not draft.is_new(entry)):
        value = draft.value(cell, column.default) if is_unread else draft.base.value(cell)
        counts = draft.cell(column, value)
        key = "counts_as" if counts else "counts_nothing"
    elif draft.is_new(entry):
        key = "left_out"
    rest = texts.text_of(f"workshop.{key}", value=counts) if key else ""
    return Mistake(
        place=place,
        words=f"{words} {rest}".strip(),
        rest=rest,
        table=spot.table,
        row=spot.row,
        column=column,
    )


def spot_at(draft: DraftView, place: Place) -> Spot:
    """Returns where a place is shown."""
    entry = entry_of(place)
    for table, row in _entries(draft, place[0] if place else ""):
        if row.place == entry:
            rest = place[len(entry) :]
            lengths = range(len(rest), -1, -1)
            columns = (table.column(rest[:length]) for length in lengths)
            column = next((each for each in columns if each is not None), None)
            return Spot(place=place, table=table, row=row, column=column)
    return Spot(place=place)


def _entries(draft: DraftView, section: str) -> Iterator[tuple[TableDef, Row]]:
    for table in draft.tables:
        if table.section == section:
            yield from ((table, row) for row in draft.rows(table))
