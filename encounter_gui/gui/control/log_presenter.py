"""The log of a session as rows: what led to the head, and above it what redo would bring back."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.ids import CombatantId, EntryId
from encounter_gui.core.messages import MessageCatalog, figure_text, say
from encounter_gui.dice.requests import Rolled
from encounter_gui.dice.typed_dice import face_text
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Entry, Reason
from encounter_gui.encounter.entry_path import EntryPath
from encounter_gui.encounter.headings import headings, under
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Side
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.log.explain_panel import ExplainLine
from encounter_gui.gui.log.log_model import DiceGroup, LogRow
from encounter_gui.gui.log.volley_rows import result_segments
from encounter_gui.play.session.override_text import MODIFIER, NUMBER, die_step, value_text
from encounter_gui.play.session.overriding import modifier_of
from encounter_gui.play.session.rollers import SIDES
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.rules.engine.time.clock import MINUTE, time_text
from encounter_gui.rules.model.ruleset import TimeUnits
from encounter_gui.rules.model.text_format import with_sign

_ICONS = {
    "next": "next",
    "adjust": "sliders",
    "damage": "sliders",
    "condition": "stunned",
    "relieve": "check",
    "add": "plus",
    "join": "plus",
    "duplicate": "copy",
    "remove": "trash",
    "rename": "edit",
    "note": "notes",
    "switch": "sliders",
    "take_rules": "ruleset",
    "setup": "encounters",
    "finish": "stop",
    "flag": "eye",
    "group": "group",
    "side": "swap",
    "automation": "sliders",
    "override": "edit",
    "waive": "lost",
    "pass_time": "clock",
    "remind": "clock",
    "end_running": "stop",
    "take_on": "group",
    "care": "aid",
}


_KINDS = {
    command: kind
    for kind, commands in {
        "attack": "attack suppress blast throw whirlwind swarm grapple execute finish_off special run_over burn",
        "damage": "damage harm heal adjust wound amputate kill correct",
        "condition": "condition relieve wake",
        "test": "settle waive check oppose save morale skip_morale reflexes recover",
        "turn": (
            "next hold hold_turn wait delay act_now order roll_initiative set_initiative declare declare_all ready "
            "finish surprise"
        ),
        "note": "note notice",
    }.items()
    for command in commands.split()
}
"""What sort of entry a command makes; every other: ``other``."""

_RECENT = 200
"""So many rows are kept in full: what is seen of the log several times over."""


class LogPresenter(QObject):
    """Follows an encounter controller; a change costs what is new in the log, however long that is."""

    rows_changed = Signal(int, tuple)
    """``int, tuple[LogRow, ...]``: how many of the oldest rows stay, and those after them, oldest first."""
    history_changed = Signal(int, tuple, int, bool)
    """``int, tuple[LogRow, ...]`` as in ``rows_changed``; the place of what is shown, whether that is live.

    The place is -1 before the first entry.
    """

    def __init__(self, controller: EncounterController, parent: QObject | None = None) -> None:
        """Follows a desk."""
        super().__init__(parent)
        self._controller = controller
        self._kept: dict[EntryId, LogRow] = {}
        self._maker: _RowMaker | None = None
        self._line = EntryPath([], 0)
        self._happened = 0
        self._is_active = False
        controller.opened.connect(self._forget)
        controller.context_changed.connect(self._tell)
        controller.closed.connect(self._clear)

    @Slot()
    def activate(self) -> None:
        """Starts to fill the log: before the first paint there is no time for it."""
        if not self._is_active:
            self._is_active = True
            self._tell()

    def entry_at(self, place: int) -> EntryId | None:
        """Returns the entry at a place of the history; None if there is none."""
        return self._line[place].id if 0 <= place < len(self._line) else None

    def explanation(self, entry: EntryId) -> tuple[str, tuple[ExplainLine, ...]]:
        """Returns what an entry says, and the arithmetic behind it line by line."""
        found = self._controller.session.log.entry(entry)
        texts = self._controller.context.texts
        lines = tuple(line for reason in found.reasons for line in _lines_of(reason, texts))
        lines = (*lines, *_steps(found, texts))
        return texts.sentence(found.label), lines

    @Slot()
    def _forget(self) -> None:
        self._kept.clear()
        self._maker = None
        self._line, self._happened = EntryPath([], 0), 0

    @Slot()
    def _clear(self) -> None:
        self._forget()
        self.rows_changed.emit(0, ())
        self.history_changed.emit(0, (), -1, True)

    @Slot(object)
    def _tell(self) -> None:
        if not self._is_active or not self._controller.is_open:
            return
        session = self._controller.session
        line, happened = session.log.line(), session.log.depth(session.log.head)
        kept = self._before_volley(line, self._unchanged_count(line, happened))
        is_changed = kept < max(len(line), len(self._line))
        self._line, self._happened = line, happened
        if self._maker is None:
            self._maker = _RowMaker(session)
        rows = self._rows(kept, self._maker.make)
        if is_changed:
            self.rows_changed.emit(kept, rows)
        shown = session.viewing if session.viewing is not None else session.log.head
        place, is_live = session.log.depth(shown) - 1, session.viewing is None
        self.history_changed.emit(kept, rows, place, is_live)

    def _unchanged_count(self, line: EntryPath, happened: int) -> int:
        """Returns how many of the oldest entries stand in the log as they did, undone or not."""
        shared = line.shared_with(self._line)
        return shared if happened == self._happened else min(shared, happened, self._happened)

    def _before_volley(self, line: EntryPath, kept: int) -> int:
        """Returns how many of the rows are kept so that a heading is worked out anew when more stands under it."""
        if not 0 < kept < len(line) or not line[kept].gesture:
            return kept
        row = self._kept.get(line[kept - 1].id)
        heading = None if row is None else row.heading
        if heading is None:
            return kept - 1 if line[kept - 1].note_part else kept
        return self._controller.session.log.depth(heading) - 1

    def _rows(self, kept: int, make: Callable[[LogRow], LogRow]) -> tuple[LogRow, ...]:
        """Returns what is shown of the entries after those that are kept."""
        found: list[LogRow] = []
        number = self._kept[self._line[kept - 1].id].round if kept else 0
        is_between = self._controller.is_between
        stamp = self._stamp(number)
        named = headings(self._line, kept)
        for place, (entry, heading) in enumerate(zip(self._line[kept:], named, strict=True), kept):
            is_undone = place >= self._happened
            row = self._kept.get(entry.id)
            count = sum(1 for _ in under(self._line, place)) if entry.note_part else 0
            if row is None or row.is_undone != is_undone or row.count != count:
                began = entry.clock_set if is_between else entry.round_begun
                if began:
                    number, stamp = began, self._stamp(began)
                row = self._kept[entry.id] = LogRow.later(
                    entry.id,
                    stamp,
                    make,
                    is_undone=is_undone,
                    number=number,
                    begins_round=bool(began) and not is_between,
                    fold=(heading, count),
                )
            elif row.round != number:
                number, stamp = row.round, row.stamp
            found.append(row)
        return tuple(found)

    def _stamp(self, number: int) -> str:
        """Returns when it was: in which round, or between fights at which second of the clock."""
        if self._controller.is_between:
            return time_text(number - number % MINUTE)
        return _stamp(self._controller.context.ruleset.time, number)


class _RowMaker:
    """Makes the rows of a session in full when they are looked at.

    The last ones are remembered, as they are painted again and again.
    """

    def __init__(self, session: EncounterSession) -> None:
        self.session = session
        self._recent: dict[tuple[EntryId, bool, int], LogRow] = {}

    def make(self, later: LogRow) -> LogRow:
        """Returns a row with everything in it."""
        key = (later.entry, later.is_undone, later.count)
        row = self._recent.get(key)
        if row is None:
            if len(self._recent) > _RECENT:
                self._recent.clear()
            row = self._recent[key] = self._made(later)
        return row

    def _made(self, later: LogRow) -> LogRow:
        texts, entry = self.session.game.texts, self.session.log.entry(later.entry)
        kind = _kind(entry)
        side = _side(entry, self.session.state)
        segments = texts.segments(entry.label)
        if later.count:
            log = self.session.log
            below = tuple(under(log.line(), log.depth(entry.id) - 1))
            segments = (*segments, *result_segments(self.session, below))
            side = _side(below[0], self.session.state)
        is_told = side is not None or kind != "turn"
        return LogRow(
            entry=entry.id,
            stamp=later.stamp,
            segments=segments,
            side=side,
            icon="" if side is not None else _icon(entry),
            dice=tuple(_dice(rolled) for rolled in entry.rolls) if is_told else (),
            is_undone=later.is_undone,
            kind=kind,
            heading=later.heading,
            count=later.count,
        )


def _kind(entry: Entry) -> str:
    if entry.note_part:
        return "attack"
    return _KINDS.get(str(entry.command.get("do")), "other")


def _side(entry: Entry, state: EncounterState) -> Side | None:
    """Returns the side of whoever acts in an entry; None: nobody, or several of different sides.

    What was owed is somebody's whose command it is not: by its results it belongs to the attacker whose attack was
    left for later, or to whose test it was; without any, to who has rolled.
    """
    who = entry.command.get("who")
    if isinstance(who, str):
        actor = state.combatants.get(CombatantId(who))
        return actor.side if actor is not None else None
    if _kind(entry) != "test" or _is_waived(entry):
        return None
    facts = [each for each in entry.events if isinstance(each, ev.Resolved)]
    facts.sort(key=lambda each: _KINDS.get(each.what) != "attack")
    acting = {each.who for each in facts if each.what == facts[0].what}
    if not acting - {None}:
        acting = {each.request.who for each in entry.rolls}
    sides = {state.combatants[each].side for each in acting if each and each in state.combatants}
    sides |= {each for rolled in entry.rolls for each in SIDES if each == rolled.request.side}
    return sides.pop() if len(sides) == 1 else None


def _lines_of(reason: Reason, texts: MessageCatalog) -> Iterator[ExplainLine]:
    """Yields a line of the arithmetic, then its numbers that can be overridden."""
    yield ExplainLine(segments=texts.segments(reason.text), rule=reason.rule)
    for number in reason.numbers:
        is_given = number.was is not None
        key = "gui.fight.explain.given" if is_given else "gui.fight.explain.number"
        params = {"was": figure_text(number.was)} if number.was is not None else {}
        words = say(key, name=number.name, value=figure_text(number.value), **params)
        yield ExplainLine(segments=texts.segments(words), step=NUMBER + number.key)


def _steps(entry: Entry, texts: MessageCatalog) -> Iterator[ExplainLine]:
    """Yields what can be overridden: each roll, and the game master's modifier."""
    for place, rolled in enumerate(entry.rolls):
        words = say(
            "gui.fight.explain.roll",
            label=texts.text(rolled.request.label),
            dice=rolled.request.dice_text,
            value=value_text(rolled),
        )
        yield ExplainLine(segments=texts.segments(words), step=die_step(place))
    modifier = modifier_of(entry)
    if modifier is not None:
        words = say("gui.fight.explain.modifier", value=with_sign(modifier))
        yield ExplainLine(segments=texts.segments(words), step=MODIFIER)


def _stamp(time: TimeUnits, number: int) -> str:
    """Returns when it was in short: ``R3``; where rounds have parts, ``2·3`` for the third part of the second."""
    if not number:
        return ""
    if time.parts > 1:
        whole, part = time.place_of(number)
        return f"{whole}·{part}"
    return f"{time.round[:1].upper()}{number}"


def _icon(entry: Entry) -> str:
    return (
        "dice"
        if entry.rolls and not _is_waived(entry)
        else _ICONS.get(str(entry.command.get("do")), "")
    )


def _is_waived(entry: Entry) -> bool:
    """Returns whether something owed was waived: the game master's doing, whosever it was."""
    return entry.command.get("do") == "waive"


def _dice(rolled: Rolled) -> DiceGroup:
    if rolled.faces is None:
        return DiceGroup(faces=(f"={rolled.total}",), is_physical=rolled.physical)
    # What is read off two ten-sided dice is written with both digits, as it lies on the table.
    faces = tuple(face_text(face, rolled.request) for face in rolled.faces)
    return DiceGroup(faces=faces, is_physical=rolled.physical)
