"""Every action of the window in one table: its words, keys, icon, and when it can be used."""

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct, field
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.keys.bindings import KeyBindings, use
from encounter_gui.gui.keys.key_map import Where, where_of
from encounter_gui.gui.theme.icons import Icons

ActionId = Literal[
    "new", "open", "close", "tour", "replay", "save_copy", "backups", "new_encounter", "new_game", "quit",
    "import_files", "paste_creatures", "export", "print", "prepare", "waves", "accept",
    "undo", "redo", "undo_list",
    "next", "back", "declare", "declare_automatic", "initiative", "switches", "finish", "recap",
    "fight_rules", "change_game",
    "hold_turn", "ready", "act_now",
    "add", "duplicate", "rename", "edit_value", "remove", "damage", "hit", "heal", "set_gauge", "condition", "hide",
    "name_side", "group", "ungroup",
    "library", "prep", "filter", "log_search", "prompt", "next_region", "previous_region", "bench", "resolve", "volley",
    "waive",
    "time", "command", "dice", "compare", "forecast", "field", "simultaneous", "notes", "settings", "shortcuts",
    "rules_help", "prep_help", "fights_help", "time_help", "print_help", "rulesets_help", "about",
    "theme_system", "theme_dark", "theme_light", "theme_high_contrast", "players", "players_blank", "take_arrived",
    "players_help", "field_help", "take_in_rules", "share_rules", "rulesets",
    "workshop", "workshop_help",
]  # fmt: skip

When = Literal[
    "always", "open", "live", "fight", "fight_live", "undo", "redo", "back", "some", "one"
]
"""When an action can be used.

``open``: an encounter is open. ``live``: and it is shown as it stands. ``fight``, ``fight_live``: the same of a fight
alone, not of the time between fights. ``undo``, ``redo``, ``back``: there is something to go back or forward to.
``some``, ``one``: live, and so many combatants are selected.
"""


class ActionSpec(Struct, frozen=True, kw_only=True):
    """One action; its words are the text ``gui.action.<id>``, its keys stand in ``keys.key_map``."""

    id: ActionId
    icon: str = ""
    when: When = "open"
    is_checkable: bool = False


ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(id="new", icon="file", when="always"),
    ActionSpec(id="open", icon="folder", when="always"),
    ActionSpec(id="close", icon="close"),
    ActionSpec(id="tour", icon="walking", when="always"),
    ActionSpec(id="replay", icon="play"),
    ActionSpec(id="save_copy", icon="save_copy"),
    ActionSpec(id="backups", icon="history"),
    ActionSpec(id="new_encounter", icon="encounters"),
    ActionSpec(id="new_game"),
    ActionSpec(id="import_files", icon="import"),
    ActionSpec(id="paste_creatures"),
    ActionSpec(id="export", icon="export"),
    ActionSpec(id="take_in_rules", icon="import", when="always"),
    ActionSpec(id="share_rules", icon="export"),
    ActionSpec(id="rulesets", when="always"),
    ActionSpec(id="print", icon="print", when="open"),
    ActionSpec(id="quit", when="always"),
    ActionSpec(id="undo", icon="undo", when="undo"),
    ActionSpec(id="undo_list", icon="history", when="undo"),
    ActionSpec(id="redo", icon="redo", when="redo"),
    ActionSpec(id="next", icon="next", when="live"),
    ActionSpec(id="back", icon="back", when="back"),
    ActionSpec(id="declare", icon="declare", when="fight_live"),
    ActionSpec(id="declare_automatic", when="always", is_checkable=True),
    ActionSpec(id="prepare", icon="encounters", when="fight"),
    ActionSpec(id="waves", icon="waves", when="fight"),
    ActionSpec(id="accept", icon="waves", when="live"),
    ActionSpec(id="initiative", icon="sort", when="fight_live"),
    ActionSpec(id="hold_turn", icon="holding", when="one"),
    ActionSpec(id="ready", icon="clock", when="one"),
    ActionSpec(id="act_now", icon="next", when="one"),
    ActionSpec(id="switches", icon="sliders", when="live"),
    ActionSpec(id="finish", icon="stop", when="fight_live"),
    ActionSpec(id="recap", icon="chart", when="fight_live"),
    ActionSpec(id="fight_rules", icon="ruleset", when="open"),
    ActionSpec(id="change_game", when="fight"),
    ActionSpec(id="add", icon="plus", when="live"),
    ActionSpec(id="duplicate", icon="copy", when="one"),
    ActionSpec(id="rename", icon="edit", when="one"),
    ActionSpec(id="edit_value", icon="sliders", when="one"),
    ActionSpec(id="remove", icon="trash", when="some"),
    ActionSpec(id="damage", icon="minus", when="some"),
    ActionSpec(id="hit", icon="target", when="some"),
    ActionSpec(id="heal", icon="heal", when="some"),
    ActionSpec(id="set_gauge", icon="equals", when="some"),
    ActionSpec(id="condition", icon="stunned", when="some"),
    ActionSpec(id="hide", icon="eye_off", when="some"),
    ActionSpec(id="group", icon="group", when="some"),
    ActionSpec(id="ungroup", when="some"),
    ActionSpec(id="name_side", icon="tag", when="some"),
    ActionSpec(id="library", icon="library", when="open"),
    ActionSpec(id="prep", icon="edit", when="fight", is_checkable=True),
    ActionSpec(id="next_region", icon="return", when="always"),
    ActionSpec(id="previous_region", when="always"),
    ActionSpec(id="bench", icon="target", when="fight"),
    ActionSpec(id="resolve", icon="target", when="fight_live"),
    ActionSpec(id="volley", icon="group", when="fight_live"),
    ActionSpec(id="filter", icon="search", when="fight"),
    ActionSpec(id="log_search", icon="search", when="open"),
    ActionSpec(id="prompt", icon="return", when="open"),
    ActionSpec(id="waive", when="live"),
    ActionSpec(id="time", icon="clock", when="open", is_checkable=True),
    ActionSpec(id="workshop", icon="ruleset", when="open", is_checkable=True),
    ActionSpec(id="command", icon="search", when="open"),
    ActionSpec(id="players", icon="group", when="always"),
    ActionSpec(id="players_blank", icon="eye_off", when="always", is_checkable=True),
    ActionSpec(id="take_arrived", icon="check", when="live"),
    ActionSpec(id="dice", icon="dice"),
    ActionSpec(id="compare", icon="chart", when="fight"),
    ActionSpec(id="forecast", icon="forecast", when="fight"),
    ActionSpec(id="field", icon="field", when="fight", is_checkable=True),
    ActionSpec(id="simultaneous", icon="equals", when="fight_live"),
    ActionSpec(id="notes", icon="notes", when="fight"),
    ActionSpec(id="settings", icon="settings", when="always"),
    ActionSpec(id="shortcuts", icon="keyboard", when="always"),
    ActionSpec(id="rules_help", icon="help", when="open"),
    ActionSpec(id="prep_help", icon="help", when="always"),
    ActionSpec(id="fights_help", icon="help", when="always"),
    ActionSpec(id="time_help", icon="help", when="always"),
    ActionSpec(id="field_help", icon="help", when="always"),
    ActionSpec(id="print_help", icon="help", when="always"),
    ActionSpec(id="players_help", icon="help", when="always"),
    ActionSpec(id="rulesets_help", icon="help", when="always"),
    ActionSpec(id="workshop_help", icon="help", when="always"),
    ActionSpec(id="about", icon="info", when="always"),
    ActionSpec(id="theme_system", when="always", is_checkable=True),
    ActionSpec(id="theme_dark", when="always", is_checkable=True),
    ActionSpec(id="theme_light", when="always", is_checkable=True),
    ActionSpec(id="theme_high_contrast", when="always", is_checkable=True),
)
"""All actions, in the order of the list of shortcuts."""


class Situation(Struct, frozen=True, kw_only=True):
    """What decides which actions can be used."""

    is_open: bool = False
    is_live: bool = False
    is_between: bool = False
    can_undo: bool = False
    can_redo: bool = False
    can_undo_turn: bool = False
    selected_count: int = 0

    @property
    def allows(self) -> Mapping[When, bool]:
        """Returns which actions can be used now, by when they can be used."""
        is_live = self.is_open and self.is_live
        return {
            "always": True,
            "open": self.is_open,
            "live": is_live,
            "fight": self.is_open and not self.is_between,
            "fight_live": is_live and not self.is_between,
            "undo": self.can_undo,
            "redo": self.can_redo,
            "back": self.can_undo_turn,
            "some": is_live and self.selected_count > 0,
            "one": is_live and self.selected_count == 1,
        }


class Actions(Struct, frozen=True, kw_only=True):
    """The window's actions by id."""

    by_id: Mapping[ActionId, QAction] = field(default_factory=dict)

    def __getitem__(self, action: ActionId) -> QAction:
        """Returns an action."""
        return self.by_id[action]

    def use(self, situation: Situation) -> None:
        """Enables what can be used in a situation, and disables the rest."""
        allows = situation.allows
        for spec in ACTIONS:
            self.by_id[spec.id].setEnabled(allows[spec.when])

    def use_keys(self, bindings: KeyBindings) -> None:
        """Gives the actions the keys they have from now on; what shows an action's key follows it."""
        use(bindings)
        for spec in ACTIONS:
            action = self.by_id[spec.id]
            action.setShortcuts([QKeySequence(key) for key in bindings.keys(spec.id)])
            action.setToolTip(tool_tip(action))

    def use_places(self, places: Mapping[Where, Iterable[QWidget]]) -> None:
        """Has the keys of some actions work only while the keyboard is in one of these parts."""
        for spec in ACTIONS:
            parts = places.get(where_of(spec.id))
            if parts is not None:
                action = self.by_id[spec.id]
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                for part in parts:
                    part.addAction(action)


def make_actions(window: QMainWindow, texts: MessageCatalog, icons: Icons) -> Actions:
    """Returns the actions, children of the window, with the keys of the table."""
    actions = Actions(by_id={spec.id: _make(spec, window, texts, icons) for spec in ACTIONS})
    actions.use_keys(KeyBindings())
    return actions


def tool_tip(action: QAction) -> str:
    """Returns the words and the first key of an action, for things that show only its icon."""
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    text = action.text().replace("&", "").rstrip("…")
    return f"{text} — {keys}" if keys else text


def _make(spec: ActionSpec, parent: QObject, texts: MessageCatalog, icons: Icons) -> QAction:
    action = QAction(texts.text_of(f"gui.action.{spec.id}"), parent)
    action.setObjectName(f"action_{spec.id}")
    action.setCheckable(spec.is_checkable)
    if spec.icon:
        action.setIcon(icons.icon(spec.icon))
    if isinstance(parent, QMainWindow) and where_of(spec.id) == "window":
        parent.addAction(action)
    return action
