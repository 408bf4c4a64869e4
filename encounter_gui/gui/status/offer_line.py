"""One line below the sheet that offers something and asks for nothing: it goes by itself with the next step."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import colour_label
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip


class OfferLine(QWidget):
    """Offers to set in the library as well what was set in the fight."""

    accepted = Signal()
    """It shall be done."""
    dismissed = Signal()
    """It shall not, and the line is to go."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        words = texts.text_of("gui.status.offer")
        label = QLabel(words, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setFont(icons.theme.font("small"))
        label.setWordWrap(True)
        colour_label(label, icons.theme, "text.secondary")
        self.take = QToolButton(self)
        self.take.setText(texts.text_of("gui.status.offer.take"))
        self.take.setProperty("segment", "only")
        self.take.setAccessibleDescription(words)
        self.take.setToolTip(plain_tip(texts.text_of("gui.status.offer.help")))
        self.leave = QToolButton(self)
        self.leave.setIcon(icons.icon("close"))
        self.leave.setAutoRaise(True)
        self.leave.setAccessibleName(texts.text_of("gui.status.offer.leave"))
        self.leave.setToolTip(plain_tip(self.leave.accessibleName()))
        row = row_layout(self, margins=(10, 3, 4, 3), spacing=6)
        row.addWidget(label, 1)
        row.addWidget(self.take)
        row.addWidget(self.leave)
        self.take.clicked.connect(self.accepted)
        self.leave.clicked.connect(self.dismissed)
        self.setAccessibleName(words)
        self.hide()
