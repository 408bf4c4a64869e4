"""Those who act at once, side by side in the running program: opened by itself, applied, changed, passed by."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Faces
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.commands import Next as NextStep
from encounter_gui.rules.systems.d6pool import commands as d6pool
from encounter_gui.rules.systems.phases import commands as phases
from tests.gui.window.conftest import Start, look, show

BRANDT, LEM, MOTH = CombatantId("brandt"), CombatantId("lem"), CombatantId("moth")
TWO = """
[fight]
name = "Two at once"
ruleset = "phases"

[[combatants]]
id = "vee"
name = "Vee"
side = "pc"
held = "heavy_pistol"
sheet = { strength = 5, stamina = 5, reflexes = 6, cool = 9, marksmanship = 4, initiative = 3 }
items = ["heavy_pistol"]

[[combatants]]
id = "rook"
name = "Rook"
held = "heavy_pistol"
sheet = { strength = 5, stamina = 5, reflexes = 6, cool = 9, marksmanship = 4, initiative = 3 }
items = ["heavy_pistol"]

[[steps]]
do = "next"
dice = [3, 3, 3, 3, 3, 3]

[[steps]]
do = "declare"
who = "vee"
actions = 2

[[steps]]
do = "next"
"""
PHASES = Path(__file__).parents[2] / "golden" / "saves" / "source" / "phases-tie.toml"


def play(program: Program, command: Command, **dice: str) -> None:
    """Has a command done with these faces, by the keys of its rolls."""
    typed = {key: Faces(values=tuple(map(int, faces))) for key, faces in dice.items()}
    assert program.controller.start(command, typed)
    QApplication.processEvents()


def brandt_shoots(program: Program) -> None:
    """Brandt shoots Lem a second time: 4 + 5 wounds wait for Lem, who falls by them."""
    shot = d6pool.Attack(who=BRANDT, target=LEM, metres=12, dodge=1)
    play(program, shot, dodge="5", attack="644422", damage="544422", resistance="44332")


def lem_throws(program: Program) -> None:
    """Lem's grenade goes off near Brandt: 4 wounds wait for him."""
    throw = d6pool.Throw(who=LEM, metres=8)
    play(program, throw, throw="433", scatter_distance="2", scatter_direction="1")
    blast = d6pool.Blast(who=LEM, targets=(d6pool.Caught(target=BRANDT, metres=4, dodge=1),))
    play(program, blast, dodge="2", attack="5544", damage="54443332", resistance="544443")


@pytest.fixture
def replayed(start: Start, qtbot: QtBot, tmp_path: Path) -> Callable[[Path], Program]:
    """Opens a fight that is written as a file."""

    def opened(file: Path) -> Program:
        program = start()
        program.campaigns.create(tmp_path / "Replayed.encounter")
        program.campaigns.replay(file)
        show(program, qtbot)
        return program

    return opened


@pytest.mark.rule("D6P-15")
def test_one_has_acted_the_panel_opens_and_the_other_is_selected(sample: Program) -> None:
    """After Brandt's shot both halves are shown, Lem is selected, and the button says that he acts."""
    brandt_shoots(sample)
    panel = sample.tying.panel
    assert sample.window.large_panels.current is panel
    assert sample.window.table.selected() == (LEM,)
    assert sample.connections.attack.form.actor == LEM
    assert sample.window.table.hasFocus()
    assert [half.member.name for half in panel.halves if half.member] == ["Brandt", "Lem"]
    assert panel.go_on.words == "Lem acts"
    assert panel.halves[0].cards[1].accessibleName().startswith("Attack 2, 12 m, 1 dodge: 5 wounds")
    assert panel.halves[1].member is not None
    assert panel.halves[1].member.status == "still to act"
    assert panel.tie is not None
    assert panel.tie.apply is None


@pytest.mark.rule("D6P-15")
def test_enter_leads_to_the_bench_of_who_has_not_acted(sample: Program, qtbot: QtBot) -> None:
    """Enter in the table closes the panel, and the keyboard is in the bench, for Lem."""
    brandt_shoots(sample)
    qtbot.keyClick(sample.window.table, Qt.Key.Key_Return)
    look(sample)
    assert not sample.tying.is_open
    assert sample.window.regions.current == "bench"
    assert sample.controller.selected == (LEM,)


@pytest.mark.rule("D6P-15")
def test_the_button_leads_there_as_well(sample: Program, qtbot: QtBot) -> None:
    """Lem acts: one click, whoever was selected meanwhile."""
    brandt_shoots(sample)
    sample.window.table.select([MOTH])
    qtbot.mouseClick(sample.tying.panel.go_on, Qt.MouseButton.LeftButton)
    assert sample.controller.selected == (LEM,)
    assert sample.window.regions.current == "bench"


@pytest.mark.rule("D6P-15")
def test_enter_applies_both_in_one_step_of_undo(sample: Program, qtbot: QtBot) -> None:
    """With both done the keyboard is on Apply both; Enter makes both true, one undo takes both back."""
    brandt_shoots(sample)
    lem_throws(sample)
    panel, context = sample.tying.panel, sample.controller.context
    assert panel.go_on.words == "Apply both"
    qtbot.waitUntil(panel.go_on.hasFocus)
    assert [change.gauges[0].after.current for change in panel.tie.changes] == [5, -1]  # type: ignore[union-attr]
    assert context.combatant(LEM).gauges["th"] == 8
    qtbot.keyClick(panel.go_on, Qt.Key.Key_Return)
    gauges = {who: sample.controller.context.combatant(who).gauges["th"] for who in (BRANDT, LEM)}
    assert gauges == {BRANDT: 5, LEM: -1}
    look(sample)
    assert not sample.tying.is_open
    assert sample.window.table.hasFocus()
    sample.controller.undo()
    assert sample.controller.context.combatant(BRANDT).gauges["th"] == 9
    assert sample.controller.context.combatant(LEM).gauges["th"] == 8
    qtbot.waitUntil(lambda: sample.tying.is_open)


@pytest.mark.rule("D6P-15")
def test_what_waits_is_lit_up_in_the_rows_of_the_table(sample: Program) -> None:
    """Gauges before and after stand in the table while results wait, and go with them."""
    brandt_shoots(sample)
    rows = sample.window.table.rows
    change = rows.change_at(rows.place_of(LEM))
    assert change is not None
    assert (change.gauges[0].before.current, change.gauges[0].after.current) == (8, -1)
    assert rows.change_at(rows.place_of(BRANDT)) is None
    sample.window.begin_change("-")
    sample.window.damage.dismiss()
    assert rows.change_at(rows.place_of(LEM)) == change
    sample.controller.undo()
    sample.controller.undo()
    assert rows.change_at(rows.place_of(LEM)) is None


@pytest.mark.rule("D6P-15")
def test_escape_closes_it_and_its_key_and_sign_open_it_again(sample: Program, qtbot: QtBot) -> None:
    """Results go on waiting; S opens the panel again, and so does the sign beside the names in the tool bar."""
    brandt_shoots(sample)
    lem_throws(sample)
    panel, held = sample.tying.panel, sample.controller.context.state.held
    qtbot.keyClick(panel.go_on, Qt.Key.Key_Escape)
    look(sample)
    assert not sample.tying.is_open
    assert sample.controller.context.state.held == held
    assert sample.window.table.hasFocus()
    qtbot.keyClick(sample.window.table, Qt.Key.Key_S)
    assert sample.tying.is_open
    qtbot.keyClick(panel.go_on, Qt.Key.Key_Escape)
    qtbot.mouseClick(sample.window.turn_bar.heading.tie, Qt.MouseButton.LeftButton)
    assert sample.tying.is_open
    assert panel.go_on.hasFocus()


@pytest.mark.rule("D6P-15")
def test_whoever_writes_a_note_is_not_interrupted(sample: Program, qtbot: QtBot) -> None:
    """The tie becomes complete meanwhile, by dice of a phone: the panel is there, the keyboard stays."""
    brandt_shoots(sample)
    sample.window.status.show_tab("notes")
    notes = sample.window.status.notes.findChild(QPlainTextEdit) or sample.window.status.notes
    notes.setFocus()
    qtbot.waitUntil(lambda: sample.window.regions.current == "sheet")
    lem_throws(sample)
    qtbot.wait(50)
    assert sample.tying.is_open
    assert sample.window.regions.current == "sheet"


@pytest.mark.rule("D6P-15")
def test_next_applies_and_moves_on(sample: Program, qtbot: QtBot) -> None:
    """N does what the button does, and the next acts: from the panel as from anywhere."""
    brandt_shoots(sample)
    lem_throws(sample)
    qtbot.keyClick(sample.tying.panel.go_on, Qt.Key.Key_N)
    assert sample.controller.context.combatant(LEM).gauges["th"] == -1
    assert sample.controller.context.state.acting == (CombatantId("ines"),)
    look(sample)
    assert not sample.tying.is_open


@pytest.mark.rule("D6P-15")
def test_next_says_once_who_has_not_acted_and_passes_them_the_second_time(sample: Program) -> None:
    """Whoever has declared nothing is named as well: results wait for it."""
    brandt_shoots(sample)
    controller, step = sample.controller, sample.window.actions_of["next"].trigger
    controller.perform(d6pool.Declare(who=LEM, intent=""))
    head = controller.session.log.head
    step()
    assert controller.session.log.head == head
    assert "Lem" in sample.window.log.prompt.text
    step()
    assert controller.session.log.head != head


@pytest.mark.rule("D6P-15")
def test_one_by_one_is_a_ruling_of_the_game_masters(sample: Program, qtbot: QtBot) -> None:
    """What there is takes effect before Lem has acted, who then acts on it; the log says so, one undo takes it back."""
    brandt_shoots(sample)
    panel = sample.tying.panel
    assert panel.one_by_one.isVisible()
    qtbot.mouseClick(panel.one_by_one, Qt.MouseButton.LeftButton)
    controller = sample.controller
    assert controller.context.combatant(LEM).gauges["th"] == -1
    label = controller.context.texts.sentence(controller.session.log.path()[-1].label)
    assert label.startswith("One by one")
    look(sample)
    assert not sample.tying.is_open
    controller.undo()
    assert controller.context.combatant(LEM).gauges["th"] == 8


@pytest.mark.rule("D6P-15")
def test_a_missing_roll_stands_on_the_button_which_leads_there(
    sample: Program, qtbot: QtBot
) -> None:
    """A grenade in the air is still to be resolved: the button says so, and the keyboard goes to the strip."""
    brandt_shoots(sample)
    throw = d6pool.Throw(who=LEM, metres=8)
    play(sample, throw, throw="433", scatter_distance="2", scatter_direction="1")
    panel = sample.tying.panel
    assert sample.tying.is_open
    assert panel.go_on.words == "1 roll missing"
    qtbot.mouseClick(panel.go_on, Qt.MouseButton.LeftButton)
    assert sample.window.regions.current == "strip"


@pytest.mark.rule("D6P-15")
def test_a_die_is_changed_at_its_card_and_all_below_is_worked_out_anew(
    sample: Program, qtbot: QtBot
) -> None:
    """F2 on a card opens the field over it; the correction is seen in the panel, which stays open."""
    brandt_shoots(sample)
    lem_throws(sample)
    panel = sample.tying.panel
    card = panel.halves[0].cards[1]
    assert card.result is not None
    qtbot.keyClick(card, Qt.Key.Key_F2)
    field = sample.connections.corrections.field
    assert field is not None
    while field.line.placeholderText() and not field.line.reading_words:
        place = sample.connections.corrections._step
        if place.startswith("2."):
            break
        qtbot.keyClick(field.line, Qt.Key.Key_Right)
    qtbot.keyClicks(field.line, "6 6 6 6 6 6 misread")
    qtbot.keyClick(field.line, Qt.Key.Key_Return)
    look(sample)
    assert sample.tying.is_open
    waits = panel.halves[0].member.waits  # type: ignore[union-attr]
    assert waits[0].sum == "4 + 20 = 24 wounds"


@pytest.mark.rule("D6P-15")
def test_undo_of_all_results_closes_the_panel(sample: Program) -> None:
    """Nothing is left to be shown side by side: the bench is there again."""
    brandt_shoots(sample)
    assert sample.tying.is_open
    while sample.controller.context.state.held:
        sample.controller.undo()
    look(sample)
    assert not sample.tying.is_open
    assert sample.window.attack_panel.isVisible()


@pytest.mark.rule("PHA-19")
def test_a_tie_of_phases_shows_wounds_and_tests(
    replayed: Callable[[Path], Program], tmp_path: Path, qtbot: QtBot
) -> None:
    """Places with their wounds before and after, the tests in the card they came of, and what will be there."""
    text = PHASES.read_text(encoding="utf-8")
    file = tmp_path / "tie.toml"
    file.write_text(text[: text.index('[[steps]]\ndo = "apply"')], encoding="utf-8")
    program = replayed(file)
    look(program)
    assert not program.tying.is_open
    program.tying.toggle()
    panel = program.tying.panel
    assert program.tying.is_open
    left, right = (half.member for half in panel.halves[:2])
    assert left is not None
    assert right is not None
    assert [row.name for row in left.results[0].rolls][-2:] == ["Shock Test", "COOL test"]
    assert [(wound.name, wound.after[1]) for wound in right.waits[0].wounds] == [
        ("Right arm", "C"),
        ("Left arm", "S"),
    ]
    assert panel.go_on.words == "Apply both"
    qtbot.mouseClick(panel.go_on, Qt.MouseButton.LeftButton)
    state = program.controller.context.state
    assert not state.held
    look(program)
    assert not program.tying.is_open
    assert state.combatants[CombatantId("twohands")].locations["right_arm"].level == 5


@pytest.mark.rule("PHA-19", "PHA-23")
def test_who_has_declared_several_actions_goes_on_before_the_next(
    replayed: Callable[[Path], Program], tmp_path: Path
) -> None:
    """Vee has two actions, Rook one: after Vee's first shot she is still on the bench, after the second he is."""
    file = tmp_path / "two.toml"
    file.write_text(TWO, encoding="utf-8")
    program = replayed(file)
    vee, rook = CombatantId("vee"), CombatantId("rook")
    shot = phases.Attack(who=vee, target=rook, place="torso", defense="standard")
    play(program, shot, defense="666", attack="112")
    assert program.tying.controller.tie is not None
    assert program.tying.controller.tie.members[0].goes_on
    look(program)
    assert not program.tying.is_open
    assert program.connections.attack.form.actor == vee
    play(program, shot, defense="666", attack="112")
    assert program.tying.is_open
    assert program.window.table.selected() == (rook,)
    assert program.connections.attack.form.actor == rook
    assert program.tying.panel.go_on.words == "Rook acts"
    play(
        program,
        phases.Attack(who=rook, target=vee, place="torso", defense="standard"),
        defense="666",
        attack="112",
    )
    assert program.tying.panel.go_on.words == "Go on"
    program.tying.panel.go_on.click()
    assert program.controller.context.state.acting != (vee, rook)


@pytest.mark.rule("CHR-26", "CWN-15")
@pytest.mark.parametrize("sample_name", ["deep-static", "redlines"])
def test_blocks_and_sides_are_no_tie(replayed: Callable[[Path], Program], sample_name: str) -> None:
    """Whole blocks and sides act, and nothing of theirs waits: the panel never opens, the key says why."""
    program = replayed(paths.data_folder("resources") / "samples" / f"{sample_name}.toml")
    controller = program.controller
    for _ in range(4):
        assert program.tying.controller.tie is None
        assert program.window.turn_bar.heading.tie.isHidden()
        program.window.actions_of["simultaneous"].trigger()
        look(program)
        assert not program.tying.is_open
        assert "Nobody acts at once" in program.window.log.prompt.text
        controller.start(NextStep())
        while isinstance(controller.waits_for, tuple):
            controller.answer([None] * len(controller.waits_for))
