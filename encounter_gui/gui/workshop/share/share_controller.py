"""Own rules from one table to another: files are chosen or dropped, looked at, and taken in; own ones are written."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog

from encounter_gui.core.error_text import explained
from encounter_gui.core.errors import AppError
from encounter_gui.gui.control.prompt_controller import Offer, PromptController
from encounter_gui.gui.dialogs.replacing import write_or_ask
from encounter_gui.gui.transfer.rules_text import arriving_lines, arriving_text
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.gui.workshop.share.installed_dialog import InstalledDialog, InstalledRow
from encounter_gui.gui.workshop.share.share_dialog import ShareDialog, ShareView, ShareWish
from encounter_gui.gui.workshop.share.take_in_dialog import (
    TakeInDialog,
    TakeInView,
    Target,
    Way,
)
from encounter_gui.play.difference_lines import DifferenceWords
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.play.rulesets.differences import differences
from encounter_gui.play.rulesets.installed import InstalledRulesets
from encounter_gui.play.rulesets.pack import ENDING, Manifest, Pack, packed, read_pack
from encounter_gui.play.transfer.atomic_file import save
from encounter_gui.play.transfer.ruleset_uses import RulesetUse, uses_in
from encounter_gui.play.workshop.sharing import SharedAs
from encounter_gui.play.workshop.taking_in import Arriving
from encounter_gui.rules.files.loader import build
from encounter_gui.rules.files.ruleset_errors import FileError
from encounter_gui.rules.model.games.ruleset_info import ListedRuleset
from encounter_gui.rules.model.own_rules import OwnRules
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.view import Notice

_OFFER = "rules"


class ShareMeans(Struct, frozen=True, kw_only=True):
    """What own rules are shared with.

    ``campaign`` returns the open one, None: none is; ``current`` the id of the game that is played. ``files`` returns
    the files of a ruleset, name to text, and ``listed`` the rulesets there are. ``reread`` has rulesets read anew.
    """

    campaign: Callable[[], OpenCampaign | None]
    current: Callable[[], str]
    installed: InstalledRulesets
    files: Callable[[str], Mapping[str, str]]
    listed: Callable[[], Sequence[ListedRuleset]]
    reread: Callable[[], None]
    tell: Callable[[AppError], None]
    folder: Path


class ShareController(QObject):
    """Leads from files to rules that hold, and from own rules to a file; each taking in can be taken back."""

    rules_changed = Signal(str)
    """The open campaign has other rules of its own for the game of this id."""
    rulesets_changed = Signal()
    """There are other rulesets than before."""

    def __init__(
        self,
        window: MainWindow,
        prompts: PromptController,
        resources: UiResources,
        means: ShareMeans,
    ) -> None:
        """Takes the window, what speaks in the strip, icons with texts, and what rules are shared with."""
        super().__init__(window)
        self._window = window
        self._prompts = prompts
        self._icons = resources.icons
        self._texts = resources.texts
        self._means = means
        self._waiting: list[Path] = []
        self.dialog: TakeInDialog | None = None
        """The preview that is open; None: there is none."""
        self.sharing: ShareDialog | None = None
        """The dialog that gives rules away; None: it is not open."""
        self.installed: InstalledDialog | None = None
        """The list of rulesets; None: it is not open."""

    # ---- taken in

    @Slot()
    def ask_files(self) -> None:
        """Asks for files with rules; several may be chosen."""
        title = self._texts.text_of("gui.action.take_in_rules").replace("&", "").rstrip("…")
        kinds = self._texts.text_of("gui.take_in.files", ending=ENDING)
        parent = self.installed or self._window
        dialog = QFileDialog(parent, title, str(self._means.folder), kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(lambda files: self.read(Path(file) for file in files))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot(tuple)
    def read(self, paths: Iterable[Path]) -> None:
        """Looks at files one after the other; nothing is taken in before somebody says so."""
        self._waiting += paths
        if self.dialog is None:
            self._show_next()

    def _show_next(self) -> None:
        if not self._waiting:
            return
        path = self._waiting.pop(0)
        pack: Pack | None = None
        arriving: Arriving | None = None
        try:
            pack = read_pack(path)
            arriving, way = self._into_campaign(pack)
            view = self._view(path, pack, arriving, way)
        except AppError as error:
            lines = tuple(self._lines(error))
            trouble = Way(trouble="\n".join(lines))
            view = TakeInView(file=path.name, title=path.name, ways={"all": trouble})
        parent = self.installed or self._window
        dialog = self.dialog = TakeInDialog(view, self._icons, self._texts, parent)
        dialog.finished.connect(self._forget)
        if pack is not None:
            dialog.wanted.connect(partial(self._take, pack, arriving))
        dialog.open()

    @Slot()
    def _forget(self) -> None:
        self.dialog = None
        self._show_next()

    def _view(
        self, path: Path, pack: Pack, arriving: Arriving | None, into: Way | None
    ) -> TakeInView:
        manifest = pack.manifest
        ways: dict[Target, Way] = {} if into is None else {"campaign": into}
        campaign = self._means.campaign()
        has_draft = (
            campaign is not None
            and arriving is not None
            and campaign.own_rules.repository.draft(arriving.game) is not None
        )
        return TakeInView(
            file=path.name,
            title=self._texts.text_of(
                "gui.take_in.head", name=manifest.name, version=manifest.version
            ),
            about="\n".join(self._about(manifest)),
            ways={**ways, "all": self._for_all(pack)},
            first="all" if self.installed is not None else "campaign",
            note=self._texts.text_of("gui.take_in.draft") if has_draft else "",
        )

    def _about(self, manifest: Manifest) -> Iterator[str]:
        if manifest.extends:
            name = self._name_of(manifest.extends)
            yield self._texts.text_of("gui.take_in.extends", game=name)
        for key in ("author", "licence"):
            if said := getattr(manifest, key):
                yield self._texts.text_of(f"gui.take_in.{key}", **{key: said})
        if manifest.text:
            yield manifest.text

    def _name_of(self, ruleset: str) -> str:
        return next((each.name for each in self._means.listed() if each.id == ruleset), ruleset)

    def _into_campaign(self, pack: Pack) -> tuple[Arriving | None, Way | None]:
        """Returns what taking it into the open campaign would do; None: none is open."""
        campaign = self._means.campaign()
        if campaign is None:
            return None, None
        try:
            arriving = campaign.own_rules.look_at(pack)
        except FileError:
            raise  # it is wrong whatever is done with it
        except AppError as error:
            return None, Way(trouble=self._texts.text(error.message))
        way = Way(
            text=arriving_text(arriving, self._texts),
            lines=arriving_lines(arriving, self._texts),
            is_there=arriving.arrival == "same",
            asks=arriving.asks,
        )
        return arriving, way

    def _for_all(self, pack: Pack) -> Way:
        """Returns what taking it in for all campaigns would do."""
        try:
            taken = self._means.installed.look_at(pack)
        except FileError:
            raise
        except AppError as error:
            return Way(trouble=self._texts.text(error.message))
        base = pack.manifest.extends
        before = taken.before
        if before is None and base:
            before = build(base, self._means.files)
        return Way(
            text=self._texts.text_of(
                f"gui.take_in.all.{taken.arrival}",
                name=taken.ruleset.name,
                version=taken.ruleset.version,
                there=taken.before.version if taken.before is not None else "",
                other=taken.before.name if taken.before is not None else "",
            ),
            lines=self._differing(before, taken.ruleset),
            is_there=taken.arrival == "same",
            asks=taken.arrival in ("other", "older"),
        )

    def _take(self, pack: Pack, arriving: Arriving | None, target: Target) -> None:
        try:
            if target == "all":
                self._take_for_all(pack)
            elif arriving is not None:
                self._take_into_campaign(arriving)
        except AppError as error:
            if self.dialog is not None:
                self.dialog.refuse("\n".join(self._lines(error)))
            return
        if self.dialog is not None:
            self.dialog.accept()

    def _take_for_all(self, pack: Pack) -> None:
        taken = self._means.installed.take_in(pack, replaces=True)
        self._rulesets_change()
        key = "gui.take_in.done_all"
        self._offer(
            self._texts.text_of(key, name=taken.ruleset.name, version=taken.ruleset.version)
        )
        if self._means.campaign() is None:
            self.show_installed()  # no strip is shown that could say it

    def _take_into_campaign(self, arriving: Arriving) -> None:
        campaign = self._means.campaign()
        if campaign is None:
            return
        kept = campaign.own_rules.take_in(arriving)
        self.rules_changed.emit(arriving.game)
        text = self._texts.text_of(
            "gui.take_in.done_campaign",
            name=kept.name,
            number=kept.version,
            game=arriving.game_name,
            count=len(arriving.differences),
        )
        self._offer(text, partial(self._take_back, campaign, arriving.game, kept))

    def _take_back(self, campaign: OpenCampaign, game: str, rules: OwnRules) -> None:
        """Takes a version away again, if the same campaign is still open and it is still the newest."""
        repository = campaign.own_rules.repository
        if self._means.campaign() is not campaign or repository.newest(game) != rules:
            return
        try:
            repository.remove(game, rules.version)
        except AppError as error:
            self._means.tell(error)
            return
        self.rules_changed.emit(game)

    def _offer(self, text: str, undo: Callable[[], None] | None = None) -> None:
        texts = self._texts
        notice = Notice(
            title=texts.text_of("gui.take_in.done_title"),
            text=text,
            button=texts.text_of("gui.take_in.undo") if undo is not None else "",
        )
        self._prompts.offer(_OFFER, Offer(notice=notice, accept=undo or _nothing))

    def _rulesets_change(self) -> None:
        self._means.reread()
        self.rulesets_changed.emit()
        self._show_installed()

    # ---- given away

    @Slot()
    def ask_share(self) -> None:
        """Opens the dialog that writes the own rules for the game that is played; it has none: of the one that has."""
        campaign, game = self._means.campaign(), self._means.current()
        if campaign is None:
            return
        repository = campaign.own_rules.repository
        games = [each for each in repository.rulesets() if repository.newest(each) is not None]
        self.share(games[0] if game not in games and len(games) == 1 else game)

    @Slot(str)
    def share(self, game: str) -> None:
        """Opens the dialog that writes the own rules for a game, by its id."""
        campaign = self._means.campaign()
        if campaign is None:
            return
        own = campaign.own_rules
        try:
            pack = own.pack(game)
            view = self._share_view(campaign, game, pack)
        except AppError as error:
            self._means.tell(error)
            return
        dialog = self.sharing = ShareDialog(view, self._icons, self._texts, self._window)
        dialog.wanted.connect(partial(self._share, campaign, game))
        dialog.finished.connect(self._forget_sharing)
        dialog.open()

    @Slot()
    def _forget_sharing(self) -> None:
        self.sharing = None

    def _share_view(self, campaign: OpenCampaign, game: str, pack: Pack) -> ShareView:
        own = campaign.own_rules
        base = own.base(game).ruleset
        manifest = pack.manifest
        return ShareView(
            game=base.name,
            version=manifest.version,
            name=manifest.name,
            author=manifest.author,
            licence=manifest.licence,
            file=campaign.path.parent / f"{manifest.id}{ENDING}",
            lines=self._differing(base, own.laid_over(base)),
            has_draft=own.repository.draft(game) is not None,
        )

    def _share(self, campaign: OpenCampaign, game: str, wish: ShareWish) -> None:
        own = campaign.own_rules
        shared = SharedAs(id=own.shared_as(game).id, author=wish.author, licence=wish.licence)
        try:
            pack = own.pack(game, shared, wish.name)
        except AppError as error:
            self._refuse_sharing(error)
            return
        write = partial(self._write, campaign, game, pack)
        write_or_ask(wish.file, write, self._texts, self.sharing or self._window)

    def _write(
        self, campaign: OpenCampaign, game: str, pack: Pack, path: Path, overwrite: bool
    ) -> None:
        try:
            save(path, packed(pack), overwrite=overwrite, error="export.unwritable")
            campaign.own_rules.remember_shared(game, pack)
        except AppError as error:
            self._refuse_sharing(error)
            return
        if self.sharing is not None:
            self.sharing.accept()
        said = self._texts.text_of("gui.share.done", name=pack.manifest.name, file=str(path))
        self._prompts.offer(
            _OFFER,
            Offer(
                notice=Notice(title=self._texts.text_of("gui.share.done_title"), text=said),
                accept=_nothing,
            ),
        )

    def _refuse_sharing(self, error: AppError) -> None:
        if self.sharing is not None:
            self.sharing.refuse("\n".join(self._lines(error)))

    # ---- what there is for all campaigns

    @Slot()
    def show_installed(self) -> None:
        """Opens the list of rulesets."""
        if self.installed is None:
            dialog = self.installed = InstalledDialog(self._icons, self._texts, self._window)
            dialog.take_requested.connect(self.ask_files)
            dialog.remove_requested.connect(self._remove)
            dialog.finished.connect(self._forget_installed)
            dialog.open()
        self._show_installed()

    @Slot()
    def _forget_installed(self) -> None:
        self.installed = None

    @Slot(str)
    def _remove(self, ruleset: str) -> None:
        try:
            self._means.installed.remove(ruleset)
        except AppError as error:
            if self.installed is not None:
                self.installed.refuse("\n".join(self._lines(error)))
            return
        self._rulesets_change()

    def _show_installed(self) -> None:
        if self.installed is None:
            return
        try:
            self.installed.show_rows(tuple(self._rows()))
        except AppError as error:
            self.installed.refuse("\n".join(self._lines(error)))

    def _rows(self) -> Iterator[InstalledRow]:
        campaign = self._means.campaign()
        uses = uses_in(campaign) if campaign is not None else {}
        for each in self._means.installed.listed():
            trouble = self._lines(each.trouble) if each.trouble is not None else ()
            yield InstalledRow(
                id=each.id,
                name=each.name,
                version=each.version,
                extends=self._name_of(each.extends) if each.extends else "",
                used=self._used(uses.get(each.id, RulesetUse())),
                trouble=next(iter(trouble), ""),
            )
        known = {each.id for each in self._means.listed()}
        for ruleset, use in uses.items():
            if ruleset not in known:
                yield InstalledRow(
                    id=ruleset, name=ruleset, used=self._used(use), is_waited_for=True
                )

    def _used(self, use: RulesetUse) -> str:
        counts = (
            ("creatures", use.creatures), ("encounters", use.encounters), ("things", use.things),
        )  # fmt: skip
        return ", ".join(
            self._texts.text_of(f"gui.rulesets.used.{key}", count=count)
            for key, count in counts
            if count
        )

    def _differing(self, before: Ruleset | None, after: Ruleset) -> tuple[str, ...]:
        """Returns a line for each place in which two rulesets differ; None: all of it is new, and nothing is listed."""
        if before is None:
            return ()
        words = DifferenceWords(before, after, self._texts)
        return tuple(each.text for each in words.lines(differences(before, after)))

    def _lines(self, error: AppError) -> Iterator[str]:
        """Yields a line for each problem: file, place, and what is wrong there."""
        for each in error.problems if isinstance(error, FileError) else (error,):
            yield explained(each, self._texts)


def _nothing() -> None:
    """A sentence that only has to be read."""
