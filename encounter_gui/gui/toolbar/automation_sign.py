"""The sign in the tool bar that the rules do not apply themselves, or not all of them."""

from collections.abc import Mapping

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Automation
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.model.automation import mode_of


class AutomationSign(QToolButton):
    """Says ``Assist`` or ``Track only``, or how many rules differ; hidden by the book. A click shows the settings."""

    def __init__(
        self, settings: QAction, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes the action that shows the settings, and the texts."""
        super().__init__(parent)
        self._texts = texts
        self.setObjectName("automation_sign")
        self.setProperty("bordered", "true")
        self.clicked.connect(settings.trigger)

    def words_of(self, automation: Mapping[str, Automation]) -> str:
        """Returns what it says; empty by the book."""
        fight = mode_of(automation, "")
        differ = sum(1 for rule, mode in automation.items() if rule and mode != fight)
        words = "" if fight == "book" else self._texts.text_of(f"gui.automation.{fight}")
        rules = self._texts.text_of("gui.automation.differ", count=differ) if differ else ""
        return " · ".join(part for part in (words, rules) if part)

    def show_automation(self, automation: Mapping[str, Automation]) -> bool:
        """Shows how far the rules apply themselves; returns whether there is anything to say."""
        words = self.words_of(automation)
        self.setText(words)
        self.setAccessibleName(self._texts.text_of("gui.automation.sign", words=words))
        self.setToolTip(plain_tip(self._texts.text_of("gui.automation.tip", words=words)))
        return bool(words)
