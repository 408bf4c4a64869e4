"""A condition as fields: how it looks, how long it lasts, what it does to rolls, and a line about it."""

from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QPushButton,
    QToolButton,
    QWidget,
)

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.edit.draft import Draft
from encounter_gui.gui.library.fields.entry_text import (
    CONDITION_KINDS,
    effect_name,
    effects_in,
    icons_in,
)
from encounter_gui.gui.library.fields.field_edits import (
    ChoiceBox,
    FieldLabel,
    NumberEdit,
    PlainEdit,
)
from encounter_gui.gui.library.fields.section_head import SectionHead
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import STRETCH, add_items, column_layout, row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.files.custom_entries import CustomEntry
from encounter_gui.rules.model.ruleset import ConditionDef, Effect, FieldDef, Ruleset

LASTS = ("", "round", "scene", "rounds")
"""How long it may last: until it is removed, to the end of the round or the scene, so many rounds."""
_NUMBER = 58
_MOST_ROUNDS = 1000


class ConditionForm(QWidget):
    """Each change is a step of the draft."""

    trouble_changed = Signal()
    """What is wrong with the fields is something else now."""

    def __init__(
        self,
        draft: Draft[CustomEntry],
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the draft, icons with the theme, and the texts."""
        super().__init__(parent)
        self._draft = draft
        self._icons = icons
        self._texts = texts
        self._icon_names: tuple[str, ...] = ()
        self._targets: tuple[str, ...] = ()
        self._troubles: dict[str, str] = {}
        self.kind = self._choice("kind", [texts.text_of(f"gui.thing.{k}") for k in CONDITION_KINDS])
        self.icon = self._choice("icon", [])
        self.lasts = self._choice("lasts", [""] * len(LASTS))
        rounds = FieldDef(
            key="rounds", name=texts.text_of("gui.thing.rounds"), least=1, most=_MOST_ROUNDS
        )
        self.rounds = NumberEdit(rounds, texts, self)
        self.rounds.setFixedWidth(_NUMBER)
        self.by_hand = QCheckBox(texts.text_of("gui.thing.by_hand"), self)
        self.text = PlainEdit(self)
        self.text.setAccessibleName(texts.text_of("gui.thing.text"))
        self.text.setPlaceholderText(texts.text_of("gui.thing.text_hint"))
        self.effects_head = SectionHead(icons, texts.text_of("gui.thing.effects"), parent=self)
        self.rows: list[EffectRow] = []
        self.more = QPushButton(texts.text_of("gui.thing.add_effect"), self)
        self.more.setProperty("small", "true")
        self.more.setProperty("flat", "true")
        self._lay_out()
        self._connect()

    def _choice(self, name: str, options: list[str]) -> ChoiceBox:
        box = ChoiceBox(self)
        box.addItems(options)
        box.setAccessibleName(self._texts.text_of(f"gui.thing.{name}"))
        box.setMinimumWidth(150)
        return box

    def _lay_out(self) -> None:
        column = column_layout(self, spacing=10)
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(4)
        lasting = row_layout(None, self.lasts, self.rounds, STRETCH, spacing=6)
        self._find_named(grid, 0, "icon")
        grid.addWidget(self.icon, 0, 1, Qt.AlignmentFlag.AlignLeft)
        self._find_named(grid, 1, "lasts")
        grid.addLayout(lasting, 1, 1)
        self._find_named(grid, 2, "text")
        grid.addWidget(self.text, 2, 1)
        grid.addWidget(self.by_hand, 3, 1)
        grid.setColumnMinimumWidth(0, 110)
        grid.setColumnStretch(1, 1)
        add_items(column, grid, self.effects_head)
        self._effects = column_layout(spacing=4)
        add_items(column, self._effects, (self.more, 0, Qt.AlignmentFlag.AlignLeft))

    def _find_named(self, grid: QGridLayout, row: int, name: str) -> None:
        grid.addWidget(
            FieldLabel(self._icons, self._texts.text_of(f"gui.thing.{name}"), self), row, 0
        )

    def _connect(self) -> None:
        self.kind.activated.connect(
            lambda place: self._draft.set("", replace(self.condition, kind=CONDITION_KINDS[place]))
        )
        self.icon.activated.connect(
            lambda place: self._draft.set("", replace(self.condition, icon=self._icon_names[place]))
        )
        self.lasts.activated.connect(self._choose_lasts)
        self.rounds.value_changed.connect(self._write_rounds)
        self.rounds.trouble_changed.connect(self._hear_trouble)
        self.by_hand.clicked.connect(
            lambda is_on: self._draft.set("", replace(self.condition, by_hand=is_on))
        )
        self.text.textEdited.connect(
            lambda text: self._draft.set("text", replace(self.condition, text=text))
        )
        self.more.clicked.connect(self._add_effect)

    @property
    def troubles(self) -> tuple[str, ...]:
        """Returns what is wrong in words; nothing: it can be saved."""
        return tuple(self._troubles.values())

    @property
    def condition(self) -> ConditionDef:
        """The condition as edited."""
        entry = self._draft.value
        assert isinstance(entry, ConditionDef)  # noqa: S101 - the form is shown for nothing else
        return entry

    # ---- state downward

    def show_draft(self, ruleset: Ruleset) -> None:
        """Shows what the draft says."""
        shown = self.condition
        self._offer_icons(ruleset, shown.icon)
        for place, each in enumerate(LASTS):
            word = f"gui.thing.lasts.{each or 'removed'}"
            self.lasts.setItemText(place, self._texts.text_of(word, unit=ruleset.time.round))
        self._targets = tuple(
            dict.fromkeys((*effects_in(ruleset), *(each.on for each in shown.effects)))
        )
        self.kind.setCurrentIndex(CONDITION_KINDS.index(shown.kind))
        self.icon.setCurrentIndex(self._icon_names.index(shown.icon))
        self.lasts.setCurrentIndex(LASTS.index("rounds" if shown.rounds else shown.lasts))
        self.rounds.setVisible(shown.rounds > 0)
        self.rounds.show_value(shown.rounds or None)
        self.by_hand.setChecked(shown.by_hand)
        self.text.show_text(shown.text)
        self._show_effects(shown)
        for widget in (self.more, self.effects_head):
            widget.setVisible(bool(self._targets))

    def _offer_icons(self, ruleset: Ruleset, icon: str) -> None:
        names = tuple(dict.fromkeys(("", *icons_in(ruleset), icon)))
        if names == self._icon_names:
            return
        self._icon_names = names
        self.icon.clear()
        self.icon.setIconSize(QSize(14, 14))
        for name in names:
            if name:
                self.icon.addItem(self._icons.icon(name), name.replace("_", " "))
            else:
                self.icon.addItem(self._texts.text_of("gui.thing.no_icon"))

    def _show_effects(self, shown: ConditionDef) -> None:
        while len(self.rows) > len(shown.effects):
            row = self.rows.pop()
            row.amount.forget()
            self._effects.removeWidget(row)
            row.hide()
            row.deleteLater()
        while len(self.rows) < len(shown.effects):
            row = EffectRow(len(self.rows), self._icons, self._texts, self)
            row.effect_changed.connect(self._write_effect)
            row.removed.connect(self._drop_effect)
            row.trouble_changed.connect(self._hear_trouble)
            self.rows.append(row)
            self._effects.addWidget(row)
        for row, effect in zip(self.rows, shown.effects, strict=True):
            row.show_effect(effect, self._targets)

    def forget(self) -> None:
        """Drops what was typed and wrong."""
        self.rounds.forget()
        for row in self.rows:
            row.amount.forget()
        self._troubles = {}

    # ---- changes

    @Slot(int)
    def _choose_lasts(self, place: int) -> None:
        chosen, before = LASTS[place], self.condition
        match chosen:
            case "rounds":
                made = replace(before, lasts="", rounds=before.rounds or 1)
            case "round" | "scene":
                made = replace(before, lasts=chosen, rounds=0)
            case _:
                made = replace(before, lasts="", rounds=0)
        self._draft.set("", made)

    @Slot(str, object)
    def _write_rounds(self, _key: str, value: int | None) -> None:
        if value is not None:
            self._draft.set("rounds", replace(self.condition, rounds=value))

    @Slot()
    def _add_effect(self) -> None:
        taken = {each.on for each in self.condition.effects}
        free = next((each for each in self._targets if each not in taken), self._targets[0])
        effects = (*self.condition.effects, Effect(on=free, amount=-1))
        self._draft.set("", replace(self.condition, effects=effects))
        self.rows[-1].amount.setFocus()

    @Slot(int, object)
    def _write_effect(self, place: int, effect: Effect) -> None:
        effects = list(self.condition.effects)
        effects[place] = effect
        made = replace(self.condition, effects=tuple(effects))
        self._draft.set(f"effect.{place}", made)

    @Slot(int)
    def _drop_effect(self, place: int) -> None:
        for row in self.rows:  # what was typed and wrong would stand in the row that moves up
            row.amount.forget()
        effects = self.condition.effects
        left = (*effects[:place], *effects[place + 1 :])
        self._draft.set("", replace(self.condition, effects=left))

    @Slot(str, str)
    def _hear_trouble(self, key: str, trouble: str) -> None:
        self._troubles = {k: t for k, t in {**self._troubles, key: trouble}.items() if t}
        self.trouble_changed.emit()


class EffectRow(QWidget):
    """One effect: to which rolls, how much, and a button that takes it away."""

    effect_changed = Signal(int, object)
    """Its place, and the ``Effect`` it is to be."""
    removed = Signal(int)
    """Its place: it is not wanted any more."""
    trouble_changed = Signal(str, str)
    """A name for it, and what is wrong with it in words; empty: nothing."""

    def __init__(self, place: int, icons: Icons, texts: MessageCatalog, parent: QWidget) -> None:
        """Takes its place among the effects, icons with the theme, and the texts."""
        super().__init__(parent)
        self._place = place
        self._texts = texts
        self._effect = Effect(on="", amount=0)
        self._targets: tuple[str, ...] = ()
        self.on = ChoiceBox(self)
        self.on.setAccessibleName(texts.text_of("gui.thing.effect_on"))
        self.on.setMinimumWidth(150)
        amount = FieldDef(
            key=f"effect.{place}", name=texts.text_of("gui.thing.amount"), least=-1000, most=1000
        )
        self.amount = NumberEdit(amount, texts, self)
        self.amount.setFixedWidth(_NUMBER)
        self.drop = QToolButton(self)
        self.drop.setIcon(icons.icon("close"))
        self.drop.setAccessibleName(texts.text_of("gui.thing.drop_effect"))
        self.drop.setToolTip(plain_tip(self.drop.accessibleName()))
        row_layout(self, self.on, self.amount, self.drop, STRETCH, spacing=6)
        self.on.activated.connect(self._choose)
        self.amount.value_changed.connect(self._write)
        self.amount.trouble_changed.connect(self.trouble_changed)
        self.drop.clicked.connect(lambda: self.removed.emit(self._place))

    def show_effect(self, effect: Effect, targets: tuple[str, ...]) -> None:
        """Shows another effect, and what it may be on."""
        if targets != self._targets:
            self._targets = targets
            self.on.clear()
            self.on.addItems([effect_name(each, self._texts) for each in targets])
        self._effect = effect
        self.on.setCurrentIndex(targets.index(effect.on))
        self.amount.show_value(effect.amount)

    @Slot(int)
    def _choose(self, place: int) -> None:
        self.effect_changed.emit(self._place, replace(self._effect, on=self._targets[place]))

    @Slot(str, object)
    def _write(self, _key: str, value: int | None) -> None:
        if value is not None:
            self.effect_changed.emit(self._place, replace(self._effect, amount=value))
