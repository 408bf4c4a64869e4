"""Whether a command would be refused, found out by its very procedure up to the first roll."""

from collections.abc import Iterable

from msgspec import structs

from encounter_gui.core.errors import RuleError
from encounter_gui.core.messages import Message
from encounter_gui.dice.requests import RollRequest
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.system import System
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.view import ActionOption, AttackForm


def refusal(system: System, context: RulesContext, command: Command) -> Message | None:
    """Returns why a command is refused now; None: it is not. What refuses at the table refuses here."""
    procedure = system.procedure(context, command)
    try:
        next(procedure)
    except StopIteration:
        return None
    except RuleError as refused:
        return refused.message
    finally:
        procedure.close()
    return None


def why_not(system: System, context: RulesContext, command: Command) -> str:
    """Returns why a command is refused now, in words; empty: it is not."""
    refused = refusal(system, context, command)
    return context.texts.text(refused) if refused else ""


def first_rolls(system: System, context: RulesContext, command: Command) -> tuple[RollRequest, ...]:
    """Returns the rolls a command begins with; none: it is refused now, or begins with anything else."""
    procedure = system.procedure(context, command)
    try:
        asked = next(procedure)
    except (StopIteration, RuleError):
        return ()
    finally:
        procedure.close()
    return asked if isinstance(asked, tuple) else ()


def dry_run_form(system: System, context: RulesContext, form: AttackForm) -> AttackForm:
    """Returns the bench with the reason why its command would be refused."""
    if form.command is None:
        return form
    return structs.replace(form, why_not=why_not(system, context, form.command))


def offers(
    system: System, context: RulesContext, offered: Iterable[tuple[str, Command]], *, note: str = ""
) -> tuple[ActionOption, ...]:
    """Returns what somebody might do, each as (words, command), with the reasons where it may not now."""
    return tuple(
        ActionOption(
            key=f"{type(command).__name__}:{text}",
            text=text,
            command=command,
            why_not=why_not(system, context, command),
            note=note,
        )
        for text, command in offered
    )
