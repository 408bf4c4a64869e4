"""Brings creatures in: chosen, dropped or pasted, read in another thread, looked at, kept in one transaction."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QMimeData, QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from encounter_gui.core.error_text import explained
from encounter_gui.core.errors import AppError, refuse
from encounter_gui.gui.control.prompt_controller import Offer, PromptController
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.transfer.candidates import CandidateChoice, split_choices
from encounter_gui.gui.transfer.column_memory import remember, remembered_columns
from encounter_gui.gui.transfer.file_drop import local_paths
from encounter_gui.gui.transfer.import_dialog import ImportDialog
from encounter_gui.gui.transfer.import_job import Content, ImportJob, ImportOptions, ImportResult
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.interchange.import_dispatch import ENDINGS
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.play.prep.creature_repository import CreatureRepository
from encounter_gui.play.rulesets.pack import Pack
from encounter_gui.play.transfer.imports import Wanted, own_creatures, take_back, take_in
from encounter_gui.play.workshop.taking_in import Arriving, look_at
from encounter_gui.rules.model.games.ruleset_info import ListedRuleset
from encounter_gui.rules.model.own_rules import OwnRules
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.view import Notice

_OFFER = "import"


class ImportMeans(Struct, frozen=True, kw_only=True):
    """What an import works with.

    ``campaign`` is the open one, ``library`` its own. ``build`` returns a ruleset by its id or says what is wrong with
    it; ``known`` None for one that cannot be used. ``current`` is the ruleset of the open encounter.
    """

    campaign: Callable[[], OpenCampaign]
    library: Callable[[], CreatureRepository]
    build: Callable[[str], Ruleset]
    known: Callable[[str], Ruleset | None]
    listed: Callable[[], Sequence[ListedRuleset]]
    files: Callable[[str], Mapping[str, str]]
    """The files of a ruleset by its id, name to text."""
    current: Callable[[], str]


class ImportController(QObject):
    """Leads from files to kept creatures, and back again with one button."""

    imported = Signal(tuple)
    """``tuple[LibraryItem, ...]``: creatures that have been added to the library."""
    rules_taken = Signal()
    """The campaign may have other rules of its own than before."""
    encounters_changed = Signal()
    """The campaign may have other encounters than before."""

    def __init__(
        self,
        window: MainWindow,
        prompts: PromptController,
        resources: UiResources,
        settings: Settings,
        services: ImportMeans,
    ) -> None:
        """Takes the window, what speaks in the strip, the settings, and what it works with."""
        super().__init__(window)
        self._window = window
        self._prompts = prompts
        self._resources = resources
        self._settings = settings
        self._services = services
        self._job: ImportJob | None = None
        self.dialog: ImportDialog | None = None
        """The preview that is open; None: there is none."""
        self._contents: tuple[Content, ...] = ()
        self._undo: Callable[[], None] | None = None

    # ---- where creatures come from

    @Slot()
    def ask_files(self) -> None:
        """Asks for files; several may be chosen."""
        texts = self._resources.texts
        kinds = texts.text_of("gui.imports.files", endings=" ".join(f"*{each}" for each in ENDINGS))
        dialog = QFileDialog(self._window, texts.text_of("gui.imports.title"), "", kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(lambda files: self.read(Path(file) for file in files))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot()
    def paste(self) -> None:
        """Reads what was copied: files, or text of any format there is."""
        data: QMimeData | None = QGuiApplication.clipboard().mimeData()  # None: it is empty
        paths = local_paths(data) if data is not None else ()
        if paths:
            self.read(paths)
        elif data is not None and data.text().strip():
            name = self._resources.texts.text_of("gui.imports.pasted")
            self._begin(lambda job: job.propose([(name, data.text().encode())], self._options()))
        else:
            self._prompts.tell(refuse("gui.imports.nothing_copied"))

    @Slot(tuple)
    def read(self, paths: Iterable[Path]) -> None:
        """Reads files and folders, and shows what was found."""
        wanted = tuple(paths)
        self._begin(lambda job: job.read(wanted, self._options()))

    def _options(self) -> ImportOptions:
        return ImportOptions(
            fallback=self._services.current(), columns=remembered_columns(self._settings)
        )

    # ---- reading

    def _begin(self, begin: Callable[[ImportJob], None]) -> None:
        if self.dialog is not None:
            self.dialog.reject()
        dialog = self.dialog = ImportDialog(
            self._services.listed(),
            self._services.known,
            self._options(),
            self._resources.icons,
            self._resources.texts,
            self._window,
        )
        dialog.wishes_changed.connect(self._propose_again)
        dialog.accepted_choices.connect(self._keep)
        dialog.finished.connect(self._forget)
        dialog.open()
        self._start(begin)

    def _start(self, begin: Callable[[ImportJob], None]) -> None:
        self._cancel()
        job = self._job = self._made_job()
        job.progressed.connect(self._progress)
        job.done.connect(self._show)
        job.failed.connect(self._fail)
        begin(job)

    def _made_job(self) -> ImportJob:
        """Returns a job with all that it needs of the campaign, whose file no other thread may read."""
        services, campaign = self._services, self._services.campaign()
        own: dict[str, Ruleset] = {}
        versions: dict[str, tuple[OwnRules, ...]] = {}
        if campaign.has_own_rules:
            repository = campaign.own_rules.repository
            versions = {each: repository.versions(each) for each in repository.rulesets()}
            known = (services.known(each) for each in versions)
            own = {each.id: campaign.laid_over(each) for each in known if each is not None}

        def look_at_pack(pack: Pack) -> Arriving:
            return look_at(pack, services.files, lambda game: versions.get(game, ()))

        return ImportJob(
            lambda name: own.get(name) or services.build(name),
            own_creatures(services.library()),
            look_at_pack,
        )

    @Slot(object)
    def _propose_again(self, options: ImportOptions) -> None:
        remember(self._settings, options.columns)
        self._start(lambda job: job.propose(self._contents, options))

    @Slot(int, int)
    def _progress(self, done: int, total: int) -> None:
        if self.dialog is not None and self.sender() is self._job:
            self.dialog.show_progress(done, total)

    @Slot(object)
    def _show(self, import_result: ImportResult) -> None:
        if self.dialog is not None and self.sender() is self._job:
            self._contents = import_result.contents
            self.dialog.show_readout(import_result)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        if self.dialog is not None and self.sender() is self._job:
            self.dialog.show_failure(self._sentence(error))
        if not isinstance(error, AppError):
            raise error

    @Slot()
    def _forget(self) -> None:
        self._cancel()
        self.dialog = None
        self._contents = ()

    def _cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None

    # ---- keeping

    @Slot(tuple)
    def _keep(self, choices: tuple[CandidateChoice, ...]) -> None:
        campaign, library = self._services.campaign(), self._services.library()
        added, replaced = split_choices(choices)
        import_result = self.dialog.import_result if self.dialog is not None else None
        found = import_result.preview.encounters if import_result is not None else ()
        extras = import_result.preview.extras if import_result is not None else ()
        gear = self.dialog.gear if self.dialog is not None else ()
        planned = self.dialog.planned if self.dialog is not None else ()
        rules = self.dialog.rules if self.dialog is not None else ()
        try:
            brought = take_in(
                campaign,
                library,
                Wanted(
                    creatures=tuple(added),
                    instead=replaced,
                    encounters=tuple(each.encounter for each in found),
                    planned=planned,
                    extras=(*extras, *gear),
                    rules=rules,
                ),
            )
        except AppError as error:
            self._prompts.tell(error)
            return
        self._undo = lambda: take_back(campaign, self._services.library(), brought)
        self._offer(
            len(brought.added) + len(brought.before),
            len(brought.encounters),
            len(brought.extras),
            tuple(each.rules.name for each in rules),
        )
        if brought.rules:
            self.rules_taken.emit()
        self.imported.emit(brought.added)
        self.encounters_changed.emit()

    def _offer(self, count: int, encounters: int, things: int, rules: tuple[str, ...]) -> None:
        texts = self._resources.texts
        key = "gui.imports.kept_encounters" if encounters else "gui.imports.kept"
        key = "gui.imports.kept_gear" if things and not count else key
        said = texts.text_of(key, count=count, encounters=encounters, things=things)
        own = texts.text_of("gui.imports.kept_rules", names=", ".join(rules)) if rules else ""
        notice = Notice(
            title=texts.text_of("gui.imports.kept_title"),
            text=" ".join(part for part in (own, said) if part),
            button=texts.text_of("gui.imports.undo"),
        )
        self._prompts.offer(_OFFER, Offer(notice=notice, accept=self._take_all_back))

    @Slot()
    def _take_all_back(self) -> None:
        if self._undo is not None:
            undo, self._undo = self._undo, None
            try:
                undo()
                self.rules_taken.emit()
                self.encounters_changed.emit()
            except AppError as error:
                self._prompts.tell(error)

    def _sentence(self, error: Exception) -> str:
        if not isinstance(error, AppError):
            return self._resources.texts.text_of("gui.bug.text")
        return explained(error, self._resources.texts)
