"""A creature tried out without a fight: what its sheet comes to, and its odds against somebody."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from msgspec import Struct, structs

from encounter_gui.core.errors import AppError, RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.requests import Chosen, Faces, RollRequest, accept
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import evolve, fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Side
from encounter_gui.rules.engine.asking import Answer, Ask
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.ruleset import CreatureDef, Ruleset
from encounter_gui.rules.view import BodyView, Odds, Section

_MOST_STEPS = 16
"""How often the fight is moved on until the attacker may attack: enough for the order, phases and a passed turn."""


class Sandbox(Struct, frozen=True, kw_only=True):
    """What creatures are tried out with."""

    system: System
    ruleset: Ruleset
    texts: MessageCatalog


class WorkedOut(Struct, frozen=True, kw_only=True):
    """What follows from a creature's numbers; ``trouble`` says, in words, why nothing does."""

    sections: tuple[Section, ...] = ()
    body: BodyView | None = None
    hit_dice: str = ""
    trouble: str = ""


def worked_out(bench: Sandbox, creature: CreatureDef) -> WorkedOut:
    """Returns what the rules make of a creature: the sections of its sheet without offers, and its body."""
    try:
        context = _context_with(bench, [creature])
        (who,) = context.state.combatants
        view = bench.system.combatant_view(context, who)
        body = bench.system.body(context, who)
        dice = bench.system.hit_dice(context, creature)
    except RuleError as error:
        return WorkedOut(trouble=bench.texts.text(error.message))
    shorts = {field.short or field.name for field in bench.ruleset.fields}
    plain = (_without_offers(each) for each in view.sections)
    sections = tuple(each for each in plain if each is not None and not _is_copy(each, shorts))
    return WorkedOut(sections=sections, body=_unhurt(body), hit_dice=dice)


def _is_copy(section: Section, shorts: Collection[str]) -> bool:
    """Whether a section only repeats fields that are being edited anyway."""
    names = [fact.name for fact in section.stats]
    return not section.title and bool(names) and all(name in shorts for name in names)


def _unhurt(body: BodyView) -> BodyView:
    """A body that nobody has hit yet: its armour, without letters for wounds and keys for blows."""
    parts = tuple(structs.replace(part, letter="", note="") for part in body.parts)
    return structs.replace(body, parts=parts, levels=(), asks="")


def _without_offers(section: Section) -> Section | None:
    """What can still be done in a fight says nothing of a creature."""
    if section.offers and not (section.stats or section.facts or section.gauges):
        return None
    return structs.replace(section, offers=())


def odds_between(bench: Sandbox, attacker: CreatureDef, target: CreatureDef) -> Odds | None:
    """Returns the odds of a creature's first attack on another, both fresh; None where there can be none."""
    try:
        context = _context_with(bench, [attacker, replace(target, side=_opposed(attacker, target))])
        first, second = context.state.combatants
        for _ in range(_MOST_STEPS):
            shown = bench.system.attack_form(context, {"who": first, "target": second})
            if shown.command is not None and shown.actor == first:
                return bench.system.odds(context, shown.command)
            context = _moved_on(bench, context, first)
    except AppError:
        return None  # a creature half written can be so that nothing can be done with it
    return None


def _opposed(attacker: CreatureDef, target: CreatureDef) -> Side:
    if attacker.side in ("pc", "ally"):
        return "foe" if target.side in ("pc", "ally") else target.side
    return "pc" if target.side not in ("pc", "ally") else target.side


def _context_with(bench: Sandbox, creatures: Iterable[CreatureDef]) -> RulesContext:
    state = EncounterState(ruleset=bench.ruleset.id)
    context = RulesContext(state=state, ruleset=bench.ruleset, texts=bench.texts)
    for creature in creatures:
        combatant = bench.system.recruit(
            context, creature, name=creature.name, number=context.state.next_number
        )
        combatant = structs.replace(combatant, id=CombatantId(f"trial-{combatant.number}"))
        context = structs.replace(
            context, state=evolve(context.state, ev.CombatantAdded(combatant=combatant))
        )
    return context


def _moved_on(bench: Sandbox, context: RulesContext, favoured: CombatantId) -> RulesContext:
    """Plays Next with dice that let one act early: the highest faces for it, the lowest for others."""
    procedure = bench.system.procedure(context, do.Next())
    answer: Answer | None = None
    while True:
        try:
            asked: Ask = procedure.send(answer)  # type: ignore[arg-type]  # a generator begins with None
        except StopIteration as done:
            return structs.replace(context, state=fold(context.state, done.value.events))
        answer = _answer(asked, favoured)


def _answer(asked: Ask, favoured: CombatantId) -> Answer:
    if isinstance(asked, tuple):
        return tuple(accept(each, _faces(each, favoured)) for each in asked)
    return Chosen(option=asked.options[0])


def _faces(request: RollRequest, favoured: CombatantId) -> Faces:
    face = request.highest if request.who == favoured else request.lowest
    return Faces(values=(face,) * request.count)
