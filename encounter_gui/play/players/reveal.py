"""What the game master lets the players know: a table of fields and audiences, by side and by combatant."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

import msgspec
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Side

Field = Literal[
    "name",
    "health",
    "conditions",
    "running",
    "wounds",
    "resources",
    "armor",
    "weapon",
    "actions",
    "log",
]
"""What is known of a combatant: its name, health, conditions, what runs for it between fights, the wounds of its body,
what else it can run out of, its armour, what it has in hand, the actions it has left, and sentences about it."""

Reveal = Literal["nothing", "word", "bar", "number"]
"""How much is known, from the least to the most. For what has no number, ``number`` is all there is to it."""

PlanReveal = Literal["nothing", "tokens", "all"]
"""How much of the plan is known: nothing; who stands where and what shape the areas have; and the names of the areas,
with how far one's own combatant gets."""

Audience = Literal["table", "own"]
"""Who gets to know it: everybody at the ``table``, or the player whose ``own`` combatant it is."""

FIELDS: tuple[Field, ...] = get_args(Field)
PLAN_REVEALS: tuple[PlanReveal, ...] = get_args(PlanReveal)
REVEALS: tuple[Reveal, ...] = get_args(Reveal)
AUDIENCES: tuple[Audience, ...] = get_args(Audience)
SIDES: tuple[Side, ...] = get_args(Side)

CHOICES: Mapping[Field, tuple[Reveal, ...]] = MappingProxyType(
    {
        "name": ("nothing", "word", "number"),
        "health": ("nothing", "word", "bar", "number"),
        "conditions": ("nothing", "word", "number"),
        "running": ("nothing", "word", "number"),
        "wounds": ("nothing", "word", "number"),
        "resources": ("nothing", "bar", "number"),
        "armor": ("nothing", "number"),
        "weapon": ("nothing", "word", "number"),
        "actions": ("nothing", "number"),
        "log": ("nothing", "word"),
    }
)
"""What can be chosen for each field. A combatant whose name is ``nothing`` is not there for the players at all."""

_SQUAD: Mapping[Field, Reveal] = MappingProxyType(
    {
        "name": "number",
        "health": "number",
        "conditions": "number",
        "running": "word",
        "wounds": "number",
        "resources": "nothing",
        "armor": "nothing",
        "weapon": "number",
        "actions": "number",
        "log": "word",
    }
)
_OTHERS: Mapping[Field, Reveal] = MappingProxyType(
    {
        "name": "number",
        "health": "word",
        "conditions": "word",
        "running": "nothing",
        "wounds": "word",
        "resources": "nothing",
        "armor": "nothing",
        "weapon": "nothing",
        "actions": "nothing",
        "log": "word",
    }
)
_OWN: Mapping[Field, Reveal] = MappingProxyType({each: CHOICES[each][-1] for each in FIELDS})


def _usual(audience: Audience, side: Side) -> Mapping[Field, Reveal]:
    if audience == "own":
        return _OWN
    return _SQUAD if side in ("pc", "ally") else _OTHERS


_Some = Mapping[Field, Reveal]


class RevealTable(msgspec.Struct, frozen=True, kw_only=True):
    """What the players may know. Where nothing is said, the usual holds: the squad in full, all others as words.

    ``by_side`` and ``by_combatant`` hold for each audience what differs from that; a combatant comes before its side.
    ``aliases`` are the names of combatants whose own the players do not know. ``shows_title``: the name of the
    encounter is public. ``shows_clock``: so is the campaign's clock between fights. ``plan`` is how much of the
    plan of a fight is.
    """

    by_side: Mapping[Audience, Mapping[Side, _Some]] = msgspec.field(default_factory=dict)
    by_combatant: Mapping[Audience, Mapping[CombatantId, _Some]] = msgspec.field(
        default_factory=dict
    )
    aliases: Mapping[CombatantId, str] = msgspec.field(default_factory=dict)
    shows_title: bool = False
    shows_clock: bool = False
    plan: PlanReveal = "nothing"

    def of_side(self, audience: Audience, side: Side, what: Field) -> Reveal:
        """Returns what an audience knows of the combatants of a side."""
        chosen = self.by_side.get(audience, {}).get(side, {}).get(what)
        return _possible(what, chosen or _usual(audience, side)[what])

    def of_combatant(self, audience: Audience, combatant: Combatant, what: Field) -> Reveal:
        """Returns what an audience knows of a combatant."""
        chosen = self.by_combatant.get(audience, {}).get(combatant.id, {}).get(what)
        if chosen is None:
            return self.of_side(audience, combatant.side, what)
        return _possible(what, chosen)

    def differs(self, who: CombatantId) -> bool:
        """Returns whether something else holds for a combatant than for its side."""
        return any(self.by_combatant.get(each, {}).get(who) for each in AUDIENCES)

    def with_side(
        self, audience: Audience, side: Side, what: Field, reveal: Reveal
    ) -> "RevealTable":
        """Returns this table with another choice for a side."""
        sides = self.by_side.get(audience, {})
        some = {**sides.get(side, {}), what: reveal}
        return replace(self, by_side={**self.by_side, audience: {**sides, side: some}})

    def with_combatant(
        self, audience: Audience, who: CombatantId, what: Field, reveal: Reveal | None
    ) -> "RevealTable":
        """Returns this table with another choice for a combatant; None: as its side."""
        known = self.by_combatant.get(audience, {})
        some = {key: each for key, each in known.get(who, {}).items() if key != what}
        if reveal is not None:
            some[what] = reveal
        others = {key: each for key, each in known.items() if key != who}
        if some:
            others[who] = some
        return replace(self, by_combatant={**self.by_combatant, audience: others})

    def as_side(self, who: CombatantId) -> "RevealTable":
        """Returns this table with nothing of its own said of a combatant."""
        rest = {
            audience: {key: each for key, each in known.items() if key != who}
            for audience, known in self.by_combatant.items()
        }
        return replace(self, by_combatant=rest)

    def with_alias(self, who: CombatantId, alias: str) -> "RevealTable":
        """Returns this table with another alias for a combatant; an empty one is taken back."""
        rest = {key: each for key, each in self.aliases.items() if key != who}
        return replace(self, aliases={**rest, who: alias} if alias else rest)


def _possible(what: Field, reveal: Reveal) -> Reveal:
    """Returns the most that can be chosen for a field without telling more than was asked for."""
    most = REVEALS.index(reveal)
    return next(each for each in reversed(CHOICES[what]) if REVEALS.index(each) <= most)


class _Kept(msgspec.Struct, frozen=True):
    sides: dict[Audience, dict[Side, dict[Field, Reveal]]] = {}
    combatants: dict[Audience, dict[str, dict[Field, Reveal]]] = {}
    aliases: dict[str, str] = {}
    title: bool = False
    clock: bool = False
    plan: PlanReveal = "nothing"


def reveal_text(table: RevealTable) -> str:
    """Returns a table as the text that is kept with the encounter."""
    kept = _Kept(
        sides={
            audience: {side: dict(some) for side, some in sides.items()}
            for audience, sides in table.by_side.items()
        },
        combatants={
            audience: {str(who): dict(some) for who, some in known.items()}
            for audience, known in table.by_combatant.items()
        },
        aliases={str(who): alias for who, alias in table.aliases.items()},
        title=table.shows_title,
        clock=table.shows_clock,
        plan=table.plan,
    )
    return msgspec.json.encode(kept).decode()


def read(text: str) -> RevealTable:
    """Returns the table that a text keeps; the usual one for none, or a text that is spoilt."""
    try:
        kept = msgspec.json.decode(text, type=_Kept)
    except (msgspec.MsgspecError, RecursionError):
        return RevealTable()
    return RevealTable(
        by_side=dict(kept.sides),
        by_combatant={
            audience: {CombatantId(who): some for who, some in known.items()}
            for audience, known in kept.combatants.items()
        },
        aliases={CombatantId(who): alias for who, alias in kept.aliases.items()},
        shows_title=kept.title,
        shows_clock=kept.clock,
        plan=kept.plan,
    )
