"""What a game that is being made comes to: the odds of its hero and its thug, by the very rules it will have."""

from msgspec import Struct

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.play.rulesets.new_game import NewGame, files
from encounter_gui.play.trial_fight import Sandbox, attack_in, context_with
from encounter_gui.rules.files.loader import build
from encounter_gui.rules.model.ruleset import CreatureDef
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.view import Odds


class FirstLook(Struct, frozen=True, kw_only=True):
    """One attack of the game: who strikes whom, and its exact odds; None: it has none that can be made."""

    attacker: str
    target: str
    odds: Odds | None


def first_look(game: NewGame, texts: MessageCatalog) -> tuple[FirstLook, ...]:
    """Returns the attacks of the hero on the thug and of the thug on the hero.

    Raises:
        RulesetError: something is wrong with the game; see ``new_game.problems``.
    """
    made = files(game)
    ruleset = build(game.id, lambda _: made)
    sandbox = Sandbox(system=system_for(ruleset.system), ruleset=ruleset, texts=texts)
    one, other = ruleset.creatures[:2]
    return tuple(_look(sandbox, *pair) for pair in ((one, other), (other, one)))


def _look(sandbox: Sandbox, attacker: CreatureDef, target: CreatureDef) -> FirstLook:
    odds: Odds | None = None
    try:
        trial = attack_in(sandbox, context_with(sandbox, (attacker, target)), {})
        if trial is not None and trial.form.command is not None:
            odds = sandbox.system.odds(trial.context, trial.form.command)
    except AppError:
        odds = None  # such as dice too many to be worked out
    return FirstLook(attacker=attacker.name, target=target.name, odds=odds)
