"""Which condition is put on whom, and for how long: found by typing or by mouse, with what the rules make of it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter.entry_path import EntryPath
from encounter_gui.encounter.values import Condition, Duration
from encounter_gui.gui.combatants.row_filter import hidden_words
from encounter_gui.gui.crowds.crowd_row import CrowdRow, which_named
from encounter_gui.gui.dialogs.duration_row import DurationRow
from encounter_gui.gui.dialogs.rule_pages import linked_html
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import colour_label, plain_label
from encounter_gui.gui.widgets.layouts import STRETCH, add_items, column_layout, row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.engine.by_hand.crowds import Aimed, ChosenRows, aimed
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.commands import Afflict, Relieve
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.presenters.conditions.line import (
    matching,
    read_duration,
    split_line,
)
from encounter_gui.rules.presenters.conditions.previews import afflict_words
from encounter_gui.rules.presenters.groups import crowd_words

_KEY = Qt.ItemDataRole.UserRole
_KINDS = ("danger", "warn", "info", "good", "neutral")
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_LONGEST = 200
_WIDTH, _HEIGHT, _TOP, _MARGIN = 480, 560, 60, 16
_ICON = 16


_LOOKED_BACK, _MOST_RECENT = 400, 5


def recent_keys(path: EntryPath) -> tuple[str, ...]:
    """Returns the keys of the conditions that were put on by hand last in an encounter, the newest first."""
    entries = reversed(path[-_LOOKED_BACK:])
    keys = (str(each.command.get("condition", "")) for each in entries if each.is_of("condition"))
    return tuple(dict.fromkeys(keys))[:_MOST_RECENT]


class NewerConditions(Struct, frozen=True, kw_only=True):
    """Conditions that newer ``rules`` have, by their name, and the fight does not know before it takes these over."""

    rules: str
    names: tuple[str, ...]
    take_over: Callable[[], bool]


class ConditionPicker(QFrame):
    """Puts a condition on, or changes one that is there: its duration, its note, or takes it off.

    What is typed is a condition and a duration, as in the command line: ``stun 2``. Up and Down move in the list, which
    shows the recent ones first and then all by kind; Enter puts on what is chosen. The line below says what that does.
    """

    chosen = Signal(object)
    """``Afflict`` or ``Relieve``. It closes."""
    rule_requested = Signal(str)
    """The link to a rule was pressed: ``rule:CWN-24``."""
    closed = Signal()
    """It is gone; the keyboard has to go somewhere."""

    def __init__(
        self,
        system: System,
        context: RulesContext,
        who: ChosenRows,
        icons: Icons,
        recent: Sequence[str] = (),
        edited: str = "",
        *,
        parent: QWidget,
    ) -> None:
        """Takes whom it is about, keys of ``recent`` conditions and of the one ``edited``, the window it lies over."""
        super().__init__(parent)
        self._system, self._context, self._chosen, self._icons = system, context, who, icons
        self._who, self._count, self._which = who.rows, "1", which_named("first")
        self._over = parent
        self._recent = tuple(recent)
        self._before = context.combatant(who.rows[0]).condition(edited) if edited else None
        self._edited = context.ruleset.condition(edited) if edited else None
        self._command: Afflict | None = None
        self.hidden: Collection[CombatantId] = ()
        """Who is left out of the table by its filter."""
        self._problem = ""
        texts = context.texts
        names = ", ".join(_row_names(context, who))
        title = self._edited.name if self._edited else texts.text_of("gui.condition.title")
        heading = texts.text_of("gui.condition.of", condition=title, who=names)
        self.setObjectName("condition_picker")
        self.setAutoFillBackground(True)
        self.setAccessibleName(heading)
        column = column_layout(self, margins=(16, 14, 16, 14), spacing=10)
        self.search = QLineEdit(self)
        self.crowd = CrowdRow(icons, texts, self)
        self.list = QListWidget(self)
        self.list.setIconSize(QSize(_ICON, _ICON))
        self.durations = DurationRow(context, texts, self)
        self.note = QLineEdit(self)
        self.preview = QLabel(self)
        self._newer: NewerConditions | None = None
        self.newer = plain_label("", self)
        self.newer.setProperty("role", "muted")
        self.take_over = QPushButton(self)
        self.take_over.setProperty("small", "true")
        self.apply = QPushButton(texts.text_of("gui.condition.apply"), self)
        self.relieve = QPushButton(texts.text_of("gui.condition.relieve"), self)
        cancel = QPushButton(texts.text_of("gui.cancel"), self)
        add_items(
            column,
            plain_label(heading, self),
            self.search,
            row_layout(None, self.crowd.count, self.crowd.which, STRETCH),
            self.list,
            row_layout(None, (self.newer, 1), self.take_over, spacing=8),
            self.durations,
            self.note,
            self.preview,
            row_layout(None, STRETCH, self.relieve, cancel, self.apply),
        )
        cancel.clicked.connect(self.leave)
        self.show_newer(None)
        self._dress()
        self._begin()
        self._connect()
        self._say()

    def _dress(self) -> None:
        texts = self._context.texts
        self.search.setPlaceholderText(self._example())
        self.search.setAccessibleName(texts.text_of("gui.condition.search"))
        self.search.setMaxLength(_LONGEST)
        self.search.installEventFilter(self)
        self.list.setAccessibleName(texts.text_of("gui.condition.list"))
        self.list.setUniformItemSizes(True)
        self.note.setPlaceholderText(texts.text_of("gui.condition.note"))
        self.note.setAccessibleName(texts.text_of("gui.condition.note"))
        self.note.setMaxLength(_LONGEST)
        self.preview.setTextFormat(Qt.TextFormat.RichText)
        self.preview.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
        self.preview.linkActivated.connect(self.rule_requested)
        self.preview.setWordWrap(True)
        self.preview.setMinimumHeight(self.fontMetrics().lineSpacing() * 3)
        self.preview.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.apply.setProperty("chosen", "true")
        self.search.setVisible(self._edited is None)
        self.list.setVisible(self._edited is None)
        self.relieve.setVisible(self._edited is not None)

    def _example(self) -> str:
        """Returns what may be typed, with conditions that this game has; a word of one is enough."""
        known = [each.name for each in self._context.ruleset.conditions if each.by_hand]
        words = [name.casefold() for name in known if name.isalpha()] or known or [""]
        names = {"one": words[0], "other": words[min(1, len(words) - 1)]}
        return self._context.texts.text_of("gui.condition.search_hint", **names)

    def _begin(self) -> None:
        if self._edited is None:
            self._fill("")
            return
        known = self._before.duration if self._before else None
        self.durations.show_duration(known or Duration())
        self.note.setText(self._before.note if self._before else "")
        self.apply.setText(self._context.texts.text_of("gui.condition.change"))

    def open(self) -> None:
        """Lies over the window from now on, and takes the keyboard at once: what is typed next is not lost."""
        over = self._over
        room = over.height() - _TOP - _MARGIN
        height = min(_HEIGHT, room) if self._edited is None else self.sizeHint().height()
        width = min(_WIDTH, over.width() - 2 * _MARGIN)
        left = (
            (over.width() - width) // 2 if self._edited is None else over.width() - width - _MARGIN
        )
        self.setGeometry(left, _TOP, width, height)
        self.show()
        self.raise_()
        (self.search if self._edited is None else self.durations.kind).setFocus(
            Qt.FocusReason.OtherFocusReason
        )

    @Slot()
    def leave(self) -> None:
        """Closes it; nothing has changed."""
        self.hide()
        self.closed.emit()
        self.deleteLater()

    def _connect(self) -> None:
        self.crowd.count_edited.connect(self._set_count)
        self.crowd.which_chosen.connect(self._set_which)
        self.search.textChanged.connect(self._read)
        self.list.currentItemChanged.connect(self._say)
        self.list.itemActivated.connect(self._choose)
        self.durations.changed.connect(self._say)
        self.note.textChanged.connect(self._say)
        self.apply.clicked.connect(self._choose)
        self.relieve.clicked.connect(self._take_off)
        self.take_over.clicked.connect(self._take_over)

    def show_newer(self, newer: NewerConditions | None) -> None:
        """Shows which conditions cannot be chosen yet, why, and what would change that; None: there are none."""
        self._newer = newer
        is_shown = newer is not None and self._edited is None
        self.newer.setVisible(is_shown)
        self.take_over.setVisible(is_shown)
        if newer is not None:
            texts = self._context.texts
            names = ", ".join(newer.names)
            words = texts.text_of("gui.condition.newer", names=names, rules=newer.rules)
            self.newer.setText(words)
            self.take_over.setText(texts.text_of("gui.condition.take_over", rules=newer.rules))

    @Slot()
    def _take_over(self) -> None:
        if self._newer is not None and self._newer.take_over():
            self.show_newer(None)
            self._read(self.search.text())
            self.search.setFocus()

    @Slot(object)
    def follow(self, context: RulesContext) -> None:
        """Says what comes of it now that the fight has gone on; closes where it is about somebody who is gone."""
        if any(each not in context.state.combatants for each in self._chosen.rows):
            self.leave()
            return
        self._context = context
        self._say()

    # ---- the list

    def _fill(self, name: str) -> None:
        """Shows the conditions that fit, the best first; for no name the recent ones, then all by kind."""
        self.list.clear()
        found = tuple(matching(name, self._context))
        if name:
            self._add_all(found)
        else:
            recent = [each for key in self._recent for each in found if each.key == key]
            self._add_group("recent", recent)
            for kind in _KINDS:
                self._add_group(kind, [each for each in found if each.kind == kind])
        for row in range(self.list.count()):
            if self.list.item(row).data(_KEY):
                self.list.setCurrentRow(row)
                break

    def _add_group(self, group: str, conditions: Sequence[ConditionDef]) -> None:
        if not conditions:
            return
        head = QListWidgetItem(self._context.texts.text_of(f"gui.condition.group.{group}"))
        head.setFlags(Qt.ItemFlag.NoItemFlags)
        self.list.addItem(head)
        self._add_all(conditions)

    def _add_all(self, conditions: Iterable[ConditionDef]) -> None:
        for known in conditions:
            item = QListWidgetItem(f"{known.name} — {known.text}" if known.text else known.name)
            item.setData(_KEY, known.key)
            title = self._context.ruleset.rules.get(known.rule, "")
            tip = (known.text, known.rule, title)
            item.setToolTip(plain_tip(" ".join(part for part in tip if part)))
            if known.icon:
                item.setIcon(self._icons.icon(known.icon))
            self.list.addItem(item)

    @property
    def key(self) -> str:
        """The key of the condition that is chosen; empty: none fits."""
        if self._edited is not None:
            return self._edited.key
        item = self.list.currentItem()
        return "" if item is None else str(item.data(_KEY) or "")

    # ---- what is typed, and what comes of it

    @Slot(str)
    def _read(self, text: str) -> None:
        name, rest = split_line(text, self._context)
        self._problem = ""
        try:
            duration = read_duration(rest, self._context)
        except AppError as error:
            self._problem = self._context.texts.sentence(error.message)
        else:
            self.durations.show_duration(duration or Duration())
        self._fill(name)
        self._say()

    @Slot()
    def _say(self) -> None:
        """Says what comes of it, or why it does not; Enter does nothing while it does not."""
        self._command = None
        aim = self._aim()
        words = self._problem
        if not words and aim.complaint is not None:
            words = self._context.texts.sentence(aim.complaint)
        elif not words and self.key:
            command = self._ask()
            try:
                words = self._words(command)
                hidden = hidden_words(self._context, self.hidden, aim.targets)
                crowd = crowd_words(self._context, aim) if aim.sizes else ""
                words = ". ".join(each for each in (crowd, hidden, words) if each)
                self._command = command
            except AppError as error:
                words = self._context.texts.sentence(error.message)
        elif not words:
            words = self._context.texts.text(
                say("gui.condition.none", name=self.search.text().strip())
            )
        self.preview.setText(linked_html(words))
        self.preview.setAccessibleName(words)
        self.preview.setProperty("role", "" if self._command else "danger")
        role = "text.secondary" if self._command else "status.danger"
        colour_label(self.preview, self._icons.theme, role)
        self.apply.setEnabled(self._command is not None)

    def _aim(self) -> Aimed:
        """Returns whom it is about; shows how many that are of the groups among them."""
        out = {row.who for row in self._system.rows(self._context) if row.is_out}
        aim = aimed(self._context, self._chosen, self._count, self._which, out)
        is_wrong = aim.complaint is not None
        self.crowd.show_crowds(aim.sizes, self._count, self._which, is_wrong=is_wrong)
        self._who = aim.targets
        return aim

    @Slot(str)
    def _set_count(self, count: str) -> None:
        self._count = count
        self._say()

    @Slot(str)
    def _set_which(self, which: str) -> None:
        self._which = which_named(which)
        self._say()

    def _words(self, command: Afflict) -> str:
        if command.keeps_time:
            self._system.condition_previews(self._context, command)
            return self._context.texts.text_of("gui.condition.unchanged")
        return afflict_words(self._system, self._context, command)

    def _ask(self) -> Afflict:
        duration = self.durations.duration
        before: Condition | None = self._before
        keeps = before is not None and (before.duration or Duration()) == duration
        return Afflict(
            who=self._who,
            condition=self.key,
            duration=None if duration.kind == "as_ruled" and before is None else duration,
            note=self.note.text().strip(),
            keeps_time=keeps,
        )

    @Slot()
    def _choose(self) -> None:
        if self._command is not None:
            self.chosen.emit(self._command)
            self.leave()

    @Slot()
    def _take_off(self) -> None:
        self.chosen.emit(Relieve(who=self._who, condition=self.key))
        self.leave()

    @override
    def event(self, event: QEvent) -> bool:
        """Keeps letters and digits from being keys of the window while the keyboard is in here."""
        plain = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and not event.modifiers() & ~plain
        ):
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Escape:
                self.leave()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._choose()
            case _:
                event.accept()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        painter.fillRect(self.rect(), theme.colour("surface.overlay"))
        painter.setPen(theme.colour("accent.focus"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Moves in the list with the keys that mean nothing in the field."""
        is_press = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if is_press and isinstance(event, QKeyEvent) and Qt.Key(event.key()) in _MOVES:
            self.list.event(event)
            return True
        return super().eventFilter(watched, event)


def _row_names(context: RulesContext, chosen: ChosenRows) -> Iterator[str]:
    """Yields the names of rows: of one that stands for a group the name of the group."""
    for who in chosen.rows:
        combatant = context.combatant(who)
        yield combatant.group if who in chosen.crowds else combatant.name
