"""Whether an encounter can be one of another game, and what stands in the way."""

from collections.abc import Callable

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import EncounterId
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.events import CombatantAdded
from encounter_gui.encounter.state import EncounterState
from encounter_gui.play.grounds import lay
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.rules.engine.field.laying import kept_plan
from encounter_gui.rules.model.commands import Setup
from encounter_gui.rules.model.prepared import EncounterPlan
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.storage.campaign import Campaign, Loaded

_MOST_NAMED = 5


def require_unplayed(loaded: Loaded, plan: EncounterPlan, game: str) -> None:
    """Lets an encounter be one of another ``game`` (its name) in which nobody was, and for which nobody is planned.

    Whoever is in it is as its own game has them, and so is what happened.

    Raises:
        RuleError: somebody is or was in it, or is planned, or it is the time between fights; says what to do.
    """
    state = Log(EncounterState(), loaded.entries, loaded.head).state
    ruleset = loaded.ruleset
    if state.stage == "between":
        raise refuse("play.game.time", game=ruleset.name)
    if state.stage != "ready":
        raise refuse("play.game.begun", game=ruleset.name, other=game)
    if state.combatants:
        names = _named([each.name for each in state.combatants.values()])
        raise refuse("play.game.people", who=names, game=ruleset.name, other=game)
    recruits = (*plan.recruits, *(each for wave in plan.waves for each in wave.recruits))
    if recruits or plan.party is not None:
        raise refuse("play.game.planned", game=ruleset.name, other=game)
    events = (event for entry in loaded.entries for event in entry.events)
    if any(isinstance(event, CombatantAdded) for event in events):
        raise refuse("play.game.history", game=ruleset.name, other=game)


def change_game(
    file: Campaign,
    encounter: EncounterId,
    ruleset: Ruleset,
    session_of: Callable[[EncounterId], EncounterSession],
) -> None:
    """Has an encounter that nobody was in be one of another game; what it is prepared with and its ground stay.

    Sessions of it must not be used afterwards. Called within a transaction: half of it must not be kept.

    Raises:
        SaveError: it cannot be kept.
    """
    loaded = file.load(encounter)
    state = Log(EncounterState(), loaded.entries, loaded.head).state
    ground = kept_plan(state.plan, state.stage, loaded.ruleset.time)
    file.begin_again(encounter, ruleset)
    session = session_of(encounter)
    session.perform(Setup(name=state.name, ruleset=ruleset.id))
    if ground is not None:
        lay(session, ground)


def _named(names: list[str]) -> str:
    rest = names[_MOST_NAMED:]
    return ", ".join((*names[:_MOST_NAMED], *(["…"] if rest else [])))
