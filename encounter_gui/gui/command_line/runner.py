"""Carries out what was typed into the command field, and says beforehand what it would do."""

import operator
from collections.abc import Callable, Mapping
from functools import partial

from msgspec import structs

from encounter_gui.core.errors import AppError, refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.command_line.grammar.reading import INCOMPLETE, read_line
from encounter_gui.gui.command_line.grammar.vocabulary import is_about_fight, reserved_words
from encounter_gui.gui.command_line.preview import Reading
from encounter_gui.gui.command_line.previews import Previews, bench_choices
from encounter_gui.gui.command_line.terms.asked import (
    Asked,
    Blast,
    Measured,
    Move,
    OnBench,
    Opens,
    OwnPhrase,
    Recruits,
    Several,
    Walk,
)
from encounter_gui.gui.command_line.terms.line_context import LineContext
from encounter_gui.gui.command_line.terms.words import texts_of
from encounter_gui.gui.control.acceptance import refusal
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.view import ActionOption, VolleyPlan

_MISFITS = frozenset({f"gui.command.unknown{kind}" for kind in ("", "_near", "_line")})
"""Refusals of a line that is perhaps none: something may be looked for."""


class CommandRunner:
    """Reads command lines for the open encounter."""

    def __init__(self, controller: EncounterController) -> None:
        """Takes the controller of the encounter."""
        self._controller = controller
        self._previews = Previews(controller, self._quick_actions)
        self.own_creature: Callable[[str], tuple[str, str] | None] = lambda _: None
        """Returns key and name of the creature of the campaign's own that is called so; None: there is none."""
        self.join: Callable[[str, int], object] = lambda _key, _count: None
        """Lets so many of a creature of the campaign's own join, by its key."""
        self.set_bench: Callable[[Mapping[str, str]], object] = lambda _choices: None
        """Chooses on the attack bench, by the keys of its fields, and takes the keyboard there."""
        self.bench: Callable[[], Mapping[str, str]] = dict
        """Returns what is chosen on the attack bench, by the keys of its fields."""
        self.hurt: Callable[[tuple[CombatantId, ...]], object] = lambda _who: None
        """Opens the damage by hand for some combatants: how much it is, is typed there."""
        self.ask_leaving: Callable[[Walk], object] = lambda _walk: None
        """Asks who strikes at those who leave melee by a line, and has them go once it is answered."""
        self.open_panel: Callable[[str], object] = lambda _action: None
        """Opens a panel of the window, by the id of its action."""
        self.own_phrases: dict[str, str] = {}
        """The game master's own phrases, in small letters, and the lines they stand for."""
        self.keep_phrase: Callable[[str, str], object] = self.own_phrases.__setitem__
        """Keeps a phrase of the game master's own; an empty line takes it back."""
        self._follow_up: Callable[[], object] | None = None
        self._read: tuple[tuple[object, ...], LineContext] | None = None

    @property
    def line_context(self) -> LineContext:
        """What lines are read with in the open encounter, as it stands: the same as long as nothing changes."""
        controller, chosen = self._controller, self.bench()
        actor, target = (CombatantId(chosen.get(key, "")) for key in ("who", "target"))
        stand = (controller.context.state, controller.selected, actor, target)
        if self._read is None or not all(map(operator.is_, self._read[0], stand)):
            self._read = stand, self._made_line(actor, target)
        return self._read[1]

    def _made_line(self, actor: CombatantId, target: CombatantId) -> LineContext:
        controller = self._controller
        context, commands = controller.context, controller.system.commands
        there = context.state.combatants
        return LineContext(
            context=context,
            selected=controller.selected,
            actor=actor if actor in there else None,
            target=target if target in there else None,
            commands=tuple(commands),
            reserved=reserved_words(context, commands),
            own_creature=self.own_creature,
            actions=self._quick_actions,
            is_out=self._is_out,
            plan_moves=controller.system,
        )

    def reading(self, text: str) -> Reading:
        """Returns what a line would do."""
        if not text.strip() or not self._controller.is_open:
            return Reading()
        try:
            return self._previews.of(self._ask(text))
        except AppError as error:
            words = refusal(error, self._controller.session.game.texts)
            if error.message.key in INCOMPLETE:
                return Reading(hint=words)
            if error.message.key in _MISFITS:
                instead = str(error.message.params.get("line", ""))
                return Reading(unknown=words, is_bound=self._is_bound(text), instead=instead)
            return Reading(error=words)

    def _is_bound(self, text: str) -> bool:
        return is_about_fight(texts_of(text), self.line_context)

    def run(self, text: str) -> bool:
        """Carries a line out; returns whether it was accepted."""
        try:
            asked = self._ask(text)
        except AppError as error:
            self._controller.tell(error)
            return False
        return self._carry_out(asked)

    def _carry_out(self, asked: Asked) -> bool:
        match asked:
            case Move():
                return self._move(asked)
            case Recruits():
                self._join(asked)
            case OnBench():
                self._follow_up = partial(self.set_bench, bench_choices(asked))
            case Opens(action=action):
                self._follow_up = partial(self.open_panel, action)
            case OwnPhrase(name=name, line=line):
                self.keep_phrase(name.casefold(), line)
            case Several(commands=commands):
                return bool(self._controller.perform_each(commands))
            case Walk() | Measured() | Blast():
                return self._on_plan(asked)
            case VolleyPlan():
                return bool(self._controller.volley(asked))
            case _:
                return bool(self._controller.start(asked, ask=True))
        return True

    def _on_plan(self, asked: Walk | Measured | Blast) -> bool:
        match asked:
            case Walk(offers=offers) if any(each.asks for each in offers):
                self._follow_up = partial(self.ask_leaving, asked)
                return True
            case Walk(commands=(command,)):
                return bool(self._controller.start(command, ask=True))
            case Walk(commands=commands):
                return bool(self._controller.perform_each(commands))
            case Blast(who=who):
                self._follow_up = partial(self.hurt, who)
                return True
            case Measured():
                return False  # it says how far it is, and there is nothing to do

    def follow_up(self) -> None:
        """Takes the keyboard where the last line leads, once the palette is closed."""
        follow_up, self._follow_up = self._follow_up, None
        if follow_up is not None:
            follow_up()

    def _join(self, asked: Recruits) -> None:
        """Has creatures of the campaign's own join; as a group with a second step."""
        before = set(self._controller.context.state.combatants)
        self.join(asked.key, asked.count)
        new = tuple(
            each for each in self._controller.context.state.combatants if each not in before
        )
        if asked.is_group and new:
            self._controller.perform(do.Group(who=new))

    def _ask(self, text: str) -> Asked:
        line = self.own_phrases.get(" ".join(text.casefold().split()), text)
        asked = read_line(line, self.line_context)
        if isinstance(asked, OwnPhrase):
            self._require_own(asked)
        if isinstance(asked, OnBench) and asked.mode:
            return self._with_weapon(asked)
        return self._reaching(asked) if isinstance(asked, do.Damage) else asked

    def _require_own(self, asked: OwnPhrase) -> None:
        """Refuses a phrase of one's own that would hide a line of the grammar, and one to forget that is none.

        Raises:
            RuleError: it is such a phrase.
        """
        if not asked.line:
            if asked.name.casefold() not in self.own_phrases:
                raise refuse("gui.command.no_phrase", name=asked.name)
            return
        try:
            read_line(asked.name, self.line_context)
        except AppError as error:
            if error.message.key in _MISFITS:
                return
        raise refuse("gui.command.says_already", name=asked.name)

    def _with_weapon(self, asked: OnBench) -> OnBench:
        """Returns an attack in some mode with the first weapon that can be used so; with none as it is."""
        context, system = self._controller.context, self._controller.system
        form = system.attack_form(context, bench_choices(asked))
        weapons = next((each.options for each in form.fields if each.key == "weapon"), ())
        for weapon in weapons:
            tried = structs.replace(asked, item=weapon.key)
            fields = system.attack_form(context, bench_choices(tried)).fields
            if any(each.key == "mode" and each.chosen == asked.mode for each in fields):
                return tried
        return asked

    def _reaching(self, asked: do.Damage) -> do.Damage:
        """Returns damage as the game knows it: where armour takes nothing off it, past armour is through the rules."""
        if asked.way != "past_armor":
            return asked
        plain = structs.replace(asked, way="rules")
        ways = self._controller.system.damage_preview(self._controller.context, plain).ways
        return asked if "past_armor" in dict(ways) else plain

    def _is_out(self, who: CombatantId) -> bool:
        rows = self._controller.system.rows(self._controller.context)
        return any(row.is_out for row in rows if row.who == who)

    def _quick_actions(self, who: CombatantId) -> tuple[ActionOption, ...]:
        context, system = self._controller.context, self._controller.system
        return (*system.action_options(context, who), *system.turn_options(context, who))

    def _move(self, move: Move) -> bool:
        step = {
            "undo": self._controller.undo,
            "redo": self._controller.redo,
            "next": self._controller.step,
            "back": self._controller.undo_turn,
        }[move.kind]
        for _ in range(move.count):
            step()
        return True
