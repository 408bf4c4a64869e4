"""Whole fights of a declared game for the forecast: who acts when, and whom it attacks. No rule is written here."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import override

from encounter_gui.core.errors import RuleError
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battlefield.battle import LeftOut, takers
from encounter_gui.rules.engine.battlefield.field import Battlefield
from encounter_gui.rules.engine.battlefield.field_battle import FieldBattle
from encounter_gui.rules.engine.battlefield.game import PlainGame
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.battlefield.plans import PlanTable, plan_table
from encounter_gui.rules.engine.battlefield.standing import unplaced
from encounter_gui.rules.engine.battlefield.start import Start, start_of
from encounter_gui.rules.engine.battlefield.stopping import IsStopped, until_stopped
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Array, Play
from encounter_gui.rules.engine.reading.rows import ColumnStore, Reading
from encounter_gui.rules.systems.declared import combat, rules, sheet, turns
from encounter_gui.rules.systems.declared import commands as do
from encounter_gui.rules.systems.declared.fighter import Fighter, ends_at_turn, gauge_place
from encounter_gui.rules.systems.declared.variants import Strikes

_UNKNOWN = -(2**30)
_FAR_AHEAD = 2**20
"""More than any initiative."""

_FIRST_PLACE = 2**22
"""More than any initiative and the start of whoever is to act first."""


class Setting(Struct, frozen=True, kw_only=True):
    """What of the state a fight is played out by besides the fields.

    ``sides`` (n,) is whose initiative everybody acts by, from 0; ``flat`` (n,) what each adds to the dice. ``known``
    (n,) are the initiatives there are; ``places`` (n,) where in the order what is left of a round in progress comes,
    -1: it is over, None: no round is under way. ``can_attack`` (n,) is whether somebody has anything to attack with.
    """

    strikes: Strikes
    attacks: int
    main: int
    sides: Array
    flat: Array
    faces: Array
    chances: Array
    is_once: bool
    known: Array
    places: Array | None
    can_attack: Array


def prepare(context: RulesContext, is_stopped: IsStopped) -> FieldBattle:
    """Returns the fight from this state on."""
    is_placed = any(each.place is not None for each in context.state.combatants.values())
    context = unplaced(context.without_words())
    members = tuple(until_stopped(takers(context.state), is_stopped))
    start = start_of(context, Fighter, members)
    now = {slot.who for slot in context.state.slots_now}
    start = replace(start, begun=np.array([each.id in now for each in members], bool))
    left_out = [LeftOut("declared_plan", ())] if is_placed else []
    ends = tuple(each.id for each in members if ends_at_turn(each))
    if ends:
        left_out.append(LeftOut("declared_turns", ends))
    return FieldBattle(
        game=DeclaredGame(context, start, _setting(context, start, members)),
        left_out=tuple(left_out),
        can_strike_first=not start.in_round,
    )


def _setting(context: RulesContext, start: Start, members: Sequence[Combatant]) -> Setting:
    turn = sheet.turns_of(context.ruleset)
    dice = [turns.dice_of(context, each) for each in members]
    known = turns.totals(context)
    sides: dict[str, int] = {}
    names = [turns.team_of(each) if turn.by == "side" else each.id for each in members]
    # Dice are the same for all, as they have no names in them; only what is added differs.
    dist = turns.initiative_dice(context).dist
    return Setting(
        strikes=Strikes(context, members),
        attacks=turn.attacks,
        main=gauge_place(context.ruleset, ""),
        sides=np.array([sides.setdefault(each, len(sides)) for each in names], np.int64),
        flat=np.array([each.flat for each in dice], np.int64),
        faces=dist.x,
        chances=dist.p.cumsum(),
        is_once=turn.rolled == "once",
        known=np.array([known.get(each.id, _UNKNOWN) for each in members], np.int64),
        places=_places(context, members) if start.in_round else None,
        can_attack=np.array([_can_attack(context, each) for each in members], bool),
    )


def _places(context: RulesContext, members: Sequence[Combatant]) -> Array:
    state = context.state
    left = {slot.who: slot.group for slot in state.slots if slot.group >= state.group}
    done = {slot.who for slot in state.slots if slot.is_done}
    return np.array([-1 if each.id in done else left.get(each.id, -1) for each in members])


def _can_attack(context: RulesContext, one: Combatant) -> bool:
    try:
        combat.way_of(context, do.Attack(who=one.id, target=one.id))
    except RuleError:
        return False
    return True


class DeclaredGame(PlainGame):
    """What a declared game supplies to the battlefield."""

    body = Fighter

    def __init__(self, context: RulesContext, start: Start, setting: Setting) -> None:
        """Takes the fight as it begins."""
        self.start, self.setting = start, setting
        self._context = context
        self._play = Play(context)
        self._blows: PlanTable

    @override
    def begin_call(self, orders: Orders) -> None:
        """Begins with plans and a round of its own."""
        strikes = self.setting.strikes
        self._play = Play(self._context)
        self._blows = plan_table(rules.strike, strikes.shape, strikes.plan)

    @override
    def reading(self, play: Play | None = None) -> Reading:
        """Returns what rules are read with but the dice."""
        return super().reading(play or self._play)

    def order(self, field: Battlefield) -> Array:
        """Returns the places of a round, (T, n)."""
        self._play.begin_round(field.round)
        setting = self.setting
        shape = field.open.size, self.start.is_foe.size
        if field.is_first and setting.places is not None:
            if setting.is_once:
                field.extra["totals"] = self._totals(field, np.broadcast_to(setting.known, shape))
            return np.broadcast_to(setting.places, shape)
        known = field.extra.get("totals")
        if known is None:
            begun = setting.known if field.is_first else np.full(shape[1], _UNKNOWN)
            known = self._totals(field, np.broadcast_to(begun, shape))
            if setting.is_once:
                field.extra["totals"] = known
        if field.is_first and field.orders.strikes_first is not None:
            first = self.start.is_foe == (field.orders.strikes_first == "foe")
            known = known + _FAR_AHEAD * first
        places = (_FIRST_PLACE - known) * shape[1] + setting.sides
        return np.where(field.columns["is_in"], places, -1)

    def _totals(self, field: Battlefield, known: Array) -> Array:
        """Returns everybody's initiative, rolled where it is not known: once for those who act together."""
        setting = self.setting
        found = known.copy()
        for side in range(int(setting.sides.max(initial=-1)) + 1):
            mine = (setting.sides == side).nonzero()[0]
            drawn = setting.chances.searchsorted(field.rng.random(len(known)), "right")
            rolled = setting.faces[np.minimum(drawn, setting.faces.size - 1)]
            flat = np.where(field.columns["is_in"][:, mine], setting.flat[mine], _UNKNOWN)
            total = rolled + flat.max(axis=1)
            found[:, mine] = np.where(known[:, mine] > _UNKNOWN, known[:, mine], total[:, None])
        return found

    def act(self, field: Battlefield, at: Array, who: Array, action: Array) -> None:
        """Attacks as often as a turn allows, each time whom its side aims at by then."""
        strikes = self.setting.strikes
        for _ in range(self.setting.attacks):
            me = self._body(field, at, who)
            able = (me.attacks < self.setting.attacks) & self.setting.can_attack[who]
            able &= ~np.asarray(strikes.is_idle(me, field.round))
            at, who = at[able], who[able]
            target, is_there = field.aimed(at, who)
            at, who, target = at[is_there], who[is_there], target[is_there]
            if not at.size:
                return
            me, other = self._body(field, at, who), self._body(field, at, target)
            kind, now = strikes.kinds.of, field.round
            plans = self._blows.plans(
                kind[who], strikes.mode(me, now), kind[target], strikes.mode(other, now)
            )
            field.run(rules.attack, at, (who, target), plans)

    def _body(self, field: Battlefield, at: Array, who: Array) -> Fighter:
        return Fighter(ColumnStore(field.columns, at, who, field.size))

    def left(self, field: Battlefield, at: Array) -> Array:
        """Returns what is left of the main gauge."""
        return field.everybody("gauges", at)[:, :, self.setting.main]

    @override
    def is_dead(self, field: Battlefield) -> Array:
        """Returns who has nothing left."""
        return field.columns["gauges"][:, :, self.setting.main] <= 0
