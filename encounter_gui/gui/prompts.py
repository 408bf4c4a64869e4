"""Has the strip above the log say what waits on the desk, and brings the answers back."""

from PySide6.QtCore import QObject, Slot

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Catalogue
from encounter_gui.dice.requests import Choice, RollRequest
from encounter_gui.gui.desk import Desk
from encounter_gui.gui.log.prompt_strip import PromptStrip
from encounter_gui.rules.commands import Next
from encounter_gui.rules.system import Ask, Scene
from encounter_gui.rules.view import Notice, Option


class Prompts(QObject):
    """Joins a desk and a strip."""

    def __init__(self, desk: Desk, strip: PromptStrip, words: Catalogue) -> None:
        """Takes both, and the words."""
        super().__init__(strip)
        self._desk = desk
        self._strip = strip
        self._words = words
        self._notice: Notice | None = None
        desk.asked.connect(self._ask)
        desk.refused.connect(strip.show_error)
        desk.scene_changed.connect(self._tell)
        desk.closed.connect(self._clear)
        strip.answered.connect(desk.answer)
        strip.chosen.connect(desk.choose)
        strip.dismissed.connect(desk.put_off)
        strip.notice_accepted.connect(self._accept)
        strip.continue_requested.connect(desk.continue_here)
        strip.live_requested.connect(desk.look_live)

    @Slot(object)
    def _ask(self, ask: Ask | None) -> None:
        match ask:
            case Choice():
                self._strip.ask_choice(
                    self._name(ask.who), self._options(ask), self._words.text(ask.label)
                )
            case tuple():
                self._ask_rolls(ask)
            case None:
                self._strip.ask(None)

    def _ask_rolls(self, requests: tuple[RollRequest, ...]) -> None:
        first = requests[0]
        label = self._words.text(first.label)
        is_next = isinstance(self._desk.command, Next)
        if len(requests) == 1:
            self._strip.ask_rolls(
                self._name(first.who) or label, requests, label, is_primary=is_next
            )
            return
        names = ", ".join(self._name(request.who) for request in requests)
        text = self._words.word("gui.ask.order", names=names)
        self._strip.ask_rolls(label, requests, text, kind="info", is_primary=is_next)

    def _options(self, choice: Choice) -> tuple[Option, ...]:
        combatants = self._desk.scene.state.combatants
        return tuple(
            Option(
                key=option,
                text=combatants[CombatantId(option)].name
                if option in combatants
                else self._words.word(f"{self._desk.system.id}.option.{option}"),
            )
            for option in choice.options
        )

    def _name(self, who: CombatantId | None) -> str:
        one = self._desk.scene.state.combatants.get(who) if who is not None else None
        return one.name if one is not None else ""

    @Slot(object)
    def _tell(self, scene: Scene) -> None:
        session = self._desk.session
        if session.viewing is None:
            self._strip.show_history_banner("")
        else:
            at = len(session.log.path(session.viewing))
            count = len(session.log.line())
            self._strip.show_history_banner(self._words.word("gui.look.text", at=at, count=count))
        notices = self._desk.system.notices(scene) if self._desk.is_live else ()
        self._notice = notices[0] if notices else None
        self._strip.show_notice(self._notice)

    @Slot()
    def _clear(self) -> None:
        self._notice = None
        self._strip.show_history_banner("")
        self._strip.show_notice(None)

    @Slot()
    def _accept(self) -> None:
        if self._notice is not None and self._notice.command is not None:
            self._desk.start(self._notice.command)
