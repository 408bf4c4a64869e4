"""The dice and decisions a step of a fight script brings along."""

from collections.abc import Iterable

from encounter_gui.core.messages import Message, say
from encounter_gui.dice.requests import Choice, Chosen, Faces, RollRefused, RollRequest, accept
from encounter_gui.encounter.values import Combatant
from encounter_gui.play.scripts.script import Fight, ScriptError, Step
from encounter_gui.play.session.execution import Execution


class StepDice:
    """Gives out what a step brings along, in the order in which it is asked for."""

    def __init__(self, fight: Fight, step: Step) -> None:
        """Takes the step, and the fight whose file errors name."""
        self._fight = fight
        self._step = step
        self._dice = list(step.frame.dice or ())
        self._choices = list(step.frame.choose)

    def answer(self, execution: Execution, combatants: Iterable[Combatant]) -> None:
        """Answers what a command waits for; ``combatants`` may be chosen by their names.

        Raises:
            ScriptError: there are too few dice, one shows what it cannot, or the option is not offered.
        """
        match execution.ask:
            case Choice() as choice:
                execution.reply(self._chosen(choice, combatants))
            case tuple() as requests:
                execution.reply([self._faces(request) for request in requests])

    def check_empty(self) -> None:
        """Makes sure that everything was used.

        Raises:
            ScriptError: something is left over.
        """
        if self._dice:
            dice = " ".join(str(face) for face in self._dice)
            raise self._wrong("dice", say("fight.dice_left", dice=dice, left=len(self._dice)))
        if self._choices:
            raise self._wrong("choose", say("fight.choices_left", option=self._choices[0]))

    def _faces(self, request: RollRequest) -> Faces:
        if len(self._dice) < request.count:
            raise self._wrong("dice", self._too_few(request))
        faces = Faces(values=tuple(self._dice[: request.count]))
        del self._dice[: request.count]
        try:
            accept(request, faces)
        except RollRefused as error:
            raise self._wrong("dice", error.message) from error
        return faces

    def _too_few(self, request: RollRequest) -> Message:
        return say(
            "fight.too_few_dice",
            request=request.key,
            who=request.who or "–",
            notation=request.notation,
            wanted=request.count,
            left=len(self._dice),
        )

    def _chosen(self, choice: Choice, combatants: Iterable[Combatant]) -> Chosen:
        options, default = ", ".join(choice.options), self._fight.head.instants
        if not self._choices and default in choice.options:
            return Chosen(option=default)
        if not self._choices:
            raise self._wrong(
                "choose", say("fight.choice_missing", choice=choice.key, options=options)
            )
        option = self._option(self._choices.pop(0), choice, combatants)
        if option not in choice.options:
            message = say("fight.no_such_option", option=option, choice=choice.key, options=options)
            raise self._wrong("choose", message)
        return Chosen(option=option)

    def _option(self, word: str, choice: Choice, combatants: Iterable[Combatant]) -> str:
        """Returns the option a word stands for: the option itself, or that of the only one who is called so.

        What is done stands before a colon, as in ``snap:Ana``.
        """
        if word in choice.options:
            return word
        done, colon, name = word.rpartition(":")
        called = [
            f"{done}{colon}{each.id}"
            for each in combatants
            if each.name == name and f"{done}{colon}{each.id}" in choice.options
        ]
        return called[0] if len(called) == 1 else word

    def _wrong(self, name: str, message: Message) -> ScriptError:
        return ScriptError([self._fight.problem(f"{self._step.pointer}.{name}", message)])
