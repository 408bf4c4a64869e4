"""What a ruleset of one's own changes in the rules of Cities Without Number."""

import pytest
from msgspec.structs import replace

from encounter_gui.rules.files.loader import build
from encounter_gui.rules.systems.cwn import commands as do
from tests.helpers.rulesets import read
from tests.rules.systems.cwn.bout import Bout

HOUSE = """
name = "House"
extends = "cwn"

[numbers.snap_hit]
value = -1

[[actions]]
key = "stand"
spends = "on_turn"

[[actions]]
key = "withdraw"
is_allowed = false
"""


@pytest.fixture
def bout() -> Bout:
    """A table at which the house rules are played by."""
    table = Bout()
    files = {"ruleset.toml": HOUSE}
    ruleset = build("house", lambda name: files if name == "house" else read(name))
    table.context = replace(table.context, ruleset=ruleset)
    return table


@pytest.mark.rule("CWN-36c")
def test_a_number_of_the_ruleset_counts(bout: Bout) -> None:
    """A Snap Attack costs 1 here, not 4."""
    one, foe = bout.pc("Op"), bout.npc("Foe")
    bout.start(1, 8)
    assert bout.strike(one, foe, 1, how="snap")["bonus"] == -1


@pytest.mark.rule("CWN-36o")
@pytest.mark.rule("CWN-36i")
def test_the_catalogue_says_what_an_action_takes(bout: Bout) -> None:
    """Getting up takes nothing here, and nobody withdraws."""
    one = bout.pc("Op")
    bout.npc("Foe")
    bout.start()
    bout.play(do.GoProne(who=one))
    bout.play(do.Stand(who=one))
    assert bout.left(one) == (1, 1)
    assert bout.refused(do.Withdraw(who=one)) == "rules.action_not_allowed"
