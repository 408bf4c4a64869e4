"""The head of the plan: what it is called, the tools, and what else can be done with it."""

from math import ceil

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QLabel,
    QMenu,
    QSizePolicy,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.field.plan_state import TOOLS, Tool
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label, plain_label
from encounter_gui.gui.widgets.layouts import STRETCH, row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.play.players.reveal import PLAN_REVEALS, PlanReveal
from encounter_gui.rules.model.metres import metres_text
from encounter_gui.rules.view import FieldView

_LEAST_ABOUT = 70
_MOST_TAB = 120
"""How wide the words on the tab of the list are at most, in logical pixels."""
_ROOMIEST, _ROOMY, _WORDY = 860, 760, 560
"""From these widths on there is room for what the players see, for name and size, and for the words of the tools."""


class FieldHead(QWidget):
    """Shows name and size of the plan and the tools; a click takes one into hand."""

    tool_chosen = Signal(str)
    backdrop_requested = Signal()
    """A picture to draw the plan on is wanted."""
    reveal_chosen = Signal(str)
    """``PlanReveal``: so much of the plan the players see from now on."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons, self._texts = icons, texts
        self._words = ""
        self.title = QLabel(texts.text_of("gui.field.title"), self)
        self.title.setFont(icons.theme.font("title"))
        self.about = plain_label("", self, wraps=False)
        self.about.installEventFilter(self)
        self.about.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.group = QButtonGroup(self)
        self.tools: dict[Tool, QToolButton] = {}
        tools = row_layout(spacing=0)
        for place, (tool, key, icon) in enumerate(TOOLS):
            button = QToolButton(self)
            button.setCheckable(True)
            button.setProperty("segment", _part(place))
            button.setIcon(icons.icon(icon))
            button.setIconSize(QSize(14, 14))
            name = texts.text_of(f"gui.field.tool.{tool}")
            button.setText(name)
            button.setAccessibleName(name)
            tip = texts.text_of(f"gui.field.tool.{tool}.tip")
            button.setToolTip(plain_tip(f"{name} ({key}): {tip}"))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.group.addButton(button)
            self.tools[tool] = button
            tools.addWidget(button)
        self.tools["move"].setChecked(True)
        self.group.buttonClicked.connect(self._choose)
        self.backdrop = QToolButton(self)
        self.backdrop.setProperty("segment", "only")
        self.backdrop.setIcon(icons.icon("picture"))
        self.backdrop.setIconSize(QSize(14, 14))
        self.backdrop.setText(texts.text_of("gui.field.backdrop"))
        self.backdrop.setAccessibleName(texts.text_of("gui.field.backdrop"))
        self.backdrop.clicked.connect(self.backdrop_requested)
        self.backdrop.hide()
        self.reveal = QToolButton(self)
        self.reveals: dict[PlanReveal, QAction] = {}
        self._make_reveal()
        self.tabs = QToolButton(self)
        self.tabs.setProperty("segment", "only")
        self.tabs.setCheckable(True)
        self.tabs.hide()
        row_layout(
            self,
            self.title,
            8,
            (self.about, 100),
            14,
            tools,
            8,
            self.backdrop,
            8,
            STRETCH,
            self.reveal,
            8,
            self.tabs,
            spacing=0,
        )

    def _make_reveal(self) -> None:
        """Makes the menu of what the players see; it is not shown before somebody says what that is."""
        button, group = self.reveal, QActionGroup(self)
        menu = QMenu(button)
        for step in PLAN_REVEALS:
            action = QAction(self._texts.text_of(f"gui.field.players.{step}"), menu)
            action.setToolTip(plain_tip(self._texts.text_of(f"gui.field.players.{step}.tip")))
            action.setCheckable(True)
            action.setData(step)
            group.addAction(action)
            menu.addAction(action)
            self.reveals[step] = action
        menu.setToolTipsVisible(True)
        group.triggered.connect(lambda action: self.reveal_chosen.emit(action.data()))
        button.setProperty("segment", "only")
        button.setProperty("opens", "true")
        button.setIcon(self._icons.icon("players"))
        button.setIconSize(QSize(14, 14))
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.hide()

    def show_reveal(self, step: PlanReveal) -> None:
        """Offers how much of the plan the players see, with what they see now."""
        self.reveals[step].setChecked(True)
        seen = self._texts.text_of("gui.field.players", seen=self.reveals[step].text())
        self.reveal.setText(seen)
        self.reveal.setAccessibleName(seen)
        tip = self._texts.text_of(f"gui.field.players.{step}.tip")
        self.reveal.setToolTip(plain_tip(f"{seen}\n{tip}"))
        self.reveal.show()

    def show_view(self, view: FieldView) -> None:
        """Shows name and size, and how many stand nowhere yet."""
        parts = []
        if view.is_there:
            size = f"{metres_text(view.width)} × {metres_text(view.height)} {view.unit}"
            parts.append(", ".join(each for each in (view.name, size) if each))
            if view.absent:
                parts.append(self._texts.text_of("gui.field.absent", count=len(view.absent)))
        self._words = " · ".join(parts)
        wide = self._icons.theme.fonts.width(self._words, "body")
        self.about.setMaximumWidth(ceil(wide) + 2)
        self._fit_words()
        self.about.setToolTip(plain_tip(self._words))
        dress_label(self.about, self._icons.theme, "body", "text.secondary")
        for button in self.tools.values():
            button.setEnabled(view.is_there)

    def show_tool(self, tool: Tool) -> None:
        """Shows which tool is in hand."""
        self.tools[tool].setChecked(True)

    def show_tab(self, title: str) -> None:
        """Names the tab of the list; a long name is cut, so that the tools keep their room."""
        elide = Qt.TextElideMode.ElideRight
        fonts = self._icons.theme.fonts
        self.tabs.setText(fonts.elided(title, "body", _MOST_TAB, weight=400, mode=elide))
        self.tabs.setAccessibleName(title)
        self.tabs.setToolTip(plain_tip(title))

    def offer_backdrop(self, *, is_offered: bool) -> None:
        """Offers a picture to draw the plan on, or not."""
        self.backdrop.setVisible(is_offered)

    def _fit_words(self) -> None:
        """Writes name and size as far as there is room for them; of a few letters nobody learns anything."""
        room = self.about.width()
        elide = Qt.TextElideMode.ElideRight
        text = self._icons.theme.fonts.elided(self._words, "body", room, weight=400, mode=elide)
        is_some = room >= min(_LEAST_ABOUT, self.about.maximumWidth())
        self.about.setText(text if is_some else "")

    @Slot(QAbstractButton)
    def _choose(self, button: QAbstractButton) -> None:
        tool = next(each for each, known in self.tools.items() if known is button)
        self.tool_chosen.emit(tool)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.about and event.type() == QEvent.Type.Resize:
            self._fit_words()
        return super().eventFilter(watched, event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = event.size().width()
        style = Qt.ToolButtonStyle
        words = style.ToolButtonTextBesideIcon if wide >= _WORDY else style.ToolButtonIconOnly
        for button in self.tools.values():
            button.setToolButtonStyle(words)
        self.reveal.setToolButtonStyle(
            style.ToolButtonTextBesideIcon if wide >= _ROOMIEST else style.ToolButtonIconOnly
        )
        roomy = wide >= _ROOMY
        self.backdrop.setToolButtonStyle(
            style.ToolButtonTextBesideIcon if roomy else style.ToolButtonIconOnly
        )


def _part(place: int) -> str:
    return "first" if not place else "last" if place == len(TOOLS) - 1 else "inner"
