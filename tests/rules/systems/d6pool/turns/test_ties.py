"""Acting at once: what waits, for whom, and what becomes of it."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition, Expiry
from encounter_gui.rules.model.commands import Adjust, Finish, Remove
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.turns.rounds import view_of_tie
from tests.helpers.table import Table
from tests.rules.systems.d6pool.conftest import Duel

HIT = (6, 6, 6, 6)
MISS = (1, 1, 1, 1)


class Tie(Duel):
    """Shooter and Third act at once, Mark after them; Third has Health 6, 2 dice of resistance, 4 of dodge."""

    def __init__(self, table: Table, *, first: int = 1) -> None:
        """Takes the table and the shooter's initiative die."""
        super().__init__(table)
        self.third: CombatantId = table.join(
            "Third",
            strength=2,
            dexterity=4,
            firearms=4,
            dodge=4,
            pain_resistance=2,
            items=["revolver"],
        )
        table.begin(first, 1, first)

    def shot(self, **more: object) -> do.Attack:
        """A shot of the shooter at the third."""
        return do.Attack(who=self.who, target=self.third, **more)  # type: ignore[arg-type]  # fields of the command

    def answer(self, **more: object) -> do.Attack:
        """A shot of the third at the shooter."""
        return do.Attack(who=self.third, target=self.who, **more)  # type: ignore[arg-type]  # fields of the command


@pytest.fixture
def tie(table: Table) -> Tie:
    """A tie of two."""
    return Tie(table)


@pytest.mark.rule("D6P-15")
def test_who_falls_in_a_tie_still_acts_and_bleeds_when_all_have_rolled(tie: Tie) -> None:
    """Third is shot down while acting itself: it still shoots, then is down, bleeding from this turn on."""
    table = tie.table
    table.play(tie.shot(), *HIT, *[2] * 6, 1, 1)
    assert not table.combatant(tie.third).has("bleeding")
    table.play(tie.answer(), *MISS)
    table.next()
    bleeding = table.combatant(tie.third).condition("bleeding")
    assert table.gauge(tie.third) == 6 - 10
    assert bleeding is not None
    assert bleeding.count == 1 + 12


@pytest.mark.rule("D6P-15")
def test_wounds_of_several_in_a_tie_add_up(table: Table) -> None:
    """Two tied ones hit the same target: it loses both, and only then falls."""
    tie = Tie(table)
    table.play(do.Attack(who=tie.who, target=tie.mark), *HIT, *[2] * 6, *[1] * 5)
    table.play(do.Attack(who=tie.third, target=tie.mark), *HIT, *[2] * 7, *[1] * 5)
    assert table.gauge(tie.mark) == 12
    table.next()
    assert table.gauge(tie.mark) == 12 - 7 - 9
    assert table.combatant(tie.mark).has("bleeding")


@pytest.mark.rule("D6P-15")
@pytest.mark.rule("D6P-31")
def test_dodge_dice_spent_in_a_tie_are_gone_for_all(tie: Tie) -> None:
    """The pool is one, whoever attacks: what is spent on the one is not there for the other."""
    table = tie.table
    table.play(do.Attack(who=tie.who, target=tie.mark, dodge=2), 1, 1, *MISS)
    table.play(do.Attack(who=tie.who, target=tie.mark, dodge=1), 1, *MISS)
    command = do.Attack(who=tie.third, target=tie.mark, dodge=2)
    assert table.refused(command) == "d6pool.dodge_not_left"


@pytest.mark.rule("D6P-15")
@pytest.mark.rule("D6P-31")
def test_the_second_shot_of_a_tie_meets_a_smaller_dodge_pool_by_switch(tie: Tie) -> None:
    """With stunHitsDodge the own first shot takes its die at once, for the second shot only."""
    table = tie.table
    table.switch("d6pool.stunHitsDodge", True)
    table.happen(ev.GaugeSet(who=tie.third, gauge="dodge", to=2))
    table.play(tie.shot(), *HIT, *[1] * 6, 6, 6)
    assert table.refused(tie.shot(dodge=2)) == "d6pool.dodge_not_left"
    table.play(tie.shot(dodge=1), 1, *MISS)
    table.next()
    assert table.gauge(tie.third, "dodge") == 0


@pytest.mark.rule("D6P-15")
@pytest.mark.rule("D6P-23")
def test_an_aim_taken_in_a_tie_is_lost_to_a_hit_in_it(tie: Tie) -> None:
    """Being stunned ruins the aim when the results take effect."""
    table = tie.table
    table.play(do.Aim(who=tie.third))
    table.play(tie.shot(), *HIT, *[1] * 6, 6, 6)
    assert view_of_tie(table.context, tie.third).combatant(tie.third).has("aimed")
    table.next()
    assert table.combatant(tie.third).has("stunned")
    assert not table.combatant(tie.third).has("aimed")


@pytest.mark.rule("D6P-15", "D6P-23", "D6P-35")
def test_an_aim_taken_in_a_tie_is_lost_to_a_second_stun_in_it(tie: Tie) -> None:
    """Stunned before the tie and again in it: the aim is lost with it, and only with it."""
    table = tie.table
    until = Expiry(round=table.context.state.round)
    table.happen(ev.ConditionAdded(who=tie.third, condition=Condition(key="stunned", until=until)))
    table.play(do.Aim(who=tie.third))
    table.play(tie.shot(), *HIT, *[1] * 6, 6)
    assert view_of_tie(table.context, tie.third).combatant(tie.third).has("aimed")
    table.next()
    assert table.combatant(tie.third).has("stunned")
    assert not table.combatant(tie.third).has("aimed")


@pytest.mark.rule("D6P-15")
@pytest.mark.rule("D6P-46")
def test_first_aid_in_a_tie_waits_too(table: Table) -> None:
    """Cured wounds count when all have rolled; a wound in the same tie is a new set, which may be treated."""
    tie = Tie(table)
    table.happen(ev.GaugeChanged(who=tie.mark, gauge="th", by=-6))
    table.play(do.FirstAid(who=tie.who, patient=tie.mark), 6, 6, 6, 4)
    assert table.gauge(tie.mark) == 6
    table.play(do.Attack(who=tie.third, target=tie.mark), *HIT, *[2] * 7, *[1] * 5)
    table.next()
    assert table.gauge(tie.mark) == 6 + 4 - 9
    assert not table.combatant(tie.mark).has("aided")


@pytest.mark.rule("D6P-15")
@pytest.mark.rule("D6P-48")
def test_nobody_waits_for_the_unconscious(table: Table) -> None:
    """Of two with the same score one is down already: the other acts alone, its results count at once."""
    duel = Duel(table)
    third = table.join("Third", dexterity=4)
    table.begin(1, 6, 1)
    table.play(Adjust(who=(third,), change="-20"))
    table.next()
    assert table.system.heading(table.context).actors == "Shooter acts"
    assert not table.system.notices(table.context)
    table.play(do.Attack(who=duel.who, target=duel.mark), *HIT, *[1] * 6, *[1] * 5)
    assert table.gauge(duel.mark) == 11


@pytest.mark.rule("D6P-16")
@pytest.mark.rule("D6P-23")
def test_second_actions_are_not_tied_with_who_spent_the_turn(table: Table) -> None:
    """Both would act twice at 10, but the one has aimed: the other's second action is nobody's tie."""
    tie = Tie(table, first=6)
    table.play(do.Aim(who=tie.third))
    table.next()
    table.next()
    assert table.context.state.acting == (tie.who, tie.third)
    assert table.system.heading(table.context).actors == "Shooter acts"
    table.play(do.Attack(who=tie.who, target=tie.mark), *HIT, *[1] * 6, *[1] * 5)
    assert table.gauge(tie.mark) == 11


@pytest.mark.rule("D6P-16")
def test_next_says_the_turn_is_over_when_only_spent_ones_are_left(table: Table) -> None:
    """A second action that was spent with the first is not announced, neither by the button nor by the strip."""
    duel = Duel(table)
    table.begin(6, 1)
    table.play(do.Aim(who=duel.who))
    table.next()
    assert table.system.heading(table.context).next == "Next turn"
    looks = [slot.look for slot in table.system.timeline(table.context).slots]
    assert looks == ["done", "now", "later", "done", "later"]


@pytest.mark.rule("D6P-15")
def test_downed_by_hand_in_between_the_results_still_wait(tie: Tie) -> None:
    """Third has shot and is downed by hand: what it did takes effect with the rest, and it acts no more."""
    table = tie.table
    table.play(tie.answer(), *HIT, *[2] * 7, 1, 1, 1)
    table.play(Adjust(who=(tie.third,), change="-9"))
    assert table.refused(tie.answer()) == "d6pool.is_out"
    table.play(tie.shot(), *MISS)
    assert table.gauge(tie.who) == 9
    table.next()
    assert table.gauge(tie.who) == 9 - 11


@pytest.mark.rule("D6P-15")
def test_who_is_left_of_a_tie_waits_for_nobody(tie: Tie) -> None:
    """One of two is taken off the list: what the other did takes effect."""
    table = tie.table
    table.play(do.Attack(who=tie.who, target=tie.mark), *HIT, *[1] * 6, *[1] * 5)
    assert table.gauge(tie.mark) == 12
    table.play(Remove(who=(tie.third,)))
    assert table.gauge(tie.mark) == 11
    assert not table.context.state.held
    table.play(do.Attack(who=tie.who, target=tie.mark), *HIT, *[1] * 6, *[1] * 5)
    assert table.gauge(tie.mark) == 10


@pytest.mark.rule("D6P-15")
def test_what_waits_for_somebody_removed_hurts_nobody(tie: Tie) -> None:
    """The target is gone when the results take effect."""
    table = tie.table
    table.play(tie.shot(), *HIT, *[2] * 6, 1, 1)
    table.play(Remove(who=(tie.third,)))
    table.next()
    assert tie.third not in table.context.state.combatants


@pytest.mark.rule("D6P-15")
def test_a_fight_that_ends_in_a_tie_ends_with_its_results(tie: Tie) -> None:
    """Finish lets what waits take effect; a fight that does not run cannot be finished."""
    table = tie.table
    table.play(tie.shot(), *HIT, *[2] * 6, 1, 1)
    table.play(Finish())
    assert table.gauge(tie.third) == 6 - 10
    assert table.refused(Finish()) == "rules.not_running"


@pytest.mark.rule("D6P-15")
def test_what_a_tied_attacker_rolled_stays_true_when_he_is_removed(table: Table) -> None:
    """His shot was fired: whether he is taken off the list afterwards does not unmake the wounds."""
    tie = Tie(table)
    health = table.gauge(tie.mark)
    table.play(do.Attack(who=tie.who, target=tie.mark), *HIT, *[6] * 6, *[1] * 5)
    assert table.gauge(tie.mark) == health
    table.play(Remove(who=(tie.who,)))
    assert table.gauge(tie.mark) < health


@pytest.mark.rule("D6P-15", "D6P-46")
def test_a_cure_of_a_tie_brings_nobody_above_health(table: Table) -> None:
    """Who was healed by hand while the cure waited gets no more of it than there is room for."""
    tie = Tie(table)
    table.happen(ev.GaugeChanged(who=tie.mark, gauge="th", by=-6))
    table.play(do.FirstAid(who=tie.who, patient=tie.mark), 6, 6, 6, 6)
    table.happen(ev.GaugeChanged(who=tie.mark, gauge="th", by=4))
    table.play(do.Wait(who=tie.third))
    table.next()
    assert table.gauge(tie.mark) == 12


@pytest.mark.rule("D6P-15", "D6P-46")
@pytest.mark.parametrize("aids_first", [True, False])
def test_a_cure_and_a_wound_of_a_tie_add_up_before_the_cure_is_capped(
    table: Table, aids_first: bool
) -> None:
    """A cure of six with room for two, and nine wounds: 10 + 6 - 9, whoever is typed first."""
    tie = Tie(table)
    table.happen(ev.GaugeChanged(who=tie.mark, gauge="th", by=-6))
    plays = [
        (do.FirstAid(who=tie.who, patient=tie.mark), (6, 6, 6, 6)),
        (do.Attack(who=tie.third, target=tie.mark), (*HIT, *[2] * 7, *[1] * 5)),
    ]
    for command, faces in plays if aids_first else reversed(plays):
        table.play(command, *faces)
    table.happen(ev.GaugeChanged(who=tie.mark, gauge="th", by=4))
    table.next()
    assert table.gauge(tie.mark) == 10 + 6 - 9


@pytest.mark.rule("D6P-15")
def test_a_tie_takes_nothing_from_who_stands_above_health_by_hand(table: Table) -> None:
    """Only a cure is capped: what the game master has given stays."""
    tie = Tie(table)
    table.happen(ev.GaugeChanged(who=tie.mark, gauge="th", by=-6))
    table.play(do.FirstAid(who=tie.who, patient=tie.mark), 6, 6, 6, 6)
    table.happen(ev.GaugeChanged(who=tie.mark, gauge="th", by=9))
    table.play(do.Wait(who=tie.third))
    table.next()
    assert table.gauge(tie.mark) == 15
