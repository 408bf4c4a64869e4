"""What the attack on the bench sweeps is seen on the plan: the strip of a burst, the cone of suppressive fire."""

from math import cos, radians, sin
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.field.mark_paint import swept_path
from encounter_gui.rules.model.commands import Add, Next, Put, SetPlan
from encounter_gui.rules.view import SightLine
from tests.gui.field.conftest import Start, open_field, seen_at, show
from tests.gui.window.conftest import look
from tests.rules.systems.cwn.field.ground import Ground

START, END = QPointF(100, 100), QPointF(180, 160)  # 100 long


def line(width: float = 0, degrees: float = 0, length: float = 0) -> SightLine:
    """Returns a line that sweeps so much."""
    return SightLine(
        who=CombatantId("a"),
        target=CombatantId("b"),
        distance=10,
        head="",
        text="",
        width=width,
        degrees=degrees,
        length=length,
    )


def test_the_strip_lies_along_the_line() -> None:
    """Half its width to either side, from the one to the other and no farther; the scale counts."""
    path = swept_path(line(width=4), START, END, 5)
    across = QPointF(-0.6, 0.8)
    middle = (START + END) / 2
    for sign in (-1, 1):
        assert path.contains(middle + across * 9 * sign)
        assert not path.contains(middle + across * 11 * sign)
    assert not path.contains(START - QPointF(1.6, 1.2))
    assert not path.contains(END + QPointF(1.6, 1.2))


def test_the_cone_opens_towards_the_target() -> None:
    """Half its degrees to either side, and as long as it is, past the target."""
    path = swept_path(line(degrees=90, length=30), START, END, 5)
    towards = 36.87

    def at(degrees: float, far: float) -> QPointF:
        angle = radians(towards + degrees)
        return START + QPointF(cos(angle), sin(angle)) * far

    assert path.contains(at(0, 140))
    assert not path.contains(at(0, 155))
    for side in (-1, 1):
        assert path.contains(at(43 * side, 100))
        assert not path.contains(at(47 * side, 100))
    assert not path.contains(at(180, 20))


@pytest.mark.parametrize("scale", [0.5, 40])
def test_a_line_alone_sweeps_nothing(scale: float) -> None:
    """Nor do two who stand on one point."""
    assert swept_path(line(), START, END, scale).isEmpty()
    assert swept_path(line(width=5), START, START, scale).isEmpty()


def test_the_plan_follows_the_bench(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    """With suppressive fire chosen the cone is painted and its people named; with a shot again it is gone."""
    program = start()
    program.campaigns.create(tmp_path / "Swept.encounter")
    program.campaigns.create_encounter("Swept", "cwn")
    controller = program.controller
    ground = Ground()  # nobody in the library carries such a weapon
    op = ground.combatant(ground.pc("Op", items=["automatic_rifle"]))
    assert controller.perform(Add(combatant=op))
    for name in ("Foe", "Beside"):
        assert controller.perform(Add(creature="halloran", name=name, side="foe"))
    known = {each.name: each.id for each in controller.context.state.combatants.values()}
    assert controller.perform(SetPlan(size=(80, 40)))
    for name, at in (("Op", (10, 20)), ("Foe", (40, 20)), ("Beside", (40, 30))):
        assert controller.perform(Put(who=(known[name],), at=at))
    show(program, qtbot)
    for _ in range(20):
        if known["Op"] in controller.context.state.acting:
            break
        controller.perform(Next())
        look(program)
    open_field(program, qtbot)
    panel = program.window.attack_panel
    panel.choose({"who": known["Op"], "target": known["Foe"], "how": "attack"})

    def swept() -> tuple[float, str, int, int]:
        look(program)
        controller.second_frame.flush()
        found = program.field.panel.state.view.line
        assert found is not None
        image = program.field.panel.surface.grab().toImage()
        ratio = image.devicePixelRatio()

        def red_at(point: QPointF) -> int:
            colour = image.pixelColor(round(point.x() * ratio), round(point.y() * ratio))
            return colour.red() - colour.blue()

        above = seen_at(program, (40, 30)) - QPointF(0, 15.5)
        return found.degrees, found.swept, red_at(seen_at(program, (35.5, 25.5))), red_at(above)

    degrees, words, plain, no_ring = swept()
    assert (degrees, words) == (0, "")
    panel.choose({"how": "suppress"})
    degrees, words, red, ring = swept()
    assert (degrees, words) == (90, "1 more in it: Beside")
    assert red > plain
    assert ring > red > no_ring
    assert words in program.field.panel.surface.accessibleDescription()
    panel.choose({"how": "attack"})
    assert swept() == (0, "", plain, no_ring)
