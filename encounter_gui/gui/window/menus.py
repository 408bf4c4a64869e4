"""The menu bar as a table of actions, and the menus whose content depends on what is there."""

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QMainWindow, QMenu

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control.actions import ActionId, Actions

SEPARATOR = "-"

Entry = ActionId | str

MENUS: Mapping[str, tuple[Entry, ...]] = {
    "file": (
        "new", "open", "menu:recent", "close", SEPARATOR,
        "new_encounter", "menu:encounters", "replay", "new_game", SEPARATOR,
        "import_files", "paste_creatures", "export", SEPARATOR,
        "take_in_rules", "share_rules", "rulesets", SEPARATOR, "print", "save_copy", "backups", SEPARATOR, "quit",
    ),
    "edit": ("undo", "redo", "menu:undo_list", SEPARATOR, "command"),
    "encounter": (
        "prepare", "waves", SEPARATOR, "next", "back", "declare", "accept", "initiative", SEPARATOR,
        "switches", "menu:automation", "fight_rules", "change_game", SEPARATOR, "notes", SEPARATOR, "finish", "recap",
    ),
    "combatant": (
        "add", "duplicate", "rename", "edit_value", "remove", SEPARATOR,
        "damage", "hit", "heal", "set_gauge", "condition", SEPARATOR,
        "menu:turn", "menu:side", "menu:rolls", "hide", SEPARATOR, "group", "ungroup",
    ),
    "view": (
        "library", "prep", "time", "workshop", SEPARATOR,
        "menu:theme", SEPARATOR, "menu:docks", "declare_automatic", SEPARATOR,
        "filter", "log_search", "bench", "resolve", "volley", "prompt", "waive", "next_region", "previous_region",
        SEPARATOR,
        "dice", "compare", "forecast", "field", "simultaneous", SEPARATOR, "players", "players_blank", "take_arrived",
    ),
    "help": (
        "rules_help", "shortcuts", "tour", SEPARATOR,
        "prep_help", "fights_help", "time_help", "field_help", "print_help", "players_help",
        "rulesets_help", "workshop_help", SEPARATOR,
        "about",
    ),
}  # fmt: skip
"""Menus by name, in order; ``menu:`` begins the name of a menu inside."""

CONTEXT: tuple[Entry, ...] = (
    "damage", "hit", "heal", "set_gauge", "condition", "volley", SEPARATOR,
    "menu:turn", "rename", "edit_value", "duplicate", "menu:side", "menu:rolls", "hide", "group", "ungroup", SEPARATOR,
    "remove",
)  # fmt: skip
"""What a click with the right button on a combatant offers."""


class Menus:
    """The menus of a window, by name; those inside others are filled by whoever knows what goes in."""

    def __init__(self, window: QMainWindow, actions: Actions, texts: MessageCatalog) -> None:
        """Fills the window's menu bar."""
        self._window = window
        self._texts = texts
        self._actions = actions
        self._inner: dict[str, QMenu] = {}
        for name, entries in MENUS.items():
            menu = window.menuBar().addMenu(texts.text_of(f"gui.menu.{name}"))
            self.fill(menu, entries)

    def __getitem__(self, name: str) -> QMenu:
        """Returns a menu inside another."""
        return self._inner[name]

    def fill(self, menu: QMenu, entries: Sequence[Entry]) -> None:
        """Puts actions, lines and inner menus into a menu."""
        for entry in entries:
            if entry == SEPARATOR:
                menu.addSeparator()
            elif entry.startswith("menu:"):
                menu.addMenu(self._made(entry.removeprefix("menu:")))
            else:
                menu.addAction(self._actions.by_id[entry])  # type: ignore[index]  # an id, by the tables above

    def _made(self, name: str) -> QMenu:
        if name not in self._inner:
            title = self._texts.text_of(f"gui.menu.{name}")
            self._inner[name] = QMenu(title, self._window)
        return self._inner[name]
