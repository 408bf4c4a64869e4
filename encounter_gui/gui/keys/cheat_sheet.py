"""The list of all keys as plain rows, for the window that shows them and for paper."""

from collections.abc import Callable
from html import escape

from msgspec import Struct
from PySide6.QtGui import QKeySequence

from encounter_gui.gui.keys.bindings import KeyBindings
from encounter_gui.gui.keys.key_map import KEY_MAP, Where

_ORDER: tuple[Where, ...] = (
    "window", "fight", "selected",
    "table", "bench", "strip", "damage", "declare", "log", "sheet", "timeline", "recap", "compare",
    "forecast", "field", "simultaneous", "time", "workshop", "library", "encounter",
)  # fmt: skip

_COLUMNS, _HEAD = 3, 2
"""How many columns a page has, and how many lines a heading is worth."""


class KeyRow(Struct, frozen=True, kw_only=True):
    """What keys do: the use's id, where they work, what it does, and the keys as they are written on them."""

    use: str
    where: Where
    words: str
    keys: tuple[str, ...]


def key_rows(
    bindings: KeyBindings, words_of: Callable[[str], str], others: tuple[str, ...] = ()
) -> tuple[KeyRow, ...]:
    """Returns a row for everything that has or can have keys, by the place where they work.

    ``words_of`` says what a use does; ``others`` are actions that have no keys in the table.
    """
    listed = {use.id for use in KEY_MAP}
    uses = [(use.id, use.where) for use in KEY_MAP]
    uses += [(each, "window") for each in others if each not in listed]
    uses.sort(key=lambda each: _ORDER.index(each[1]))
    return tuple(
        KeyRow(use=use, where=where, words=words_of(use), keys=shown_keys(bindings.keys(use)))
        for use, where in uses
    )


def shown_keys(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Returns keys as the platform writes them; digits in a row as one range."""
    if len(keys) > 4 and all(each.isdecimal() for each in keys):
        return (f"{keys[0]} … {keys[-1]}",)
    native = QKeySequence.SequenceFormat.NativeText
    return tuple(QKeySequence(each).toString(native).replace("Return", "Enter") for each in keys)


def cheat_sheet_html(rows: tuple[KeyRow, ...], title: str, place_of: Callable[[str], str]) -> str:
    """Returns a page with what has keys, in three columns of groups; ``place_of`` names a place."""
    groups = [(where, [row for row in rows if row.where == where and row.keys]) for where in _ORDER]
    groups = [each for each in groups if each[1]]
    least = sum(len(group) + _HEAD for _, group in groups) / _COLUMNS
    columns, height = [""], 0
    for where, group in groups:
        if height and height + len(group) / 2 > least and len(columns) < _COLUMNS:
            columns, height = [*columns, ""], 0
        columns[-1] += "".join(_block(place_of(where), group))
        height += len(group) + _HEAD
    cells = "".join(f'<td width="33%" style="padding-right:10px">{each}</td>' for each in columns)
    return f"<h2>{escape(title)}</h2><table width='100%'><tr>{cells}</tr></table>"


def _block(title: str, rows: list[KeyRow]) -> list[str]:
    lines = [f"<p style='margin:8px 0 2px 0'><b>{escape(title)}</b></p><table width='100%'>"]
    lines += [
        f"<tr><td>{escape(row.words)}</td><td align='right'><code>{escape('  '.join(row.keys))}</code></td></tr>"
        for row in rows
    ]
    return [*lines, "</table>"]
