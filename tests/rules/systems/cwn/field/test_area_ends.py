"""When areas end: with rounds while the fight runs, by the clock once it is over (acceptance case T10)."""

import pytest

from encounter_gui.encounter.plan import Area
from encounter_gui.rules.model.commands import Finish, Next, PassTime
from tests.rules.systems.cwn.field.ground import Ground

ROUND = 6
"""Seconds of a round."""


@pytest.fixture
def ground() -> Ground:
    """A fight in round 1 on a plan, with smoke until the next turn, for 1 round and for 3, and crates."""
    ground = Ground()
    ground.at(ground.pc("One"), 10, 10)
    ground.at(ground.npc("Foe"), 20, 10)
    ground.start()
    for name, until in (
        ("Turn", "next turn"),
        ("One", "1 round"),
        ("Three", "3 rounds"),
        ("C", ""),
    ):
        ground.area("smoke", (30, 30), (5, 5), name=name, until=until)
    return ground


def there(ground: Ground) -> dict[str, Area]:
    """The areas of the plan, by name."""
    plan = ground.context.state.plan
    assert plan is not None
    return {each.name: each for each in plan.areas}


def test_with_the_fight_end_those_of_its_last_round(ground: Ground) -> None:
    """The last round counts as a whole; what lasts longer runs on by the clock, and waits for no round and no turn."""
    ground.play(Finish())
    left = there(ground)
    assert set(left) == {"Turn", "Three", "C"}
    now = ground.context.state.clock
    ends = {
        name: each.until.at - now for name, each in left.items() if each.until and each.until.at
    }
    assert ends == {"Turn": ROUND, "Three": 2 * ROUND}
    words = ground.system.field(ground.context).words[left["Three"].key]
    assert words[1].startswith("until Day 1")


def test_they_go_as_time_passes(ground: Ground) -> None:
    """Each at its second, and the line says which; crates stay."""
    ground.play(Finish())
    ground.play(PassTime(for_="6 s"))
    assert set(there(ground)) == {"Three", "C"}
    assert "Turn is gone from the plan" in ground.context.texts.sentence(ground.labels[0])
    ground.play(PassTime(for_="1 h"))
    assert set(there(ground)) == {"C"}


def test_a_fight_that_goes_on_after_all_counts_on(ground: Ground) -> None:
    """Two rounds are left of three, as without the end between."""
    ground.play(Finish())
    ground.play(Next())
    seen = []
    while "Three" in there(ground):
        seen.append(ground.context.state.round)
        ground.play(Next())
    assert max(seen) == 3


def test_of_a_fight_that_has_not_begun_they_wait_for_its_rounds() -> None:
    """Time that passes in preparation takes no smoke away."""
    ground = Ground()
    ground.at(ground.pc("One"), 10, 10)
    ground.area("smoke", (30, 30), (5, 5), name="Smoke", until="2 rounds")
    ground.play(PassTime(for_="1 h"))
    (smoke,) = there(ground).values()
    assert smoke.until is not None
    assert (smoke.until.at, smoke.until.round) == (None, 2)
