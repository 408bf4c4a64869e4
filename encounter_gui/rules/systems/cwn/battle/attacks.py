"""Plans of attacks as the table makes them, each when it is first met; and answers by Total Defense.

Source: CWN-24, CWN-25, CWN-36g, CWN-39, CWN-45q.
"""

from collections.abc import Hashable, Sequence

from msgspec import Struct, structs
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.battlefield.aims import likely_loss
from encounter_gui.rules.engine.battlefield.plans import Key, Kinds, Remembered, plan_table
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.engine.reading.asks import Array, Play, Rule, Truth, Whole, fork, no, roll
from encounter_gui.rules.engine.reading.books import Plans
from encounter_gui.rules.engine.reading.spread import known_spread
from encounter_gui.rules.systems.cwn.battle.roster import (
    BARE,
    CROWDED,
    SWARMING,
    crowd_cost,
    hand_of,
)
from encounter_gui.rules.systems.cwn.battle.sequence import Moment, Sequences
from encounter_gui.rules.systems.cwn.combat.attack_plan import (
    as_target,
    strike_at,
    with_total_defense,
)
from encounter_gui.rules.systems.cwn.combat.to_hit import seen_near
from encounter_gui.rules.systems.cwn.commands import Attack
from encounter_gui.rules.systems.cwn.rules.costs import pay
from encounter_gui.rules.systems.cwn.rules.defense import defend
from encounter_gui.rules.systems.cwn.rules.fighter import Fighter
from encounter_gui.rules.systems.cwn.rules.harm import Harm, struck
from encounter_gui.rules.systems.cwn.rules.strike import (
    HIT,
    Blow,
    Shown,
    Strike,
    bare,
    is_hit,
    landed,
    shown,
    strike,
)
from encounter_gui.rules.systems.cwn.sheet import gear

NEVER, ON_HIT, ON_ANY = range(3)
"""Whether a target answers an attack with Total Defense: not, a hit that becomes a miss, or its Shock too."""

CROWDING = "CWN-27"
"""The rule of shooting with an enemy in melee, by which its part of a bonus is known."""

APART = ("dazzled", "holding", "screened", "screening", "swarming")
"""Conditions that change no attack but those that are followed by themselves."""


class AnsweredBlow(Blow):
    """A blow, and whether its target has gone over to Total Defense against it."""

    defends: Truth = False


class AnsweredStrike(Strike, frozen=True, kw_only=True):
    """An attack, and what its target does against it.

    ``better`` is the attack under Total Defense. ``likely`` is the most that a hit more likely than not takes off.
    """

    better: Strike
    answer: int
    likely: int


def answered(play: Play, plan: AnsweredStrike) -> Rule[AnsweredBlow]:
    """An attack whose d20 its target answers with Total Defense where the doctrine says so. Source: CWN-36g."""
    lying = yield from shown(play, plan)
    spared = no(is_hit(plan.better, lying.die))
    uses = lying.is_hit & spared
    if plan.answer == ON_ANY:
        uses = spared
    defends = plan.answer != NEVER and (yield from fork(uses))
    if defends:
        lying = Shown(plan.better, lying.die, no(spared))
    blow = yield from landed(play, lying)
    return AnsweredBlow(blow.kind, blow.amount, blow.stopped, defends)


def answered_attack(
    play: Play, who: Fighter, target: Fighter, plan: AnsweredStrike, mains: Whole, rounds: Whole
) -> Rule[Harm]:
    """One attack of a Main against somebody who may go over to Total Defense. Source: CWN-17, CWN-25, CWN-36g."""
    yield from pay(play, who, rounds, mains)
    blow = yield from roll(answered, plan)
    yield from defend(play, target, blow.defends)
    return (yield from struck(play, who, target, blow, plan))


class Epochs(Struct, frozen=True):
    """The state from each moment on at which a condition ends; the first is now."""

    begins: tuple[Moment, ...]
    contexts: tuple[RulesContext, ...]

    def number(self, now: Moment) -> int:
        """Returns which of them it is at a moment."""
        return sum(each <= now for each in self.begins) - 1


def epochs_of(context: RulesContext, members: Sequence[Combatant], sequences: Sequences) -> Epochs:
    """Returns the state from now on, and anew from each moment on at which a condition ends."""
    now = max(context.state.round, 1), 0
    ends = {
        moment
        for each in members
        for condition in each.conditions
        if condition.key not in APART
        for moment in [sequences.end_of(condition)]
        if moment is not None and moment > now
    }
    begins = (now, *sorted(ends))
    # The first is as things stand, whatever the numbers of rounds say.
    return Epochs(((0, 0), *begins[1:]), tuple(_as_of(context, each, sequences) for each in begins))


def _as_of(context: RulesContext, start: Moment, sequences: Sequences) -> RulesContext:
    """Returns the state without the conditions that have ended at a moment."""

    def lasts(condition: Condition) -> bool:
        end = sequences.end_of(condition)
        return end is None or end > start

    there = {
        who: replace(each, conditions=tuple(filter(lasts, each.conditions)))
        for who, each in context.state.combatants.items()
    }
    return replace(context, state=replace(context.state, combatants=there))


class Strikes:
    """The strikes of everybody at everybody, each made once by the table's own plan.

    ``plain`` by (attacker, target, with what, first Shock stopped, in Total Defense, in melee with each other, epoch,
    situation); ``answered`` with what the target does against it as the last.
    """

    def __init__(
        self, epochs: Epochs, who: Sequence[CombatantId], situations: Sequence[Hashable]
    ) -> None:
        """Takes the states, in which nobody is in melee or in Total Defense: both are followed.

        ``situations`` are attacks of nobody as the plan makes them; None: it says nothing.
        """
        self._epochs = epochs
        self._situations = [each if isinstance(each, Attack) else None for each in situations]
        there = epochs.contexts[0].state.combatants
        # Conditions and records may name others, as those of a swarm do: then nobody is like anybody else.
        hands = {gear.HELD, gear.OTHER_HAND}
        is_named = any(each.conditions or each.memo.keys() - hands for each in there.values())
        self.kinds = Kinds([there[each] for each in who], is_apart=is_named)
        self.epochs, self.situations = len(epochs.begins), len(self._situations)
        self.plain = Remembered(self._strike)
        self.answered = Remembered(self._answered)

    def _strike(self, key: Key) -> Strike:
        mine, theirs, variant, stopped, defends, is_engaged, epoch, situation = key
        context = self._epochs.contexts[epoch]
        attacker = context.combatant(self.kinds.first[mine].id)
        other = context.combatant(self.kinds.first[theirs].id)
        target = as_target(other, stopped=bool(stopped), defends=True if defends else None)
        hand = None if variant == BARE else hand_of(context, attacker)
        weapon = hand.key if hand else gear.UNARMED.key
        command = self._situations[situation] or Attack(who=attacker.id, target=target.id)
        command = replace(command, who=attacker.id, target=target.id, weapon=weapon)
        swarming = attacker.condition("swarming") if variant == SWARMING else None
        if swarming is not None and swarming.about is not None:
            command = replace(command, target=swarming.about, how="swarm")
        made = strike_at(context, command, target)
        is_crowded = any(each.rule == CROWDING for each in made.hit)  # by the target itself
        if variant == CROWDED and hand is not None and not is_crowded:
            cost = crowd_cost(context, attacker, hand) or 0
            made = replace(made, hit=(*made.hit, Modifier(name="", amount=cost, rule=CROWDING)))
        if is_engaged:
            made = replace(made, hit=seen_near(context, made.hit))
        return bare(made)

    def _answered(self, key: Key) -> AnsweredStrike:
        *first, answer = key
        made = self.plain[tuple(first)]
        better = bare(with_total_defense(self._epochs.contexts[0], made))
        return AnsweredStrike(
            **structs.asdict(made), better=better, answer=answer, likely=_likely(made)
        )


def _likely(plan: Strike) -> int:
    """Returns the most points that a hit more likely than not takes off."""
    from encounter_gui.dice.exact import Dist

    found = known_spread(strike, plan)
    least, chances = found.weights("amount", found.of["kind"] >= HIT)
    return likely_loss((1.0, Dist(least, chances))) if chances.size else 0


class Attacks:
    """The attacks of one call, as columns of plans; another thread may be drawing from other books."""

    def __init__(self, strikes: Strikes, *, any_defends: bool) -> None:
        """Takes the strikes, and whether anybody may answer one."""
        self._kind, count = strikes.kinds.of, strikes.kinds.count
        shape = (count, count, 4, 2, 2, 2, strikes.epochs, strikes.situations)
        self._any_defends = any_defends
        if any_defends:
            self._plans = plan_table(answered, (*shape, 3), strikes.answered.__getitem__)
        else:
            self._plans = plan_table(strike, shape, strikes.plain.__getitem__)

    def plans(
        self,
        who: Array,
        met: Array,
        variant: Array,
        target: tuple[Array | int, Array | int, Array | int],
        at: tuple[int, Array | int],
        answer: Array | int = 0,
    ) -> Plans:
        """Returns the plan of each attack.

        ``target``: 1 where its first Shock is stopped, it is in Total Defense, the two are in melee with each other.
        ``at``: the epoch, and the situations.
        """
        key = self._kind[who], self._kind[met], variant, *target, *at
        return self._plans.plans(*key, answer) if self._any_defends else self._plans.plans(*key)
