"""What of a fight a forecast does not play, and how much that may move it."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter.values import Combatant
from encounter_gui.forecast.forecast import FIRST_CHUNK, Plan, play_chunk, won
from encounter_gui.forecast.start import plan_of
from encounter_gui.rules.engine.battlefield.battle import is_foe
from encounter_gui.rules.engine.battlefield.stopping import IsStopped, never
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.text_format import at_an_end, percent


class Unplayed(Struct, frozen=True, kw_only=True):
    """Something of a fight that is not played as the rules have it, and whom it is about.

    ``key`` is that of its sentence, after ``forecast.left_out.``. ``without`` is the player characters' chance to win
    in the same fight without those: what they do can hardly move the forecast by more. None: it is not worked out, or
    one side would be empty.
    """

    key: str
    who: tuple[CombatantId, ...] = ()
    without: float | None = None


def unplayed(plan: Plan, context: RulesContext) -> tuple[Unplayed, ...]:
    """Returns what is not played; nothing is worked out."""
    found = [Unplayed(key=each.key, who=each.who) for each in plan.battle.left_out]
    if any(each.side == "neutral" for each in context.state.combatants.values()):
        found.append(Unplayed(key="neutral"))
    return tuple(found)


def reckoned(
    system: System, context: RulesContext, plan: Plan, is_stopped: IsStopped = never
) -> Iterator[Unplayed]:
    """Yields what is not played with how much it may move the forecast; a chunk of fights each, of the same seed.

    Raises:
        StoppedError: ``is_stopped`` said so.
    """
    sides = {each.id: is_foe(each) for each in map(context.combatant, plan.battle.who)}
    for each in unplayed(plan, context):
        rest = {side for who, side in sides.items() if who not in each.who}
        if not each.who or len(rest) < 2:
            yield each
            continue
        other = plan_of(system, _without(context, each.who), plan.orders, plan.seed, is_stopped)
        tally = play_chunk(other, 0, FIRST_CHUNK, is_stopped)
        yield replace(each, without=won(tally)[0].share)


def _without(context: RulesContext, who: tuple[CombatantId, ...]) -> RulesContext:
    def changed(combatant: Combatant) -> Combatant:
        return replace(combatant, side="neutral") if combatant.id in who else combatant

    there = {key: changed(each) for key, each in context.state.combatants.items()}
    return replace(context, state=replace(context.state, combatants=there))


def unplayed_words(found: tuple[Unplayed, ...], context: RulesContext) -> tuple[str, ...]:
    """Returns what is not played, a sentence or two each."""
    return tuple(_words(each, context) for each in found)


def _words(found: Unplayed, context: RulesContext) -> str:
    texts = context.texts
    what = texts.text(say(f"forecast.left_out.{found.key}"))
    if found.without is None:
        return what
    names = ", ".join(context.combatant(who).name for who in found.who)
    end = at_an_end(found.without, FIRST_CHUNK)
    return texts.text_of(
        "forecast.left_out_without",
        what=what,
        who=names,
        side=context.side_name("pc"),
        percent=f"{end}\u00a0%" if end else percent(found.without),
    )
