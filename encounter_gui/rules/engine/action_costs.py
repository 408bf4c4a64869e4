"""The catalogue of actions in a ruleset: what an action costs, and whether it may be taken at all."""

from collections.abc import Iterable, Mapping

from msgspec import Struct, field

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.ruleset import Ruleset


class ActionCosts(Struct, frozen=True, kw_only=True):
    """What actions of a game may cost (``words``), and what each costs where a ruleset does not say (``usual``).

    Only the costs of the actions in ``usual`` can be changed by a ruleset.
    """

    words: tuple[str, ...] = ()
    usual: Mapping[str, str] = field(default_factory=dict)

    def of(self, context: RulesContext, action: str) -> str:
        """Returns what an action costs, as one of the words."""
        known = context.ruleset.action(action)
        return known.spends if known and known.spends else self.usual[action]

    def faults(self, ruleset: Ruleset) -> Iterable[tuple[str, Message]]:
        """Yields the costs of a ruleset that the game does not know, each with its dotted pointer."""
        for action in ruleset.actions:
            words = self.words if action.key in self.usual else ()
            if action.spends and action.spends not in words:
                yield (
                    f"actions.{action.key}.spends",
                    say("ruleset.expects_one_of", options=", ".join(words), found=action.spends),
                )


def tag_of(command: Command) -> str:
    """Returns the name of a command under ``do``: the key of its action, unless a game says otherwise."""
    return str(type(command).__struct_config__.tag)


def is_allowed(context: RulesContext, action: str) -> bool:
    """Returns whether the ruleset lets an action be taken; what its catalogue does not name may be."""
    known = context.ruleset.action(action)
    return known is None or known.is_allowed


def require_allowed(context: RulesContext, action: str) -> None:
    """Checks whether the ruleset lets an action be taken.

    Raises:
        RuleError: it does not.
    """
    known = context.ruleset.action(action)
    if known is not None and not known.is_allowed:
        raise refuse("rules.action_not_allowed", rule=known.rule, action=known.name)
