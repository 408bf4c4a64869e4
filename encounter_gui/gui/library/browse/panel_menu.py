"""What can be done with the creatures that are selected: a table of entries, their keys, and the menu of them."""

from collections.abc import Callable, Collection, Mapping

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.model.prepared import Overlay


class MenuEntry(Struct, frozen=True, kw_only=True):
    """Something that can be done; its words are the text ``gui.library.do.<id>``."""

    id: str
    key: str = ""
    icon: str = ""
    is_own_only: bool = False


DEEDS: tuple[MenuEntry | None, ...] = (
    MenuEntry(id="add", key="Return", icon="return"),
    MenuEntry(id="add_several", icon="plus"),
    MenuEntry(id="add_typed", icon="hand"),
    None,
    MenuEntry(id="edit", key="E", icon="edit"),
    MenuEntry(id="field", key="=", icon="equals"),
    MenuEntry(id="tag", key="Ctrl+T", icon="tag"),
    MenuEntry(id="duplicate", key="Ctrl+D", icon="copy"),
    MenuEntry(id="vary", icon="star"),
    MenuEntry(id="update", icon="refresh", is_own_only=True),
    None,
    MenuEntry(id="party", icon="group"),
    MenuEntry(id="export", icon="export"),
    MenuEntry(id="remove", key="Del", icon="trash", is_own_only=True),
)
"""In the order of the menu; None is a line."""

KEYS: Mapping[str, str] = {each.key: each.id for each in DEEDS if each is not None and each.key}
"""What is done by which key."""

_UNDO, _REDO = "undo", "redo"


def deed_for(event: QKeyEvent) -> str:
    """Returns what a key in the dock does; empty if nothing of the dock's own."""
    if event.matches(QKeySequence.StandardKey.Undo):
        return _UNDO
    if event.matches(QKeySequence.StandardKey.Redo) or (
        event.keyCombination().key() == Qt.Key.Key_Y
        and event.modifiers() == Qt.KeyboardModifier.ControlModifier
    ):
        return _REDO
    if event.text() == "=":
        return "field"
    if event.key() == Qt.Key.Key_Enter:
        return "add"
    if event.key() == Qt.Key.Key_F2:
        return "edit"
    pressed = QKeySequence(event.keyCombination()).toString(
        QKeySequence.SequenceFormat.PortableText
    )
    return KEYS.get(pressed, "")


class PanelMenu(QObject):
    """Builds the menu of what can be done with the selected creatures."""

    def __init__(
        self, parent: QWidget, icons: Icons, texts: MessageCatalog, do: Callable[[str], None]
    ) -> None:
        """Takes the dock, icons with the theme, the texts, and what carries out an id (``vary:<key>`` a variant)."""
        super().__init__(parent)
        self._panel = parent
        self._icons = icons
        self._texts = texts
        self._do = do

    def made(
        self,
        overlays: tuple[Overlay, ...],
        *,
        has_own: bool,
        only: Collection[str] | None = None,
    ) -> QMenu:
        """Returns the menu, or the entries in ``only``; without own creatures selected some entries are disabled."""
        menu = QMenu(self._panel)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for menu_entry in DEEDS:
            if only is not None and (menu_entry is None or menu_entry.id not in only):
                continue
            if menu_entry is None:
                menu.addSeparator()
            elif menu_entry.id == "vary":
                self._add_variants(menu, overlays)
            else:
                action = menu.addAction(self._icons.icon(menu_entry.icon), self._text(menu_entry))
                action.setData(menu_entry.id)
                action.setEnabled(has_own or not menu_entry.is_own_only)
        menu.triggered.connect(self._choose)
        return menu

    def _text(self, menu_entry: MenuEntry) -> str:
        words = self._texts.text_of(f"gui.library.do.{menu_entry.id}")
        return f"{words}\t{menu_entry.key}" if menu_entry.key else words

    def _add_variants(self, menu: QMenu, overlays: tuple[Overlay, ...]) -> None:
        inner = menu.addMenu(self._icons.icon("star"), self._texts.text_of("gui.library.do.vary"))
        for overlay in overlays:
            inner.addAction(overlay.name.replace("&", "&&")).setData(f"vary:{overlay.key}")
        inner.setEnabled(bool(overlays))

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        if action.data():
            self._do(action.data())
