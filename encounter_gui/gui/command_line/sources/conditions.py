"""The conditions of the game: Enter writes one into the field, where it shows what it would do before it is put on."""

from collections.abc import Iterator

from encounter_gui.gui.command_line.finding.source import Found
from encounter_gui.gui.control.encounter_controller import EncounterController


class Conditions:
    """Lists the conditions a game master may put on."""

    def __init__(self, controller: EncounterController) -> None:
        """Takes the controller of the encounter."""
        self._controller = controller

    def __call__(self) -> Iterator[Found]:
        """Yields the conditions."""
        if not self._controller.is_open:
            return
        context = self._controller.context
        for each in context.ruleset.conditions:
            if each.by_hand:
                yield Found(
                    key=each.key,
                    title=each.name,
                    note=each.text,
                    also=f"{each.key.replace('_', ' ')} {each.rule}",
                    icon=each.icon,
                    says=context.texts.text_of("gui.palette.puts_on"),
                    line=f"c {each.name.casefold()} ",
                )
