"""Two who face each other without a fight: an attack that is asked about before anybody plays it."""

from collections.abc import Iterable

from msgspec import Struct, structs

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.requests import Chosen, Faces, RollRequest, accept
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import evolve, fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.rules.engine.asking import Answer, Ask
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.ruleset import CreatureDef, Ruleset
from encounter_gui.rules.view import AttackForm, FormChoices

_MOST_STEPS = 16
"""How often the fight is moved on until the attacker may attack: enough for the order, phases and a passed turn."""

_FRIENDS: tuple[Side, ...] = ("pc", "ally")


class Sandbox(Struct, frozen=True, kw_only=True):
    """What creatures are tried out with."""

    system: System
    ruleset: Ruleset
    texts: MessageCatalog


class TrialAttack(Struct, frozen=True, kw_only=True):
    """The state in which somebody may attack, and the form of the attack, which has a command."""

    context: RulesContext
    form: AttackForm
    who: CombatantId
    target: CombatantId


def context_with(sandbox: Sandbox, creatures: Iterable[CreatureDef | Combatant]) -> RulesContext:
    """Returns a fight that has not begun, of creatures of the library, all fresh, and of combatants as they are.

    Raises:
        RuleError: nothing can be made of a creature.
    """
    state = EncounterState(ruleset=sandbox.ruleset.id)
    context = RulesContext(state=state, ruleset=sandbox.ruleset, texts=sandbox.texts)
    for creature in creatures:
        number = context.state.next_number
        combatant = (
            structs.replace(creature, number=number, place=None)
            if isinstance(creature, Combatant)
            else sandbox.system.recruit(context, creature, name=creature.name, number=number)
        )
        combatant = structs.replace(combatant, id=CombatantId(f"trial-{number}"))
        context = structs.replace(
            context, state=evolve(context.state, ev.CombatantAdded(combatant=combatant))
        )
    return context


def attack_in(sandbox: Sandbox, context: RulesContext, choices: FormChoices) -> TrialAttack | None:
    """Returns the attack of the first in a fight of two on the second, moved on until it is its turn.

    ``choices`` are those of the attack form. Where it never has a turn in which it can attack like that, it is an
    attack out of turn; None: there is none either.
    """
    first, second = context.state.combatants
    chosen = {**choices, "who": first, "target": second}
    out_of_turn: TrialAttack | None = None
    try:
        for _ in range(_MOST_STEPS):
            form = sandbox.system.attack_form(context, chosen)
            if form.command is not None and form.actor == first:
                attack = TrialAttack(context=context, form=form, who=first, target=second)
                if any(each.id == first for each in sandbox.system.taking_part(context)):
                    return attack
                out_of_turn = out_of_turn or attack
            context = _moved_on(sandbox, context, first)
    except AppError:
        return out_of_turn  # a creature half written can be so that nothing can be done with it
    return out_of_turn


def side_against(attacker: Side, target: Side) -> Side:
    """Returns the side on which a target stands so that it can be attacked: its own, if that is another."""
    if attacker in _FRIENDS:
        return "foe" if target in _FRIENDS else target
    return "pc" if target not in _FRIENDS else target


def _moved_on(sandbox: Sandbox, context: RulesContext, favoured: CombatantId) -> RulesContext:
    """Plays Next with dice that let one act early: the highest faces for it, the lowest for others."""
    procedure = sandbox.system.procedure(context, do.Next())
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
