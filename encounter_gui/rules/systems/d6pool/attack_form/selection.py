"""What is chosen on the attack form, with defaults for what is not, or no longer fits."""

from collections.abc import Iterator
from functools import cached_property

from typing_extensions import override

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.values import Combatant, Item, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import amounts
from encounter_gui.rules.engine.field.sight import Sight, from_point, near, sight
from encounter_gui.rules.model.metres import Metres
from encounter_gui.rules.model.text_format import with_sign
from encounter_gui.rules.presenters import form
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool import obligations
from encounter_gui.rules.systems.d6pool.combat.attack_plan import explosive_in, mode_of
from encounter_gui.rules.systems.d6pool.field import rules as field
from encounter_gui.rules.systems.d6pool.field.reading import seen_for
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.turns import action_budget, rounds
from encounter_gui.rules.view import ByPlan, FormChoices, Toggle

AREA = "area"
"""The key of the own modifier of an area."""

GM_DICE = 9
"""Most dice the game master may add or take, either way."""


class Selection(form.Selection):
    """What is chosen on the attack form of a D6-pool fight, after defaults."""

    field = field.RULES

    @cached_property
    def view(self) -> RulesContext:
        """What the rolls of the attacker are made from."""
        return rounds.view_of_tie(self.context, self.actor.id)

    @cached_property
    def item(self) -> Item:
        """The weapon or explosive."""
        wanted = gear.find(self.actor, self.choices.get("weapon", ""))
        return wanted or gear.find(self.actor, "") or gear.UNARMED

    @property
    def weapon(self) -> gear.Weapon:
        """The weapon, as the rules see it."""
        return gear.weapon_of(self.item)

    @cached_property
    def explosive(self) -> gear.Explosive:
        """The explosive that is in the air, otherwise the one in hand."""
        return explosive_in(self.actor, self.thrown or self.item.key)

    @cached_property
    def thrown(self) -> str:
        """The key of the actor's explosive in the air; empty: none is."""
        return obligations.weapon_in_air(self.context.state, self.actor.id)

    @property
    def is_blast(self) -> bool:
        """Whether an explosive of the actor is in the air, so that it is asked whom the blast catches."""
        return bool(self.thrown)

    @property
    def is_explosive(self) -> bool:
        """Whether an explosive is thrown."""
        return self.item.kind == "explosive"

    @property
    @override
    def is_thrown(self) -> bool:
        """Whether an explosive is thrown now, and none is in the air yet. Source: D6P-38."""
        return self.is_explosive and not self.is_blast

    @cached_property
    def mode(self) -> str:
        """The fire mode, or ``melee`` or ``thrown``."""
        if self.is_explosive:
            return "thrown"
        try:
            return mode_of(self.weapon, self.choices.get("mode", ""))
        except RuleError:
            return mode_of(self.weapon, "")

    @property
    def kind(self) -> str:
        """The kind of attack that situational modifiers are for: ranged, melee or thrown."""
        return self.mode if self.mode in ("melee", "thrown") else "ranged"

    @cached_property
    @override
    def target(self) -> Combatant | None:
        """The target; by default the nearest opponent who is not out. None: there is none."""
        chosen = self.chosen_combatant("target", self.view)
        if chosen is not None and self.can_be_target(chosen):
            return chosen
        if self.is_blast and self.proposed:
            return self.proposed[0][0]
        others = self.view.state.combatants.values()
        return self.first_opponent(
            each
            for each in others
            if not character.is_out(each)
            and not self.is_struck(each)
            and not self.is_known_outside(each)
        )

    def is_known_outside(self, target: Combatant) -> bool:
        """Returns whether the blast of what is in the air does not reach somebody by the plan. Source: D6P-40."""
        if not self.is_blast or self.metres_from_blast(target) is None:
            return False
        return all(each.id != target.id for each, _ in self.proposed)

    def can_be_target(self, target: Combatant) -> bool:
        """Returns whether a combatant may be aimed at: not the dead, and the actor only by a blast of its own."""
        if self.is_struck(target):
            return False
        return not character.is_dead(target) and (target.id != self.actor.id or self.is_blast)

    def is_struck(self, target: Combatant) -> bool:
        """Returns whether the explosive in the air has struck a combatant already. Source: D6P-40."""
        return target.id in obligations.struck_by(self.context.state, self.actor.id)

    # ---- what the plan says

    @cached_property
    @override
    def seen(self) -> Sight | None:
        """What the actor has before it, up to the target or the point of a throw; None: not on the plan."""
        if self.is_blast:
            return None
        if self.is_explosive:
            return field.throw_sight(self.view, self.throw)
        target = self.target
        if target is None:
            return None
        seen = sight(self.view.state, self.actor.id, target.id)
        return None if seen is None else seen_for(seen, self.mode)

    @cached_property
    def throw(self) -> do.Throw:
        """A throw at the point that is chosen: one of the plan, or where the target stands."""
        is_on_plan = self.actor.place is not None
        target = self.target if is_on_plan and self.point is None else None
        is_placed = target is not None and target.place is not None
        return do.Throw(
            who=self.actor.id,
            weapon=self.item.key,
            at=self.point if is_on_plan else None,
            target=target.id if target is not None and is_placed else None,
        )

    @cached_property
    def areas(self) -> tuple[str, ...]:
        """The keys of the areas before the actor that have a modifier of the game master's own."""
        return tuple(each.key for each in self.seen.areas if each.amount) if self.seen else ()

    @property
    def has_area(self) -> bool:
        """Whether the own modifier of an area counts: the game master has not turned it off."""
        return AREA not in self.choices or self.is_on(AREA)

    @property
    def all_overruled(self) -> tuple[str, ...]:
        """The modifiers and areas that the plan says and the game master has turned off."""
        return (*self.overruled, *(() if self.has_area else self.areas))

    def area_toggle(self) -> Iterator[Toggle]:
        """Yields the own modifier of an area, where one is on the line."""
        for part in amounts.parts(self.view, amounts.counting(self.seen), "D6P-28"):
            yield Toggle(
                key=AREA,
                text=part.name,
                amount=with_sign(part.amount),
                is_on=self.has_area,
                of_target=True,
                by_plan="overruled" if AREA in self.choices else "plan",
            )

    @property
    def band(self) -> gear.RangeBand:
        """How far it is."""
        return self.pick("band", gear.BANDS, self.placed_band or "short")

    @property
    def placed_band(self) -> gear.RangeBand | None:
        """How far it is by the plan; None: it does not say, or it is too far."""
        if self.seen is None or self.kind == "melee":
            return None
        ranges = self.explosive.ranges if self.is_explosive else self.weapon.ranges
        return gear.band_at(self.seen.distance, ranges)

    @property
    def said_band(self) -> do.Band:
        """How far it is as the command says it; empty: that is left to the plan, or does not matter."""
        return "" if self.kind == "melee" or self.by_plan("band") == "plan" else self.band

    @property
    def shown_band(self) -> str:
        """How far it is as the form shows it; empty: by the plan it is too far."""
        is_too_far = self.by_plan("band") == "plan" and self.placed_band is None
        return "" if is_too_far else self.band

    @property
    def dodge(self) -> int:
        """The dice the target spends on dodging or parrying. Source: D6P-31, D6P-41."""
        return self.number("dodge", 0, self.dodge_limit)

    @property
    def dodge_limit(self) -> int:
        """The most dice the target can spend on dodging. Source: D6P-31, D6P-41."""
        if self.is_blast and self.context.switch("d6pool.grenadeAlwaysHits"):
            return 0
        return action_budget.dodge_limit(self.context, self.target) if self.target else 0

    # ---- several in one blast

    @cached_property
    def landing(self) -> Place | None:
        """Where on the plan what is in the air has come down; None: that is not known."""
        return obligations.landing_of(self.context.state, self.actor.id)

    @cached_property
    def proposed(self) -> tuple[tuple[Combatant, Metres], ...]:
        """Whom the blast reaches by the plan, the nearest first, with how far from its centre. Source: D6P-40."""
        if self.landing is None or not self.explosive.blast:
            return ()
        found = near(self.view.state, self.landing, self.explosive.blast[-1])
        return tuple(pair for pair in found if self.can_be_target(pair[0]))

    def metres_from_blast(self, target: Combatant) -> Metres | None:
        """Returns how far from the blast somebody is by the plan; None: that is not known. Source: D6P-39, D6P-40."""
        if self.landing is None:
            return None
        seen = from_point(self.view.state, self.landing, target.id)
        return seen.distance if seen is not None else None

    def is_in_blast(self, target: Combatant) -> bool:
        """Returns whether somebody besides the target is struck: as chosen, else as the plan says. Source: D6P-40."""
        key = blast_key("in", target)
        is_near = any(each.id == target.id for each, _ in self.proposed)
        return self.is_on(key) if key in self.choices else is_near

    @cached_property
    def others(self) -> tuple[Combatant, ...]:
        """Who could be struck besides the target, those whom the blast reaches by the plan first. Source: D6P-40."""
        asked = {each.id for each in self.crowd}
        everybody = (*(each for each, _ in self.proposed), *self.view.state.combatants.values())
        known = {each.id: each for each in everybody if each.id not in asked}
        return tuple(each for each in known.values() if self.can_be_target(each))

    @cached_property
    @override
    def crowd(self) -> tuple[Combatant, ...]:
        """The target, then those of its group who may be struck with it; where the plan says who is, nobody else."""
        target = self.require_target()
        return (target,) if self.metres_from_blast(target) is not None else super().crowd

    @cached_property
    def in_blast(self) -> tuple[Combatant, ...]:
        """Who is struck together, the target first: it is set up in the head of the form. Source: D6P-40."""
        others = (each for each in self.others if self.is_in_blast(each))
        crowd = tuple(self.view.combatant(each.id) for each in self.caught)
        known = {each.id for each in crowd}
        return (*crowd, *(each for each in others if each.id not in known))

    @override
    def may_be_caught(self, combatant: Combatant) -> bool:
        """Returns whether a blast may catch somebody with its target: who is in the fight, and nobody twice."""
        return self.can_be_target(combatant) and not character.is_out(combatant)

    def blast_band(self, target: Combatant) -> gear.RangeBand:
        """How far from the blast somebody is."""
        own = blast_key("band", target)
        if own not in self.choices and (metres := self.metres_from_blast(target)) is not None:
            return gear.band_at(metres, self.explosive.blast) or "extreme"
        is_beside = own not in self.choices and target.id in {each.id for each in self.caught}
        return self.pick(
            blast_key("band", self.require_target()) if is_beside else own, gear.BANDS, "short"
        )

    def shown_blast_band(self, target: Combatant) -> str:
        """Returns how far from the blast somebody is as the form shows it; empty: by the plan outside it."""
        metres = self.metres_from_blast(target) if self.blast_by_plan(target) == "plan" else None
        is_outside = metres is not None and not gear.band_at(metres, self.explosive.blast)
        return "" if is_outside else self.blast_band(target)

    def blast_by_plan(self, target: Combatant) -> ByPlan:
        """Returns whether the plan says how far from the blast somebody is, or the game master in its place."""
        if self.metres_from_blast(target) is None:
            return ""
        return "overruled" if blast_key("band", target) in self.choices else "plan"

    def blast_dodge(self, target: Combatant) -> int:
        """The dice somebody in the blast spends on dodging. Source: D6P-31, D6P-32, D6P-41."""
        if self.context.switch("d6pool.grenadeAlwaysHits"):
            return 0
        most = action_budget.dodge_limit(self.context, target)
        return self.number(self._key_in_blast("dodge", target), 0, most)

    def _key_in_blast(self, key: str, target: Combatant) -> str:
        """Returns the key of what is chosen for somebody in the blast; it may be chosen for all of them."""
        own = blast_key(key, target)
        return own if own in self.choices else key

    def blast_gm(self, target: Combatant) -> int:
        """The dice the game master adds or takes against somebody in the blast."""
        return self.number(self._key_in_blast("gm", target), -GM_DICE, GM_DICE)

    @property
    def gm(self) -> int:
        """The dice the game master adds or takes."""
        return self.number("gm", -GM_DICE, GM_DICE)

    @property
    def has_running_hero_point(self) -> bool:
        """Whether a Hero Point doubles the skill already. Source: D6P-12."""
        skill = self.explosive.skill if self.is_explosive else self.weapon.skill
        return self.actor.memo.get("hero") == skill

    @property
    def may_be_heroic(self) -> bool:
        """Whether a Hero Point can be spent on the attack. Source: D6P-12."""
        return bool(self.actor.gauges.get("hero")) and not self.actor.has("heroic")

    @property
    def hero(self) -> bool:
        """Whether a Hero Point is to be spent."""
        return self.may_be_heroic and self.is_on("hero")


def blast_key(key: str, target: Combatant) -> str:
    """Returns the key of a choice that holds for one of several in a blast."""
    return f"{key}.{target.id}"


def selection_of(context: RulesContext, choices: FormChoices) -> Selection | None:
    """Returns what is chosen; None where nobody can act."""

    def takes_part(slot: Slot) -> bool:
        return action_budget.takes_part(context.combatant(slot.who), slot)

    def goes_on(who: CombatantId) -> bool:
        return bool(obligations.weapon_in_air(context.state, who))

    who = form.next_actor(context, choices, takes_part, goes_on=goes_on)
    if who is None:
        return None
    view = rounds.view_of_tie(context, who)
    return Selection(context, choices, view.combatant(who))
