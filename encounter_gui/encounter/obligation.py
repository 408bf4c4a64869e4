"""Obligations: tests and decisions that the rules demand later, kept as part of the state until they are answered."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.encounter.values import Record, Side

Due = Literal["now", "turn_end", "own_turn", "round_end", "any_time"]
"""Until when an obligation has to be settled.

``now``: before the encounter moves on. ``turn_end``: before the current turn ends. ``own_turn``: before the next turn
of ``who`` ends. ``round_end``: before the round ends. ``any_time``: it never holds anything up.
"""

Settlement = Literal["rolled", "waived", "void"]
"""How an obligation ended: played by the rules, waived by the game master, or without an object."""


class Obligation(Struct, frozen=True, kw_only=True):
    """A test or decision that is owed.

    ``id`` is given by the state when the obligation is added, counted from 1; 0 before that. ``kind`` names what the
    rule system has to play (``panic``, ``next_hit``). ``who`` owes it, None: the game master, for ``side`` if that is
    set. ``by`` is the combatant whose action caused it. ``reason`` says why, in words. ``values`` are what the kind
    needs to be played. Obligations are settled by ascending ``priority``, then by ``id``.
    """

    kind: str
    id: int = 0
    who: CombatantId | None = None
    side: Side | None = None
    by: CombatantId | None = None
    reason: Message | None = None
    values: Mapping[str, Record] = field(default_factory=dict)
    priority: int = 50
    due: Due = "now"
