"""The foot of the panel of changes by hand: a share for all, what it comes to in all, and the keys of the rows."""

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QLabel, QSizePolicy, QToolButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.damage.damage_plan import SHARES, DamageShown
from encounter_gui.gui.keys.live_caps import has_keyboard, show_caps
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import colour_label
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip

_PADDING = 10
_SEGMENT = 28
_WITH_KEYS, _WITH_ALL_KEYS = 760, 960
_CAPS: tuple[tuple[str, ...], ...] = (
    ("↑", "↓"),
    ("0", "5", "1", "2"),
    ("⇧", "↓"),
    ("Ctrl", "⇧", "↓"),
)
_OF_ROWS = 2
"""How many of these are about the rows that are there."""


class DamageFoot(QWidget):
    """Shows what the change comes to; a share pressed here is that of every target."""

    share_chosen = Signal(str)
    """The share for all."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._texts = texts
        self._icons = icons
        self._all = QLabel(texts.text_of("gui.damage.all"), self)
        self._all.setProperty("muted", "true")
        self._group = QButtonGroup(self)
        self._group.setExclusive(False)
        self.shares = tuple(self._segment(place) for place in range(len(SHARES)))
        self._words = QLabel(self)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._keys = KeyHints(icons, texts, self)
        self._lay_out()
        self._group.buttonClicked.connect(
            lambda button: self.share_chosen.emit(SHARES[self.shares.index(button)][0])
        )

    def _segment(self, place: int) -> QToolButton:
        button = QToolButton(self)
        last = len(SHARES) - 1
        button.setProperty("segment", "first" if not place else "last" if place == last else "mid")
        button.setProperty("tight", "true")
        button.setText(SHARES[place][1])
        button.setCheckable(True)
        button.setFixedWidth(_SEGMENT)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus if not place else Qt.FocusPolicy.NoFocus)
        words = say("gui.damage.all.share", share=SHARES[place][1])
        button.setAccessibleName(self._texts.text(words))
        button.setToolTip(plain_tip(button.accessibleName()))
        self._group.addButton(button)
        return button

    def _lay_out(self) -> None:
        row = row_layout(self, margins=(_PADDING, 3, _PADDING, 4), spacing=0)
        row.addWidget(self._all)
        row.addSpacing(8)
        for button in self.shares:
            row.addWidget(button)
        row.addSpacing(12)
        row.addWidget(self._words, 1)
        row.addWidget(self._keys)

    @property
    def words(self) -> str:
        """Returns what it comes to in all, or why it cannot be done."""
        return self._words.text()

    def show_damage(self, shown: DamageShown) -> None:
        """Shows the sums, or the complaint in their place."""
        plan = shown.plan
        is_damage = plan.kind == "damage"
        for part in (self._all, *self.shares):
            part.setVisible(is_damage)
        same = {plan.share_of(who) for who in plan.targets} if not plan.amounts else set()
        for (share, _), button in zip(SHARES, self.shares, strict=True):
            button.setChecked(same == {share})
        usual = self._texts.text_of("gui.fight.changes.hint")
        parts = (shown.hidden, shown.preview.total, *shown.preview.falls)
        told = " · ".join(each for each in parts if each)
        self.say(shown.complaint or told or usual, is_wrong=bool(shown.complaint))

    def say(self, words: str, *, is_wrong: bool) -> None:
        """Says something where the sums stand otherwise."""
        role = "status.danger" if is_wrong else "text.secondary"
        colour_label(self._words, self._icons.theme, role)
        self._words.setText(words)
        self._words.setToolTip(plain_tip(words))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keys.setVisible(self.width() >= _WITH_KEYS)
        self._keys.show_all(is_all=self.width() >= _WITH_ALL_KEYS)


class KeyHints(QWidget):
    """Shows the keys of the rows as caps with their meaning."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._names = tuple(
            texts.text_of(f"gui.damage.keys.{key}") for key in ("target", "share", "more", "half")
        )
        self._caps = _CAPS
        show_caps(self)

    def show_all(self, *, is_all: bool) -> None:
        """Shows the keys that take in further rows as well, or those of the rows alone."""
        self._caps = _CAPS if is_all else _CAPS[:_OF_ROWS]
        self.setFixedWidth(round(self._run(None)) + 4)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if has_keyboard(self):
            self._run(QPainter(self))

    def _run(self, painter: QPainter | None) -> float:
        """Paints the caps and words, or with None only adds their widths up; returns the width."""
        theme, x = self._icons.theme, 0.0
        top = (self.height() - 16) / 2
        for caps, name in zip(self._caps, self._names, strict=False):
            for cap in caps:
                if painter is not None:
                    marks.paint_key_cap(painter, theme, QPointF(round(x), round(top)), cap)
                x += marks.key_cap_width(theme, cap) + 4
            if painter is not None:
                area = self.rect().adjusted(round(x), 0, 0, 0)
                marks.paint_text(painter, theme, area, name, "small", "text.muted")
            x += theme.fonts.width(name, "small") + 10
        return x
