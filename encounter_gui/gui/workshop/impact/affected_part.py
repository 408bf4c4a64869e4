"""Who in the campaign uses what is changed: creatures, prepared encounters, running fights."""

from collections.abc import Iterator

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.fields.section_head import SectionHead
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label, plain_label
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.gui.workshop.impact.affected_rows import AffectedRows
from encounter_gui.play.impact.affected import Affected

_FEW = 5
"""So many creatures are shown before all are asked for."""


class AffectedPart(QWidget):
    """Shows the creatures that have something that is changed, and counts encounters and fights."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._affected: Affected | None = None
        self.head = SectionHead(icons, texts.text_of("gui.impact.affected"), parent=self)
        self.rows = AffectedRows(icons, texts, self)
        self.rest: QLabel = plain_label("", self)
        self.all = QPushButton(texts.text_of("gui.impact.show_all"), self)
        self.all.setCheckable(True)
        self.all.setProperty("small", "true")
        self.all.setProperty("flat", "true")
        column_layout(
            self,
            self.head,
            self.rows,
            row_layout(None, (self.rest, 1), self.all),
            spacing=4,
        )
        self.hide()
        self.all.toggled.connect(self._show)
        icons.recoloured.connect(self._dress)
        self._dress()

    @Slot(object)
    def show_affected(self, affected: Affected) -> None:
        """Shows who uses what is changed."""
        self._affected = affected
        self._show()
        self.mute(is_stale=False)

    def mute(self, *, is_stale: bool) -> None:
        """Shows whether it is being looked for anew."""
        self.rows.mute(is_stale=is_stale)

    @Slot()
    def _show(self) -> None:
        affected, text_of = self._affected, self._texts.text_of
        if affected is None:
            return
        creatures = affected.creatures
        count = text_of("gui.impact.of", count=len(creatures), total=affected.total)
        self.head.show_note(count if creatures else "")
        shown = creatures if self.all.isChecked() else creatures[:_FEW]
        self.rows.show_creatures(text_of("gui.impact.affected"), shown)
        rest = " · ".join(self._rest(affected, len(creatures) - len(shown)))
        self.rest.setText(rest)
        self.rest.setVisible(bool(rest))
        names = (*affected.prepared, *affected.running)
        self.rest.setToolTip(plain_tip("\n".join(names)))
        self.rest.setAccessibleDescription(", ".join(names))
        is_all = self.all.isChecked()
        self.all.setText(text_of("gui.impact.show_fewer" if is_all else "gui.impact.show_all"))
        self.all.setVisible(len(creatures) > _FEW)

    def _rest(self, affected: Affected, left_out: int) -> Iterator[str]:
        text_of = self._texts.text_of
        if affected.is_for_all:
            yield text_of("gui.impact.for_all")
        if left_out:
            yield text_of("gui.impact.more", count=left_out)
        for key, names in (("prepared", affected.prepared), ("running", affected.running)):
            if names:
                yield text_of(f"gui.impact.{key}", count=len(names))
        if not (affected.creatures or affected.prepared or affected.running):
            yield text_of("gui.impact.nobody_affected")

    @Slot()
    def _dress(self) -> None:
        dress_label(self.rest, self._icons.theme, "small", "text.muted")
