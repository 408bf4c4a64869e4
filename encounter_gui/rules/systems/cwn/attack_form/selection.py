"""What is chosen on the attack form, with defaults for what is not, or no longer fits."""

from functools import cached_property

from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters import form
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.areas import landing, victims
from encounter_gui.rules.systems.cwn.combat.attack_plan import swarm_on
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear
from encounter_gui.rules.systems.cwn.sheet.gear import Weapon
from encounter_gui.rules.view import FormChoices

GM_POINTS = 10
"""Most the game master may add or take, either way."""


class Selection(form.Selection):
    """What is chosen on the attack form of a CWN fight, after defaults."""

    field = landing.RULES

    @cached_property
    def item(self) -> Item:
        """The weapon or explosive."""
        known = {item.key: item for item in gear.weapons(self.actor)}
        chosen = known.get(self.choices.get("weapon", ""))
        return chosen or gear.find(self.actor, "") or gear.UNARMED

    @property
    def is_explosive(self) -> bool:
        """Whether an explosive is used."""
        return self.item.kind == "explosive"

    @property
    @override
    def is_thrown(self) -> bool:
        """Whether an explosive is thrown or launched now, and none is in the air yet. Source: CWN-41."""
        return self.is_explosive and not self.is_laid and not self.actor.has("in_air")

    @property
    def is_laid(self) -> bool:
        """Whether an explosive goes off where it is, instead of being thrown. Source: CWN-42."""
        if not self.is_explosive or gear.launcher_of(self.actor):
            return False
        return gear.explosive_of(self.item).is_placed

    @cached_property
    def weapon(self) -> Weapon:
        """The weapon, as the rules see it."""
        return gear.weapon_of(self.item)

    @property
    def ranges(self) -> tuple[int, ...]:
        """The ranges of the weapon or explosive, in metres."""
        return gear.explosive_of(self.item).ranges if self.is_explosive else self.weapon.ranges

    @cached_property
    def mode(self) -> str:
        """What the weapon is used for."""
        if self.is_explosive:
            return "thrown"
        return self.pick("mode", self.weapon.modes, self.weapon.modes[0])

    @property
    def kind(self) -> str:
        """The kind of attack that situational modifiers are for: ranged, melee or thrown."""
        return self.mode if self.mode in ("melee", "thrown") else "ranged"

    @cached_property
    @override
    def target(self) -> Combatant | None:
        """The target; by default whom the actor swarms, or the nearest opponent who is not out. None: there is none."""
        chosen = self.chosen_combatant("target")
        if chosen is not None and can_be_target(self.actor, chosen):
            return chosen
        up = [each for each in self.context.state.combatants.values() if not character.is_out(each)]
        swarmed = (each for each in up if is_swarming(self.actor, each))
        return next(swarmed, None) or self.first_opponent(up)

    @override
    def may_be_caught(self, combatant: Combatant) -> bool:
        """Returns whether an area that goes on may catch somebody: who is in the fight, and nobody twice."""
        is_known = combatant.id in self._named
        return (
            can_be_target(self.actor, combatant)
            and not character.is_out(combatant)
            and not is_known
        )

    @cached_property
    def _named(self) -> frozenset[CombatantId]:
        """Whom the areas that the actor has opened have caught already. Source: CWN-32, CWN-41."""
        state, who = self.context.state, self.actor.id
        areas = (*victims.open_areas(state, "blast", who), *victims.open_areas(state, "cone", who))
        return frozenset(each for area in areas for each in victims.named_in(area))

    @cached_property
    def hows(self) -> tuple[str, ...]:
        """The ways in which the weapon may be used. Source: CWN-36a to CWN-36e, CWN-32."""
        if self.is_explosive:
            return ("attack",)
        can_suppress = self.weapon.can_suppress and self.context.switch("cwn.suppress")
        possible = {
            "attack": True,
            "charge": self.mode in ("melee", "thrown"),
            "swarm": True,
            "suppress": bool(can_suppress),
            "snap": True,
            "extra": bool(self.actor.gauges.get("extra")),
        }
        return tuple(how for how, is_open in possible.items() if is_open)

    @cached_property
    def how(self) -> str:
        """The way it is used.

        Out of turn that is a Snap Attack, in a swarm its blow, unless something else is chosen and possible.
        """
        wanted = self.pick("how", self.hows, "")
        sweeps = is_sweeping(self.context, self.actor)
        is_own = action_budget.is_ready(self.context.state, self.actor, "main")
        if sweeps and "suppress" in self.hows and not self.choices.get("how"):
            return "suppress"
        if wanted and (is_own or sweeps or wanted in ("snap", "swarm", "extra")):
            return wanted
        if is_swarming(self.actor, self.target) and "swarm" in self.hows:
            return "swarm"
        return "snap" if not is_own and "snap" in self.hows else "attack"

    @property
    def reaches(self) -> tuple[str, ...]:
        """The distances that make a difference; near only for a prone target. Source: CWN-28, CWN-35."""
        if self.kind == "melee":
            return ("near",) if self.is_out_of_range else ()
        if not self.ranges:
            return ()
        is_prone = not self.point and self.target is not None and self.target.has("prone")
        has_long = self.ranges[-1] > self.ranges[0]
        return (*(("near",) if is_prone else ()), "normal", *(("long",) if has_long else ()))

    @property
    def is_out_of_range(self) -> bool:
        """Whether the plan says that it is too far for a blow, or for the weapon. Source: CWN-25 step 1, CWN-28."""
        if self.seen is None or self.how == "charge":
            return False
        most = mechanics.NEAR if self.kind == "melee" else (self.ranges or (0,))[-1]
        return bool(most) and self.seen.distance > most

    @property
    def reach(self) -> str:
        """How far it is: near, normal or long."""
        return self.pick("reach", self.reaches, self._placed_reach)

    @property
    def _placed_reach(self) -> str:
        """How far it is by the plan; normal, where it says nothing. Source: CWN-28, CWN-35."""
        seen = self.seen
        if seen is None or not self.ranges or self.kind == "melee":
            return "" if self.kind == "melee" else "normal"
        if "near" in self.reaches and seen.distance <= mechanics.NEAR:
            return "near"
        return "long" if "long" in self.reaches and seen.distance > self.ranges[0] else "normal"

    @property
    def metres(self) -> int | None:
        """How far it is, as far as that matters; None: as the plan says, in reach, or in normal range."""
        if not self.reaches or self.by_plan("reach") == "plan":
            return None
        if self.by_plan("reach") == "overruled" and self.reach == "normal":
            return self.ranges[0]
        far = self.ranges[-1] if self.ranges else None
        return {"near": mechanics.NEAR, "long": far}.get(self.reach)

    @cached_property
    def centre(self) -> Place | None:
        """Where on the plan has landed what the actor has in the air; None: nobody knows. Source: CWN-41."""
        if not self.actor.has("in_air"):
            return None
        return landing.centre_of(self.context, do.Blast(who=self.actor.id))

    def marked(self, who: CombatantId, *, planned: bool) -> bool:
        """Whether somebody is in an area: as the plan says, or as is chosen in its place."""
        key = marked_key(who)
        return self.is_on(key) if key in self.choices else planned

    @property
    def also(self) -> tuple[Combatant, ...]:
        """The targets of the further attacks of a Main: the first target as well, or another. Source: CWN-69."""
        target = self.target
        if target is None or self.how != "attack" or self.is_explosive:
            return ()
        chosen = (self.chosen_combatant(also_key(at)) for at in range(2, self.weapon.attacks + 1))
        return tuple(
            each if each and can_be_target(self.actor, each) else target for each in chosen
        )

    @property
    def gm(self) -> int:
        """The points the game master adds or takes."""
        return self.number("gm", -GM_POINTS, GM_POINTS)


def selection_of(context: RulesContext, choices: FormChoices) -> Selection | None:
    """Returns the selection; None where nobody can act.

    Who has something in the air comes first, then who strikes for a swarm that nobody else can join, then who has a
    Main, and when nobody has one any more, who strikes for a swarm.
    """
    wanted = choices.get("who", "")
    able = actors(context, wanted)
    in_air = next((each for each in able if each.has("in_air")), None)
    with_main = next((each for each in able if action_budget.actions_left(each, "main")), None)
    swarming = [each for each in able if each.has("swarming")]
    striking = next((each for each in swarming if _is_swarm_full(context, each)), None)
    first = in_air or striking or with_main or next(iter((*swarming, *able)), None)
    actor = next((each for each in able if each.id == wanted), first)
    return Selection(context, choices, actor) if actor else None


def actors(context: RulesContext, wanted: str = "") -> tuple[Combatant, ...]:
    """Returns who could attack now, those whose turn it is first. Source: CWN-16, CWN-36c, CWN-38, CWN-39.

    Out of turn that is who has a name, or holds: of the others only who is wanted.
    """
    acting = action_budget.acting(context)
    ours = {each.id for each in acting}
    others = (
        each
        for each in context.state.combatants.values()
        if each.id not in ours
        and (_has_begun(context, each) or _may_interrupt(context, each, wanted))
    )
    return (*acting, *others)


def _may_interrupt(context: RulesContext, combatant: Combatant, wanted: str) -> bool:
    is_ready = combatant.has("holding") or action_budget.actions_given(combatant, "main") > 0
    is_offered = character.is_somebody(combatant) or is_ready or combatant.id == wanted
    return is_offered and action_budget.has_instant_main(context, combatant)


def _has_begun(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether something is still to come of a Main that has been spent: a swarm, a grenade, a sweep, a kill."""
    is_begun = combatant.has("swarming") or combatant.has("in_air")
    is_begun = is_begun or bool(combatant.gauges.get("extra")) or is_sweeping(context, combatant)
    return is_begun and character.can_act(combatant)


def _is_swarm_full(context: RulesContext, member: Combatant) -> bool:
    """Returns whether as many are in the swarm of a combatant as may be. Source: CWN-39."""
    swarming = member.condition("swarming")
    if swarming is None or swarming.about is None:
        return False
    return len(swarm_on(context, swarming.about)) >= context.number(mechanics.SWARM_MOST)


def is_sweeping(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether not everybody in the suppressive fire of a combatant is named yet. Source: CWN-32."""
    return victims.open_area(context.state, "cone", combatant.id) is not None


def is_swarming(combatant: Combatant, target: Combatant | None) -> bool:
    """Returns whether a combatant has joined the swarm on a target. Source: CWN-39."""
    swarming = combatant.condition("swarming")
    return swarming is not None and target is not None and swarming.about == target.id


def can_be_target(actor: Combatant, target: Combatant) -> bool:
    """Returns whether a combatant may be attacked: not the dead, and the actor only by a blast of its own."""
    return not character.is_dead(target) and (target.id != actor.id or actor.has("in_air"))


def marked_key(who: CombatantId) -> str:
    """Returns the key of the toggle that says whether somebody is in an area."""
    return f"caught:{who}"


def also_key(at: int) -> str:
    """Returns the key of the field for the target of the second attack of a Main, the third and so on."""
    return f"also_{at}"
