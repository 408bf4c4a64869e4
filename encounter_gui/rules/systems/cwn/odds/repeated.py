"""Down within so many actions of a kind, one a round: states that have a chance, with what is used up used up.

Source: CWN-36a, CWN-36b, CWN-45q, CWN-57, CWN-59, CWN-69.
"""

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battlefield.plans import plan_table
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Array, Play, Rule, Whole
from encounter_gui.rules.engine.reading.books import Plans
from encounter_gui.rules.engine.reading.chain import Chain
from encounter_gui.rules.engine.reading.rows import Columns, Reading, Weighed
from encounter_gui.rules.systems.cwn.rules import areas, costs
from encounter_gui.rules.systems.cwn.rules.fighter import Fighter
from encounter_gui.rules.systems.cwn.rules.harm import Harm, paid_attack
from encounter_gui.rules.systems.cwn.rules.strike import Strike, bare, strike
from encounter_gui.rules.systems.cwn.sheet import character

CHAIN = 10
"""How many such actions in a row the chance to be down is given for."""

_ACTOR, _TARGET = 0, 1

StrikeOf = Callable[[bool, bool], Strike]
"""Returns a strike by whether the first Shock of the round has been stopped, and the target is in Total Defense."""


class Repeated(Struct, frozen=True):
    """An action that is made again and again.

    ``body`` has the rounds of the weapon in ``ammo``; each action takes so many ``rounds`` (0: none) and a Main.
    """

    body: type[Fighter]
    rounds: int
    attacks: int = 1


def attacks_within(
    context: RulesContext,
    who: Combatant,
    target: Combatant,
    action: Repeated,
    of: StrikeOf,
    actions: int = CHAIN,
) -> tuple[float, ...]:
    """Returns the chances to be down within 1, 2 … of so many actions; who lies there already, to die."""
    made = plan_table(strike, (2, 2), lambda key: bare(of(*map(bool, key))))

    def plans(columns: Columns, rows: Array) -> Plans:
        fields = (columns[name][rows, _TARGET] > 0 for name in _DECIDING)
        return made.plans(*(each.astype(np.int64) for each in fields))

    def act(chain: Chain, where: Array, rounds: Array | None) -> None:
        made, mains = plans(chain.columns, where.nonzero()[0]), int(rounds is not None)
        chain.apply(paid_attack, made, mains, 0 if rounds is None else rounds, where=where)

    return _within(context, (who, target), action, act, actions)


_DECIDING = ("first_shock", "total_defense")
"""The fields of a target that strikes are made by."""


def area_within(
    context: RulesContext,
    who: Combatant | None,
    target: Combatant,
    action: Repeated,
    rule: Callable[[Play, Fighter, areas.AreaPlan], Rule[Harm]],
    plan: areas.AreaPlan,
    actions: int = CHAIN,
) -> tuple[float, ...]:
    """Returns the chances to be down within 1, 2 … of so many areas."""
    people = (target if who is None else who, target)

    def reached(play: Play, actor: Fighter, body: Fighter, rounds: Whole) -> Rule[Harm]:
        yield from costs.pay(play, actor, rounds)
        return (yield from rule(play, body, plan))

    def act(chain: Chain, where: Array, rounds: Array | None) -> None:
        chain.apply(reached, rounds, where=where)

    return _within(context, people, action, act, actions)


def _within(
    context: RulesContext,
    people: Sequence[Combatant],
    action: Repeated,
    act: Callable[[Chain, Array, Array | None], None],
    actions: int,
) -> tuple[float, ...]:
    ended = "dead" if character.is_down(people[_TARGET]) else "is_in"

    def is_over(columns: Columns) -> Array:
        found: Array = columns[ended][:, _TARGET].astype(bool)
        return found if ended == "dead" else ~found

    def likeness(columns: Columns) -> Columns:
        left = columns["soak"][:, _TARGET] + columns["hp"][:, _TARGET]
        code = left - min(int(left.min()), 0)
        for who, name in _ALIKE:
            column = columns[name][:, who]
            low, high = int(column.min()), int(column.max())
            if high > low:
                code = code * (high - low + 1) + column - low
        return {"code": np.where(is_over(columns), -1, code)}

    fields = {
        name: each.column(context, people)
        for name, each in action.body.fields().items()
        if each.followed and name not in _UNREAD
    }
    # The first is made, whether or not it may be now.
    least = np.where(fields["ammo"] < 0, -1, [action.rounds, 0])
    fields |= {"main": np.zeros(2, np.int64), "ammo": np.maximum(fields["ammo"], least)}
    # Whether who has fallen dies of it later is no matter here.
    reading = Reading(body=action.body, rolls=Weighed(), said=Play(context), settles=False)
    chain = Chain(reading, fields, likeness=likeness)
    found: list[float] = []
    for _ in range(actions):
        ammo = chain.columns["ammo"][:, _ACTOR]
        able = ~is_over(chain.columns) & ((ammo < 0) | (ammo >= action.rounds))
        if not able.any():
            found.append(found[-1] if found else float(is_over(chain.columns).any()))
            continue
        act(chain, able, np.where(ammo < 0, 0, action.rounds)[able])
        for _ in range(1, action.attacks):
            acts = (chain.columns["main"][:, _ACTOR] > 0) & ~is_over(chain.columns)
            if acts.any():
                act(chain, acts, None)
        chain.expire("turn", "round", merges=False)
        found.append(min(1.0, float(chain.weight[is_over(chain.columns)].sum())))
    return tuple(found)


_UNREAD = ("injury", "melee", "screens", "faced")

_ALIKE = ((_ACTOR, "ammo"), (_ACTOR, "main"), *((_TARGET, name) for name in _DECIDING))
"""What still decides of a state, besides what the target has left."""
