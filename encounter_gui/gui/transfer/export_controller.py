"""Writes what is chosen to a file for other tools: whole, or not at all."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.gui.control.prompt_controller import Offer, PromptController
from encounter_gui.gui.dialogs.replacing import write_or_ask
from encounter_gui.gui.transfer.export_dialog import ExportDialog, Wanted
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.interchange.exporting import Exported
from encounter_gui.interchange.imported import OwnEncounter
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.play.prep.creature_repository import CreatureRepository, key_of
from encounter_gui.play.prep.rosters import roll_count
from encounter_gui.play.transfer.atomic_file import save
from encounter_gui.play.transfer.exports import (
    Parcel,
    extras_for,
    of_encounter,
    parcel_of,
    text_of,
    usable_or_waiting,
    with_rules,
)
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.view import Notice

_SELECTED = "selected"
_OFFER = "export"


class ExportMeans(Struct, frozen=True, kw_only=True):
    """What an export works with: the open campaign and its library, and what returns a ruleset by its id."""

    campaign: Callable[[], OpenCampaign]
    library: Callable[[], CreatureRepository]
    build: Callable[[str], Ruleset]
    current: Callable[[], int]
    """The row of the encounter that is open."""


class ExportController(QObject):
    """Asks for what to export, the format and the file, and writes it."""

    def __init__(
        self,
        window: MainWindow,
        prompts: PromptController,
        resources: UiResources,
        services: ExportMeans,
    ) -> None:
        """Takes the window, the controller of the prompt strip, icons with texts, and the campaign's services."""
        super().__init__(window)
        self._window = window
        self._prompts = prompts
        self._icons = resources.icons
        self._texts = resources.texts
        self._services = services
        self._selected: tuple[str, ...] = ()
        self.dialog: ExportDialog | None = None
        """The dialog that is open; None: none is."""

    @Slot(tuple)
    def select(self, keys: Iterable[str]) -> None:
        """Takes the creatures that are selected in the library, by key."""
        self._selected = tuple(keys)

    @Slot()
    def ask(self) -> None:
        """Opens the dialog."""
        campaign = self._services.campaign()
        dialog = self.dialog = ExportDialog(
            self._offers(campaign),
            campaign.path.parent,
            self._icons,
            self._texts,
            self._window,
        )
        dialog.export_requested.connect(self._export)
        dialog.finished.connect(self._forget)
        dialog.open()

    @Slot()
    def _forget(self) -> None:
        self.dialog = None

    def _offers(self, campaign: OpenCampaign) -> Sequence[Wanted]:
        text_of, stem = self._texts.text_of, campaign.path.stem
        current = self._services.current()
        offered: list[Wanted] = []
        creatures = [item for key in self._selected if (item := self._services.library().one(key))]
        if creatures:
            names = creatures[0].value.name
            text = text_of("gui.export.what.selected", count=len(creatures))
            offered.append(Wanted(key=_SELECTED, text=text, file=names))
        for each in sorted(campaign.encounters(), key=lambda listed: listed.id != current):
            text = text_of("gui.export.what.encounter", name=each.name)
            offered.append(Wanted(key=f"encounter#{each.id}", text=text, file=each.name))
        offered.append(Wanted(key="library", text=text_of("gui.export.what.library"), file=stem))
        offered.append(Wanted(key="campaign", text=text_of("gui.export.what.campaign"), file=stem))
        return offered

    @Slot(str, str, str)
    def _export(self, what: str, kind: str, file: str) -> None:
        try:
            data = text_of(self._parcel(what), kind).encode()
        except AppError as error:
            self._refuse(error)
            return
        write = partial(self._write, data)
        write_or_ask(Path(file), write, self._texts, self.dialog or self._window)

    def _refuse(self, error: AppError) -> None:
        if self.dialog is not None:
            self.dialog.refuse(self._texts.text(error.message))

    def _write(self, data: bytes, path: Path, overwrite: bool) -> None:
        try:
            save(path, data, overwrite=overwrite, error="export.unwritable")
        except AppError as error:
            self._refuse(error)
            return
        if self.dialog is not None:
            self.dialog.accept()
        notice = Notice(
            title=self._texts.text_of("gui.export.done_title"),
            text=self._texts.text_of("gui.export.done", file=str(path)),
        )
        self._prompts.offer(_OFFER, Offer(notice=notice, accept=_nothing))

    def _parcel(self, what: str) -> Parcel:
        campaign, build = self._services.campaign(), self._services.build
        if what == _SELECTED:
            parcel = self._selection()
            parcel = replace(parcel, extras=extras_for(campaign, parcel.creatures))
            return with_rules(parcel, campaign)
        if what.startswith("encounter#"):
            row = int(what.removeprefix("encounter#"))
            listed = next(each for each in campaign.encounters() if each.id == row)
            own = campaign.own_encounter(listed.id, listed.name)
            parcel = of_encounter(own, build)
            creatures = parcel.creatures or self._planned_encounters(own)
            extras = extras_for(campaign, creatures, (own,))
            return with_rules(replace(parcel, creatures=creatures, extras=extras), campaign)
        return parcel_of(campaign, what, build)

    def _planned_encounters(self, encounter: OwnEncounter) -> tuple[Exported, ...]:
        """An encounter that was not started has its roster; dice count as their mean."""
        library = self._services.library()
        ruleset = library.custom_entries.added_to(
            usable_or_waiting(self._services.build, encounter.ruleset)
        )
        out: list[Exported] = []
        for recruit in encounter.plan.recruits:
            key = key_of(recruit, encounter.ruleset)
            item = library.one(key)
            if item is not None:
                count = roll_count(recruit.count, lambda sides: (sides + 1) // 2)
                raw = library.source(key)
                out.append(Exported(ruleset=ruleset, entry=item.value, raw=raw, count=count))
        return tuple(out)

    def _selection(self) -> Parcel:
        library, build = self._services.library(), self._services.build
        made: dict[str, Ruleset] = {}
        out: list[Exported] = []
        for key in self._selected:
            item = library.one(key)
            if item is None:
                continue
            if item.ruleset not in made:
                made[item.ruleset] = library.custom_entries.added_to(
                    usable_or_waiting(build, item.ruleset)
                )
            raw = library.source(key)
            out.append(Exported(ruleset=made[item.ruleset], entry=item.value, raw=raw))
        title = out[0].entry.name if out else ""
        return Parcel(title=title, creatures=tuple(out))


def _nothing() -> None:
    """A sentence that only has to be read."""
