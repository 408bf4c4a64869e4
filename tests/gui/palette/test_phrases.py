"""What game masters type at the table, as data: each line does what its preview says, or nothing."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from encounter_gui.core.ids import CombatantId
from tests.gui.palette.conftest import Palette

PHRASES: Mapping[str, Mapping[str, str]] = tomllib.loads(
    Path(__file__).with_name("phrases.toml").read_text(encoding="utf-8")
)
MOVES = ("next", "back", "undo", "redo")


class Moment(Struct, frozen=True):
    """All that a line might change: the fight, the log, what is chosen, what is set."""

    combatants: Mapping[CombatantId, object]
    rest: object
    head: int
    waits: str
    selected: tuple[CombatantId, ...]
    bench: object
    settings: tuple[tuple[str, str, bool], ...]
    opened: tuple[str, ...]
    done: frozenset[CombatantId]


def moment(palette: Palette) -> Moment:
    """Returns how everything is now."""
    program = palette.program
    controller, window = program.controller, program.window
    state = controller.session.state
    assert program.preferences is not None
    ticks = (
        (f"tick.{name}", "", each.isChecked()) for name, each in window.actions_of.by_id.items()
    )
    chosen = ((each.name, each.value, each.is_set) for each in program.preferences.choices())
    dialogs = (type(each).__name__ for each in window.findChildren(QDialog) if each.isVisible())
    fight = (state.stage, state.round, state.group, state.slots, state.side_names, state.switches)
    return Moment(
        combatants=dict(state.combatants),
        rest=fight,
        head=controller.session.log.head,
        waits=f"{controller.command}" if controller.waits_for is not None else "",
        selected=controller.selected,
        bench=program.connections.attack.choices,
        settings=(*ticks, *chosen),
        opened=(
            *dialogs,
            *(["damage"] if window.damage.isVisible() else []),
            *(["forecast"] if window.turn_bar.forecast.isChecked() else []),
            *palette.program.connections.commands.own_phrases,
        ),
        done=frozenset(slot.who for slot in state.slots if slot.is_done),
    )


class Said(Struct, frozen=True):
    """What stands on the screen before Enter."""

    kind: str
    words: str
    who: frozenset[CombatantId]
    move: bool = False


def preview(palette: Palette, line: str) -> Said:
    """Returns what the palette says that Enter will do; the kinds are those of the list of phrases."""
    panel, reading = palette.panel, palette.reading
    state = palette.program.controller.session.state
    if panel.list.place >= 0:
        hit = palette.hits[panel.list.place]
        assert hit.found.title in panel.said.text(), line
        named = _named(hit.found.title, palette)
        own = frozenset({CombatantId(hit.found.key)}) & state.combatants.keys()
        kind = "refused" if hit.found.why_not else "finds"
        return Said(kind=kind, words=f"{hit.found.title} {hit.found.note}", who=named | own)
    if reading.button:
        assert reading.legend, line
        words = " ".join((reading.words, *(each.words for each in reading.legend)))
        rows = frozenset(each.who for each in (*reading.changes, *reading.conditions))
        first = reading.words.split()[0]
        is_move = first in ("Moves", "Takes", "Brings", "Returns")
        return Said(kind="does", words=words, who=rows | _named(words, palette), move=is_move)
    if reading.hint:
        return Said(kind="asks", words=reading.hint, who=frozenset())
    return Said(kind="refused", words=reading.error or reading.unknown, who=frozenset())


def _named(words: str, palette: Palette) -> frozenset[CombatantId]:
    state = palette.program.controller.session.state
    return frozenset(each.id for each in state.combatants.values() if each.name in words)


def play(palette: Palette, line: str, wanted: str) -> Iterator[str]:
    """Types a line, presses Enter, and yields what was done that the preview did not say."""
    before = moment(palette)
    palette.panel.open(line)
    QApplication.processEvents()
    palette.panel.repaint()
    said = preview(palette, line)
    if not is_as_wanted(said, wanted):
        yield f"{line!r} {said.kind} ({said.words}), where it {wanted}"
    QTest.keyClick(palette.panel.line, Qt.Key.Key_Return)
    after = moment(palette)
    for fault in faults(said, before, after):
        yield f"{line!r} said {said.kind} “{said.words}”, but {fault}"
    put_back(palette, before)


def is_as_wanted(said: Said, wanted: str) -> bool:
    """Returns whether what is said is what the list of phrases wants."""
    kind, _, title = wanted.partition(": ")
    begins = said.words.casefold().startswith(title.casefold())
    match kind:
        case "finds":
            return said.kind == "finds" and begins
        case "never":
            return said.kind != "finds" or not begins
        case _:
            return not wanted or said.kind == kind


def faults(said: Said, before: Moment, after: Moment) -> Iterator[str]:
    """Yields what differs from what was said."""
    everybody = before.combatants.keys() | after.combatants.keys()
    changed = {who for who in everybody if before.combatants.get(who) != after.combatants.get(who)}
    is_same_fight = not changed and before.rest == after.rest and before.head == after.head
    if said.kind in ("refused", "asks"):
        if after != before:
            yield f"something changed: {sorted(changed) or differing(before, after)}"
        return
    if said.kind == "does" and before.settings != after.settings:
        yield f"settings changed: {set(after.settings) ^ set(before.settings)}"
    if said.kind == "finds":
        if changed - said.who:
            yield f"it changed {sorted(changed - said.who)}"
        named = said.words.casefold()
        for name, value, _ in set(after.settings) ^ set(before.settings):
            if not any(part in named for part in ("theme", "text size", "dice of", "column")):
                yield f"it set {name} {value}"
    # Where an enemy's turn ends as the next one begins, what ends with it ends.
    others = changed - said.who - (after.done - before.done)
    if said.kind != "finds" and not said.move and others:
        yield f"it changed {sorted(others)} as well"
    if said.kind == "does" and not said.move and is_same_fight and before == after:
        yield "nothing happened"


def differing(before: Moment, after: Moment) -> list[str]:
    """Returns what of two moments is not the same."""
    names = Moment.__struct_fields__
    return [name for name in names if getattr(before, name) != getattr(after, name)]


def put_back(palette: Palette, before: Moment) -> None:
    """Makes everything as it was: each phrase meets the same fight."""
    program = palette.program
    controller = program.controller
    palette.panel.leave()
    for other in QApplication.topLevelWidgets():
        if other is not program.window and other.isVisible():
            other.close()
    if program.window.damage.isVisible():
        program.window.damage.dismissed.emit()
    if program.window.turn_bar.forecast.isChecked():
        program.window.actions_of["forecast"].trigger()
    program.room.prepare(False)
    if controller.waits_for is not None:
        controller.set_aside()
    if controller.session.log.head != before.head:
        controller.move_head(before.head)
    if controller.selected != before.selected:
        program.window.table.select(list(before.selected))
    choose_again(palette, before)


def choose_again(palette: Palette, before: Moment) -> None:
    """Sets again what was set before."""
    preferences = palette.program.preferences
    assert preferences is not None
    for name, value, is_set in before.settings:
        if name.startswith("tick."):
            action = palette.program.window.actions_of.by_id[name.removeprefix("tick.")]  # type: ignore[index]
            if action.isChecked() != is_set:
                action.trigger()
        elif is_set and (name, value, True) not in {*moment(palette).settings}:
            preferences.choose(name, value)


def test_there_are_two_hundred_phrases() -> None:
    """Typed by many hands, in every game."""
    assert len({line for lines in PHRASES.values() for line in lines}) >= 200
    assert set(PHRASES) == {"any", "chrome", "cwn", "phases", "d6pool"}


def test_each_phrase_does_what_its_preview_says_or_nothing(palette: Palette, game: str) -> None:
    """Those who change stand in the preview; a refusal, a question and an unfound word change nothing at all."""
    lines = {**PHRASES["any"], **PHRASES[game]}
    preferences = palette.program.preferences
    assert preferences is not None
    preferences.blockSignals(True)  # another text size would open another window
    found = [fault for line, wanted in lines.items() for fault in play(palette, line, wanted)]
    preferences.blockSignals(False)
    assert not found, "\n" + "\n".join(found)
