"""Whether a command would be refused, found out by its very procedure up to the first roll."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Protocol

from msgspec import structs

from encounter_gui.core.errors import RuleError
from encounter_gui.dice.requests import RollRequest
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.view import ActionOption, AttackForm

_Trial = tuple[RuleError | None, tuple[RollRequest, ...]]
"""Why a command is refused (None: it is not), and the rolls it begins with."""


Offered = tuple[str, Command]
"""Something that is offered: its words, and the command that carries it out."""


class Plays(Protocol):
    """What a dry run needs of a system."""

    def procedure(self, context: RulesContext, command: Command) -> Procedure:
        """Returns the procedure of a command."""
        ...


class DryRun:
    """What commands would begin with in one state. Nothing changes; each command is started once."""

    def __init__(self, system: Plays, context: RulesContext) -> None:
        """Takes the system and the context in which commands are tried."""
        self.context = context
        self._system = system
        self._trials: dict[Command, _Trial] = {}

    def refusal(self, command: Command) -> RuleError | None:
        """Returns why a command is refused now; None: it is not. What refuses at the table refuses here."""
        return self._trial(command)[0]

    def why_not(self, command: Command) -> str:
        """Returns why a command is refused now, in words; empty: it is not."""
        refused = self.refusal(command)
        return self.context.texts.text(refused.message) if refused else ""

    def first_rolls(self, command: Command) -> tuple[RollRequest, ...]:
        """Returns the rolls a command begins with; none: it is refused now, or begins with anything else."""
        return self._trial(command)[1]

    def options(self, offered: Iterable[Offered]) -> tuple[ActionOption, ...]:
        """Returns what a combatant may do, each as (words, command), with the reasons where it may not now."""
        return self.options_by_cost((("", offered),))

    def options_by_cost(
        self,
        groups: Iterable[tuple[str, Iterable[Offered]]],
        shorts: Mapping[str, str] = MappingProxyType({}),
    ) -> tuple[ActionOption, ...]:
        """Returns what a combatant may do, group after group with the name of its cost.

        Groups and ``shorts`` hold keys of texts: ``""`` for no cost that is named; ``shorts`` by the key of a refusal
        for two or three words where there is no room for its sentence.
        """
        text_of = self.context.texts.text_of
        found: list[ActionOption] = []
        for cost, offered in groups:
            note = text_of(cost) if cost else ""
            for text, command in offered:
                refused = self.refusal(command)
                short = shorts.get(refused.message.key) if refused else None
                found.append(
                    ActionOption(
                        key=f"{type(command).__name__}:{text}",
                        text=text,
                        command=command,
                        why_not=self.why_not(command),
                        note=note,
                        short=text_of(short) if short else "",
                    )
                )
        return tuple(found)

    def form(self, form: AttackForm) -> AttackForm:
        """Returns an attack form with the reason why its command would be refused."""
        if form.command is None:
            return form
        return structs.replace(form, why_not=self.why_not(form.command))

    def _trial(self, command: Command) -> _Trial:
        known = self._trials.get(command)
        if known is None:
            known = self._trials[command] = self._try(command)
        return known

    def _try(self, command: Command) -> _Trial:
        procedure = self._system.procedure(self.context, command)
        try:
            asked = next(procedure)
        except StopIteration:
            return None, ()
        except RuleError as refused:
            # Without where it was raised: that would keep this trial itself, and all of its state.
            return refused.with_traceback(None), ()
        finally:
            procedure.close()
        return None, asked if isinstance(asked, tuple) else ()
