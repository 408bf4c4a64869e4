"""What players owe, and the dice they send for it: they lie with the game master until they are accepted."""

from collections.abc import Iterator, Sequence

from msgspec import Struct, field
from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.requests import RollRequest, Typed
from encounter_gui.dice.typed_dice import Reading, reading_of
from encounter_gui.gui.control.acceptance import Accepted
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.play.players.view import PromptShown
from encounter_gui.rules.engine.asking import Ask


class OwedRolls(Struct, frozen=True, kw_only=True):
    """Rolls that are answered together: those a command waits for (no ``ids``), or those something owed begins with."""

    key: str
    title: str
    requests: tuple[RollRequest, ...]
    ids: tuple[int, ...] = ()


class ArrivedDice(Struct, frozen=True, kw_only=True):
    """Dice that a player has sent: for which roll, and what they are read as; empty: the program shall roll."""

    key: str
    who: CombatantId
    title: str
    text: str
    request: RollRequest


class _Sent(Struct):
    """What is known of dice that were sent: what they are, in words as well, and whether they were accepted."""

    who: CombatantId
    typed: Typed | None
    words: str
    is_accepted: bool = False


class _Box(Struct):
    """Dice by the key of their roll: those that were sent, and those wanted again; and whose came too late."""

    sent: dict[str, _Sent] = field(default_factory=dict)
    again: set[str] = field(default_factory=set)
    too_late: set[CombatantId] = field(default_factory=set)


class PlayerDice(QObject):
    """Asks players for the rolls of their combatants. What they send ends as their own, physical dice in the log."""

    changed = Signal()
    """Something else is owed, was sent, accepted or turned down."""
    arrived = Signal(tuple)
    """``tuple[ArrivedDice, ...]``: the dice that wait for the game master, the oldest first."""

    def __init__(
        self, controller: EncounterController, texts: MessageCatalog, parent: QObject | None = None
    ) -> None:
        """Takes the controller of the encounter, and the words."""
        super().__init__(parent)
        self._controller = controller
        self._texts = texts
        self._asked = 0
        self._ask: Ask | None = None
        self._box = _Box()
        controller.asked.connect(self._follow_ask)
        controller.settled.connect(self._forget)
        controller.closed.connect(self._forget)

    # ---- what is owed

    def owed(self) -> tuple[OwedRolls, ...]:
        """Returns all rolls that people at the table owe now, as they are answered together."""
        controller = self._controller
        if not controller.is_open or not controller.is_live:
            return ()
        return (*self._waited_for(), *self._tests())

    def _waited_for(self) -> Iterator[OwedRolls]:
        asked = self._controller.waits_for
        if isinstance(asked, tuple):
            yield OwedRolls(key=f"a{self._asked}", title="", requests=asked)

    def _tests(self) -> Iterator[OwedRolls]:
        controller = self._controller
        asked = controller.command if controller.waits_for is not None else None
        settled = getattr(asked, "ids", ())
        for test in controller.system.owed(controller.context):
            is_asked = bool(set(test.ids).intersection(settled))
            if test.rolls and not is_asked and controller.roller_of(test) != "dice":
                key = "o" + "-".join(map(str, test.ids))
                yield OwedRolls(key=key, title=test.title, requests=test.rolls, ids=test.ids)

    def prompts(self, who: CombatantId) -> tuple[PromptShown, ...]:
        """Returns what the player of a combatant owes, with what has become of dice already sent."""
        return tuple(
            self._shown(owed, place, request)
            for owed in self.owed()
            for place, request in enumerate(owed.requests)
            if request.who == who and self._is_typed(request)
        )

    def is_too_late(self, who: CombatantId) -> bool:
        """Returns whether what a player sent last was rolled at the table before it was accepted."""
        return who in self._box.too_late

    def _is_typed(self, request: RollRequest) -> bool:
        rollers, state = self._controller.rollers, self._controller.session.state
        return rollers.of_request(state, request) != "dice"

    def _shown(self, owed: OwedRolls, place: int, request: RollRequest) -> PromptShown:
        key = _key(owed, place)
        sent = self._box.sent.get(key)
        return PromptShown(
            key=key,
            title=owed.title or self._title(request),
            dice=request.dice_text,
            count=request.count,
            state="sent" if sent is not None else "again" if key in self._box.again else "asked",
            typed=sent.words if sent is not None else "",
        )

    def _title(self, request: RollRequest) -> str:
        """Returns what a roll is for: its label if that names nothing else, for others and numbers may be hidden."""
        label = request.label
        bare = label.key.removesuffix(".ask").removesuffix("_of")
        plain = self._texts.text_or(bare, "") if label.params else self._texts.text(label)
        return plain if plain and "{" not in plain else self._texts.text_of("players.roll")

    # ---- what is sent

    def take(self, who: CombatantId, key: str, text: str) -> None:
        """Takes dice that the player of a combatant has typed; impossible ones are asked for again."""
        found = self._find(key)
        if found is None or found[1].who != who:
            return
        _, request = found
        reading = reading_of(text, (request,))
        if reading.refused is not None:
            self._box.again.add(key)
        else:
            self._box.again.discard(key)
            self._box.too_late.discard(who)
            self._box.sent[key] = _Sent(who, reading.answers[0], reading.words)
        self._tell()

    def reading(self, who: CombatantId, key: str, text: str) -> Reading | None:
        """Returns what dice are read as that the player of a combatant types; None: nobody waits for them."""
        found = self._find(key)
        return reading_of(text, (found[1],)) if found is not None and found[1].who == who else None

    def _find(self, key: str) -> tuple[OwedRolls, RollRequest] | None:
        for owed in self.owed():
            for place, request in enumerate(owed.requests):
                if _key(owed, place) == key:
                    return owed, request
        return None

    @Slot(str)
    def ask_again(self, key: str) -> None:
        """Gives dice back to the player who sent them."""
        if self._box.sent.pop(key, None) is not None:
            self._box.again.add(key)
            self._tell()

    @Slot(str)
    def accept(self, key: str) -> None:
        """Accepts dice. Once all that are rolled together are there, they are answered: physical dice in the log.

        Until then they are held: whoever rolls the rest at the table need not type these again.
        """
        found, sent = self._find(key), self._box.sent.get(key)
        if found is None or sent is None:
            return
        sent.is_accepted = True
        owed = found[0]
        known = [self._box.sent.get(_key(owed, place)) for place in range(len(owed.requests))]
        if all(
            (each is not None and each.is_accepted) or not self._is_typed(request)
            for each, request in zip(known, owed.requests, strict=True)
        ):
            self._answer(owed, [each.typed if each is not None else None for each in known])
        elif not owed.ids and sent.typed is not None:
            place = next(place for place in range(len(owed.requests)) if _key(owed, place) == key)
            self._controller.hold(place, sent.typed)
        self._tell()

    def _answer(self, owed: OwedRolls, typed: Sequence[Typed | None]) -> None:
        for place in range(len(owed.requests)):
            self._box.sent.pop(_key(owed, place), None)
        if owed.ids:
            done = self._controller.settle(owed.ids, tuple(typed))
        else:
            done = self._controller.answer(tuple(typed))
        if not isinstance(done, Accepted):
            self._forget()

    @property
    def waiting(self) -> tuple[ArrivedDice, ...]:
        """The dice that wait to be accepted, the oldest first."""
        found: dict[str, ArrivedDice] = {}
        for owed in self.owed():
            for place, request in enumerate(owed.requests):
                key = _key(owed, place)
                sent = self._box.sent.get(key)
                if sent is not None and not sent.is_accepted and request.who is not None:
                    found[key] = ArrivedDice(
                        key=key,
                        who=request.who,
                        title=owed.title or self._title(request),
                        text=sent.words,
                        request=request,
                    )
        return tuple(found[key] for key in self._box.sent if key in found)

    # ---- what changes meanwhile

    @Slot(object)
    def _follow_ask(self, ask: Ask | None) -> None:
        if ask is not self._ask:
            self._asked += 1
            self._ask = ask
        self._forget()

    @Slot()
    def _forget(self) -> None:
        """Forgets dice for what is no longer owed: whoever rolls first wins."""
        if not self._box.sent and not self._box.again:
            return
        owed = {_key(each, place) for each in self.owed() for place in range(len(each.requests))}
        gone = self._box.sent.keys() - owed
        self._box.too_late |= {
            self._box.sent[key].who for key in gone if not self._box.sent[key].is_accepted
        }
        if gone or self._box.again - owed:
            self._box.sent = {key: each for key, each in self._box.sent.items() if key in owed}
            self._box.again &= owed
            self._tell()

    def _tell(self) -> None:
        self.arrived.emit(self.waiting)
        self.changed.emit()


def _key(owed: OwedRolls, place: int) -> str:
    return f"{owed.key}.{place}"
