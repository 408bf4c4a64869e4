"""Damage by hand under the CWN rules: soak before hit points, one entry for many, the preview the same as the deed."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.model.commands import Damage, DamageTarget
from encounter_gui.rules.view import ChangePreview
from tests.rules.systems.cwn.bout import Bout


@pytest.fixture
def bout() -> Bout:
    """An empty table."""
    return Bout()


def each(*who: CombatantId) -> tuple[DamageTarget, ...]:
    """Returns these as targets, each with the whole damage."""
    return tuple(DamageTarget(who=one) for one in who)


def row(bout: Bout, command: Damage, who: CombatantId) -> ChangePreview:
    """Returns the row of one target in the preview of a command."""
    rows = bout.system.damage_preview(bout.context, command).rows
    return next(found for found in rows if found.who == who)


@pytest.mark.rule("CWN-07")
@pytest.mark.rule("CWN-57")
def test_the_steam_pipe(bout: Bout) -> None:
    """7 damage to three with ½, ×1 and ×2: soak goes first, an ordinary foe at 0 hit points is dead."""
    bout.pc("Halloran")
    cutter = bout.npc("Cutter", hp=30, soak=5)
    bruiser = bout.npc("Bruiser", hp=6)
    gunman = bout.npc("Gunman A", hp=15, soak=3)
    bout.start()
    command = Damage(
        targets=(
            DamageTarget(who=cutter, share="1/2"),
            DamageTarget(who=bruiser),
            DamageTarget(who=gunman, share="2"),
        ),
        amount=7,
        source="steam pipe",
    )
    preview = bout.system.damage_preview(bout.context, command)
    bout.play(command)
    assert [bout.hp(who) for who in (cutter, bruiser, gunman)] == [30, 0, 4]
    assert [bout.gauge(who, "soak") for who in (cutter, bruiser, gunman)] == [2, 0, 0]
    assert (preview.dealt, preview.stopped, preview.lost, preview.over) == (24, 6, 17, 1)
    assert bout.has(bruiser, "dead")
