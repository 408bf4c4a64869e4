"""Who rolls for whom: the people at the table, the program, or whoever is asked each time."""

from collections.abc import Mapping
from typing import Literal, get_args

import msgspec
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Side

Roller = Literal["hand", "dice", "ask"]
"""``hand``: the table types its dice. ``dice``: the program rolls. ``ask``: a field is offered; blank, it is rolled."""

ROLLERS: tuple[Roller, ...] = get_args(Roller)
SIDES: tuple[Side, ...] = get_args(Side)


class Rollers(msgspec.Struct, frozen=True, kw_only=True):
    """Who rolls for each side, and for combatants that differ from their side. By default players roll themselves."""

    by_side: Mapping[Side, Roller] = msgspec.field(default_factory=lambda: {"pc": "hand"})
    by_combatant: Mapping[CombatantId, Roller] = msgspec.field(default_factory=dict)

    def of_side(self, side: Side) -> Roller:
        """Returns who rolls for a side; the program where nothing was said."""
        return self.by_side.get(side, "dice")

    def of_combatant(self, state: EncounterState, who: CombatantId | None) -> Roller:
        """Returns who rolls for a combatant; rolls of nobody are asked for each time."""
        combatant = state.combatants.get(who) if who is not None else None
        if combatant is None:
            return "ask"
        return self.by_combatant.get(combatant.id, self.of_side(combatant.side))

    def of_request(self, state: EncounterState, request: RollRequest) -> Roller:
        """Returns who makes a roll: who rolls for its combatant, or for the side it belongs to as a whole."""
        side = next((each for each in SIDES if each == request.side), None)
        if request.who is None and side is not None:
            return self.of_side(side)
        return self.of_combatant(state, request.who)

    def with_side(self, side: Side, roller: Roller) -> "Rollers":
        """Returns these with another roller for a side."""
        return replace(self, by_side={**self.by_side, side: roller})

    def with_combatant(self, who: CombatantId, roller: Roller | None) -> "Rollers":
        """Returns these with another roller for a combatant; None: as its side."""
        rest = {key: each for key, each in self.by_combatant.items() if key != who}
        return replace(self, by_combatant={**rest, who: roller} if roller else rest)

    def differing(self, state: EncounterState) -> Mapping[CombatantId, Roller]:
        """Returns who rolls for those combatants for which it is not who rolls for their side."""
        return {
            who: roller
            for who, roller in self.by_combatant.items()
            if who in state.combatants and roller != self.of_side(state.combatants[who].side)
        }

    def asks(self, state: EncounterState, request: RollRequest, *, otherwise: bool) -> bool:
        """Returns whether the table is asked for a roll; ``otherwise`` decides where it is asked each time."""
        match self.of_request(state, request):
            case "hand":
                return True
            case "dice":
                return False
            case "ask":
                return otherwise


ASKED = Rollers(by_side=dict.fromkeys(SIDES, "ask"))
"""Everybody is asked each time: where nobody has chosen yet, and no preference is known."""


def next_roller(roller: Roller) -> Roller:
    """Returns the one that follows when the game master steps through them."""
    return ROLLERS[(ROLLERS.index(roller) + 1) % len(ROLLERS)]


class _Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=False):
    sides: dict[Side, Roller] = {}
    combatants: dict[str, Roller] = {}


def rollers_text(rollers: Rollers) -> str:
    """Returns rollers as the text that is kept."""
    kept = _Kept(
        sides=dict(rollers.by_side),
        combatants={str(who): each for who, each in rollers.by_combatant.items()},
    )
    return msgspec.json.encode(kept).decode()


def read(text: str, default: Rollers) -> Rollers:
    """Returns the rollers a text keeps; the default for none, or a text that is spoilt."""
    try:
        kept = msgspec.json.decode(text, type=_Kept)
    except (msgspec.MsgspecError, RecursionError):
        return default
    return Rollers(
        by_side={**default.by_side, **kept.sides},
        by_combatant={CombatantId(who): each for who, each in kept.combatants.items()},
    )
