"""Damage, healing and new values by hand: one panel in the place of the bench, the same keys for all of them."""

from itertools import pairwise

from msgspec.structs import replace
from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.cells.row_paint import write
from encounter_gui.gui.crowds.crowd_row import which_named
from encounter_gui.gui.damage.damage_foot import DamageFoot
from encounter_gui.gui.damage.damage_head import DamageHead
from encounter_gui.gui.damage.damage_list import DamageList
from encounter_gui.gui.damage.damage_plan import SHARES, DamagePlan, DamageShown
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import mark_wrong
from encounter_gui.gui.widgets.layouts import column_layout
from encounter_gui.rules.model.commands import Share, Way

_HEADING = 24
_WAYS: tuple[Way, ...] = ("rules", "past_armor", "raw")


class DamagePanel(QFrame):
    """Takes a change by hand and shows what it would do; nothing happens before Enter, nothing stays after Escape."""

    edited = Signal(object)
    """``DamagePlan``: what is said now; ``show_damage`` answers."""
    apply_requested = Signal()
    """What is shown is to be done."""
    dismissed = Signal()
    """Put away; nothing was changed."""
    extended = Signal(int, str)
    """The next row of the table above (-1) or below (+1) is to be a target as well, and its share."""
    row_chosen = Signal(str)
    """The target whose row is the chosen one."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self.plan: DamagePlan = DamagePlan()
        """What is typed and chosen."""
        self.head = DamageHead(icons, texts, self)
        self._heading = DamageHeading(icons, self)
        self.list = DamageList(icons, texts, self)
        self.foot = DamageFoot(icons, texts, self)
        self.setProperty("dock", "true")
        self.setAccessibleName(texts.text_of("gui.fight.changes"))
        self._lay_out()
        self._connect()
        self.hide()

    def _lay_out(self) -> None:
        column = column_layout(self, margins=(1, 1, 1, 1), spacing=0)
        column.addWidget(self.head)
        column.addWidget(self._heading)
        column.addWidget(self.list, 1)
        column.addWidget(self.foot)
        head, foot = self.head, self.foot
        order = (head.source, self.list, foot.shares[0], head.apply_button, head.cancel_button)
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def _connect(self) -> None:
        head, rows = self.head, self.list
        head.text_edited.connect(self._set_text)
        head.count_edited.connect(lambda count: self._say(replace(self.plan, count=count)))
        head.which_chosen.connect(self._set_which)
        head.way_chosen.connect(self._set_way)
        head.gauge_chosen.connect(lambda gauge: self._say(replace(self.plan, gauge=gauge)))
        head.place_chosen.connect(
            lambda place: self._say(replace(self.plan, place=place, places={}, faces={}))
        )
        head.source_edited.connect(lambda source: self._say(replace(self.plan, source=source)))
        head.stepped_down.connect(lambda: self.list.choose(max(self.list.currentIndex().row(), 0)))
        head.extended.connect(self.extended)
        head.amount.returnPressed.connect(self._apply)
        head.crowd.count.returnPressed.connect(self._apply)
        head.source.returnPressed.connect(self._apply)
        head.apply_button.clicked.connect(self._apply)
        head.cancel_button.clicked.connect(self.dismiss)
        rows.share_chosen.connect(self._set_share)
        rows.reach_chosen.connect(self._set_reach)
        rows.amount_typed.connect(
            lambda who, amount: self._say(self.plan.with_amount(CombatantId(who), amount))
        )
        rows.place_chosen.connect(
            lambda who, place: self._say(self.plan.with_place(CombatantId(who), place))
        )
        rows.face_typed.connect(lambda key, face: self._say(self.plan.with_face(key, face)))
        rows.row_chosen.connect(self.row_chosen)
        rows.left_upward.connect(head.take_focus)
        rows.apply_requested.connect(self._apply)
        self.foot.share_chosen.connect(
            lambda share: self._say(self.plan.with_share_for_all(share_named(share)))
        )
        self._icons.loaded.connect(self._repaint)
        self._icons.recoloured.connect(self._repaint)

    # ---- state downward

    def begin(self, plan: DamagePlan) -> None:
        """Opens with this said, the keyboard in the amount."""
        self.plan = plan
        self.show()
        self.list.clearSelection()
        self.list.setCurrentIndex(self.list.rows.index(-1))
        self.edited.emit(plan)
        self.head.take_focus()

    def show_damage(self, shown: DamageShown) -> None:
        """Shows what the plan would do."""
        self.plan = shown.plan
        self.head.show_damage(shown)
        mark_wrong(self.head.amount, is_wrong=False)
        self.list.show_damage(shown)
        self._heading.show_columns(self.list)
        self.foot.show_damage(shown)

    def aim_at(
        self, targets: tuple[CombatantId, ...], share: Share, crowds: frozenset[CombatantId]
    ) -> None:
        """Takes other targets; those who are new among them get this share. ``crowds`` stand for their groups."""
        self._say(self.plan.with_targets(targets, share, crowds))

    def show_complaint(self, sentence: str) -> None:
        """Says why it cannot be done; what was typed stays."""
        self.foot.say(sentence, is_wrong=True)

    @Slot()
    def dismiss(self) -> None:
        """Puts the panel away; nothing was changed."""
        if not self.isHidden():
            self.close_done()
            self.dismissed.emit()

    def close_done(self) -> None:
        """Puts the panel away: it was done, or nothing was."""
        self.hide()
        self.plan = DamagePlan()

    # ---- intents upward

    def _say(self, plan: DamagePlan) -> None:
        self.plan = plan
        if not self.isHidden():
            self.edited.emit(plan)

    @Slot(str)
    def _set_text(self, text: str) -> None:
        is_other = DamagePlan(text=text).kind != self.plan.kind
        plan = replace(self.plan, text=text)
        self._say(replace(plan, gauge="") if is_other else plan)

    @Slot(str)
    def _set_way(self, way: str) -> None:
        found = next(each for each in _WAYS if each == way)
        self._say(replace(self.plan, way=found))

    @Slot(str)
    def _set_which(self, which: str) -> None:
        self._say(replace(self.plan, which=which_named(which)))

    @Slot(str, str)
    def _set_share(self, who: str, share: str) -> None:
        self._say(self.plan.with_share(CombatantId(who), share_named(share)))

    @Slot(str, bool)
    def _set_reach(self, who: str, is_reached: bool) -> None:
        self._say(self.plan.with_target(CombatantId(who), is_reached=is_reached))

    @Slot()
    def _apply(self) -> None:
        if not self.plan.is_readable:
            mark_wrong(self.head.amount, is_wrong=True)
            self.show_complaint(self._texts.text_of("gui.fight.changes.wrong"))
        elif self.plan.reached:
            self.apply_requested.emit()

    @Slot()
    def _repaint(self) -> None:
        for widget in (self, *self.findChildren(QWidget)):
            widget.update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    @override
    def sizeHint(self) -> QSize:
        return QSize(1010, 184)


class DamageHeading(QWidget):
    """Writes what stands in the columns."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes icons with the theme."""
        super().__init__(parent)
        self._icons = icons
        self._list: DamageList | None = None
        self.setFixedHeight(_HEADING)

    def show_columns(self, rows: DamageList) -> None:
        """Writes over the columns of these rows."""
        self._list = rows
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._icons.theme, QPainter(self)
        rect = QRectF(self.rect())
        for y in (rect.top(), rect.bottom() - 1):
            line = QRectF(rect.left(), y, rect.width(), 1)
            painter.fillRect(line, theme.colour("line.subtle"))
        parts = self._list.columns.columns.parts if self._list is not None else ()
        for part in parts:
            room = part.rect(rect)
            if part.key in ("number", "share"):
                room.setWidth(room.width() + 46)  # over the part beside it, which has no heading
            write(painter, theme, room, part.title, font="small", role="text.muted")


def share_named(share: str) -> Share:
    """Returns a share by its name, as signals carry it."""
    return next(key for key, _ in SHARES if key == share)
