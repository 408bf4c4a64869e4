"""What the rules make of the creature while it is edited, and its odds against somebody."""

from collections.abc import Sequence

from msgspec import structs
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.attack.odds.headline_figures import HeadlineFigures
from encounter_gui.gui.library.control.sandbox import WorkedOut
from encounter_gui.gui.library.fields.field_edits import ChoiceBox
from encounter_gui.gui.library.fields.section_head import SectionHead
from encounter_gui.gui.status.sections.sheet_surface import SheetSurface
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.gui.widgets.message_line import MessageLine
from encounter_gui.rules.view import Odds

_FIGURES = 20.0
_TITLE = 16


class DerivedValuesView(QWidget):
    """Sections of a sheet, as the panel of a combatant has them."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        title = texts.text_of("gui.editor.worked_out")
        self.head = SectionHead(icons, title, texts.text_of("gui.editor.from_ruleset"), self)
        self.trouble = MessageLine(icons, self)
        self.surface = SheetSurface(icons, texts, self)
        column_layout(self, self.head, self.trouble, self.surface, spacing=0)

    def show_result(self, result: WorkedOut) -> None:
        """Shows other results; while the rules refuse, the last ones stay below the reason."""
        self.trouble.say(((result.trouble, False),) if result.trouble else (), "danger")
        self.trouble.setVisible(bool(result.trouble))
        if not result.trouble:
            self.surface.show_sections(result.sections)


class OddsView(QWidget):
    """A chosen opponent, and the exact odds of both ways."""

    opponent_chosen = Signal(str)
    """The key of a creature."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._texts = texts
        self.head = SectionHead(icons, texts.text_of("gui.editor.odds"), parent=self)
        self.opponent = ChoiceBox(self)
        self.opponent.setAccessibleName(texts.text_of("gui.editor.opponent"))
        self.opponent.setMaxVisibleItems(16)
        self.attack, self.defence = (
            HeadlineFigures(icons, texts, self),
            HeadlineFigures(icons, texts, self),
        )
        self._lay_out()
        self.opponent.activated.connect(
            lambda place: self.opponent_chosen.emit(self.opponent.itemData(place))
        )

    def _lay_out(self) -> None:
        column = column_layout(self, self.head, self.opponent, spacing=4)
        pair = row_layout(spacing=12)
        for figures in (self.attack, self.defence):
            pair.addWidget(figures, 1, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        column.addLayout(pair)

    def show_opponents(self, names: Sequence[tuple[str, str]], chosen: str) -> None:
        """Offers opponents (key and name)."""
        with QSignalBlocker(self.opponent):
            self.opponent.clear()
            for key, name in names:
                self.opponent.addItem(name, key)
            self.opponent.setCurrentIndex(max(0, self.opponent.findData(chosen)))

    def show_odds(self, attack: Odds | None, defence: Odds | None) -> None:
        """Shows the odds of an attack on the opponent, and of one by it."""
        text_of = self._texts.text_of
        for figures, odds, title in (
            (self.attack, attack, text_of("gui.editor.attacks")),
            (self.defence, defence, text_of("gui.editor.attacked")),
        ):
            figures.show_odds(_plain(odds, title))
            count = len(odds.headline_numbers) if odds is not None else 0
            figures.setFixedHeight(round(_TITLE + _FIGURES * count))
        nothing = attack is None and defence is None
        self.head.show_note(self._texts.text_of("gui.editor.no_odds") if nothing else "")


def _plain(odds: Odds | None, title: str) -> Odds | None:
    """Returns odds under another title, without notes and charts, which have no room here; None: no odds."""
    if odds is None:
        return None
    numbers = tuple(structs.replace(each, note="") for each in odds.headline_numbers)
    return structs.replace(odds, title=title, headline_numbers=numbers, charts=())
