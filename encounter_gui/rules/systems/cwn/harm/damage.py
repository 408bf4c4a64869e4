"""Damage to one combatant: soak, hit points, and what they lead to. Source: CWN-07, CWN-25, CWN-57 to CWN-63."""

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Param
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Value
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution, with_events
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.harm import falling, injuries
from encounter_gui.rules.systems.cwn.harm.falling import FallResult
from encounter_gui.rules.systems.cwn.sheet import character


class Damage(Struct, frozen=True, kw_only=True):
    """Damage before the soak pool takes its share. Source: CWN-25 step 9.

    ``soaked`` is what it takes by the word of the game master; None: as much as it can.
    """

    target: CombatantId
    amount: int
    is_lethal: bool = True
    is_traumatic: bool = False
    soaked: int | None = None


class DamageResult(Struct, frozen=True, kw_only=True):
    """What damage comes to: how much is soaked, how many hit points are lost, and what becomes of the target."""

    target: CombatantId
    soaked: int = 0
    lost: int = 0
    fate: FallResult = ""
    events: tuple[ev.Event, ...] = ()

    @property
    def values(self) -> dict[str, Value]:
        """The numbers as a fact holds them."""
        return {"soaked": self.soaked, "lost": self.lost, "fate": self.fate}


def damage_result(context: RulesContext, damage: Damage) -> DamageResult:
    """Returns what damage comes to; nothing is lost by the dead. Source: CWN-07, CWN-57, CWN-59."""
    target = context.combatant(damage.target)
    if damage.amount <= 0 or character.is_dead(target):
        return DamageResult(target=target.id)
    # What the game master has it take is all that is there to take it.
    soak = character.soak_now(target) if damage.soaked is None else damage.soaked
    soaked = int(mechanics.soaked_damage(damage.amount, soak))
    through = int(mechanics.through_soak(damage.amount, soak))
    lost = min(through, max(character.hp_now(target), 0))
    losses = _loss_events(target, damage, soaked, lost)
    after = with_events(context, losses)
    fate = falling.fate_of(after, target, through, is_lethal=damage.is_lethal)
    falls = falling.fall_events(after, target.id, fate)
    return DamageResult(
        target=target.id, soaked=soaked, lost=lost, fate=fate, events=(*losses, *falls)
    )


def _loss_events(target: Combatant, damage: Damage, soaked: int, lost: int) -> tuple[ev.Event, ...]:
    events: list[ev.Event] = []
    if damage.is_traumatic and not target.has("traumatized"):
        events.append(ev.ConditionAdded(who=target.id, condition=Condition(key="traumatized")))
    if soaked:
        events.append(ev.GaugeChanged(who=target.id, gauge=character.SOAK, by=-soaked))
    if lost:
        events.append(ev.GaugeChanged(who=target.id, gauge=character.HP, by=-lost))
    return tuple(events)


def deal(
    resolution: Resolution, what: str, who: CombatantId | None, damage: Damage, /, **values: Value
) -> DamageResult:
    """Lets damage take effect, and records the fact of it: what kind of attack, whose, with these values."""
    done = _after_soak(resolution, damage)
    values |= {"damage": damage.amount, "raw": damage.amount, **done.values}
    fact = ev.Resolved(what=what, who=who, target=damage.target, values=values)
    resolution.record(fact)
    inflict(resolution, done, what, who)
    return done


def _after_soak(resolution: Resolution, damage: Damage) -> DamageResult:
    """Returns what damage comes to, what soak takes of it as the rules say or as the game master does. Source: CWN-07.

    Raises:
        RuleError: there is not so much soak, or damage.
    """
    done = damage_result(resolution.context, damage)
    if not done.soaked:
        return done
    target = resolution.combatant(damage.target)
    soaked = resolution.number_of(target.id, "soaked", done.soaked)
    left = character.soak_now(target)
    if not 0 <= soaked <= min(left, damage.amount):
        number = resolution.context.texts.text_of("rules.number.soaked")
        most = min(left, damage.amount)
        raise refuse(
            "rules.number_out_of_range", number=number, who=target.name, least=0, most=most
        )
    params: dict[str, Param] = {"who": target.name, "amount": damage.amount}
    params |= {"soaked": soaked, "left": left - soaked}
    resolution.reason("cwn.why.by_hand_soaked", "CWN-07", **params)
    return damage_result(resolution.context, replace(damage, soaked=soaked))


def inflict(
    resolution: Resolution, done: DamageResult, fact: str = "", by: CombatantId | None = None
) -> None:
    """Records damage; a target that falls after a Traumatic Hit owes a save. Source: CWN-63.

    ``fact`` is the kind of the fact that tells of it, empty if there is none.
    """
    resolution.apply(*done.events)
    if done.fate == "mortally_wounded":
        injuries.owe_save(resolution, done.target, fact=fact, by=by)


def fate_text(context: RulesContext, fate: str) -> str:
    """Returns what became of a target, to stand after what it lost; empty for nothing."""
    return context.texts.text_of(f"cwn.fate.{fate}") if fate else ""


def harm_text(context: RulesContext, amount: int, result: DamageResult) -> str:
    """Returns what one of several targets suffered, in words."""
    return context.texts.text_of(
        "cwn.blast.hurt",
        target=context.combatant(result.target).name,
        damage=amount,
        lost=result.lost,
        fate=fate_text(context, result.fate),
    )
