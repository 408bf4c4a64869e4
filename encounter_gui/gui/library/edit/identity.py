"""Who a creature is: names, side, tags, kind, role, threat, folder."""

from msgspec import structs
from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QLabel,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Side
from encounter_gui.gui.library.edit.draft import Draft
from encounter_gui.gui.library.fields.field_edits import ChoiceBox, NumberEdit, PlainEdit
from encounter_gui.gui.library.fields.tag_edit import TagEdit
from encounter_gui.gui.theme.icons import Icons, beside_icon
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.layouts import STRETCH, column_layout, row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.play.prep.record_edits import with_creature
from encounter_gui.rules.model.prepared import CREATURE_KINDS, LibraryCreature
from encounter_gui.rules.model.ruleset import FieldDef

_SIDES: tuple[Side, ...] = ("pc", "ally", "foe", "neutral")
_THREAT = "threat"
_TEXTS = ("public_name", "role", "folder")
_SHAPE = 11


class Identity(QWidget):
    """Two rows of fields above the sheet; each change is a step of the draft."""

    trouble_changed = Signal(str, str)
    """A field, and what is wrong with it in words; empty: nothing."""

    def __init__(
        self,
        draft: Draft[LibraryCreature],
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the draft, icons with the theme, and the texts."""
        super().__init__(parent)
        self._draft = draft
        self._icons = icons
        self._texts = texts
        self.name = PlainEdit(self)
        self.tags = TagEdit(icons, texts, self)
        self.kind = ChoiceBox(self)
        self.kind.addItems([texts.text_of(f"gui.kind.{kind}") for kind in CREATURE_KINDS])
        threat = FieldDef(key=_THREAT, name=texts.text_of("gui.editor.threat"), least=0, most=1000)
        self.threat = NumberEdit(threat, texts, self)
        self.texts = {key: PlainEdit(self) for key in _TEXTS}
        self._sides = QButtonGroup(self)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        column = column_layout(self, spacing=8)
        lines: tuple[tuple[tuple[str, QWidget, int], ...], ...] = (
            (("name", self.name, 1),),
            (("side", self._segments(), 0),),
            (("tags", self.tags, 1),),
            (
                ("public_name", self.texts["public_name"], 4),
                ("kind", self.kind, 3),
                ("role", self.texts["role"], 3),
            ),
            (("threat", self.threat, 1), ("folder", self.texts["folder"], 3)),
        )
        self._pairs = tuple(QBoxLayout(QBoxLayout.Direction.LeftToRight) for _ in range(2))
        for place, (fields, stretch) in enumerate(zip(lines, (16, 0, 14, 10, 4), strict=True)):
            line = row_layout(spacing=10)
            for key, widget, share in fields:
                line.addLayout(self._find_named(key, widget), share)
            self._pairs[place // 3].addLayout(line, stretch)
        for pair in self._pairs:
            pair.setSpacing(10)
            column.addLayout(pair)

    def show_direction(self, direction: QBoxLayout.Direction) -> None:
        """Lays the fields out in two lines, or in five where there is little room."""
        for pair in self._pairs:
            pair.setDirection(direction)

    def _find_named(self, key: str, widget: QWidget) -> QVBoxLayout:
        words = self._texts.text_of(f"gui.editor.{key}")
        label = QLabel(words, self)
        label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        label.setBuddy(widget)
        widget.setAccessibleName(words)
        return column_layout(None, label, widget, STRETCH, spacing=3)

    def _segments(self) -> QWidget:
        box = QWidget(self)
        row = row_layout(box, spacing=0)
        for place, side in enumerate(_SIDES):
            button = QToolButton(box)
            button.setText(beside_icon(self._texts.text_of(f"gui.editor.side.{side}")))
            button.setToolTip(plain_tip(self._texts.text_of(f"gui.side.{side}")))
            button.setAccessibleName(button.toolTip())
            button.setCheckable(True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setIconSize(QSize(_SHAPE, _SHAPE))
            ends = {0: "first", len(_SIDES) - 1: "last"}
            button.setProperty("segment", ends.get(place, "middle"))
            self._sides.addButton(button, place)
            row.addWidget(button)
        row.addStretch(1)
        self._paint_shapes()
        return box

    @Slot()
    def _paint_shapes(self) -> None:
        for place, side in enumerate(_SIDES):
            self._sides.button(place).setIcon(_shape(self._icons, side, self.devicePixelRatio()))

    def _connect(self) -> None:
        self.name.textEdited.connect(
            lambda text: self._draft.set("name", with_creature(self._draft.value, name=text))
        )
        self.tags.tags_changed.connect(
            lambda tags: self._draft.set("", with_creature(self._draft.value, tags=tags))
        )
        self.kind.activated.connect(self._choose_kind)
        self.threat.value_changed.connect(self._write_threat)
        self.threat.trouble_changed.connect(self.trouble_changed)
        self._sides.idClicked.connect(
            lambda place: self._draft.set("", with_creature(self._draft.value, side=_SIDES[place]))
        )
        for edit in self.texts.values():
            edit.textEdited.connect(self._write_text)
        self._icons.recoloured.connect(self._paint_shapes)

    @property
    def sides(self) -> tuple[QToolButton, ...]:
        """Returns the segments of the side, in order."""
        return tuple(b for b in self._sides.buttons() if isinstance(b, QToolButton))

    def show_draft(self) -> None:
        """Shows what the draft says."""
        entry, creature = self._draft.value, self._draft.value.creature
        self.name.show_text(creature.name)
        self.tags.show_tags(creature.tags)
        self.kind.setCurrentIndex(CREATURE_KINDS.index(entry.kind))
        self.threat.show_value(entry.threat or None)
        self._sides.button(_SIDES.index(creature.side)).setChecked(True)
        for key, edit in self.texts.items():
            edit.show_text(str(getattr(entry, key)))
        self.texts["public_name"].setPlaceholderText(creature.name)

    # ---- changes

    @Slot(int)
    def _choose_kind(self, place: int) -> None:
        kind = CREATURE_KINDS[place]
        entry = with_creature(self._draft.value, is_named=kind in ("pc", "named"))
        self._draft.set("", structs.replace(entry, kind=kind))

    @Slot(str, object)
    def _write_threat(self, _key: str, value: int | None) -> None:
        self._draft.set(_THREAT, structs.replace(self._draft.value, threat=value or 0))

    @Slot(str)
    def _write_text(self, text: str) -> None:
        edit = self.sender()
        key = next(key for key, each in self.texts.items() if each is edit)
        self._draft.set(key, structs.replace(self._draft.value, **{key: text}))


def _shape(icons: Icons, side: Side, ratio: float) -> QIcon:
    picture = QPixmap(QSize(_SHAPE, _SHAPE) * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    marks.paint_faction(painter, icons.theme, QRectF(0, 0, _SHAPE, _SHAPE), side)
    painter.end()
    return QIcon(picture)
