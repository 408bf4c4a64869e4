"""Shows in the strip above the log what a command waits for, and passes the answers on."""

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec import Struct
from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.requests import Choice, RollRequest, Typed
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.control.acceptance import refusal
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.keys.bindings import cap_of
from encounter_gui.gui.log.prompt_state import OwedItem, OwedLine, PromptKind, Question
from encounter_gui.gui.log.prompt_strip import PromptStrip
from encounter_gui.play.session.rollers import Roller
from encounter_gui.rules.engine.asking import Ask
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Next, Settle
from encounter_gui.rules.view import Notice, ObligationView, Option


class Offer(Struct, frozen=True, kw_only=True):
    """A notice that is not of the rules, and what its button does; ``put_off``: what Escape does."""

    notice: Notice
    accept: Callable[[], None]
    put_off: Callable[[], None] | None = None


class PromptController(QObject):
    """Connects the controller of the encounter with the strip."""

    offered_changed = Signal(object)
    """``Offer | None``: what is offered beside what the rules say."""
    owed_changed = Signal(int, int)
    """How much is owed, what was left for later included; and how many notices were left for later."""

    def __init__(
        self, controller: EncounterController, strip: PromptStrip, texts: MessageCatalog
    ) -> None:
        """Takes both, and the words."""
        super().__init__(strip)
        self._controller = controller
        self._strip = strip
        self._texts = texts
        self._notices: tuple[Notice, ...] = ()
        self._left_notices: tuple[Notice, ...] = ()
        self._notice: Notice | None = None
        self._rolls: tuple[RollRequest, ...] = ()
        self._offers: dict[str, Offer] = {}
        self._told_offer: Offer | None = None
        self._is_active = False
        self._chosen: tuple[int, ...] = ()
        self._later: set[int] = set()
        self._keeps_notices = False
        self._is_refused = False
        controller.rollers_changed.connect(self._show_owed)
        controller.turn_moved.connect(self._recall)
        controller.asked.connect(self._ask)
        controller.refused.connect(self._refuse)
        controller.held_up.connect(self._say_held)
        controller.context_changed.connect(self._tell)
        controller.closed.connect(self._clear)
        strip.answered.connect(controller.answer)
        strip.chosen.connect(controller.choose)
        strip.dismissed.connect(controller.put_off)
        strip.notice_accepted.connect(self._accept)
        strip.notice_put_off.connect(self._put_off)
        strip.waived.connect(self._waive)
        strip.owed_answered.connect(self._settle)
        strip.owed_chosen.connect(self._choose)
        strip.owed_put_off.connect(self._leave)
        strip.continue_requested.connect(controller.continue_here)
        strip.live_requested.connect(controller.view_head)

    @Slot(object)
    def _ask(self, ask: Ask | None) -> None:
        if ask is not None:
            self._later -= self._asked_ids()
        match ask:
            case Choice():
                self._ask_choice(ask)
            case tuple():
                self._ask_rolls(ask)
            case None:
                self._strip.ask(None)
        told = self._controller.told if ask is not None else ()
        self._strip.show_told(tuple(self._texts.sentence(each) for each in told))
        self._show_owed()

    def _ask_choice(self, choice: Choice) -> None:
        test, command = self._asked_test(), self._controller.command
        self._strip.ask(
            Question(
                title=self._name(choice.who),
                words=self._texts.text(choice.label),
                options=self._options(choice),
                may_waive=test is not None and test.may_waive,
                is_kept=self._controller.is_kept,
                ids=command.ids if isinstance(command, Settle) else (),
            )
        )

    def _ask_rolls(self, requests: tuple[RollRequest, ...]) -> None:
        first = requests[0]
        label = self._texts.text(first.label)
        command = self._controller.command
        test = self._asked_test()
        title, words = self._name(first.who) or label, label
        kind: PromptKind = "warn"
        if len(requests) > 1:
            labels = {self._texts.text(request.label) for request in requests}
            title = label if len(labels) == 1 else self._name(first.who) or label
            words, kind = title, "info"
        combatant = self._combatant(first.who)
        words = self._at_target(words, requests)
        begins = test is not None and first.key in {each.key for each in test.rolls}
        sum_of_several, why = self._one_of_several(requests) if test is None else ("", "")
        question = Question(
            title=title,
            side=combatant.side if combatant is not None and len(requests) == 1 else None,
            words="" if words == title else words,
            sum=test.sum
            if test is not None and begins and test.sum not in label
            else sum_of_several,
            note=test.chance if test is not None and begins and "%" not in label else why,
            kind="danger" if test is not None and test.kind == "danger" else kind,
            requests=requests,
            names=self._names_apart(requests),
            is_primary=isinstance(command, Next),
            may_waive=test is not None and test.may_waive,
            is_kept=self._controller.is_kept,
            ids=command.ids if isinstance(command, Settle) else (),
            roller=self._roller_of(requests),
        )
        self._strip.ask(question)

    def _roller_of(self, requests: Sequence[RollRequest]) -> Roller | None:
        """Returns who makes these rolls: the table if any of them is to be typed; None: there are none."""
        rollers, state = self._controller.rollers, self._controller.session.state
        found = [rollers.of_request(state, each) for each in requests]
        return "hand" if "hand" in found else next(iter(found), None)

    def _at_target(self, words: str, requests: Sequence[RollRequest]) -> str:
        """Returns what is asked for, with whom the attack is aimed at, or for the target's dice whose attack it is."""
        command = self._controller.command
        who, target = getattr(command, "who", None), requests[0].target
        target = target or getattr(command, "target", None)
        if not isinstance(who, str) or not isinstance(target, str) or who == target:
            return words
        is_of_target = target in {each.who for each in requests}
        name = self._name(CombatantId(who if is_of_target else target))
        if not name or name in words or (is_of_target and who in {each.who for each in requests}):
            return words
        key = "gui.ask.against" if is_of_target else "gui.ask.at_target"
        return self._texts.text_of(key, words=words, name=name)

    def _asked_test(self) -> ObligationView | None:
        """Returns what the command that waits settles; None: it is another command."""
        command = self._controller.command
        if not isinstance(command, Settle):
            return None
        tests = self._controller.system.owed(self._controller.context)
        return next((each for each in tests if set(command.ids) <= set(each.ids)), None)

    def _one_of_several(self, requests: Sequence[RollRequest]) -> tuple[str, str]:
        """Returns the sum and the reason of one roll where several tests are settled at once; "": not clear which."""
        command, first = self._controller.command, requests[0]
        if not isinstance(command, Settle) or len(requests) > 1:
            return "", ""
        meant = [
            each
            for each in self._controller.system.owed(self._controller.context)
            if set(command.ids).intersection(each.ids)
            and any((roll.key, roll.who) == (first.key, first.who) for roll in each.rolls)
        ]
        sums = {each.sum for each in meant}
        return sums.pop() if len(sums) == 1 else "", meant[0].reason if len(meant) == 1 else ""

    # ---- what is owed

    def _tests(self) -> tuple[ObligationView, ...]:
        """Returns what is owed as the fight stands; nothing while the past is shown, or before the first paint."""
        if not (self._is_active and self._controller.is_open and self._controller.is_live):
            return ()
        return self._controller.system.owed(self._controller.context)

    @Slot()
    def _show_owed(self) -> None:
        """Shows what is owed, the head first: what was chosen, else the first the table rolls, else the first."""
        controller, tests = self._controller, self._tests()
        waits = controller.waits_for is not None
        asked = controller.command if waits else None
        asked_ids = self._asked_ids()
        self._forget_answered(tests)
        rest = [each for each in tests if not asked_ids.intersection(each.ids)]
        shown = [each for each in rest if not self._is_left(each)]
        if not waits:
            shown.sort(key=self._rank)
        items = tuple(
            OwedItem(
                test=each,
                words=self._words_of(each),
                roller=controller.roller_of(each),
                names=self._names_apart(each.rolls),
            )
            for each in shown
        )
        count = len(rest) + waits * (not isinstance(asked, Next))
        rolled = [each for each in rest if each.is_due and controller.is_rolled_by_next(each)]
        waiting = [each for each in rest if each.is_due and each not in rolled]
        line = OwedLine(
            items=items,
            ring=tuple(each.ids for each in tests if not self._is_left(each)),
            count=count,
            next_words=self._next_words(len(rolled), len(waiting) + waits),
            next_names=self._next_names(rolled, waiting),
        )
        self._strip.show_owed(line)
        self.owed_changed.emit(len(rest) + bool(asked_ids), len(self._left_notices))

    def _asked_ids(self) -> set[int]:
        """Returns the ids of what the command that waits settles; none: nothing waits, or another command."""
        waits = self._controller.waits_for is not None
        asked = self._controller.command if waits else None
        return set(asked.ids) if isinstance(asked, Settle) else set()

    def _is_left(self, test: ObligationView) -> bool:
        """Returns whether something owed was left for later; what has joined it since was not."""
        return self._later.issuperset(test.ids)

    def _forget_answered(self, tests: Sequence[ObligationView]) -> None:
        """Forgets that something was left for later which is not owed any more: if undo brings it back, it is shown."""
        if self._is_active and self._controller.is_open and self._controller.is_live:
            self._later &= {each for test in tests for each in test.ids}

    def _rank(self, test: ObligationView) -> int:
        if test.ids == self._chosen:
            return 0
        is_by_itself = self._controller.roller_of(test) == "dice" and not test.is_proposed
        return 2 if is_by_itself else 1

    def _words_of(self, test: ObligationView) -> str:
        """Returns what a test is, as its roll is asked for."""
        return self._texts.text(test.rolls[0].label) if len(test.rolls) == 1 else test.title

    def _next_words(self, rolled: int, waiting: int) -> str:
        key = "both" if rolled and waiting else "rolls" if rolled else "waits"
        if not rolled and not waiting:
            return ""
        return self._texts.text_of(
            f"gui.fight.prompt.next_{key}", count=rolled or waiting, rolled=rolled, waiting=waiting
        )

    def _next_names(
        self, rolled: Sequence[ObligationView], waiting: Sequence[ObligationView]
    ) -> str:
        """Returns what N will do in words: whose tests it rolls, and whom it waits for."""
        waits = self._controller.waits_for
        if not rolled and not waiting and waits is None:
            return ""
        text_of = self._texts.text_of
        names = [f"{each.name}: {each.title}" if each.name else each.title for each in rolled]
        persons = [self._name(waits[0].who)] if isinstance(waits, tuple) else []
        persons += [each.name or each.title for each in waiting]
        persons = list(dict.fromkeys(each for each in persons if each))
        rolls = text_of("gui.fight.prompt.next_roll_names", names=", ".join(names))
        then = text_of("gui.fight.prompt.next_wait_names", names=", ".join(persons))
        if names and persons:
            does = text_of("gui.fight.prompt.next_then", rolls=rolls, waits=then)
        else:
            does = rolls if names else then if persons else ""
        return text_of("gui.fight.prompt.next_names", does=does) if does else ""

    @Slot(tuple, tuple)
    def _settle(self, ids: tuple[int, ...], typed: tuple[Typed | None, ...]) -> None:
        self._controller.settle(ids, typed)

    @Slot(tuple)
    def _choose(self, ids: tuple[int, ...]) -> None:
        """Makes something owed the head; what waits there stays owed."""
        self._chosen = ids
        self._later.difference_update(ids)
        if self._controller.waits_for is not None:
            self._controller.set_aside()
        self._show_owed()

    def answer_first(self, ids: tuple[int, ...]) -> None:
        """Makes something owed the head, with the keyboard where its dice are typed."""
        self._choose(ids)
        self._strip.uncover()
        self._strip.take_focus()

    @Slot(tuple)
    def _leave(self, ids: tuple[int, ...]) -> None:
        """Leaves something owed for later: the strip does not show it before it is recalled."""
        # What was half answered has got another id by being left.
        tests = (each for each in self._tests() if set(ids).intersection(each.ids))
        self._later.update(ids, *(each.ids for each in tests))
        self._show_owed()

    @Slot()
    def recall(self) -> bool:
        """Shows again what was left for later, and takes the keyboard to what waits; returns whether it is there."""
        self._recall_all()
        return self._strip.take_focus()

    @Slot()
    def show_all(self) -> None:
        """Shows again what was left for later, with the keyboard there: what the badge leads to."""
        self._recall_all()
        self._strip.take_focus()

    @Slot()
    def _recall(self) -> None:
        if self._later:
            self._later.clear()
            self._show_owed()

    def _recall_all(self) -> None:
        self._strip.uncover()
        self._recall()
        if self._left_notices:
            self._leave_notices(())

    def _names_apart(self, requests: tuple[RollRequest, ...]) -> tuple[str, ...]:
        """Returns what tells each of several rolls from the others; nothing: there is one."""
        if len(requests) < 2:
            return ()
        return tuple(self._told_apart(each, requests) for each in requests)

    def _told_apart(self, request: RollRequest, among: tuple[RollRequest, ...]) -> str:
        """Returns what tells a roll from the others asked for with it: whose it is, what it is for, or both.

        With its dice where they are not as many as most of the others': who types them in a row must know.
        """
        words = self._words_apart(request, among)
        dice = Counter(each.dice_text for each in among)
        usual = dice.most_common(1)[0][0]
        return words if request.dice_text == usual else f"{words} {request.dice_text}"

    def _words_apart(self, request: RollRequest, among: tuple[RollRequest, ...]) -> str:
        name, label = self._name(request.who), self._texts.text(request.label)
        if not name or len({each.who for each in among}) == 1:
            return label
        labels = {self._texts.text(each.label) for each in among}
        return name if len(labels) == 1 else f"{name} {label}"

    def _options(self, choice: Choice) -> tuple[Option, ...]:
        return tuple(Option(key=each, text=self._option_text(each)) for each in choice.options)

    def _option_text(self, option: str) -> str:
        """Returns an option in words: a combatant, or what is done, and after a colon who does it."""
        name = self._name(CombatantId(option))
        if name:
            return name
        word, _, who = option.partition(":")
        return self._texts.text_of(self._option_key(word), who=self._name(CombatantId(who)))

    def _option_key(self, option: str) -> str:
        """Returns the key of an option's text: the game's own, or of one that is the same in every game."""
        return option if "." in option else f"{self._controller.system.id}.option.{option}"

    def _name(self, who: CombatantId | None) -> str:
        combatant = self._combatant(who)
        return combatant.name if combatant is not None else ""

    def _combatant(self, who: CombatantId | None) -> Combatant | None:
        return self._controller.context.state.combatants.get(who) if who is not None else None

    @Slot()
    def activate(self) -> None:
        """Starts to say what waits: before the first paint there is no time for it."""
        if not self._is_active:
            self._is_active = True
            if self._controller.is_open:
                self._tell(self._controller.context)

    # ---- what was refused

    @Slot(str)
    def _refuse(self, sentence: str) -> None:
        """Says why a command was refused: until the next one succeeds."""
        self._is_refused = True
        self._strip.show_error(sentence)

    @Slot()
    def _say_held(self) -> None:
        """Says why the next step waits, and what would let it go on."""
        waits = self._controller.waits_for
        if isinstance(waits, Choice):
            kind, wanted = "choice", f"1–{len(waits.options)}"
        elif waits is not None:
            kind, wanted = "dice", " / ".join(dict.fromkeys(each.dice_text for each in waits))
        else:
            kind, wanted = "owed", ""
        self._strip.show_held(
            self._texts.text_of(f"gui.fight.prompt.held_{kind}", cap=cap_of("next"), wanted=wanted)
        )

    @Slot(object)
    def _tell(self, context: RulesContext) -> None:
        if self._strip.state.held:
            self._strip.show_held("")
        if self._is_refused:
            self._is_refused = False
            self._strip.show_error("")
        if not self._is_active:
            return
        session = self._controller.session
        if session.viewing is None:
            self._strip.show_history_banner("")
        else:
            at = len(session.log.path(session.viewing))
            count = len(session.log.line())
            self._strip.show_history_banner(
                self._texts.text_of("gui.look.text", at=at, count=count)
            )
        notices = self._controller.system.notices(context) if self._controller.is_live else ()
        owed = {each for test in self._tests() for each in test.ids}
        # What is owed has a place of its own.
        notices = tuple(each for each in notices if not owed.issuperset(_settled_by(each)))
        if self._controller.is_live:
            self._left_notices = tuple(each for each in self._left_notices if each in notices)
        self._notices = notices
        self._leave_notices(self._left_notices)

    def _leave_notices(self, left: tuple[Notice, ...]) -> None:
        """Leaves these notices for later: the first of the others is shown, the badge counts them."""
        self._left_notices = left
        self._notice = next((each for each in self._notices if each not in left), None)
        self._rolls = self._rolls_of(self._notice)
        self._show_owed()
        self._show_notice()

    def _rolls_of(self, notice: Notice | None) -> tuple[RollRequest, ...]:
        """The one roll a notice begins with; in what order several are typed, only their question can say."""
        if notice is None or notice.command is None:
            return ()
        rolls = self._controller.system.dry_run(self._controller.context).first_rolls(
            notice.command
        )
        return rolls if len(rolls) == 1 else ()

    # ---- what is offered beside what the rules say

    @property
    def offered(self) -> Offer | None:
        """Returns the offer that is shown, or would be but for something more urgent; the latest comes first."""
        return next(reversed(self._offers.values()), None)

    @property
    def is_busy(self) -> bool:
        """Whether something of the rules is shown that was not left for later: what is owed, or a notice."""
        return self._notice is not None or any(not self._is_left(each) for each in self._tests())

    def has(self, key: str) -> bool:
        """Returns whether something of this key is offered."""
        return key in self._offers

    def offer(self, key: str, offer: Offer | None) -> None:
        """Offers something until it is accepted or put off; the next of its key takes its place, None takes it back."""
        if self._offers.get(key) == offer:
            return
        self._offers.pop(key, None)
        if offer is not None:
            self._offers[key] = offer
        self._show_notice()

    @Slot()
    def accept_offer(self) -> None:
        """Accepts what is offered, wherever the keyboard is; not behind a question that waits for dice."""
        if self.offered is not None and self._strip.state.question is None:
            self._accept()

    def tell(self, error: AppError) -> None:
        """Says what went wrong."""
        self.say(refusal(error, self._texts))

    def say(self, sentence: str) -> None:
        """Says in a sentence what went wrong: until the next command succeeds."""
        self._refuse(sentence)

    def _take(self) -> Offer | None:
        """Takes the offer that is shown off the list."""
        return self._offers.popitem()[1] if self._offers else None

    @Slot()
    def put_off_offer(self) -> None:
        """Puts off what is offered, wherever the keyboard is."""
        if self.offered is not None:
            self._put_off()

    @Slot(tuple, str)
    def _waive(self, ids: tuple[int, ...], reason: str) -> None:
        """Does without what is owed, or without what the notice is about."""
        if not ids and self._notice is not None and isinstance(self._notice.command, Settle):
            ids = self._notice.command.ids
        if ids:
            self._controller.waive(ids, reason)

    @Slot()
    def _put_off(self) -> None:
        offer = self._take()
        if offer is not None and offer.put_off is not None:
            offer.put_off()
        if offer is None and self._notice is not None:
            self._leave_notices((*self._left_notices, self._notice))
        self._show_notice()

    @Slot(bool)
    def keep_notices(self, is_kept: bool) -> None:
        """Keeps what the rules merely say to itself, or shows it again; what is owed or offered is always shown."""
        self._keeps_notices = is_kept
        if self._controller.is_open:
            self._show_notice()

    def _show_notice(self) -> None:
        offer = self.offered
        if offer is None and self._keeps_notices:
            self._strip.show_notice(None)
        elif offer is None:
            self._strip.show_notice(self._notice, self._rolls, self._roller_of(self._rolls))
        else:
            self._strip.show_notice(offer.notice)
        if offer != self._told_offer:
            self._told_offer = offer
            self.offered_changed.emit(offer)

    @Slot()
    def _clear(self) -> None:
        self._notices = self._left_notices = ()
        self._notice, self._rolls = None, ()
        self._offers.clear()
        self._told_offer = None
        self._chosen = ()
        self._later.clear()
        self.offered_changed.emit(None)
        self._strip.clear()
        self.owed_changed.emit(0, 0)

    @Slot(tuple)
    def _accept(self, answers: tuple[Typed | None, ...] = ()) -> None:
        offer = self._take()
        if offer is not None:
            offer.accept()
            self._show_notice()
        elif self._notice is not None and self._notice.command is not None:
            self._controller.start(self._notice.command, ask=True)
            if answers:
                self._controller.answer(answers)


def _settled_by(notice: Notice) -> tuple[int, ...]:
    """Returns the ids of what the button of a notice settles; -1 where it does anything else: that is never owed."""
    return notice.command.ids if isinstance(notice.command, Settle) else (-1,)
