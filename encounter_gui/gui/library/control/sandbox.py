"""A creature tried out without a fight: what its sheet comes to, and its odds against somebody."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from msgspec import structs

from encounter_gui.core.errors import AppError, RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Catalogue
from encounter_gui.dice.requests import Chosen, Faces, RollRequest, accept
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import evolve, fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Side
from encounter_gui.rules.engine.asking import Answer, Ask
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.engine.system import System
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.ruleset import CreatureDef, Ruleset
from encounter_gui.rules.view import BodyView, Odds, Section

_MOST_STEPS = 16
"""How often the fight is moved on until the attacker may attack: enough for the order, phases and a passed turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workbench:
    """What creatures are tried out with."""

    system: System
    ruleset: Ruleset
    words: Catalogue


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkedOut:
    """What follows from a creature's numbers; ``trouble`` says, in words, why nothing does."""

    sections: tuple[Section, ...] = ()
    body: BodyView | None = None
    hit_dice: str = ""
    trouble: str = ""


def worked_out(bench: Workbench, creature: CreatureDef) -> WorkedOut:
    """Returns what the rules make of a creature: the sections of its sheet without offers, and its body."""
    try:
        scene = _met(bench, [creature])
        (who,) = scene.state.combatants
        sheet = bench.system.sheet(scene, who)
        body = bench.system.body(scene, who)
        dice = bench.system.hit_dice(scene, creature)
    except RuleError as error:
        return WorkedOut(trouble=bench.words.text(error.message))
    shorts = {field.short or field.name for field in bench.ruleset.fields}
    plain = (_without_offers(each) for each in sheet.sections)
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


def odds_between(bench: Workbench, attacker: CreatureDef, target: CreatureDef) -> Odds | None:
    """Returns the odds of a creature's first attack on another, both fresh; None where there can be none."""
    try:
        scene = _met(bench, [attacker, replace(target, side=_opposed(attacker, target))])
        first, second = scene.state.combatants
        for _ in range(_MOST_STEPS):
            shown = bench.system.bench(scene, {"who": first, "target": second})
            if shown.command is not None and shown.actor == first:
                return bench.system.odds(scene, shown.command)
            scene = _moved_on(bench, scene, first)
    except AppError:
        return None  # a creature half written can be so that nothing can be done with it
    return None


def _opposed(attacker: CreatureDef, target: CreatureDef) -> Side:
    if attacker.side in ("pc", "ally"):
        return "foe" if target.side in ("pc", "ally") else target.side
    return "pc" if target.side not in ("pc", "ally") else target.side


def _met(bench: Workbench, creatures: Iterable[CreatureDef]) -> Scene:
    state = EncounterState(ruleset=bench.ruleset.id)
    scene = Scene(state=state, ruleset=bench.ruleset, words=bench.words)
    for creature in creatures:
        one = bench.system.recruit(
            scene, creature, name=creature.name, number=scene.state.next_number
        )
        one = replace(one, id=CombatantId(f"trial-{one.number}"))
        scene = replace(scene, state=evolve(scene.state, ev.CombatantAdded(combatant=one)))
    return scene


def _moved_on(bench: Workbench, scene: Scene, favoured: CombatantId) -> Scene:
    """Plays Next with dice that let one act early: the highest faces for it, the lowest for others."""
    procedure = bench.system.procedure(scene, do.Next())
    answer: Answer | None = None
    while True:
        try:
            asked: Ask = procedure.send(answer)  # type: ignore[arg-type]  # a generator begins with None
        except StopIteration as done:
            return replace(scene, state=fold(scene.state, done.value.events))
        answer = _answered(asked, favoured)


def _answered(asked: Ask, favoured: CombatantId) -> Answer:
    if isinstance(asked, tuple):
        return tuple(accept(each, _faces(each, favoured)) for each in asked)
    return Chosen(option=asked.options[0])


def _faces(request: RollRequest, favoured: CombatantId) -> Faces:
    face = request.highest if request.who == favoured else request.lowest
    return Faces(values=(face,) * request.count)
