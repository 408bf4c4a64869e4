"""The targets of a change by hand as a list: keys and clicks that say share, place, dice, and who is out."""

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QListView, QMenu, QWidget
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.requests import Faces, RollRequest
from encounter_gui.gui.damage.damage_columns import Titles, lay_out, segments
from encounter_gui.gui.damage.damage_delegate import DamageDelegate
from encounter_gui.gui.damage.damage_model import DamageModel
from encounter_gui.gui.damage.damage_plan import SHARES, DamageShown, is_roll_of
from encounter_gui.gui.dice.dice_line import DiceLine
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.model.commands import Share
from encounter_gui.rules.view import ChangePreview

_Key = Qt.Key
SHARE_KEYS: dict[int, Share] = {
    _Key.Key_0: "0",
    _Key.Key_5: "1/2",
    _Key.Key_1: "1",
    _Key.Key_2: "2",
}
"""The keys of the shares: 5 is a half."""
_OWN_KEYS = (
    *SHARE_KEYS,
    *(_Key.Key_Space, _Key.Key_Return, _Key.Key_Enter, _Key.Key_Escape),
    *(_Key.Key_Equal, _Key.Key_P, _Key.Key_F, _Key.Key_Up, _Key.Key_Down),
)

_ROWS, _LESS = 3, 4
_LONGEST, _WIDEST = 40, 150
_LEAVING = (_Key.Key_Return, _Key.Key_Enter, _Key.Key_Escape)


class DamageList(QListView):
    """Shows a row for each target; says what is chosen, and changes nothing itself."""

    share_chosen = Signal(str, str)
    """A target, and its share."""
    reach_chosen = Signal(str, bool)
    """A target, and whether the change reaches it."""
    amount_typed = Signal(str, object)
    """A target, and an amount of its own; None: its share counts again."""
    place_chosen = Signal(str, str)
    """A target, and the key of the place where it is hit; empty: as for all."""
    face_typed = Signal(str, object)
    """The key of a roll, and what a real die shows; None: it is rolled later."""
    row_chosen = Signal(str)
    """The target whose row is the chosen one now."""
    left_upward = Signal()
    """The keyboard goes up from the first row."""
    apply_requested = Signal()
    """Enter."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self.rows = DamageModel(texts, self)
        self.columns: DamageDelegate = DamageDelegate(icons, self.rows, self)
        """What paints the rows; it has their columns."""
        self.columns.as_before = texts.text_of("gui.damage.as_before")
        self._titles = titles(texts)
        self.editor = DiceLine(icons, texts, self.viewport())
        self._edits = ""
        self._rolls: dict[str, RollRequest] = {}
        self._set_up()
        self.selectionModel().currentChanged.connect(self._say_row)
        self.editor.installEventFilter(self)
        icons.loaded.connect(self.viewport().update)
        icons.recoloured.connect(self.viewport().update)

    def _set_up(self) -> None:
        self.setModel(self.rows)
        self.setItemDelegate(self.columns)
        self.setAccessibleName(self._texts.text_of("gui.damage.targets"))
        self.setAccessibleDescription(self._texts.text_of("gui.damage.targets.help"))
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QListView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.editor.setFont(self._icons.theme.font("dice"))
        self.editor.setMaxLength(_LONGEST)
        self.editor.hide()

    def show_damage(self, shown: DamageShown) -> None:
        """Shows these rows; the chosen one stays chosen."""
        self.rows.show(shown)
        details = (row.damage for row in shown.rows if row.damage is not None)
        self._rolls |= {roll.key: roll for detail in details for roll in detail.dice}
        if not self.currentIndex().isValid() and shown.rows:
            self.setCurrentIndex(self.rows.index(0))
        self._lay_out()

    def choose(self, place: int) -> None:
        """Makes the row at a place the chosen one, with the keyboard in it."""
        if 0 <= place < self.rows.rowCount():
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.setCurrentIndex(self.rows.index(place))

    @property
    def chosen(self) -> ChangePreview | None:
        """Returns the chosen row; None: there is none."""
        place = self.currentIndex().row()
        return self.rows.row_at(place) if 0 <= place < self.rows.rowCount() else None

    def _lay_out(self) -> None:
        width = float(self.viewport().width())
        self.columns.columns = lay_out(self._icons.theme, width, self.rows.shown, self._titles)
        self.viewport().update()

    # ---- mouse

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.button() == Qt.MouseButton.LeftButton:
            self._press(index, event.position())

    def _press(self, index: QModelIndex, at: QPointF) -> None:
        row = QRectF(self.visualRect(index))
        part = self.columns.columns.at(at.x() - row.left())
        who = self.rows.row_at(index.row()).who
        if part in ("check", "number"):
            self.reach_chosen.emit(who, not self.rows.is_reached(index.row()))
        elif not self.rows.is_reached(index.row()):
            return
        elif part == "share":
            room = self.columns.columns.get("share")
            boxes = segments(room.rect(row), row.height()) if room is not None else ()
            for (share, _), box in zip(SHARES, boxes, strict=False):
                if box.contains(at):
                    self.share_chosen.emit(who, share)
        elif part == "own":
            self._edit("own")
        elif part == "place":
            self._offer_places()
        elif part == "face":
            self._edit("face")

    # ---- keys

    @override
    def event(self, event: QEvent) -> bool:
        # What the rows understand must not reach the window's own shortcuts.
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() in _OWN_KEYS:
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, row = event.key(), self.chosen
        if row is None:
            event.ignore()
        elif key in SHARE_KEYS:
            self.share_chosen.emit(row.who, SHARE_KEYS[key])
        elif key == _Key.Key_Space:
            self.reach_chosen.emit(row.who, not self.rows.is_reached(self.currentIndex().row()))
        elif key == _Key.Key_Equal:
            self._edit("own")
        elif key == _Key.Key_F:
            self._edit("face")
        elif key == _Key.Key_P:
            self._offer_places()
        elif key in (_Key.Key_Return, _Key.Key_Enter):
            self.apply_requested.emit()
        elif key == _Key.Key_Up and self.currentIndex().row() == 0:
            self.left_upward.emit()
        elif key == _Key.Key_Escape:
            event.ignore()  # the panel puts itself away
        else:
            super().keyPressEvent(event)

    # ---- a number or a die in the row

    def _edit(self, part: str) -> None:
        column, row = self.columns.columns.get(part), self.chosen
        if column is None or row is None or not self.rows.is_reached(self.currentIndex().row()):
            return
        if part == "face" and not self._roll_of(row):
            return
        self._edits = part
        rect = column.rect(QRectF(self.visualRect(self.currentIndex())))
        is_die = part == "face"
        roll = self._rolls.get(self._roll_of(row)) if is_die else None
        rect = rect.adjusted(-3, 1, 3, -1)
        if is_die:  # the reading stands beside the dice
            rect.setLeft(max(0.0, rect.right() - _WIDEST))
        self.editor.setGeometry(rect.toRect())
        self.editor.show_rolls((roll,) if roll is not None else ())
        self.editor.setText(self._present(part, row))
        self.editor.setAccessibleName(self._texts.text_of(f"gui.damage.{part}"))
        self.editor.show()
        self.editor.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.editor.selectAll()

    def _present(self, part: str, row: ChangePreview) -> str:
        plan = self.rows.shown.plan
        number = plan.amounts.get(row.who) if part == "own" else plan.faces.get(self._roll_of(row))
        return "" if number is None else str(number)

    def _roll_of(self, row: ChangePreview) -> str:
        """Returns the key of the roll whose dice can be typed for a row; empty: it needs none."""
        faces = self.rows.shown.plan.faces
        known = next((key for key in faces if is_roll_of(key, row.who)), "")
        return row.damage.dice[0].key if row.damage is not None and row.damage.dice else known

    def _take(self) -> None:
        row, text = self.chosen, self.editor.text().strip()
        part, reading = self._edits, self.editor.reading
        self._edits = ""
        if row is None or not part:
            return
        number = int(text) if text.isascii() and text.isdecimal() else None
        if part == "face":
            typed = next(iter(reading.answers), None)
            number = (
                sum(typed.values) if isinstance(typed, Faces) else typed.value if typed else None
            )
        key = self._roll_of(row)
        self._close_editor()
        if part == "own":
            self.amount_typed.emit(row.who, number)
        else:
            self.face_typed.emit(key, number)

    def _leave(self, *, is_taken: bool) -> None:
        """Takes what is typed, or leaves it; what cannot be these dice stays, with why."""
        if is_taken and self.editor.reading.refused is not None:
            self.editor.insist()
        elif is_taken:
            self._take()
        else:
            self._close_editor()

    def _close_editor(self) -> None:
        self._edits = ""
        had_focus = self.editor.hasFocus()
        self.editor.hide()
        if had_focus:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def eventFilter(self, watched: QWidget, event: QEvent) -> bool:  # type: ignore[override]
        if watched is self.editor:
            if isinstance(event, QKeyEvent) and event.key() in _LEAVING:
                # Nothing of this may reach the rows: there, Enter applies and Escape puts all of it away.
                event.accept()
                if event.type() == QEvent.Type.KeyPress:
                    self._leave(is_taken=event.key() != _Key.Key_Escape)
                return True
            if event.type() == QEvent.Type.FocusOut and self._edits:
                self._leave(is_taken=self.editor.reading.refused is None)
        return super().eventFilter(watched, event)

    # ---- places

    def _offer_places(self) -> None:
        shown, row = self.rows.shown, self.chosen
        column = self.columns.columns.get("place")
        if column is None or row is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        own = shown.plan.places.get(row.who, "")
        words = shown.preview.place_words
        if shown.plan.place:
            words = dict(shown.preview.places).get(shown.plan.place, words)
        for key, name in (("", words), *shown.preview.places):
            action = QAction(name.replace("&", "&&"), menu)
            action.setData(key)
            action.setCheckable(True)
            action.setChecked(key == own)
            menu.addAction(action)
        who = CombatantId(row.who)
        menu.triggered.connect(lambda action: self.place_chosen.emit(who, action.data()))
        corner = column.rect(QRectF(self.visualRect(self.currentIndex()))).bottomLeft().toPoint()
        menu.popup(self.viewport().mapToGlobal(corner + QPoint(0, -2)))

    # ---- following

    @Slot()
    def _say_row(self) -> None:
        row = self.chosen
        if row is not None:
            self.row_chosen.emit(row.who)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Three rows stand without scrolling, also where a title bar takes its part of the screen.
        usual = round(self._icons.theme.size("row"))
        height = max(min(usual, self.viewport().height() // _ROWS), usual - _LESS)
        if height != (self.columns.row_height or usual):
            self.columns.row_height = height
            self.scheduleDelayedItemsLayout()
        self._lay_out()


def titles(texts: MessageCatalog) -> Titles:
    """Returns what the headings say."""
    names = ("target", "share", "damage", "place", "wound", "then", "owed")
    return Titles(**{name: texts.text_of(f"gui.damage.head.{name}") for name in names})
