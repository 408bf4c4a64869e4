"""Shows the own rules of the open campaign on their page, and carries out what is asked there."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.workshop.impact_slot import ShowsChange
from encounter_gui.gui.workshop.rules_document import RulesDocument
from encounter_gui.gui.workshop.shown_values import ShownDraft
from encounter_gui.gui.workshop.side.history_dialog import HistoryDialog
from encounter_gui.gui.workshop.side.versions_list import VersionLine, version_lines
from encounter_gui.gui.workshop.values_controller import ValuesController
from encounter_gui.gui.workshop.workshop_page import WorkshopPage
from encounter_gui.play.workshop.mistakes import Mistake, entry_of
from encounter_gui.play.workshop.names import column_title
from encounter_gui.play.workshop.own_rules_repository import OwnRulesRepository
from encounter_gui.play.workshop.workshop import DraftView, Workshop
from encounter_gui.rules.model.own_rules import OwnRules


class WorkshopController(QObject):
    """Joins the page with the own rules of one game."""

    saved = Signal(object)
    """``OwnRules``: this is the newest version from now on."""
    share_requested = Signal()
    """The rules are to be written into a file."""
    trial_requested = Signal()
    """A copy of the fight is to go on by the draft."""
    rule_requested = Signal(str)
    """The id of a rule that is to be read."""
    left = Signal()
    """The page is not wanted any more."""
    renamed = Signal(str)
    """What the rules are called now."""

    def __init__(
        self,
        page: WorkshopPage,
        impact: ShowsChange,
        icons: Icons,
        texts: MessageCatalog,
        parent: QObject | None = None,
    ) -> None:
        """Takes the page, what shows the difference that a draft makes, icons with the theme, and the words."""
        super().__init__(parent)
        self.page, self._impact, self._icons, self._texts = page, impact, icons, texts
        self.document: RulesDocument | None = None
        """The own rules that are shown; None: none are."""
        self._shown: ShownDraft | None = None
        self._saved: DraftView | None = None
        self.values = ValuesController(page, icons, texts, self._change)
        self._join()

    def _join(self) -> None:
        page, side, foot = self.page, self.page.side, self.page.foot
        page.asked.connect(self._do)
        side.renamed.connect(self._rename)
        side.versions.restore_requested.connect(self.restore)
        side.versions.reset_requested.connect(self.reset)
        self.values.turned.connect(self._turn)
        self.values.looked.connect(self._show_impact)
        self.values.looked.connect(self._show_changed)
        foot.next_mistake_requested.connect(self.values.next_mistake)
        foot.next_changed_requested.connect(self.values.next_changed)
        foot.keep_requested.connect(self.values.keep_mine)
        foot.history.clicked.connect(self.show_history)
        foot.share.clicked.connect(self._share)
        foot.attempt.clicked.connect(self._try)
        foot.save.clicked.connect(self.save)

    # ---- which rules

    def open(self, workshop: Workshop) -> None:
        """Shows the own rules for a game."""
        self.close()
        document = self.document = RulesDocument(workshop, self._texts, self)
        document.changed.connect(self._follow)
        document.refused.connect(self._refuse)
        self._follow()

    def shows(self, repository: OwnRulesRepository, game: str) -> bool:
        """Returns whether it is the own rules for this game of this campaign that are shown."""
        workshop = self.document.workshop if self.document is not None else None
        return (
            workshop is not None and workshop.repository is repository and workshop.ruleset == game
        )

    def close(self) -> None:
        """Lets go of the rules; all of it is in the file."""
        if self.document is not None:
            self.document.deleteLater()
        self.document = self._shown = self._saved = None
        self.values.close()

    @property
    def shown(self) -> ShownDraft:
        """The draft with all that is counted in it.

        Raises:
            LookupError: no rules are open.
        """
        if self._shown is None:
            raise LookupError("no rules are open")
        return self._shown

    def _doc(self) -> RulesDocument:
        if self.document is None:
            raise LookupError("no rules are open")
        return self.document

    def _change(self, draft: DraftView, what: str) -> bool:
        return self._doc().change(draft, what)

    # ---- showing

    @Slot()
    def _follow(self) -> None:
        """Shows the draft as it is now."""
        document = self._doc()
        self._shown = ShownDraft(document.draft, self._texts)
        if self._saved is None or self._saved.rules != document.workshop.start:
            self._saved = document.workshop.saved
        self.values.show(self._shown)
        self._show_side()
        self._show_foot()
        self._show_impact()
        self.renamed.emit(document.draft.rules.name)

    @Slot()
    def _turn(self) -> None:
        self._show_tables()
        self._show_impact()
        self._show_changed()

    def _show_tables(self) -> None:
        page = self.page
        page.show_tables(self.shown.table_lines(page.side.search.text()), self.values.key)

    def _show_side(self) -> None:
        document, side = self._doc(), self.page.side
        workshop, draft = document.workshop, document.draft
        newest = document.next_version - 1
        word = "draft_word" if workshop.is_changed else "version_word" if newest else "book_word"
        game = draft.base.ruleset
        side.show_name(
            draft.rules.name,
            self._texts.text_of(f"gui.workshop.{word}", version=newest),
            self._texts.text_of("gui.workshop.extends", game=game.name, id=game.id),
        )
        self._show_tables()
        side.versions.show_lines(self._versions(), can_reset=bool(draft.own_places()))

    def _versions(self) -> tuple[VersionLine, ...]:
        workshop = self._doc().workshop
        name = workshop.base.ruleset.name
        return version_lines(workshop.versions, self.change_count, name, self._texts)

    @property
    def change_count(self) -> int:
        """How many places of the draft differ from the newest version."""
        draft, saved = self.shown.draft, self._saved
        if saved is None:
            return len(draft.own_places())
        places = {*draft.own_places(), *saved.own_places()}
        typed = dict(draft.unread)
        changed = (
            each for each in places if each in typed or draft.value(each) != saved.value(each)
        )
        # An entry that the book does not have is one change, whatever it has.
        return len({entry_of(each) if draft.is_new(entry_of(each)) else each for each in changed})

    def _show_foot(self) -> None:
        document, shown, foot = self._doc(), self.shown, self.page.foot
        wrong = shown.mistakes
        foot.show_mistakes(len(wrong), self._where(wrong[0]) if wrong else "")
        start, draft = document.workshop.start, shown.draft
        can_save = (draft.result.usable.data, draft.rules.name) != (start.data, start.name)
        self._show_changed()
        foot.show_version(document.next_version, can_save=can_save, is_part=bool(wrong))

    @Slot()
    def _show_changed(self) -> None:
        changed = len(self.shown.changed)
        self.page.foot.show_changed(changed, len(self.values.changed_here))

    def _where(self, mistake: Mistake) -> str:
        name = mistake.row.name if mistake.row is not None else ".".join(mistake.place)
        if mistake.table is None or mistake.column is None:
            return name
        return f"{name}, {column_title(mistake.table, mistake.column, self._texts)}"

    @Slot()
    def _show_impact(self) -> None:
        if self._saved is not None:
            draft = self.values.tried or self.shown.draft
            self._impact.show_change(self._saved, draft, self.values.row, self.values.table)

    # ---- keys

    @Slot(str)
    def _do(self, use: str) -> None:
        values = self.values
        deeds: dict[str, Callable[[], object]] = {
            "find": self._find,
            "like": values.add_like,
            "save": self.save,
            "mistake": values.next_mistake,
            "table_before": partial(values.step_table, -1),
            "table_after": partial(values.step_table, 1),
            "rule": self._show_rule,
            "leave": self.left.emit,
        }
        if self._shown is not None:
            deeds[use]()

    def _find(self) -> None:
        page = self.page
        field = page.numbers_search if page.numbers.hasFocus() else page.side.search
        field.setFocus()
        field.selectAll()

    def _show_rule(self) -> None:
        """Opens the rule of the number, the entry or the column the keyboard is on."""
        page, row, column = self.page, self.values.row, self.values.column
        numbers = (page.numbers, page.all_numbers)
        line = next((each.current_line for each in numbers if each.hasFocus()), None)
        rule = line.row.rule if line is not None else row.rule if row is not None else ""
        if not rule and column is not None:
            rule = column.field.rule
        if rule:
            self.rule_requested.emit(rule)

    # ---- names and versions

    @Slot(str)
    def _rename(self, name: str) -> None:
        what = self._texts.text_of("gui.workshop.did.rename", name=name)
        self._change(self.shown.draft.renamed(name), what)

    @Slot()
    def reset(self) -> None:
        """Has the draft say nothing of its own; versions stay."""
        self.page.setFocus()
        self._change(self.shown.draft.back(()), self._texts.text_of("gui.workshop.did.reset"))

    @Slot()
    def save(self) -> None:
        """Keeps what is right of the draft as the next version."""
        document = self._doc()
        self.page.commit_typed()
        if not self.page.foot.save.isEnabled():
            self.page.foot.say(self._texts.text_of("gui.workshop.save_nothing"))
            return
        version, is_part = document.next_version, bool(self.shown.mistakes)
        if document.save():
            key = "saved_part" if is_part else "saved"
            self.page.foot.say(self._texts.text_of(f"gui.workshop.{key}", version=version))
            self.saved.emit(document.workshop.versions[0])

    @Slot(object)
    def restore(self, version: OwnRules) -> None:
        """Makes an earlier version the newest again."""
        self.page.setFocus()  # the button that was pressed is made anew
        if self._doc().restore(version):
            self.saved.emit(self._doc().workshop.versions[0])

    @Slot()
    def show_history(self) -> None:
        """Opens every version in a window of its own."""
        dialog = HistoryDialog(self._icons, self._texts, self.page)
        dialog.versions.show_lines(self._versions(), can_reset=bool(self.shown.draft.own_places()))
        dialog.versions.restore_requested.connect(self.restore)
        dialog.versions.reset_requested.connect(self.reset)
        dialog.open()

    @Slot()
    def _share(self) -> None:
        self.page.commit_typed()
        self.share_requested.emit()

    @Slot()
    def _try(self) -> None:
        self.page.commit_typed()
        self.trial_requested.emit()

    @Slot(object)
    def _refuse(self, error: AppError) -> None:
        self._follow()
        self.page.foot.say(self._texts.text(error.message))
