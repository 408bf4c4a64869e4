"""Comparing on a plan: how far the target of the bench is, and what that makes of the chances."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.model.commands import Next, Put, SetPlan
from encounter_gui.rules.systems.cwn import commands as do
from tests.rules.systems.cwn.bout import Bout


def _at_once(bout: Bout) -> tuple[CombatantId, CombatantId]:
    who = bout.pc("Vee", items=["heavy_pistol"], shoot=2)
    target = bout.npc("Gang", hp=20)
    bout.play(Next())
    bout.play(Next(), 8, 1)
    return who, target


@pytest.mark.rule("CWN-28")
@pytest.mark.parametrize(("metres", "words"), [(8, "8 m, normal"), (40, "40 m, long")])
def test_the_comparison_says_how_far_the_target_is_and_in_which_range(
    metres: int, words: str
) -> None:
    bout = Bout()
    who, target = _at_once(bout)
    choices = {"who": who, "target": target, "weapon": "heavy_pistol"}
    assert bout.system.first_comparison(bout.context, choices).line == ""
    bout.play(SetPlan(size=(100, 20)))
    bout.play(Put(who=(who,), at=(2, 10)))
    assert bout.system.first_comparison(bout.context, choices).line == ""
    bout.play(Put(who=(target,), at=(2 + metres, 10)))
    found = bout.system.first_comparison(bout.context, choices)
    assert found.line == words


@pytest.mark.rule("CWN-28")
def test_odds_and_comparison_read_the_distance_as_if_it_were_typed() -> None:
    bout = Bout()
    who, target = _at_once(bout)
    attack = do.Attack(who=who, target=target, weapon="heavy_pistol")
    typed = {
        metres: bout.system.odds(bout.context, do.Attack(who=who, target=target, metres=metres))
        for metres in (8, 40)
    }
    bout.play(SetPlan(size=(100, 20)))
    bout.play(Put(who=(who,), at=(2, 10)))
    for metres, odds in typed.items():
        bout.play(Put(who=(target,), at=(2 + metres, 10)))
        assert bout.system.odds(bout.context, attack) == odds
        measures = bout.system.measures(bout.context, attack)
        choices = {"who": who, "target": target, "weapon": "heavy_pistol"}
        now = bout.system.comparison(bout.context, choices).now
        assert measures is not None
        assert now is not None
        assert now.hit == measures.hit
    assert typed[8] != typed[40]
