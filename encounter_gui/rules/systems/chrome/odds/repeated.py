"""Several such attacks in a row: the chance to be out within so many, and the Health left after them.

What helps one roll alone, that the attacker has not been noticed, and that the target is exposed, count once: what an
attack leaves of them says how the next is made.

Source: CHR-16, CHR-20, CHR-24, CHR-36, CHR-40, CHR-54, CHR-57, CHR-63.
"""

from collections.abc import Callable
from functools import partial

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.dice.absorbing import Move, losing
from encounter_gui.dice.exact import Probabilities
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.spread import known_spread
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.odds.attack import CHAIN, PASSING, Strike, attacked
from encounter_gui.rules.systems.chrome.odds.threats import Threat, threat_of, victim_of
from encounter_gui.rules.systems.chrome.rules.fighter import BIT, KNOWN_MARKS
from encounter_gui.rules.systems.chrome.sheet import character

Left = tuple[int, int, int]
"""What is not used up yet: passing marks of attacker and target, whether the attacker is unnoticed."""

Next = Callable[[Left], Strike]
"""How an attack is made with what is left."""


class Row(Struct, frozen=True):
    """What attacks in a row come to.

    ``within[k]`` is the chance to be out within ``k + 1`` attacks; ``health[k]`` are the chances to have lost 0, 1, 2 …
    Health after them, the last element all of it.
    """

    within: tuple[float, ...]
    health: tuple[Probabilities, ...]


LaterRow = Callable[[], Row]
"""Works out what several attacks in a row come to."""


def row_of(context: RulesContext, command: Command, threat: Threat) -> Row:
    """Returns what such attacks in a row come to. Source: CHR-20, CHR-24, CHR-36, CHR-57, CHR-63."""
    attacks = max(CHAIN, threat.attacks)
    return in_row(threat.strike, attacks, partial(_later, context, command, threat.strike))


def in_row(first: Strike, attacks: int = CHAIN, later: Next | None = None) -> Row:
    """Returns what so many attacks in a row come to; ``later`` None: each is made as the first."""
    points = first.target.health
    if points <= 0:
        return Row((1.0,) * attacks, (np.ones(1),) * attacks)
    moves, modes = _moves(first, later)
    step = losing(moves, modes, points)
    standing = np.zeros((modes, points))
    standing[0, 0] = 1.0
    within, health = [], []
    for _ in range(attacks):
        standing = step(standing).reshape(modes, points)
        left = standing.sum(axis=0)
        gone = min(max(1.0 - float(left.sum()), 0.0), 1.0)
        within.append(gone)
        health.append(np.append(left, gone))
    return Row(tuple(within), tuple(health))


def _moves(first: Strike, later: Next | None) -> tuple[list[Move], int]:
    """Returns what each attack does, by what was left before it and is left after it: mode 0 is before the first."""
    modes: dict[Left, int] = {}
    strikes = [first]
    moves: list[Move] = []
    for mode, strike in enumerate(strikes):  # grows while it is gone through
        found = known_spread(attacked, strike)
        of, stands = found.of, ~found.of["out"].astype(bool)
        left = np.stack([of["mine"], of["theirs"], of["unnoticed"]], axis=1).astype(np.int64)
        for key in dict.fromkeys(map(tuple, left[stands].tolist())):
            if key not in modes:
                modes[key] = len(strikes)
                strikes.append(first if later is None else later(key))
            here = stands & (left == key).all(axis=1)
            loss = np.bincount(of["lost"][here].astype(np.int64), found.p[here])
            moves.append(Move(mode, modes[key], loss.astype(np.float64)))
    return moves, len(strikes)


def _later(context: RulesContext, command: Command, first: Strike, left: Left) -> Strike:
    """Returns an attack with what is left, and without Conviction that is burned. Source: CHR-20."""
    command = _without_burn(command)
    if not isinstance(command, do.Attack | do.Throw):
        return first
    mine, theirs, unnoticed = left
    state = context.state
    victim = victim_of(command) if isinstance(command, do.Throw) else None
    aimed = command.target if victim is None else victim.target
    if aimed is None:
        return first
    who, target = state.combatants[command.who], state.combatants[aimed]
    who = _with_marks(who, mine)
    if not unnoticed:
        kept = tuple(each for each in character.unnoticed_by(who) if each != target.id)
        who = replace(who, memo={**who.memo, character.UNNOTICED: kept})
    people = {**state.combatants, who.id: who, target.id: _with_marks(target, theirs)}
    found = threat_of(replace(context, state=replace(state, combatants=people)), command)
    return first if found is None else found.strike


def _with_marks(one: Combatant, marks: int) -> Combatant:
    """Returns a combatant that has of the passing marks no others than these."""
    passing = {key for key in KNOWN_MARKS if BIT[key] & PASSING & ~marks}
    kept = tuple(each for each in one.conditions if each.key not in passing)
    return replace(one, conditions=kept)


def _without_burn(command: Command) -> Command:
    """Returns a command without the Conviction that is burned on its rolls. Source: CHR-20."""
    match command:
        case do.Attack() if command.burn or command.save_burn:
            return replace(command, burn=0, save_burn=0)
        case do.Throw() if command.burn:
            return replace(command, burn=0)
        case _:
            return command
