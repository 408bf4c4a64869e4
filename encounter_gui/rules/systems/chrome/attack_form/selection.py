"""What is chosen on the attack form, with defaults for what is not, or no longer fits."""

from collections.abc import Mapping
from functools import cached_property
from math import inf

from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.sight import from_point
from encounter_gui.rules.model.metres import Metres
from encounter_gui.rules.presenters import form
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.combat.attack_plan import (
    AttackPlan,
    counter_weapons,
    defences,
    plan_attack,
    plan_throw,
)
from encounter_gui.rules.systems.chrome.combat.frenzy import is_frenzied
from encounter_gui.rules.systems.chrome.field import rules as field
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, gear
from encounter_gui.rules.systems.chrome.sheet.check_plan import D100Plan
from encounter_gui.rules.systems.chrome.sheet.gear import Ability, RangeBand, Weapon
from encounter_gui.rules.view import FormChoices

EVERYBODY = "*"
"""The target of a special ability that reaches every Operator who is awake."""

CAUGHT = "caught:"
"""Before an id in the key of the toggle that puts a combatant into a blast."""

SPECIAL = "special:"
"""Before the key of an ability, in the list of weapons."""

_EDGES: tuple[do.Edge, ...] = (1, 0, -1)
_DEFENCES: tuple[do.Defence, ...] = ("save", "counter", "waive")


class Selection(form.Selection):
    """What is chosen on the attack form of a CHROME fight, after defaults.

    Either ``item`` is a weapon or grenade, or ``ability`` is one of an enemy's.
    """

    field = field.RULES

    @cached_property
    def ability(self) -> Ability | None:
        """The ability that is chosen; of an enemy without a weapon, its first."""
        known = gear.abilities(self.actor)
        wanted = self.choices.get("weapon", "")
        chosen = next((each for each in known if f"{SPECIAL}{each.key}" == wanted), None)
        return chosen or (None if gear.weapons(self.actor) else next(iter(known), None))

    @cached_property
    def item(self) -> Item | None:
        """The weapon or grenade; else what is in hand, or what the list of an enemy still allows."""
        if self.ability is not None:
            return None
        context, actor, arms = self.context, self.actor, gear.weapons(self.actor)
        chosen = next((each for each in arms if each.key == self.choices.get("weapon", "")), None)
        held = gear.at_hand(actor) or next(iter(arms), None)
        if chosen is not None or held is None or not action_budget.goes_by_block(context, actor):
            return chosen or held
        allowed = (
            each for each in (held, *arms) if action_budget.actions_left(context, actor, each.key)
        )
        return next(allowed, held)

    @cached_property
    def weapon(self) -> Weapon | None:
        """The weapon, as the rules see it; None for a grenade or an ability."""
        if self.item is None or self.item.kind == "explosive":
            return None
        return gear.weapon_of(self.item)

    @property
    @override
    def is_thrown(self) -> bool:
        """Whether a grenade is thrown. Source: CHR-46."""
        return self.item is not None and self.item.kind == "explosive"

    @property
    def rolls(self) -> bool:
        """Whether the attacker makes a check."""
        return character.is_operator(self.actor)

    @cached_property
    def targets(self) -> tuple[Combatant, ...]:
        """Whom the actor could attack."""
        return targets(self.context, self.actor, self.ability)

    @cached_property
    @override
    def target(self) -> Combatant | None:
        """The target; by default whom the actor grapples, or the nearest opponent not out. None: there is none."""
        chosen = self.choices.get("target", "")
        picked = next((each for each in self.targets if each.id == chosen), None)
        if picked is not None:
            return picked
        up = [each for each in self.targets if not character.is_out(each)]
        held = self.actor.condition("grappling")
        grappled = (each for each in up if held is not None and each.id == held.by)
        team, is_wild = character.team(self.actor), is_frenzied(self.actor)
        foes = (each for each in up if character.team(each) != team or is_wild)
        return next(grappled, None) or self.nearest(foes)

    @property
    def is_everybody(self) -> bool:
        """Whether a special ability is aimed at everybody it reaches."""
        return self.ability is not None and self.choices.get("target") == EVERYBODY

    @property
    def band(self) -> RangeBand:
        """The range; by default as the plan says, else Short for what shoots that far, otherwise the nearest.

        Source: CHR-07.
        """
        item, placed = self.item, self.placed_band
        if placed is not None and self.by_plan("band") == "plan":
            return placed
        bands = gear.weapon_of(item).bands if item and item.kind == "weapon" else ()
        is_melee = item is not None and item.values.get("class", "melee") == "melee"
        usual: RangeBand = bands[0] if bands and (is_melee or "short" not in bands) else "short"
        return self.pick("band", bands, usual)

    @cached_property
    def placed_band(self) -> RangeBand | None:
        """The range that the plan says; None: it says none, or it is beyond all. Source: CHR-07."""
        return None if self.seen is None else gear.band_at(self.context.ruleset, self.seen.distance)

    @property
    def said_band(self) -> do.Band:
        """The range as a command says it; empty: the plan says it."""
        return "" if self.by_plan("band") == "plan" else self.band

    @property
    def is_screened(self) -> bool:
        """Whether the plan says that cover helps the target against the weapon, which no mark says. Source: CHR-34."""
        if self.seen is None or self.item is None or self.require_target().has("in_cover"):
            return False
        return field.is_screened(self.seen, self.item)

    @property
    def said_cover(self) -> bool | None:
        """Whether there is cover, as the game master says; None: nothing is said."""
        return self.is_on("cover") if "cover" in self.choices else None

    @cached_property
    def defence(self) -> do.Defence:
        """What the target does against it; empty: nothing can be done."""
        if self.target is None or self.item is None:
            return ""
        open_to = defences(self.context, self.target, self.band)
        possible = [each for each in _DEFENCES if each in open_to]
        return self.pick("defence", possible, possible[0] if possible else "")

    @property
    def counter(self) -> str:
        """The weapon of a counter-attack; empty: none is made."""
        if self.target is None or self.defence != "counter":
            return ""
        arms = [each.key for each in counter_weapons(self.target)]
        return self.pick("counter", arms, next(iter(arms), ""))

    def edge(self, key: str) -> do.Edge:
        """Returns the Advantage the game master gives, under ``edge`` or ``save_edge``."""
        wanted = self.choices.get(key, "")
        return next((edge for edge in _EDGES if str(edge) == wanted), 0)

    def burn(self, key: str) -> int:
        """Returns the Conviction burned on a roll, under ``burn`` or ``save_burn``."""
        return self.number(key, 0, most_burn(self.context, self.roller(key)))

    def roller(self, key: str) -> Combatant | None:
        """Returns whose roll a field belongs to: those that begin with ``save_`` to the target."""
        return self.target if key.startswith("save_") else self.actor

    @cached_property
    def attack(self) -> do.Attack:
        """The attack with a weapon."""
        saves, rolls = self.defence == "save", self.rolls
        return do.Attack(
            who=self.actor.id,
            target=self.require_target().id,
            weapon=self.item.key if self.item else "",
            band=self.said_band,
            cover=self.said_cover if self.is_screened else None,
            modifiers=self.modifiers if rolls else (),
            overruled=self.overruled if rolls else (),
            edge=self.edge("edge") if rolls else 0,
            burn=self.burn("burn") if rolls else 0,
            defence=self.defence,
            counter_weapon=self.counter,
            save_edge=self.edge("save_edge") if saves else 0,
            save_burn=self.burn("save_burn") if saves else 0,
        )

    @cached_property
    def plan(self) -> AttackPlan:
        """The plan of the attack with a weapon.

        Raises:
            RuleError: it cannot be made.
        """
        return plan_attack(self.context, self.whole(self.attack))

    @cached_property
    def throw(self) -> do.Throw:
        """The throw of a grenade: at the target or a point, everybody in the blast named. Source: CHR-46."""
        rolls = self.rolls
        return do.Throw(
            who=self.actor.id,
            target=self.require_target().id if self.point is None else None,
            at=self.point,
            weapon=self.item.key if self.item else "",
            band=self.said_band,
            caught=self._said_caught(),
            cover=self.said_cover if self.point is None else None,
            modifiers=self.modifiers if rolls else (),
            overruled=self.overruled if rolls else (),
            edge=self.edge("edge") if rolls else 0,
            burn=self.burn("burn") if rolls else 0,
        )

    @cached_property
    def whole_throw(self) -> do.Throw:
        """The throw, with what it does not say taken from the plan."""
        return self.whole(self.throw)

    def _said_caught(self) -> tuple[do.Caught, ...] | None:
        """Returns who else is in a blast, as the game master says; None: as the plan says."""
        if self.seen is not None and not any(each.startswith(CAUGHT) for each in self.choices):
            return None
        return tuple(do.Caught(target=each.id) for each in self.beside_target)

    @property
    def beside_target(self) -> tuple[Combatant, ...]:
        """Who else is in a blast: so many of the target's group, who is named, whom the plan says. Source: CHR-46."""
        crowd = self.caught[1:] if self.point is None else ()
        named = (each for each in self.bystanders if self.is_caught(each))
        known = {each.id for each in crowd}
        return (*crowd, *(each for each in named if each.id not in known))

    def is_caught(self, combatant: Combatant) -> bool:
        """Returns whether somebody beside the target is in the blast: as chosen, else as the plan says."""
        key = f"{CAUGHT}{combatant.id}"
        return self.is_on(key) if key in self.choices else combatant.id in self.placed_blast

    @cached_property
    def placed_blast(self) -> Mapping[CombatantId, Metres]:
        """Whom the plan says a blast at the target or point catches besides, with how far they are from it."""
        landing = field.landing_of(self.context, self.throw_at)
        if self.seen is None or landing is None:
            return {}
        caught = field.blast(self.context, landing, but=self.throw_at.target)
        return {each.id: far for each, far in caught}

    @cached_property
    def throw_at(self) -> do.Throw:
        """A throw with nothing said but where it is aimed."""
        target = self.require_target().id if self.point is None else None
        return do.Throw(who=self.actor.id, target=target, at=self.point)

    def metres_from_blast(self, combatant: Combatant) -> Metres | None:
        """Returns how far somebody is from where a grenade goes off; None: one of them is nowhere on the plan."""
        landing = field.landing_of(self.context, self.throw_at)
        seen = None if landing is None else from_point(self.context.state, landing, combatant.id)
        return None if seen is None else seen.distance

    @cached_property
    @override
    def crowd(self) -> tuple[Combatant, ...]:
        """The target's group; the target alone where the plan says who is near it, nobody where a point is aimed at."""
        if self.point is not None:
            return ()
        return (self.require_target(),) if self.seen is not None else super().crowd

    @override
    def may_be_caught(self, combatant: Combatant) -> bool:
        """Returns whether a blast may catch somebody with its target: who is in the fight."""
        return not character.is_out(combatant) and "left" not in combatant.flags

    @property
    def bystanders(self) -> tuple[Combatant, ...]:
        """Who may be in a blast besides the target and those of its group: the nearest to it first, then the actor."""
        others = (self.actor, *targets(self.context, self.actor, None))
        is_aimed = self.point is None and self.target is not None
        asked = {each.id for each in self.crowd} if is_aimed else ()
        asked_of = {each.id: each for each in others if each.id not in asked}
        if not (is_aimed or self.point) or self.seen is None:
            return tuple(asked_of.values())
        apart = {each.id: self.metres_from_blast(each) for each in asked_of.values()}
        return tuple(
            sorted(
                asked_of.values(),
                key=lambda each: inf if (far := apart[each.id]) is None else far,
            )
        )

    @cached_property
    def check(self) -> D100Plan | None:
        """The check of the attacker or thrower; None: it makes none."""
        return self.plan.test if self.weapon else plan_throw(self.context, self.whole_throw)

    @property
    def save(self) -> D100Plan | None:
        """The Save of the target against an attack; None: it makes none."""
        return self.plan.save if self.weapon and self.defence == "save" else None


def selection_of(context: RulesContext, choices: FormChoices) -> Selection | None:
    """Returns what is chosen; None where nobody can attack."""
    able = actors(context)
    wanted = choices.get("who", "")
    actor = next((each for each in able if each.id == wanted), next(iter(able), None))
    return Selection(context, choices, actor) if actor else None


def actors(context: RulesContext) -> tuple[Combatant, ...]:
    """Returns who could attack now: whoever is in a frenzy, who has begun a turn, those whose turns are to come.

    Source: CHR-26, CHR-63.
    """
    is_running = action_budget.is_running(context)
    everybody = context.state.combatants.values() if is_running else ()
    wild = [each for each in everybody if is_frenzied(each)]
    acting = [
        each
        for each in (*action_budget.acting(context), *action_budget.unfinished(context))
        if not is_frenzied(each) and not character.is_presence(each)
    ]
    now = {each.id for each in action_budget.whose_turn(context)}
    acting.sort(key=lambda each: (action_budget.actions_now(context, each) < 1, each.id not in now))
    return (*wild, *acting)


def targets(
    context: RulesContext, actor: Combatant, ability: Ability | None
) -> tuple[Combatant, ...]:
    """Returns whom somebody could attack, those of other sides first, those who can still fight, bystanders last."""
    found = [
        each
        for each in context.state.combatants.values()
        if each.id != actor.id and not character.is_dead(each) and "left" not in each.flags
    ]
    if ability is not None:
        found = [each for each in found if character.is_operator(each) and character.is_awake(each)]
    team = character.team(actor)
    found.sort(
        key=lambda each: (
            character.team(each) == team,
            not character.is_awake(each),
            each.side == "neutral",
        )
    )
    return tuple(found)


def most_burn(context: RulesContext, combatant: Combatant | None) -> int:
    """Returns the most Conviction somebody can burn. Source: CHR-20, CHR-60."""
    if combatant is None or not character.is_operator(combatant):
        return 0
    if not character.is_awake(combatant) or not context.switch("chrome.burn"):
        return 0
    return character.conviction_now(combatant)
