"""Thirty gunmen shoot at four player characters in one go: real keys in the window, in all four games."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Choice
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.gui.attack.fields.pill import Pill
from encounter_gui.gui.log.log_model import LogFilter
from encounter_gui.play.session.rollers import Rollers
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.presenters.volley.form import AT, DECLINED, EVEN, RANDOM, WHO
from tests.gui.window.conftest import Start, look, show
from tests.gui.window.test_shot_at_player import CASES, PROGRAM, Case, press_next

Key, Modifier = Qt.Key, Qt.KeyboardModifier
PLAYERS = ("Cutter", "Rook", "Vex", "Bolt")
COUNT = 30


def crowd(start: Start, qtbot: QtBot, folder: Path, case: Case, count: int = COUNT) -> Program:
    """Returns a program in which so many gunmen, who stand in one row, act at once; four players stand before them."""
    program = start()
    program.campaigns.create(folder / "Crowd.encounter")
    program.campaigns.create_encounter("Crowd", case.system)
    controller = program.controller
    vars(controller.session.game)["app_dice"] = Roller.seeded(
        7
    )  # before the first die: the same in every run
    for name in PLAYERS:
        assert controller.perform(do.Add(creature=case.player, name=name, side="pc"))
    many = do.Add(creature=case.enemy, name="Gunman", count=count, side="foe", is_group=True)
    assert controller.perform(many)
    show(program, qtbot)
    controller.set_rollers(PROGRAM)
    for _ in range(80):
        if len(acting(program)) == count and able(program) == count:
            look(program)
            program.window.table.setFocus()
            return program
        state = controller.context.state
        if case.system in ("phases", "d6pool") and state.slots:
            together(program)
        press_next(program)
    raise AssertionError("the gunmen never act")


def together(program: Program) -> None:
    """Gives all gunmen the same initiative, so that they act at once."""
    controller = program.controller
    for each in tuple(controller.context.state.combatants.values()):
        to = 90 if each.side == "foe" else 1
        slots = controller.context.state.slots
        if any(slot.who == each.id and slot.score != to for slot in slots):
            assert controller.perform(do.SetInitiative(who=each.id, to=to))


def acting(program: Program) -> list[CombatantId]:
    """Returns the gunmen who act now."""
    state = program.controller.context.state
    return [who for who in state.acting if state.combatants[who].side == "foe"]


def able(program: Program) -> int:
    """Returns how many of them the rules let attack."""
    controller = program.controller
    first = named(program, "Cutter")
    done = 0
    for who in acting(program):
        try:
            controller.system.attack_at(controller.context, who, first, {})
        except Exception:  # noqa: BLE001 - whatever refuses it, it is not able
            continue
        done += 1
    return done


def named(program: Program, name: str) -> CombatantId:
    """Returns the id of a combatant."""
    found = program.controller.context.state.combatants.values()
    return next(each.id for each in found if each.name == name)


@pytest.fixture(params=CASES, ids=lambda case: case.system)
def fight(request: pytest.FixtureRequest, start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """Thirty gunmen act; the program rolls for everybody."""
    return crowd(start, qtbot, tmp_path, request.param)


@pytest.fixture
def cwn(start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """The same in the game whose sides act in turn."""
    return crowd(start, qtbot, tmp_path, CASES[1])


@dataclass
class Fingers:
    """Real key presses on whatever has the keyboard, counted."""

    count: int = 0

    def press(self, key: Key, modifier: Modifier = Modifier.NoModifier) -> None:
        """Presses a key; one that is held meanwhile counts as well."""
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key, modifier)
        QCoreApplication.processEvents()
        self.count += 1 + (modifier != Modifier.NoModifier)

    def type(self, text: str) -> None:
        """Presses the keys of a text."""
        for each in text:
            QTest.keyClicks(QApplication.focusWidget(), each)
            self.count += 1


def open_volley(program: Program, fingers: Fingers) -> None:
    """Selects the row of the gunmen by the number of one of them, and sets the bench up for all of them."""
    state = program.controller.context.state
    row = next(
        row
        for row in map(
            program.window.table.rows.row_at, range(program.window.table.rows.rowCount())
        )
        if row.members
    )
    fingers.type(str(state.combatants[row.who].number))
    fingers.press(Key.Key_Space)
    fingers.press(Key.Key_T, Modifier.ShiftModifier)
    look(program)


def turn_on(program: Program, key: str, fingers: Fingers) -> None:
    """Goes back to a toggle of the bench and presses it."""
    for _ in range(6):
        fingers.press(Key.Key_Backtab, Modifier.ShiftModifier)
        focus = QApplication.focusWidget()
        if isinstance(focus, Pill) and focus.toggle_shown.key == key:
            break
    fingers.press(Key.Key_Return)
    look(program)
    assert any(each.key == key and each.is_on for each in form_of(program).toggles)


def attacks(entries: list[Entry]) -> list[Entry]:
    """Returns the entries that are attacks."""
    return [each for each in entries if each.is_of("attack")]


def since(program: Program, depth: int) -> list[Entry]:
    """Returns the entries after so many."""
    return list(program.controller.session.log.path())[depth:]


def form_of(program: Program):
    """Returns what stands on the bench."""
    return program.connections.attack.form


def test_thirty_gunmen_shoot_at_four_players_in_twelve_keys(fight: Program) -> None:
    """Every attack has its own entry and dice, all are one gesture, and one undo takes them back."""
    log, fingers = fight.controller.session.log, Fingers()
    depth, before = log.depth(log.head), fight.controller.context.state
    open_volley(fight, fingers)
    form = form_of(fight)
    assert form.is_of_many
    assert "30" in form.resolve
    if fight.controller.system.id == "cwn":  # the players could answer every hit with a Snap Attack
        turn_on(fight, DECLINED, fingers)
    fingers.press(Key.Key_T)
    assert fingers.count <= 12
    entries = since(fight, depth)
    made = attacks(entries)
    whom = {each.command["target"] for each in made}
    fallen = [who for who in (named(fight, name) for name in PLAYERS) if who not in standing(fight)]
    assert len(made) == COUNT or len(fallen) == len(PLAYERS)
    assert len({each.command["who"] for each in made}) == len(made)
    assert whom == {named(fight, name) for name in PLAYERS}
    assert all(each.rolls for each in made)
    assert len({each.gesture or each.id for each in entries}) == 1
    fight.controller.undo()
    assert fight.controller.context.state == before


def standing(program: Program) -> frozenset[CombatantId]:
    """Returns who is not out of the fight."""
    return program.controller.system.standing(program.controller.context)


def test_l6_whom_did_i_mean(fight: Program) -> None:
    """Before Enter the bench names how many attack whom; what is selected afterwards decides nothing."""
    open_volley(fight, Fingers())
    form = form_of(fight)
    who = next(each for each in form.fields if each.key == WHO)
    chosen = next(each.text for each in who.options if each.key == who.chosen)
    assert chosen == f"Gunman ×{COUNT}"
    amounts = {
        each.text: each.amount for each in form.toggles if each.key.startswith("volley.aim:")
    }
    assert amounts == {"Cutter": "×8", "Rook": "×8", "Vex": "×7", "Bolt": "×7"}
    assert form.note.startswith("About ")
    assert f" of {COUNT} hit" in form.note
    fight.window.table.select([named(fight, "Vex")])
    look(fight)
    assert form_of(fight) == form


def test_what_is_selected_is_only_proposed_and_named(cwn: Program) -> None:
    """With somebody selected who does not act, those who act are proposed, and the bench says who they are."""
    cwn.window.table.select([named(cwn, "Vex")])
    cwn.window.actions_of["volley"].trigger()
    look(cwn)
    who = next(each for each in form_of(cwn).fields if each.key == WHO)
    assert next(each.text for each in who.options if each.key == who.chosen) == f"Gunman ×{COUNT}"
    amounts = [each.amount for each in form_of(cwn).toggles if each.is_on]
    assert amounts == ["×30"], "the one who was selected is whom they attack at first"


def test_a_target_is_left_out_or_all_attack_one(cwn: Program) -> None:
    """Names are turned off and on; spread evenly, at random or all at one, the counts say it at once."""
    open_volley(cwn, Fingers())
    panel = cwn.window.attack_panel
    rook = next(each.key for each in form_of(cwn).toggles if each.text == "Rook")
    panel.choose({rook: "off"})
    assert [each.amount for each in aims(cwn)] == ["×10", "", "×10", "×10"]
    panel.choose({AT: f"first:{named(cwn, 'Bolt')}"})
    assert [each.amount for each in aims(cwn)] == ["×0", "", "×0", "×30"]
    panel.choose({AT: RANDOM})
    drawn = [int(each.amount[1:] or 0) for each in aims(cwn) if each.is_on]
    assert sum(drawn) == COUNT
    panel.choose({AT: EVEN})
    assert [each.amount for each in aims(cwn)] == ["×10", "", "×10", "×10"]
    for each in ("Cutter", "Vex", "Bolt"):
        panel.choose({next(toggle.key for toggle in aims(cwn) if toggle.text == each): "off"})
    assert form_of(cwn).command is None
    assert form_of(cwn).why_not


def aims(program: Program):
    """Returns the toggles of the targets."""
    return [each for each in form_of(program).toggles if each.key.startswith("volley.aim:")]


def test_escape_goes_back_to_one_attack(cwn: Program) -> None:
    """Escape in the bench leaves the attack of many, and nothing has happened."""
    fingers, head = Fingers(), cwn.controller.session.log.head
    open_volley(cwn, fingers)
    assert form_of(cwn).is_of_many
    fingers.press(Key.Key_Escape)
    look(cwn)
    assert not form_of(cwn).is_of_many
    assert cwn.window.table.hasFocus()
    assert cwn.controller.session.log.head == head


def test_who_cannot_attack_is_left_out_with_the_reason(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """An empty magazine is named before Enter and in the heading, and the others attack."""
    cwn = crowd(start, qtbot, tmp_path, CASES[1], count=5)
    empty = acting(cwn)[3]
    weapon = next(
        key for key in cwn.controller.context.combatant(empty).gauges if key.startswith("ammo.")
    )
    assert cwn.controller.perform(do.Correct(who=empty, number=weapon.removeprefix("ammo."), to=0))
    open_volley(cwn, Fingers())
    cwn.window.attack_panel.choose({WHO: "side:foe"})
    name = cwn.controller.context.combatant(empty).name
    assert name in form_of(cwn).note
    assert [each.amount for each in aims(cwn)] == ["×1", "×1", "×1", "×1"]
    depth = cwn.controller.session.log.depth(cwn.controller.session.log.head)
    cwn.window.attack_panel.choose({DECLINED: "on"})
    cwn.window.attack_panel.resolve()
    made = attacks(since(cwn, depth))
    assert empty not in {each.command["who"] for each in made}
    assert len(made) == 4
    assert name in heading_text(cwn)


def heading_text(program: Program) -> str:
    """Returns the line of the log that stands for all attacks."""
    rows = program.window.log.log.rows
    return next(
        rows.row_at(place).text for place in range(rows.rowCount()) if rows.row_at(place).count
    )


def test_the_log_has_one_line_that_opens(cwn: Program, qtbot: QtBot) -> None:
    """The results stand under one heading: how many hit whom, who is down; a click shows them line by line."""
    open_volley(cwn, Fingers())
    cwn.window.attack_panel.choose({DECLINED: "on"})
    cwn.window.attack_panel.resolve()
    view = cwn.window.log.log
    seen = [place for place in range(view.rows.rowCount()) if not view.isRowHidden(place)]
    heading = view.rows.row_at(seen[0])
    made = attacks(since(cwn, 0))
    hits = sum(
        bool(event.values.get("hit"))
        for each in made
        for event in each.events
        if getattr(event, "what", "") == "attack"
    )
    assert heading.text.startswith("Gunman ×30 attack Cutter, Rook, Vex, Bolt")
    assert f"{hits} of {len(made)} hit" in heading.text
    assert heading.count >= len(made)
    index = view.rows.index(view.rows.place_of(heading.entry))
    view.clicked.emit(index)
    now = [place for place in range(view.rows.rowCount()) if not view.isRowHidden(place)]
    assert len(now) == len(seen) + heading.count
    QTest.keyClick(view, Key.Key_Left)
    assert [place for place in range(view.rows.rowCount()) if not view.isRowHidden(place)] == seen


def test_a_fallen_target_is_left_by_the_rest(cwn: Program) -> None:
    """Nobody attacks who has fallen before: the rest go on to the next of the chosen targets."""
    open_volley(cwn, Fingers())
    cwn.window.attack_panel.choose({AT: f"first:{named(cwn, 'Cutter')}"})
    depth = cwn.controller.session.log.depth(cwn.controller.session.log.head)
    cwn.window.attack_panel.choose({DECLINED: "on"})
    cwn.window.attack_panel.resolve()
    session = cwn.controller.session
    made = attacks(since(cwn, depth))
    for each in made:
        state = session.log.state_at(each.parent)
        context = structs.replace(session.head_context, state=state)
        assert each.command["target"] in session.game.system.standing(context)
    assert {each.command["target"] for each in made} > {named(cwn, "Cutter")}


def test_it_is_the_same_after_opening_the_file_again(cwn: Program, start: Start) -> None:
    """Every attack is an ordinary entry: the events alone lead to the state that is shown."""
    open_volley(cwn, Fingers())
    cwn.window.attack_panel.choose({DECLINED: "on"})
    cwn.window.attack_panel.resolve()
    log = cwn.controller.session.log
    again = Log(EncounterState(), tuple(log.path()), log.head)
    assert again.state == log.state


def test_players_dice_are_asked_for_and_it_goes_on(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """Where players roll their own Save, each is asked for in the strip; the rest of the attacks follow the answer."""
    program = crowd(start, qtbot, tmp_path, CASES[2], count=5)
    controller = program.controller
    controller.set_rollers(Rollers())
    depth = controller.session.log.depth(controller.session.log.head)
    open_volley(program, Fingers())
    program.window.attack_panel.resolve()
    asked = 0
    while (waits := controller.waits_for) is not None and asked < 60:
        asked += 1
        if isinstance(waits, Choice):
            controller.choose(waits.options[0])
        else:
            assert {controller.context.combatant(each.who).side for each in waits if each.who} == {
                "pc"
            }
            controller.answer((None,) * len(waits))
    assert asked
    entries = since(program, depth)
    assert len(attacks(entries)) == 5
    rows = program.window.log.log.rows
    heading = rows.row_at(rows.place_of(entries[0].id))
    assert heading.count == len(entries) - 1
    assert " of 5 hit" in heading.text
    assert len({each.gesture or each.id for each in entries}) == 1


def test_left_for_later_the_rest_has_not_attacked(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """Where it stops for a player's die and that is left, those who come after can still attack; one undo is enough."""
    program = crowd(start, qtbot, tmp_path, CASES[2], count=5)
    controller = program.controller
    controller.set_rollers(Rollers())
    before = controller.context.state
    depth = controller.session.log.depth(controller.session.log.head)
    open_volley(program, Fingers())
    program.window.attack_panel.resolve()
    assert controller.waits_for is not None
    made = len(attacks(since(program, depth)))
    controller.put_off()
    assert controller.waits_for is None
    assert len(attacks(since(program, depth))) == made < 5
    assert able(program) == 5 - made
    controller.undo()
    assert controller.context.state == before


def test_the_list_of_undo_names_it_once(cwn: Program) -> None:
    """What can be undone has one line for all attacks, and choosing it takes all of them back."""
    before = cwn.controller.context.state
    open_volley(cwn, Fingers())
    cwn.window.attack_panel.choose({DECLINED: "on"})
    cwn.window.attack_panel.resolve()
    menu = cwn.window.menus["undo_list"]
    menu.aboutToShow.emit()
    first, second, *_ = menu.actions()
    assert first.text().startswith("Gunman ×30 attack")
    assert "Gunman" not in second.text()
    menu.triggered.emit(first)
    assert cwn.controller.context.state == before


def test_a_search_finds_single_attacks(cwn: Program) -> None:
    """Who looks for somebody in the log sees the attacks under the heading; after the search they are folded."""
    open_volley(cwn, Fingers())
    cwn.window.attack_panel.choose({DECLINED: "on"})
    cwn.window.attack_panel.resolve()
    view = cwn.window.log.log
    folded = seen(cwn)
    view.narrow(LogFilter(words="gunman rook", kind="attack"))
    found = [view.rows.row_at(place).entry for place in seen(cwn)]
    rook = named(cwn, "Rook")
    entries = (cwn.controller.session.log.entry(each) for each in found)
    assert any(each.command.get("target") == rook for each in entries)
    view.narrow(LogFilter())
    assert seen(cwn) == folded


def seen(program: Program) -> list[int]:
    """Returns the places of the rows of the log that are not folded away."""
    view = program.window.log.log
    return [place for place in range(view.rows.rowCount()) if not view.isRowHidden(place)]


def test_players_attack_a_crowd_in_one_go(cwn: Program) -> None:
    """The side of the players can do it as well; those of a kind are one name among the targets."""
    for _ in range(20):
        state = cwn.controller.context.state
        if state.acting and {state.combatants[who].side for who in state.acting} == {"pc"}:
            break
        press_next(cwn)
    cwn.window.table.select([])
    cwn.window.actions_of["volley"].trigger()
    look(cwn)
    assert [(each.text, each.amount) for each in aims(cwn)] == [(f"Gunman ×{COUNT}", "×4")]
    who = next(each for each in form_of(cwn).fields if each.key == WHO)
    assert [each.text for each in who.options] == ["Squad ×4"]
    depth = cwn.controller.session.log.depth(cwn.controller.session.log.head)
    cwn.window.attack_panel.choose({DECLINED: "on"})
    cwn.window.attack_panel.resolve()
    made = attacks(since(cwn, depth))
    assert {each.command["who"] for each in made} == {named(cwn, each) for each in PLAYERS}
    assert len({each.command["target"] for each in made}) == len(PLAYERS)
