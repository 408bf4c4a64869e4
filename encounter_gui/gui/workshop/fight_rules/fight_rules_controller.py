"""Offers a fight the newest rules, shows which there are for it, and has it go on by others, or a copy of it."""

from collections.abc import Callable, Mapping
from contextlib import suppress

from msgspec import Struct
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import EncounterId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Value
from encounter_gui.gui.control.acceptance import refusal
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.prompt_controller import Offer, PromptController
from encounter_gui.gui.dialogs.condition_picker import NewerConditions
from encounter_gui.gui.dialogs.switches_dialog import SwitchDefaults
from encounter_gui.gui.workshop.fight_rules.fight_rules_dialog import FightRulesDialog, RulesLine
from encounter_gui.play.difference_lines import DifferenceLine, DifferenceWords
from encounter_gui.play.fight_rules import FightRules, RulesChoice, RulesOffer
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.rules.model.own_rules import OwnRules
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.view import Notice

_KEY = "rules.take_over"
_NAMED = 2
"""So many differences are named where the newest rules are offered."""


class FightRulesMeans(Struct, frozen=True, kw_only=True):
    """What the controller works with: the open campaign, the encounter open in it, and what opens another one.

    ``book`` returns a game as it was read from its files already, or None.
    """

    campaign: Callable[[], OpenCampaign]
    encounter: Callable[[], EncounterId]
    open_encounter: Callable[[EncounterId], None]
    book: Callable[[str], Ruleset | None]


class FightRulesController(QObject):
    """Knows what of newer rules the open fight has not taken over yet.

    What it offers stands behind what the rules of the game have to say.
    """

    rules_changed = Signal()
    """There is another version of own rules, or one less; or the fight goes by others."""

    def __init__(
        self,
        window: QWidget,
        controller: EncounterController,
        prompts: PromptController,
        texts: MessageCatalog,
        means: FightRulesMeans,
    ) -> None:
        """Takes the window, the controllers of encounter and prompts, the words, and what it works with."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._prompts = prompts
        self._texts = texts
        self._means = means
        self._newer: RulesOffer | None = None
        self._offer: RulesOffer | None = None
        self._made_offer: Offer | None = None
        self._seen: Ruleset | None = None
        self._followed: OpenCampaign | None = None
        self._dialog: FightRulesDialog | None = None
        self._choices: tuple[RulesChoice, ...] = ()
        controller.context_changed.connect(self._follow)
        controller.closed.connect(self._forget)
        prompts.owed_changed.connect(self._show_offer)

    @property
    def fight_rules(self) -> FightRules:
        """The rules of the fight that is open."""
        means = self._means
        return FightRules(means.campaign(), means.encounter(), self._controller.session, means.book)

    # ---- what is offered

    @Slot()
    def look(self) -> None:
        """Looks whether there are newer rules than those of the fight; a fight nobody is in goes by them at once."""
        controller = self._controller
        self._offer = self._newer = None
        if not controller.is_open:
            return
        self._follow_campaign()
        rules = self.fight_rules
        with suppress(AppError):  # the dialog says why other rules cannot be used
            rules.follow()
            self._newer = newer = rules.newer()
            self._offer = newer if newer is not None and not rules.is_put_off(newer) else None
        self._made_offer = self._offer_of(self._offer) if self._offer is not None else None
        self._seen = controller.session.head_context.ruleset
        self._show_offer()
        self._show_choices()

    def _follow_campaign(self) -> None:
        campaign = self._means.campaign()
        if campaign is not self._followed:
            self._followed = campaign
            campaign.own_rules.repository.follow(self._look_again)

    def _look_again(self) -> None:
        self.look()
        self.rules_changed.emit()

    @Slot()
    def _follow(self) -> None:
        controller = self._controller
        if not controller.is_open:
            return
        seen, now = self._seen, controller.session.head_context.ruleset
        if seen is not None and now is not seen:
            self.look()
            if (seen.own_name, seen.own_version) != (now.own_name, now.own_version):
                self.rules_changed.emit()  # else only things of the campaign's own have come or gone
        elif self._offer is not None:
            self._show_offer()

    @Slot()
    def _forget(self) -> None:
        self._offer = self._newer = self._made_offer = self._seen = None
        self._choices = ()
        if self._dialog is not None:
            self._dialog.reject()

    @Slot()
    def _show_offer(self) -> None:
        """Offers it while nothing waits for the game master."""
        controller = self._controller
        is_idle = controller.is_open and controller.is_live and controller.waits_for is None
        if self._offer is None or not is_idle:
            self._prompts.offer(_KEY, None)
            return
        self._prompts.offer(_KEY, None if self._prompts.is_busy else self._made_offer)

    def _offer_of(self, offer: RulesOffer) -> Offer:
        text_of = self._texts.text_of
        lines = self._words(offer.rules).lines(offer.differences[:_NAMED])
        what, more = "; ".join(each.text for each in lines), len(offer.differences) - len(lines)
        if more:
            what = text_of("rules_of_fight.offer.more", what=what, count=more)
        return Offer(
            notice=Notice(
                title=text_of("rules_of_fight.offer.title", name=offer.uses),
                text=text_of("rules_of_fight.offer.text", name=offer.name, what=what),
                kind="info",
                note=text_of("rules_of_fight.offer.note"),
                button=text_of("rules_of_fight.offer.button"),
            ),
            accept=self._accept,
            put_off=self._put_off,
        )

    def _words(self, rules: OwnRules | None) -> DifferenceWords:
        fight = self.fight_rules
        return DifferenceWords(fight.used, fight.ruleset(rules), self._texts)

    def _accept(self) -> None:
        offer = self._offer
        if offer is not None:
            self.take_over(offer.rules)

    def _put_off(self) -> None:
        if self._try(self.fight_rules.put_off):
            self._offer = None

    def newer_conditions(self) -> NewerConditions | None:
        """Returns the conditions that newer rules have and the fight does not know yet; None: there are none."""
        newer = self._newer
        keys = newer.added("conditions") if newer is not None else ()
        if newer is None or not keys:
            return None
        with suppress(AppError):
            ruleset, rules = self.fight_rules.ruleset(newer.rules), newer.rules
            names = [each.name for key in keys if (each := ruleset.condition(key)) is not None]
            return NewerConditions(
                rules=newer.name, names=tuple(names), take_over=lambda: self.take_over(rules)
            )
        return None

    # ---- what is done

    def take_over(self, rules: OwnRules | None) -> bool:
        """Has the fight go on by other rules; returns whether it does. What was refused is said."""

        def act() -> None:
            fight = self.fight_rules
            if self._controller.perform(fight.command(rules)):
                fight.remember(rules)
                taken.append(fight)
                self.look()

        taken: list[FightRules] = []
        return self._try(act) and bool(taken)

    def try_in_copy(self, rules: OwnRules | None) -> None:
        """Opens a copy of the fight that goes on by other rules; what was refused is said."""
        made: list[EncounterId] = []
        name = self._copy_name()
        if self._try(lambda: made.append(self.fight_rules.try_in_copy(name, rules))):
            self._means.open_encounter(made[0])

    @Slot()
    def try_draft(self) -> None:
        """Opens a copy of the fight that goes on by the draft of own rules; without one, by their newest version."""
        repository = self._means.campaign().own_rules.repository
        game = self._controller.session.game.ruleset.id
        self.try_in_copy(repository.draft(game) or repository.newest(game))

    def _copy_name(self) -> str:
        """Returns what the copy is called: as nothing else is in the campaign."""
        campaign, encounter = self._means.campaign(), self._means.encounter()
        names = {each.id: each.name for each in campaign.encounters()}
        name = names.get(encounter, self._controller.context.state.name)
        wanted, number = self._texts.text_of("rules_of_fight.copy_name", name=name), 2
        while wanted in names.values():
            wanted = self._texts.text_of("rules_of_fight.copy_next", name=name, number=number)
            number += 1
        return wanted

    def _try(self, act: Callable[[], object]) -> bool:
        try:
            act()
        except AppError as error:
            self._controller.tell(error)
            return False
        return True

    # ---- how new fights begin with house rules

    def switch_defaults(self) -> SwitchDefaults:
        """Returns how new fights of the open campaign begin with the house rules of the game that is open."""
        return SwitchDefaults(known=self._known_defaults, keep=self._keep_default)

    def _known_defaults(self) -> Mapping[str, tuple[Value, bool]]:
        used = self._controller.session.head_context.ruleset
        book = self._means.book(used.id)
        try:
            return self._means.campaign().own_rules.switch_defaults(book or used)
        except AppError:  # the dialog of the rules says why they cannot be used
            return {}

    def _keep_default(self, key: str, value: Value) -> bool:
        own_rules = self._means.campaign().own_rules
        game = self._controller.session.game.ruleset.id
        return self._try(lambda: own_rules.set_switch_default(game, key, value))

    # ---- the dialog

    @Slot()
    def show(self) -> None:
        """Opens the rules of the fight, with the newest chosen that it does not go by."""
        if self._dialog is None:
            dialog = self._dialog = FightRulesDialog(self._texts, self._window)
            dialog.chosen.connect(self._show_differences)
            dialog.take_over_requested.connect(self._take_chosen)
            dialog.trial_requested.connect(self._try_chosen)
            dialog.finished.connect(self._close)
            self._show_choices()
            dialog.open()
        self._dialog.raise_()
        self._dialog.activateWindow()

    @Slot()
    def _close(self) -> None:
        self._dialog = None

    def _show_choices(self) -> None:
        if self._dialog is None:
            return
        rules = self.fight_rules
        self._choices = rules.choices()
        uses = self._texts.text_of("rules_of_fight.uses", name=rules.uses)
        chosen = next(place for place, each in enumerate(self._choices) if each.is_newest)
        self._dialog.show_rules(uses, tuple(map(self._line, self._choices)), chosen)

    def _line(self, choice: RulesChoice) -> RulesLine:
        text_of = self._texts.text_of
        notes = [
            text_of(f"rules_of_fight.{name}")
            for name, is_so in (("used", choice.is_used), ("newest", choice.is_newest))
            if is_so
        ]
        return RulesLine(
            name=choice.name,
            note=", ".join(notes),
            refusal=self._refusal(choice),
            may_try=not self._controller.is_between,
        )

    def _refusal(self, choice: RulesChoice) -> str:
        """Returns why the fight cannot take rules over now; empty: it can."""
        controller = self._controller
        reasons = (
            ("is_draft", choice.is_draft),
            ("is_past", not controller.is_live),
            ("is_over", controller.session.state.stage == "ended"),
        )
        found = (name for name, is_so in reasons if is_so)
        key = next(found, "")
        return self._texts.text_of(f"rules_of_fight.{key}") if key else ""

    @Slot(int)
    def _show_differences(self, place: int) -> None:
        if self._dialog is None:
            return
        choice, rules = self._choices[place], self.fight_rules
        lines: tuple[DifferenceLine, ...] = ()
        trouble = ""
        try:
            lines = self._words(choice.rules).lines(rules.differences(choice.rules))
        except AppError as error:
            reason = refusal(error, self._texts)
            trouble = self._texts.text_of("rules_of_fight.unusable", reason=reason)
        self._dialog.show_differences(lines, trouble)

    @Slot(int)
    def _take_chosen(self, place: int) -> None:
        if self.take_over(self._choices[place].rules) and self._dialog is not None:
            self._dialog.accept()

    @Slot(int)
    def _try_chosen(self, place: int) -> None:
        rules = self._choices[place].rules
        if self._dialog is not None:
            self._dialog.accept()
        self.try_in_copy(rules)
