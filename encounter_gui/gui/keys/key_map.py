"""Every key of the main window in one table: what it does, and where the keyboard has to be for that.

Shortcuts, tool tips, key caps and the list of shortcuts are all made from it.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

Where = Literal[
    "window", "fight", "selected",
    "table", "bench", "strip", "log", "sheet", "timeline", "damage", "declare", "recap", "library", "encounter",
    "compare", "forecast", "field", "simultaneous", "time", "workshop",
]  # fmt: skip
"""Where a key works.

``window``: anywhere but in a text field. ``fight``: in any part of a fight. ``selected``: where combatants are
selected (table, timeline, sheet). Each of the others: in that part alone, whatever the key does elsewhere.
"""


_FIGHT: tuple[Where, ...] = (
    "table",
    "bench",
    "strip",
    "log",
    "sheet",
    "timeline",
    "damage",
    "declare",
    "compare",
    "forecast",
    "field",
    "simultaneous",
    "time",
)

PARTS_OF: Mapping[Where, tuple[Where, ...]] = {
    "window": (*_FIGHT, "recap", "library", "encounter"),
    "fight": _FIGHT,
    "selected": ("table", "sheet", "timeline"),
}
"""The parts in which the keys of a wider place work."""


class KeyUse(Struct, frozen=True, kw_only=True):
    """One thing that keys do.

    ``id`` is that of an action of the window, or ``part.word`` for what only that part does; its words are the text
    ``gui.action.<id>`` or ``gui.keys.<id>``. ``keys`` are written as Qt does (``Ctrl+Shift+Z``), the first of them
    stands in menus and caps; none: it has none unless the game master gives it one.
    """

    id: str
    keys: tuple[str, ...] = ()
    where: Where = "window"


def _use(name: str, *keys: str, where: Where = "window") -> KeyUse:
    return KeyUse(id=name, keys=keys, where=where)


KEY_MAP: tuple[KeyUse, ...] = (
    _use("next", "N", "Space"),
    _use("back", "Shift+N"),
    _use("undo", "Ctrl+Z"),
    _use("undo_list", "U"),
    _use("redo", "Ctrl+Shift+Z", "Ctrl+Y"),
    _use("command", "Ctrl+K"),
    _use("log_search", "Ctrl+Shift+F"),
    _use("filter", "/", where="fight"),
    _use("next_region", "F6"),
    _use("previous_region", "Shift+F6"),
    _use("bench", "E", where="fight"),
    _use("resolve", "T", where="fight"),
    _use("volley", "Shift+T", where="fight"),
    _use("compare", "M", where="fight"),
    _use("field", "F", where="fight"),
    _use("simultaneous", "S", where="fight"),
    _use("waive", "Ctrl+Del"),
    _use("time", "Ctrl+T"),
    _use("workshop", "Ctrl+Shift+R"),
    _use("add", "A"),
    _use("initiative", "I"),
    _use("declare", "Shift+D"),
    _use("accept", "W"),
    _use("dice", "R"),
    _use("notes", "Ctrl+E"),
    _use("damage", "D", where="selected"),
    _use("hit", "B", where="selected"),
    _use("heal", "H", where="selected"),
    _use("condition", "C", "G", where="selected"),
    _use("hide", "V", where="selected"),
    _use("group", "Ctrl+G", where="selected"),
    _use("ungroup", "Ctrl+Shift+G", where="selected"),
    _use("duplicate", "Ctrl+D", where="selected"),
    _use("rename", "F2", where="selected"),
    _use("edit_value", "Shift+F", where="selected"),
    _use("remove", "Del", where="selected"),
    _use("library", "L", "Ctrl+F"),
    _use("prep", "Ctrl+L"),
    _use("prepare", "Shift+E"),
    _use("new", "Ctrl+N"),
    _use("open", "Ctrl+O"),
    _use("close", "Ctrl+W"),
    _use("save_copy", "Ctrl+Shift+S"),
    _use("new_encounter", "Ctrl+Shift+N"),
    _use("import_files", "Ctrl+I"),
    _use("paste_creatures", "Ctrl+Shift+V", "Ctrl+V"),
    _use("export", "Ctrl+Shift+E"),
    _use("print", "Ctrl+P"),
    _use("players", "Ctrl+Shift+P"),
    _use("players_blank", "F9"),
    _use("take_arrived", "Y"),
    _use("settings", "Ctrl+,"),
    _use("shortcuts", "F1", "?"),
    _use("rules_help", "Shift+F1"),
    _use("quit", "Ctrl+Q"),
    _use("table.bench", "Return", where="table"),
    _use("table.put_off", "Esc", where="table"),
    _use("table.number", *"0123456789", where="table"),
    _use("table.down", "J", "Down", where="table"),
    _use("table.up", "K", "Up", where="table"),
    _use("table.group", "Right", "Left", where="table"),
    _use("table.change", "-", "+", "=", where="table"),
    _use("table.earlier", "Alt+Up", where="table"),
    _use("table.later", "Alt+Down", where="table"),
    _use("bench.resolve", "Return", where="bench"),
    _use("bench.table", "Esc", where="bench"),
    _use("strip.take", "Return", where="strip"),
    _use("strip.option", *"123456789", where="strip"),
    _use("strip.turn", "Tab", "Shift+Tab", where="strip"),
    _use("strip.waive", "Del", where="strip"),
    _use("strip.put_off", "Esc", where="strip"),
    _use("log.explain", "Return", where="log"),
    _use("log.fold", "Right", "Left", where="log"),
    _use("log.correct", "F2", where="log"),
    _use("log.table", "Esc", where="log"),
    _use("sheet.place", "Left", "Right", "Up", "Down", where="sheet"),
    _use("sheet.hit_on", "Ctrl+Return", where="sheet"),
    _use("sheet.value", "F2", "Return", where="sheet"),
    _use("sheet.step", "Tab", "Shift+Tab", where="sheet"),
    _use("sheet.table", "Esc", where="sheet"),
    _use("timeline.select", "Return", where="timeline"),
    _use("timeline.move", "Alt+Left", "Alt+Right", where="timeline"),
    _use("timeline.table", "Esc", where="timeline"),
    _use("damage.apply", "Return", where="damage"),
    _use("damage.rows", "Down", where="damage"),
    _use("damage.more", "Shift+Down", "Shift+Up", where="damage"),
    _use("damage.more_half", "Ctrl+Shift+Down", "Ctrl+Shift+Up", where="damage"),
    _use("damage.share", "0", "5", "1", "2", where="damage"),
    _use("damage.own", "=", where="damage"),
    _use("damage.reach", "Space", where="damage"),
    _use("damage.place", "P", where="damage"),
    _use("damage.face", "F", where="damage"),
    _use("damage.leave", "Esc", where="damage"),
    _use("declare.actions", "1", "2", "3", "F", where="declare"),
    _use("declare.stance", "D", "H", "S", where="declare"),
    _use("declare.intent", "I", where="declare"),
    _use("declare.said", "Return", where="declare"),
    _use("declare.rest", "Ctrl+Return", where="declare"),
    _use("declare.cover", "F8", where="declare"),
    _use("declare.leave", "Esc", where="declare"),
    _use("compare.pick", "Return", "Space", where="compare"),
    _use("compare.leave", "Esc", where="compare"),
    _use("forecast.leave", "Esc", where="forecast"),
    _use("field.move", "V", where="field"),
    _use("field.step", "Left", "Right", "Up", "Down", where="field"),
    _use("field.step_far", "Shift+Left", "Shift+Right", "Shift+Up", "Shift+Down", where="field"),
    _use("field.place", "P", where="field"),
    _use("field.measure", "X", where="field"),
    _use("field.area", "Z", where="field"),
    _use("field.corner", "Space", where="field"),
    _use("field.remove_area", "Del", where="field"),
    _use("field.done", "Return", where="field"),
    _use("field.number", *"0123456789", where="field"),
    _use("field.weapon", "Q", where="field"),
    _use("field.way", "Shift+Q", where="field"),
    _use("field.command", "/", where="field"),
    _use("field.zoom", "Ctrl++", "Ctrl+-", "Ctrl+0", where="field"),
    _use("field.all", "Home", where="field"),
    _use("field.leave", "Esc", where="field"),
    _use("simultaneous.go_on", "Return", where="simultaneous"),
    _use("simultaneous.change", "F2", where="simultaneous"),
    _use("simultaneous.leave", "Esc", where="simultaneous"),
    _use("time.pass", "1", "2", "3", where="time"),
    _use("time.until_over", "O", where="time"),
    _use("time.type", "+", where="time"),
    _use("time.remind", "Shift+R", where="time"),
    _use("time.open", "Return", where="time"),
    _use("time.fold", "Right", "Left", where="time"),
    _use("time.end", "Del", where="time"),
    _use("time.leave", "Esc", where="time"),
    _use("workshop.find", "Ctrl+F", where="workshop"),
    _use("workshop.edit", "Return", where="workshop"),
    _use("workshop.back", "Del", "Shift+Del", where="workshop"),
    _use("workshop.like", "Ctrl+D", where="workshop"),
    _use("workshop.save", "Ctrl+S", where="workshop"),
    _use("workshop.mistake", "F8", where="workshop"),
    _use("workshop.table", "Alt+Up", "Alt+Down", where="workshop"),
    _use("workshop.rule", "Shift+F1", where="workshop"),
    _use("workshop.leave", "Esc", where="workshop"),
    _use("recap.carry", "Return", where="recap"),
    _use("recap.point", *"123456789", where="recap"),
    _use("recap.print", "P", where="recap"),
    _use("recap.export", "X", where="recap"),
    _use("recap.leave", "Esc", where="recap"),
    _use("library.add", "Return", where="library"),
    _use("library.edit", "E", "F2", "Ctrl+Return", where="library"),
    _use("library.field", "=", where="library"),
    _use("library.tags", "Ctrl+T", where="library"),
    _use("library.duplicate", "Ctrl+D", where="library"),
    _use("library.delete", "Del", where="library"),
    _use("library.undo", "Ctrl+Z", where="library"),
    _use("library.leave", "Esc", where="library"),
    _use("encounter.more", "+", "-", where="encounter"),
    _use("encounter.move", "Alt+Up", "Alt+Down", where="encounter"),
    _use("encounter.remove", "Del", where="encounter"),
)  # fmt: skip
"""All keys, in the order of the list of shortcuts."""

USES: Mapping[str, KeyUse] = {use.id: use for use in KEY_MAP}
"""The same by id."""


def where_of(use: str) -> Where:
    """Returns where the keys of something work; what is not in the table can be given keys for the whole window."""
    return USES[use].where if use in USES else "window"


def meet(one: Where, other: Where) -> bool:
    """Returns whether there is a place in which keys of both work."""
    return bool(set(PARTS_OF.get(one, (one,))) & set(PARTS_OF.get(other, (other,))))
