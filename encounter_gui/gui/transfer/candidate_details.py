"""Everything about one creature that was found: its values and where they come from, what was left, the raw source."""

import json
from collections.abc import Callable, Iterator

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QLabel,
    QPlainTextEdit,
    QTabBar,
    QToolButton,
    QWidget,
)

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.transfer.candidates import CandidateChoice, ImportDecision
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.interchange.imported import Flat
from encounter_gui.rules.model.items import things_of
from encounter_gui.rules.model.ruleset import Ruleset

_TABS = ("values", "unknown", "source")
_FATES: tuple[ImportDecision, ...] = ("skip", "both", "replace")
_LONGEST_SOURCE = 200_000


class CandidateDetails(QWidget):
    """Shows the creature of the selected row; where its like is there already, offers what becomes of both."""

    fate_chosen = Signal(str)
    """``skip``, ``both`` or ``replace``."""

    def __init__(
        self,
        rulesets: Callable[[str], Ruleset | None],
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes what returns a ruleset by its id, icons with the theme, and the words."""
        super().__init__(parent)
        self._rulesets = rulesets
        self._icons = icons
        self._texts = texts
        self._choice: CandidateChoice | None = None
        self.name = QLabel(self)
        self.tabs = QTabBar(self)
        self.text = QPlainTextEdit(self)
        self._like = QLabel(self)
        self._fates = QButtonGroup(self)
        self._fate_row = QWidget(self)
        self._lay_out()
        self.show_choice(None)

    def _lay_out(self) -> None:
        texts, theme = self._texts, self._icons.theme
        for label in (self.name, self._like):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.name.setFont(theme.font("title"))
        for tab in _TABS:
            self.tabs.addTab(texts.text_of(f"gui.imports.details.{tab}"))
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setAccessibleName(texts.text_of("gui.imports.details"))
        self.tabs.currentChanged.connect(self._fill)
        self.text.setReadOnly(True)
        self.text.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.text.setAccessibleName(texts.text_of("gui.imports.details"))
        column_layout(
            self, self.name, self._like, self._fate_buttons(), self.tabs, (self.text, 1), spacing=6
        )

    def _fate_buttons(self) -> QWidget:
        row = row_layout(self._fate_row, spacing=0)
        for place, fate in enumerate(_FATES):
            button = QToolButton(self._fate_row)
            button.setText(self._texts.text_of(f"gui.imports.fate.{fate}"))
            button.setCheckable(True)
            button.setProperty("segment", ("first", "middle", "last")[place])
            self._fates.addButton(button, place)
            row.addWidget(button)
        row.addStretch(1)
        self._fates.idClicked.connect(lambda place: self.fate_chosen.emit(_FATES[place]))
        return self._fate_row

    def show_choice(self, choice: CandidateChoice | None) -> None:
        """Shows a creature; None: none is selected."""
        self._choice = choice
        self.setEnabled(choice is not None)
        has_like = choice is not None and choice.like is not None
        self._fate_row.setVisible(has_like)
        self._like.setVisible(has_like)
        self.name.setText(choice.name if choice else self._texts.text_of("gui.imports.nobody"))
        if choice is not None and has_like:
            key = "twin" if choice.candidate.twin is not None else "namesake"
            self._like.setText(self._texts.text_of(f"gui.imports.like.{key}"))
            self._fates.button(_FATES.index(choice.fate)).setChecked(True)
        self._fill()

    # ---- texts

    @Slot()
    def _fill(self) -> None:
        choice, tab = self._choice, _TABS[max(0, self.tabs.currentIndex())]
        is_mono = tab == "source"
        self.text.setFont(self._icons.theme.font("dice" if is_mono else "body"))
        if choice is None:
            self.text.setPlainText("")
            return
        match tab:
            case "values":
                lines = self._values(choice)
            case "unknown":
                lines = self._unknown(choice)
            case _:
                lines = iter((_pretty(choice.candidate.proposal.found.raw),))
        self.text.setPlainText("\n".join(lines))

    def _values(self, choice: CandidateChoice) -> Iterator[str]:
        proposal = choice.candidate.proposal
        for warning in proposal.warnings:
            yield "⚠ " + self._texts.text(warning)
        creature = proposal.entry.creature
        ruleset = self._rulesets(choice.candidate.ruleset)
        names = {each.key: each.name for each in ruleset.fields} if ruleset is not None else {}
        for key, value in creature.sheet.items():
            guess = self._texts.text_of("gui.imports.guess") if key in proposal.guessed else ""
            yield f"{names.get(key, key)}: {value}{guess}"
        named = things_of(ruleset, creature.items) if ruleset is not None else ()
        carried = (each.name for each in named) if named else (each.item for each in creature.items)
        yield from (f"• {name}" for name in carried)
        if creature.note:
            yield ""
            yield creature.note

    def _unknown(self, choice: CandidateChoice) -> Iterator[str]:
        proposal = choice.candidate.proposal
        found = proposal.found
        if proposal.left:
            yield self._texts.text_of("gui.imports.left")
            for name in proposal.left:
                yield f"  {name}: {_flat(found.values[name])}"
        if found.unknown:
            yield self._texts.text_of("gui.imports.unknown")
            yield from (f"  {key}" for key in found.unknown)
        if not proposal.left and not found.unknown:
            yield self._texts.text_of("gui.imports.all_known")


def _flat(value: Flat) -> str:
    return json.dumps(value, ensure_ascii=False, default=dict)


def _pretty(raw: str) -> str:
    if len(raw) > _LONGEST_SOURCE:
        return raw[:_LONGEST_SOURCE] + "…"
    try:
        return json.dumps(json.loads(raw), ensure_ascii=False, indent=2)
    except ValueError:
        return raw
