"""What is wrong in a draft, place by place, in words: what was typed and cannot be read, and what does not fit."""

from collections.abc import Iterator

from msgspec import Struct

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.play.workshop.cells import refusal
from encounter_gui.play.workshop.names import column_name
from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.layers import Place, place_of
from encounter_gui.rules.files.tables import Column, Row, TableDef

_DEPTH = {"tables": 3}
"""How many names lead to an entry; of all other sections two."""


class Mistake(Struct, frozen=True, kw_only=True):
    """Something wrong in a draft: where it is, what is wrong with it, and what counts until it is changed.

    ``table``, ``row`` and ``column`` are None where nothing of this place is shown in a table.
    """

    place: Place
    words: str
    table: TableDef | None = None
    row: Row | None = None
    column: Column | None = None


def entry_of(place: Place) -> Place:
    """Returns the place of the entry that a place belongs to."""
    return place[: _DEPTH.get(place[0], 2)] if place else place


def mistakes(draft: DraftView, texts: MessageCatalog) -> tuple[Mistake, ...]:
    """Returns what is wrong in a draft, in the order of the tables."""
    found = [_unread(draft, place, text, texts) for place, text in draft.unread]
    known = {each.place for each in found}
    for problem in draft.problems:
        place = place_of(draft.layer, problem.place.pointer)
        if place not in known:
            found.append(_unfit(draft, place, texts.text(problem.message), texts))
    order = {each.key: at for at, each in enumerate(draft.tables)}
    return tuple(sorted(found, key=lambda each: order.get(each.table.key, 0) if each.table else -1))


def _unread(draft: DraftView, place: Place, text: str, texts: MessageCatalog) -> Mistake:
    table, row, column = _shown_at(draft, place)
    if table is None or column is None:
        return Mistake(place=place, words=texts.text_of("workshop.unread", text=text))
    name = column_name(table, column, texts)
    words = refusal(column, text, name, texts).removeprefix(f"{name}: ")
    counts = draft.cell(column, draft.value(place, column.default))
    return Mistake(
        place=place,
        words=_with_rest(words, counts, texts),
        table=table,
        row=row,
        column=column,
    )


def _unfit(draft: DraftView, place: Place, words: str, texts: MessageCatalog) -> Mistake:
    table, row, column = _shown_at(draft, place)
    if draft.is_new(entry_of(place)):
        words = texts.text_of("workshop.left_out", words=words.rstrip("."))
    elif column is not None:
        counts = draft.cell(column, draft.base.value(place))
        words = _with_rest(words, counts, texts)
    return Mistake(place=place, words=words, table=table, row=row, column=column)


def _with_rest(words: str, counts: str, texts: MessageCatalog) -> str:
    """Returns what is wrong and what counts until it is changed, as one sentence."""
    key = "workshop.counts_as" if counts else "workshop.counts_nothing"
    return texts.text_of(key, words=words.rstrip("."), value=counts)


def _shown_at(draft: DraftView, place: Place) -> tuple[TableDef | None, Row | None, Column | None]:
    entry = entry_of(place)
    for table, row in _entries(draft, place[0] if place else ""):
        if row.place == entry:
            rest = place[len(entry) :]
            lengths = range(len(rest), -1, -1)
            columns = (table.column(rest[:length]) for length in lengths)
            return table, row, next((each for each in columns if each is not None), None)
    return None, None, None


def _entries(draft: DraftView, section: str) -> Iterator[tuple[TableDef, Row]]:
    for table in draft.tables:
        if table.section == section:
            yield from ((table, row) for row in draft.rows(table))
