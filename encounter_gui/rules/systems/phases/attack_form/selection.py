"""What is chosen on the attack form, with defaults for what is not, or no longer fits."""

from functools import cached_property, lru_cache, partial

from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import override

from encounter_gui.encounter.plan import Area
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.amounts import counting_area
from encounter_gui.rules.engine.field.sight import Sight
from encounter_gui.rules.presenters import form, modifier_fields
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.combat import defenses
from encounter_gui.rules.systems.phases.combat.attack_plan import (
    AttackPlan,
    most_shots,
    plan_attack,
)
from encounter_gui.rules.systems.phases.field import areas, ranges, ways
from encounter_gui.rules.systems.phases.field.ranges import BANDS
from encounter_gui.rules.systems.phases.field.rules import RULES
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.systems.phases.sheet.character import takes_part
from encounter_gui.rules.systems.phases.sheet.gear import Technique, Weapon
from encounter_gui.rules.systems.phases.turns.phases_of_round import view_of
from encounter_gui.rules.view import ByPlan, FormChoices

GM_MOST = 20
"""The most the game master may add or take, either way."""

TECHNIQUE = "technique:"
"""Before the key of a technique among the modes."""

AREA = "area:"
"""Before the key of an area among the toggles."""

_MOVING = ("jog", "run", "sprint")


class Strike(Struct, frozen=True, kw_only=True):
    """An attack on the form: the plan, the target as it stands, and its defense; None: it rolls none."""

    view: RulesContext
    command: do.Attack
    plan: AttackPlan
    target: Combatant
    defense: defenses.Defense | None


class Selection(form.Selection):
    """What is chosen on the attack form of a fight in phases, after defaults."""

    field = RULES

    @cached_property
    def view(self) -> RulesContext:
        """The encounter as the rolls of the attacker see it."""
        return view_of(self.context, self.actor.id)

    @cached_property
    def item(self) -> Item:
        """What is attacked with."""
        wanted = gear.find(self.actor, self.choices.get("weapon", ""))
        return wanted or gear.find(self.actor, "") or gear.bare_hands(self.actor)

    @cached_property
    def weapon(self) -> Weapon:
        """The weapon, as the rules see it."""
        return gear.weapon_of(self.item)

    @cached_property
    def technique(self) -> Technique | None:
        """The technique that is chosen among the modes; None: a plain attack. Source: PHA-53."""
        wanted = self.choices.get("mode", "")
        if not wanted.startswith(TECHNIQUE) or not self.weapon.is_melee:
            return None
        found = gear.technique(self.context.ruleset, wanted.removeprefix(TECHNIQUE))
        return found if found is not None and self.weapon.skill in found.skills else None

    @cached_property
    def mode(self) -> str:
        """The fire mode, or what a weapon is used for; the key of a field is ``semi:3`` or ``technique:grab``."""
        if self.technique is not None:
            return "blow"
        wanted, _, _ = self.choices.get("mode", "").partition(":")
        return next((mode for mode in self.weapon.modes if mode == wanted), self.weapon.modes[0])

    @property
    def shots(self) -> int:
        """How many times is fired. Source: PHA-34."""
        if self.technique is not None:
            return 1
        wanted, _, count = self.choices.get("mode", "").partition(":")
        if self.mode == "burst":
            count = self.choices.get("bursts", "1")
        elif wanted != self.mode:
            count = "1"
        shots = int(count) if count.isdecimal() and len(count) == 1 else 1
        return max(1, min(shots, most_shots(self.context, self.weapon, self.mode)))

    @property
    def salvo(self) -> tuple[int, int] | None:
        """The least and most rounds of a salvo; None: none is fired. Source: PHA-34, PHA-77."""
        if self.mode not in ("full", "laser") or self.technique is not None:
            return None
        left = self.actor.gauges.get(self.weapon.ammo, 0)
        most = min(self.weapon.rof, left) if self.weapon.uses_ammo else self.weapon.rof
        return 1, max(most, 1)

    @property
    def rounds(self) -> int:
        """The rounds of a salvo, all of them by default; 0: none is fired."""
        if self.salvo is None:
            return 0
        least, most = self.salvo
        return self.number("rounds", least, most) if "rounds" in self.choices else most

    @cached_property
    @override
    def target(self) -> Combatant | None:
        """The target; by default the nearest opponent who is not out. None: there is none."""
        chosen = self.chosen_combatant("target", self.view)
        if chosen is not None and chosen.id != self.actor.id and not character.is_dead(chosen):
            return chosen
        others = self.view.state.combatants.values()
        return self.first_opponent(each for each in others if not character.is_out(self.view, each))

    @property
    def kind(self) -> str:
        """The kind of attack that situational modifiers are for: ranged, thrown or melee."""
        if self.technique is not None or self.weapon.is_melee:
            return "melee"
        return self.weapon.kind

    @property
    def place(self) -> str:
        """The place of the body it is aimed at; empty: the dice say. Source: PHA-41."""
        place = self.choices.get("place", "") if self.technique is None else ""
        return place if character.location(self.context, place) else ""

    @property
    def has_bands(self) -> bool:
        """Whether the range matters, by the switch for the range table."""
        return bool(self.context.switch("phases.rangeTable")) and self.kind != "melee"

    @cached_property
    def planned_band(self) -> do.Band:
        """The range by the plan; empty: it says none, or the target is beyond the last."""
        if self.seen is None or not self.has_bands:
            return ""
        return ranges.band_at(self.context, self.weapon, self.seen.distance)

    @property
    def band(self) -> do.Band:
        """How far it is: as chosen, as the plan says, else short."""
        return self.pick("band", BANDS, self.planned_band or "short")

    # ---- what the plan says

    @cached_property
    @override
    def seen(self) -> Sight | None:
        """What the actor has before it on the plan, as its rolls see it: a blow from where it strikes."""
        target, is_melee = self.target, self.kind == "melee"
        if target is None:
            return None
        return areas.seen_by(self.view, self.actor.id, target.id, is_melee=is_melee)

    @override
    def by_plan(self, key: str) -> ByPlan:
        """Returns whether the plan decides a question of the form; one that it says nothing of it does not."""
        if key == "band" and not self.planned_band:
            return ""
        return super().by_plan(key)

    @cached_property
    def areas(self) -> tuple[Area, ...]:
        """The areas whose modifiers are shown: those turned off, and of the others the greatest, which counts."""
        counts = counting_area(self.seen, self.overruled)
        found = self.seen.areas if self.seen is not None else ()
        return tuple(each for each in found if each == counts or each.key in self.overruled)

    @cached_property
    @override
    def overruled(self) -> tuple[str, ...]:
        """The keys of the areas whose modifiers the game master has turned off."""
        found = self.seen.areas if self.seen is not None else ()
        return tuple(
            each.key
            for each in found
            if each.amount and self.choices.get(f"{AREA}{each.key}") == modifier_fields.OFF
        )

    @property
    def is_straight(self) -> bool:
        """Whether the target moves straight towards the actor or away from it: as chosen, or as the plan says."""
        if self.target is None or self.by_plan("straight") != "plan":
            return self.is_on("straight")
        return ways.goes_straight(self.view.state, self.actor, self.target)

    @cached_property
    def decided_groups(self) -> tuple[str, ...]:
        """The groups of modifiers that the state of the target decides. Source: PHA-28, PHA-31, PHA-76."""
        target = self.target
        if target is None:
            return ()
        found: list[str] = []
        if character.is_helpless(target) or self.target_moves:
            found += ["target_moves", "still"]
        if any(target.has(key) for key in character.STANCES):
            found.append("stance")
        return tuple(found)

    @property
    def target_moves(self) -> bool:
        """Whether the target jogs, runs or sprints. Source: PHA-31."""
        return self.target is not None and character.gait(self.target) in _MOVING

    @property
    def open_modifiers(self) -> tuple[str, ...]:
        """The situational modifiers that are on and not decided by the state already."""
        groups = {each.key: each.group for each in self.context.ruleset.modifiers}
        return tuple(
            key for key in self.modifiers if groups.get(key, "") not in self.decided_groups
        )

    @cached_property
    def strike(self) -> Strike:
        """The attack, against the chosen defense or the first that is open.

        Raises:
            RuleError: it cannot be made at all.
        """
        return strike_at(self.view, self.whole(self.attack))

    @cached_property
    def attack(self) -> do.Attack:
        """The attack as it is chosen; what the plan decides it leaves unsaid."""
        technique = self.technique
        return do.Attack(
            who=self.actor.id,
            target=self.require_target().id,
            weapon=self.weapon.key,
            mode="" if technique else self.mode,  # type: ignore[arg-type]  # one of the modes of the weapon
            technique=technique.key if technique else "",
            shots=self.shots,
            rounds=self.rounds,
            place=self.place,
            straight=None if self.by_plan("straight") == "plan" else self.is_on("straight"),
            band=self.band if self.has_bands and self._is_band_said else "",
            modifiers=self.open_modifiers,
            overruled=self.overruled,
            gm=self.number("gm", -GM_MOST, GM_MOST),
            defense=self.choices.get("defense", ""),
            defense_gm=self.number("defense_gm", -GM_MOST, GM_MOST),
        )

    @property
    def _is_band_said(self) -> bool:
        """Whether the command says the range: chosen by hand, or the plan knows none."""
        is_measured = self.seen is not None and bool(ranges.limits(self.context, self.weapon))
        return "band" in self.choices or not is_measured


def strike_at(view: RulesContext, command: do.Attack) -> Strike:
    """Returns what an attack would roll; a defense that is not open falls back to the first that is.

    Raises:
        RuleError: it cannot be made at all.
    """
    plan = _plan_of(view, replace(command, defense="", defense_gm=0))
    target = view.combatant(command.target)
    open_to = defenses.options(view, target, plan)
    if not open_to:
        command = replace(command, defense="")
        return Strike(view=view, command=command, plan=plan, target=target, defense=None)
    kind = command.defense if command.defense in open_to else open_to[0]
    return Strike(
        view=view,
        command=replace(command, defense=kind),
        plan=plan,
        target=target,
        defense=defenses.defense(view, target, kind, command.defense_gm),
    )


@lru_cache(4)
def _plan_of(view: RulesContext, command: do.Attack) -> AttackPlan:
    """Returns the plan of an attack, whatever the defense; the form and the odds ask for it one after the other.

    Raises:
        RuleError: it cannot be made at all.
    """
    return plan_attack(view, command)


def selection_of(context: RulesContext, choices: FormChoices) -> Selection | None:
    """Returns what is chosen; None where nobody can act."""
    who = form.next_actor(context, choices, partial(takes_part, context))
    if who is None:
        return None
    return Selection(context, choices, view_of(context, who).combatant(who))
