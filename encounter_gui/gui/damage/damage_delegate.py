"""Paints a target of a change by hand: ticked or not, its share, each step, before and after, and what it will owe."""

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from encounter_gui.gui.combatants.cells.count_delegates import fitting_chips
from encounter_gui.gui.combatants.cells.gauge_delegate import paint_change
from encounter_gui.gui.combatants.cells.gauge_delegate import paint_gauge as paint_bar
from encounter_gui.gui.combatants.cells.name_delegate import paint_shape
from encounter_gui.gui.combatants.cells.number_delegates import paint_number
from encounter_gui.gui.combatants.cells.row_paint import write
from encounter_gui.gui.combatants.model import Index
from encounter_gui.gui.damage.damage_columns import DamageColumns, segments
from encounter_gui.gui.damage.damage_model import DamageModel
from encounter_gui.gui.damage.damage_plan import SHARES, is_roll_of
from encounter_gui.gui.theme.canvas import centred, inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.painting.text_runs import Run, paint_runs, runs_width
from encounter_gui.gui.theme.painting.wounds import paint_wound_cell
from encounter_gui.rules.view import (
    ChangePreview,
    Chip,
    DamageDetail,
    DamageStep,
    GaugeChange,
    OwedTest,
)

_BOX = 22.0
_TICK = 16.0
_NUMBER = 22.0
_ICON = 13.0
_MORE = 26.0
_Flag = Qt.AlignmentFlag


class DamageDelegate(QStyledItemDelegate):
    """Paints rows in the columns it is given."""

    def __init__(self, icons: Icons, model: DamageModel, parent: QObject | None = None) -> None:
        """Takes icons with the theme, and the rows."""
        super().__init__(parent)
        self._icons = icons
        self._model = model
        self.columns = DamageColumns()
        self.row_height = 0
        """The height of a row where the theme's has no room; 0: the theme's."""
        self.as_before = ""
        """What stands beside a wound that stays the same."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, self.row_height or round(self._icons.theme.size("row")))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect, place = self._icons.theme, QRectF(option.rect), index.row()
        row = self._model.row_at(place)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_chosen:
            painter.fillRect(rect, theme.colour("surface.row_selected"))
            bar = QRectF(rect.left(), rect.top(), theme.size("now_bar"), rect.height())
            painter.fillRect(bar, theme.colour("accent.interactive"))
        line = QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1)
        painter.fillRect(line, theme.colour("line.subtle"))
        if option.state & QStyle.StateFlag.State_HasFocus:
            marks.paint_focus(painter, theme, rect)
        is_reached = self._model.is_reached(place)
        self._paint_target(painter, rect, row, is_reached=is_reached)
        if is_reached:
            self._paint_share(painter, rect, row)
            self._paint_steps(painter, rect, row)
            self._paint_result(painter, rect, row)
            self._paint_rest(painter, rect, row)

    # ---- who

    def _paint_target(
        self, painter: QPainter, rect: QRectF, row: ChangePreview, *, is_reached: bool
    ) -> None:
        theme = self._icons.theme
        check = self._room("check", rect)
        box = centred(QRectF(check.left(), check.top(), _TICK, check.height()), _TICK, _TICK)
        with painting(painter):
            if is_reached:
                painter.setBrush(theme.colour("accent.interactive"))
                painter.drawRoundedRect(box, 3, 3)
            else:
                painter.setPen(pen(theme.colour("line.control")))
                painter.drawRoundedRect(inset(box), 3, 3)
        if is_reached:
            glyph = box.adjusted(2, 2, -2, -2)
            self._icons.paint(painter, "check", glyph, theme.colour("text.on_accent"))
        number = self._room("number", rect)
        paint_number(
            painter, theme, QRectF(number.left(), rect.top(), _NUMBER, rect.height()), row.number
        )
        paint_shape(painter, theme, number.adjusted(_NUMBER + 8, 0, 0, 0), row.side)
        role = "text.primary" if is_reached else "text.muted"
        write(painter, theme, self._room("name", rect), row.name, font="row", weight=500, role=role)

    # ---- how much

    def _paint_share(self, painter: QPainter, rect: QRectF, row: ChangePreview) -> None:
        part = self.columns.get("share")
        if part is None:
            return
        theme, plan = self._icons.theme, self._model.shown.plan
        own = plan.amounts.get(row.who)
        share = plan.share_of(row.who) if own is None else ""
        boxes = segments(part.rect(rect), _BOX)
        for (key, word), box in zip(SHARES, boxes, strict=True):
            self._paint_segment(painter, box, word, is_on=key == share)
        own_box = centred(self._room("own", rect), self._room("own", rect).width(), _BOX)
        with painting(painter):
            painter.setBrush(theme.colour("surface.sunken"))
            colour = "line.control" if own is None else "accent.interactive"
            painter.setPen(pen(theme.colour(colour)))
            painter.drawRoundedRect(inset(own_box), 3, 3)
        painter.setFont(theme.font("dice"))
        painter.setPen(theme.colour("text.muted" if own is None else "text.primary"))
        painter.drawText(own_box, _Flag.AlignCenter, "…" if own is None else str(own))

    def _paint_segment(self, painter: QPainter, box: QRectF, word: str, *, is_on: bool) -> None:
        theme = self._icons.theme
        with painting(painter):
            ground = "accent.interactive_fill" if is_on else "surface.raised"
            painter.fillRect(box, theme.colour(ground))
            painter.setPen(pen(theme.colour("line.control")))
            painter.drawRect(inset(box.adjusted(0, 0, 1, 0)))
            if is_on:
                under = QRectF(box.left(), box.bottom() - 2, box.width() + 1, 2)
                painter.fillRect(under, theme.colour("accent.interactive"))
        painter.setFont(theme.font("small", weight=600 if is_on else 400))
        painter.setPen(theme.colour("text.primary"))
        painter.drawText(box, _Flag.AlignCenter, word)

    # ---- what becomes of it

    def _paint_steps(self, painter: QPainter, rect: QRectF, row: ChangePreview) -> None:
        detail = row.damage
        if detail is None:
            return
        self._write_sum(painter, self._room("sum", rect), detail.sum)
        if self.columns.get("place") is not None:
            self._paint_place(painter, self._room("place", rect), detail)
        if self.columns.get("face") is not None:
            self._paint_face(painter, self._room("face", rect), row, detail)
        for place, step in enumerate(detail.steps):
            if self.columns.get(f"step{place}") is not None:
                self._paint_step(painter, self._room(f"step{place}", rect), step)

    def _paint_place(self, painter: QPainter, room: QRectF, detail: DamageDetail) -> None:
        theme = self._icons.theme
        box = centred(room, room.width(), _BOX)
        with painting(painter):
            painter.setBrush(theme.colour("surface.raised"))
            painter.setPen(pen(theme.colour("line.control")))
            painter.drawRoundedRect(inset(box), 3, 3)
        inner = box.adjusted(7, 0, -18, 0)
        name = detail.place_name or self._model.shown.preview.place_words
        role = "text.primary" if detail.place else "text.secondary"
        write(painter, theme, inner, name, font="small", role=role)
        caret = QRectF(box.right() - 15, box.center().y() - 4, 9, 9)
        self._icons.paint(painter, "caret_down", caret, theme.colour("text.secondary"))

    def _paint_face(
        self, painter: QPainter, room: QRectF, row: ChangePreview, detail: DamageDetail
    ) -> None:
        theme, plan = self._icons.theme, self._model.shown.plan
        typed = next((face for key, face in plan.faces.items() if is_roll_of(key, row.who)), None)
        top = round(room.center().y() - theme.size("die_face") / 2)
        if detail.face is not None or typed is not None:
            face = detail.face if detail.face is not None else typed
            at = QPointF(room.left(), top)
            marks.paint_die(painter, theme, at, str(face), physical=typed is not None)
        elif detail.dice:
            box = centred(room, room.width(), _BOX)
            with painting(painter):
                painter.setBrush(theme.colour("surface.sunken"))
                painter.setPen(pen(theme.colour("accent.interactive")))
                painter.drawRoundedRect(inset(box), 3, 3)
            self._icons.paint(
                painter, "dice", centred(box, _ICON, _ICON), theme.colour("text.secondary")
            )

    def _paint_step(self, painter: QPainter, room: QRectF, step: DamageStep) -> None:
        if step.gauge is not None:
            self._paint_gauge(painter, room, step.gauge)
        else:
            self._write_sum(painter, room, step.text or str(step.stopped))

    def _write_sum(self, painter: QPainter, room: QRectF, text: str) -> None:
        """Writes arithmetic with its result strong; where room is short, the result alone."""
        theme = self._icons.theme
        before, equals, result = text.rpartition("= ")
        runs = [Run(text=f"{before}{equals}", role="text.secondary"), Run(text=result, weight=700)]
        if runs_width(theme, runs) > room.width():
            runs = runs[1:]
        paint_runs(painter, theme, room, runs)

    def _paint_result(self, painter: QPainter, rect: QRectF, row: ChangePreview) -> None:
        theme = self._icons.theme
        if row.gauges and self.columns.get("gauge") is not None:
            self._paint_gauge(painter, self._room("gauge", rect), row.gauges[0])
        wound = row.damage.wound if row.damage is not None else None
        if wound is None or self.columns.get("wound") is None:
            return
        room, size = self._room("wound", rect), theme.extent("wound_cell")
        top = round(room.center().y() - size.height() / 2)
        before = QRectF(QPointF(room.left(), top), size)
        paint_wound_cell(painter, theme, before, wound.before[0])
        if wound.before == wound.after:
            rest = room.adjusted(size.width() + 7, 0, 0, 0)
            write(painter, theme, rest, self.as_before, font="small", role="text.muted")
            return
        write(painter, theme, room.adjusted(size.width() + 7, 0, 0, 0), "→", role="text.secondary")
        after = before.translated(size.width() + 28, 0)
        paint_wound_cell(painter, theme, after, wound.after[0], ringed=True)

    def _paint_gauge(self, painter: QPainter, room: QRectF, change: GaugeChange) -> None:
        """Paints a gauge before → after; one that stays has its number alone, the bars beneath one another."""
        theme, now = self._icons.theme, change.after.current
        if change.before.current != now:
            paint_change(painter, theme, room, change)
            return
        paint_bar(painter, theme, room, marks.gauge_level(change.after), ticks=change.after.ticks)
        runs = [Run(text=marks.figure_text(now), weight=700)]
        left = room.width() - runs_width(theme, runs)
        paint_runs(painter, theme, room.adjusted(left, 0, 0, 0), runs)

    # ---- what follows

    def _paint_rest(self, painter: QPainter, rect: QRectF, row: ChangePreview) -> None:
        theme, room = self._icons.theme, self._room("then", rect)
        detail = row.damage
        if detail is not None and detail.waits:
            write(painter, theme, room, detail.waits, font="small", role="text.muted")
            return
        if row.outcome:
            chips = (Chip(text=row.outcome, kind=row.kind),)
            chip = fitting_chips(theme, chips, room.width())[0]
            top = rect.top() + round((rect.height() - theme.size("chip")) / 2)
            width = marks.paint_chip(painter, theme, QPointF(room.left(), top), chip, self._icons)
            room.adjust(width + 8, 0, 0, 0)
        if row.note:
            write(painter, theme, room, row.note, font="small", role="text.muted")
            room.adjust(theme.fonts.width(row.note, "small") + 10, 0, 0, 0)
        owed = detail.owed if detail is not None else ()
        if self.columns.get("owed") is not None:
            room = self._room("owed", rect)
        for place, each in enumerate(owed):
            wanted = _ICON + 6 + theme.fonts.width(each.title, "body")
            more = len(owed) - place
            if place and wanted + (_MORE if more > 1 else 0) > room.width():
                write(painter, theme, room, f"+{more}", font="body", role="text.secondary")
                break
            left = room.adjusted(0, 0, -_MORE if more > 1 else 0, 0)
            room.adjust(self._paint_owed(painter, left, each) + 10, 0, 0, 0)

    def _paint_owed(self, painter: QPainter, room: QRectF, owed: OwedTest) -> float:
        theme = self._icons.theme
        box = centred(QRectF(room.left(), room.top(), _ICON, room.height()), _ICON, _ICON)
        self._icons.paint(painter, "dice", box, theme.colour("text.secondary"))
        runs = [Run(text=owed.title, role="text.primary")]
        runs += [Run(text=f" {owed.text}", role="text.secondary")] if owed.text else []
        runs += [Run(text=f"  {owed.note}", weight=700)] if owed.note else []
        place = room.adjusted(_ICON + 6, 0, 0, 0)
        width = runs_width(theme, runs, "body")
        if width > place.width():  # the name says most: all of it stands in the tool tip
            words = " ".join(part for part in (owed.title, owed.text) if part)
            write(painter, theme, place, words, font="body", role="text.primary")
        elif place.width() > 0:
            paint_runs(painter, theme, place, runs, "body")
        return _ICON + 6 + min(width, max(place.width(), 0))

    def _room(self, key: str, rect: QRectF) -> QRectF:
        part = self.columns.get(key)
        return part.rect(rect) if part is not None else QRectF()
