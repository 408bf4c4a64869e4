"""The bench follows the plan: that sets what it decides, a hand may decide otherwise, and a move decides it anew."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Point
from encounter_gui.encounter.plan import Unit
from encounter_gui.gui.attack.attack_panel import AttackPanel
from encounter_gui.gui.attack.fields.plan_mark import PlanMark
from encounter_gui.gui.attack.fields.segment_chooser import SegmentChooser
from encounter_gui.rules.model.commands import Add, Put, PutArea, SetPlan
from encounter_gui.rules.systems.phases.commands import Attack as PhasesAttack
from encounter_gui.rules.view import FormField, Odds, Toggle
from tests.gui.window.conftest import Start, look, show
from tests.gui.window.test_fallen_targets import named
from tests.gui.window.test_shot_at_player import CASES, PROGRAM, Case, press_next
from tests.helpers.looks import looks_of

SCALES: dict[Unit, float] = {"m": 1, "ft": 5}
"""A metre of a fight that is the same in every game: whoever leans out from behind cover does so farther in feet."""

LEFT = Qt.MouseButton.LeftButton


@dataclass
class Bench:
    """The bench of a fight in which a gunner acts, with two in front of it, and what is asked of it."""

    program: Program
    qtbot: QtBot

    @property
    def panel(self) -> AttackPanel:
        """The bench."""
        return self.program.window.attack_panel

    @property
    def unit(self) -> Unit:
        """The unit of the game's plans."""
        return self.program.controller.system.field(self.program.controller.context).unit

    def field(self, key: str) -> FormField:
        """Returns a question as it is asked now."""
        form = self.program.connections.attack.form
        return next(each for each in form.fields if each.key == key)

    def toggle(self, key: str) -> Toggle:
        """Returns a modifier as it stands now."""
        form = self.program.connections.attack.form
        return next(each for each in form.toggles if each.key == key)

    def odds(self) -> Odds:
        """Returns the odds of what is on the bench."""
        command = self.program.connections.attack.form.command
        assert command is not None
        odds = self.program.controller.system.odds(self.program.controller.context, command)
        assert odds is not None
        return odds

    def put(self, name: str, at: Point) -> None:
        """Puts somebody somewhere."""
        self.program.controller.perform(Put(who=(named(self.program, name),), at=at))
        look(self.program)

    def aim(self, name: str) -> None:
        """Aims at somebody, as a click on their row does."""
        self.program.window.table.select([named(self.program, name)])
        look(self.program)

    def click(self, widget: QWidget) -> None:
        """Clicks on something of the bench."""
        self.qtbot.mouseClick(widget, LEFT)
        look(self.program)

    def press(self, key: str) -> None:
        """Clicks on a modifier."""
        pills = self.panel.set_up.pills.pills
        self.click(next(each for each in pills if each.toggle_shown.key == key))

    def segments(self, key: str) -> SegmentChooser:
        """Returns the segments of a question."""
        widget = self.panel.set_up.choosers.widget(key) or self.panel.head.widget(key)
        assert isinstance(widget, SegmentChooser)
        return widget

    def mark(self, key: str) -> PlanMark:
        """Returns the mark behind a question."""
        return self.segments(key).findChildren(PlanMark)[0]


@pytest.fixture
def bench(start: Start, qtbot: QtBot, tmp_path: Path) -> Bench:
    """A gunner of Cities Without Number acts, Vesper and Static stand before it; nobody is placed."""
    program = start()
    program.campaigns.create(tmp_path / "Field.encounter")
    program.campaigns.create_encounter("Field", "cwn")
    controller = program.controller
    for name in ("Vesper", "Static"):
        assert controller.perform(Add(creature="halloran", name=name, side="pc"))
    assert controller.perform(Add(creature="halloran", name="Gunner", side="foe"))
    show(program, qtbot)
    controller.set_rollers(PROGRAM)
    for _ in range(60):
        acting = [controller.context.combatant(who).name for who in controller.context.state.acting]
        if acting == ["Gunner"] and program.window.attack_panel.set_up.dice.resolve.isEnabled():
            break
        press_next(program)
    found = Bench(program, qtbot)
    found.aim("Vesper")
    return found


def place_all(bench: Bench) -> None:
    """The gunner stands 12 m from Vesper, who is behind crates, and 62 m from Static, who stands free."""
    bench.put("Gunner", (10, 20))
    bench.put("Vesper", (22, 20))
    bench.put("Static", (70, 35))
    assert bench.program.controller.perform(
        PutArea(at=(19, 18), size=(2, 4), name="Crates", is_="cover")
    )
    look(bench.program)


def test_with_nobody_placed_nothing_is_by_the_plan(bench: Bench) -> None:
    """A plan on which nobody stands changes nothing that can be seen of the bench."""
    before = looks_of(bench.panel)
    assert bench.program.controller.perform(SetPlan(size=(80, 40), name="Depot"))
    look(bench.program)
    assert looks_of(bench.panel) == before
    assert not bench.mark("reach").isVisible()
    assert {each.by_plan for each in bench.program.connections.attack.form.fields} == {""}


def test_what_the_plan_says_is_set_and_says_so(bench: Bench) -> None:
    """Range and cover are set with a lock and the word, and the tip says how far and by what; both can be pressed."""
    place_all(bench)
    cover = bench.toggle("cover_partial")
    assert (cover.is_on, cover.is_locked, cover.by_plan) == (True, False, "plan")
    assert cover.plan_says == "Crates · 12 m from Gunner to Vesper"
    pill = next(p for p in bench.panel.set_up.pills.pills if p.toggle_shown == cover)
    assert pill.isEnabled()
    assert pill.isChecked()
    assert "Set by the field: Crates · 12 m from Gunner to Vesper" in pill.toolTip()
    mark = bench.mark("reach")
    assert mark.isVisible()
    assert "12 m from Gunner to Vesper" in mark.toolTip()
    assert "field" in mark.accessibleName()


def test_a_click_overrules_the_plan_and_another_gives_it_back(bench: Bench) -> None:
    """The choice stands among the choices only as long as it is the game master's."""
    place_all(bench)
    free = bench.odds()
    bench.press("cover_partial")
    cover = bench.toggle("cover_partial")
    assert (cover.is_on, cover.by_plan) == (False, "overruled")
    assert bench.program.connections.attack.choices["cover_partial"] == "off"
    assert bench.odds().headline_numbers[0].probability > free.headline_numbers[0].probability
    bench.press("cover_partial")
    assert bench.toggle("cover_partial").by_plan == "plan"
    assert "cover_partial" not in bench.program.connections.attack.choices
    assert bench.odds() == free


def test_another_of_its_group_gives_way_too(bench: Bench) -> None:
    """Greater cover in the place of what the plan says: given back, it is the plan's cover alone."""
    place_all(bench)
    bench.press("cover_near_total")
    assert bench.toggle("cover_partial").by_plan == "overruled"
    assert bench.toggle("cover_near_total").is_on
    bench.press("cover_partial")
    assert (bench.toggle("cover_partial").is_on, bench.toggle("cover_near_total").is_on) == (
        True,
        False,
    )
    assert (
        not {"cover_partial", "cover_near_total"} & bench.program.connections.attack.choices.keys()
    )


def test_segments_are_decided_by_hand_and_given_back(bench: Bench) -> None:
    """A click on another segment overrules, a second on the same, or one on the mark, gives back."""
    place_all(bench)
    planned = bench.field("reach").chosen
    other = next(at for at, each in enumerate(bench.field("reach").options) if each.key != planned)
    bench.click(bench.segments("reach").buttons[other])
    assert bench.field("reach").by_plan == "overruled"
    assert bench.field("reach").chosen != planned
    assert "until somebody moves" in bench.mark("reach").toolTip()
    bench.click(bench.segments("reach").buttons[other])
    assert (bench.field("reach").by_plan, bench.field("reach").chosen) == ("plan", planned)
    bench.click(bench.mark("reach"))
    assert (bench.field("reach").by_plan, bench.field("reach").chosen) == ("overruled", planned)
    bench.click(bench.mark("reach"))
    assert bench.field("reach").by_plan == "plan"


@pytest.mark.parametrize("mover", ["Gunner", "Vesper"])
def test_f8_stale_distance(bench: Bench, mover: str) -> None:
    """Either one moves between declaring and rolling: what was decided by hand is the plan's again, and odds follow."""
    place_all(bench)
    bench.press("cover_partial")
    bench.click(bench.segments("reach").buttons[-1])
    by_hand = bench.odds()
    bench.put(mover, (22, 30) if mover == "Gunner" else (22, 10))  # past the crates
    choices = bench.program.connections.attack.choices
    assert not {"cover_partial", "reach"} & choices.keys()
    assert bench.field("reach").by_plan == "plan"
    assert not bench.toggle("cover_partial").is_on
    assert bench.odds() != by_hand


def test_f8_stale_distance_after_another_target(bench: Bench) -> None:
    """With another target band, chips and odds are theirs; what was decided by hand stayed with the first."""
    place_all(bench)
    at_vesper = bench.odds()
    bench.press("cover_partial")
    bench.aim("Static")
    assert bench.field("reach").by_plan == "plan"
    assert "61.8 m" in bench.field("reach").plan_says
    assert bench.toggle("cover_partial").by_plan == ""
    assert not bench.toggle("cover_partial").is_on
    bench.aim("Vesper")
    assert bench.toggle("cover_partial").by_plan == "overruled"
    bench.aim("Static")
    bench.put("Vesper", (23, 20))
    bench.aim("Vesper")
    assert bench.toggle("cover_partial").by_plan == "plan"
    assert bench.odds().headline_numbers == at_vesper.headline_numbers


def test_who_moves_besides_changes_nothing(bench: Bench) -> None:
    """What was decided by hand lives until the actor or the target moves, not anybody else."""
    place_all(bench)
    bench.press("cover_partial")
    bench.put("Static", (60, 20))
    assert bench.toggle("cover_partial").by_plan == "overruled"


def test_an_area_that_changes_decides_anew(bench: Bench) -> None:
    """The plan itself is another: what it says counts again."""
    place_all(bench)
    bench.press("cover_partial")
    bench.program.controller.perform(PutArea(area="area_1", step="cover_near_total"))
    look(bench.program)
    assert bench.toggle("cover_near_total").by_plan == "plan"
    assert bench.toggle("cover_near_total").is_on


def test_what_was_chosen_before_anybody_stood_anywhere_gives_way(bench: Bench) -> None:
    """A range typed by hand is no decision against a plan that was not there yet."""
    bench.click(bench.segments("reach").buttons[-1])
    assert "reach" in bench.program.connections.attack.choices
    place_all(bench)
    assert bench.field("reach").by_plan == "plan"
    assert bench.field("reach").chosen == "normal"


def test_the_attacks_of_many_follow(bench: Bench) -> None:
    """Each shoots from where it stands; what is decided by hand for all gives way once one of them moves."""
    controller = bench.program.controller
    place_all(bench)
    attack = bench.program.connections.attack
    gunner = named(bench.program, "Gunner")
    attack.turn_to_many()
    look(bench.program)
    assert attack.form.is_of_many
    assert bench.field("reach").by_plan == "plan"
    assert "from their own place" in bench.field("reach").plan_says
    bench.press("cover_partial")
    assert bench.toggle("cover_partial").by_plan == "overruled"
    bench.put("Gunner", (11, 20))
    assert bench.toggle("cover_partial").by_plan == "plan"
    far = controller.context.combatant(CombatantId(gunner)).place
    assert far is not None
    assert far.x == 11


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.system)
def test_f8_stale_distance_in_every_game(
    case: Case, start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """Whatever the plan decides on the bench of a game: decided by hand it is so until somebody moves."""
    bench = opened(case, start, qtbot, tmp_path)
    program, controller = bench.program, bench.program.controller
    scale = SCALES[bench.unit]
    bench.put("Gunner", (10 * scale, 20 * scale))
    bench.put("Vesper", (18 * scale, 20 * scale))
    assert controller.perform(
        PutArea(at=(18 * scale, 20 * scale), radius=1.5 * scale, name="Cellar", is_="dark")
    )
    assert controller.perform(
        PutArea(
            at=(14 * scale, 18 * scale),
            size=(2 * scale, 4 * scale),
            name="Crates",
            is_="cover",
            amount=0 if case.system == "chrome" else -2,  # its checks know no numbers
        )
    )
    bench.aim("Vesper")
    form = program.connections.attack.form
    fields = [each for each in form.fields if each.by_plan == "plan"]
    toggles = [each for each in form.toggles if each.by_plan == "plan"]
    assert fields or toggles
    choices = {each.key: each.chosen for each in fields} | {each.key: "off" for each in toggles}
    bench.panel.choose(choices)
    look(program)
    form = program.connections.attack.form
    assert {each.by_plan for each in (*form.fields, *form.toggles) if each.key in choices} == {
        "overruled"
    }
    bench.put("Vesper", (18 * scale, 21 * scale))
    assert not choices.keys() & program.connections.attack.choices.keys()


def test_in_phases_a_click_overrules_an_area(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    """The game master's amount of an area is on by the plan; a click turns it off, another, or a move, on again."""
    phases = next(each for each in CASES if each.system == "phases")
    bench = opened(phases, start, qtbot, tmp_path)
    controller = bench.program.controller
    bench.put("Gunner", (50, 100))
    bench.put("Vesper", (90, 100))
    free = bench.odds()
    # The rules have no modifiers of cover and dark: what has no amount changes nothing.
    assert controller.perform(PutArea(at=(90, 100), radius=8, name="Cellar", is_="dark"))
    look(bench.program)
    assert not [each for each in bench.program.connections.attack.form.toggles if each.by_plan]
    assert controller.perform(
        PutArea(at=(70, 90), size=(10, 20), name="Crates", is_="cover", amount=-2)
    )
    look(bench.program)
    key = "area:area_2"
    crates = bench.toggle(key)
    assert (crates.text, crates.amount, crates.is_on, crates.by_plan) == (
        "Crates",
        "−2",
        True,
        "plan",
    )
    assert bench.odds() != free
    bench.press(key)
    assert (bench.toggle(key).is_on, bench.toggle(key).by_plan) == (False, "overruled")
    command = bench.program.connections.attack.form.command
    assert isinstance(command, PhasesAttack)
    assert command.overruled == ("area_2",)
    assert bench.odds().headline_numbers == free.headline_numbers
    bench.press(key)
    assert (bench.toggle(key).is_on, bench.toggle(key).by_plan) == (True, "plan")
    bench.press(key)
    bench.put("Vesper", (95, 100))
    assert (bench.toggle(key).is_on, bench.toggle(key).by_plan) == (True, "plan")
    assert key not in bench.program.connections.attack.choices


def opened(case: Case, start: Start, qtbot: QtBot, tmp_path: Path) -> Bench:
    """Returns the bench of a fight of a game in which the gunner acts and aims at the player character."""
    program = start()
    program.campaigns.create(tmp_path / "Field.encounter")
    program.campaigns.create_encounter("Field", case.system)
    controller = program.controller
    assert controller.perform(Add(creature=case.player, name="Vesper", side="pc"))
    assert controller.perform(Add(creature=case.enemy, name="Gunner", side="foe"))
    show(program, qtbot)
    controller.set_rollers(PROGRAM)
    for _ in range(60):
        look(program)  # the bench follows a frame later
        acting = [controller.context.combatant(who).name for who in controller.context.state.acting]
        if acting == ["Gunner"] and program.window.attack_panel.set_up.dice.resolve.isEnabled():
            break
        press_next(program)
    assert acting == ["Gunner"]
    found = Bench(program, qtbot)
    found.aim("Vesper")
    return found
