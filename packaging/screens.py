"""Every screen of the program by name, and what leads to it: drawn by ``shots.py``, walked over by the tests."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from msgspec import structs
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from encounter_gui import paths
from encounter_gui.app.assembly.prep_assembly import Prep
from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Faces
from encounter_gui.gui.welcome.welcome_page import WelcomePage
from encounter_gui.rules.files.custom_entries import ExtraKind
from encounter_gui.rules.model.commands import (
    Add,
    Adjust,
    Afflict,
    Command,
    Damage,
    DamageTarget,
    Finish,
    Put,
    PutArea,
    Remind,
    Rename,
    SetPlan,
)
from encounter_gui.rules.systems.d6pool import commands as d6pool
from encounter_gui.rules.view import FormField

ROOT = Path(__file__).resolve().parent.parent
ROSTER = """name,count,hp,ac,attack,weapon,damage,morale,notes
Dock guard,1d4+1,9,13,+2,Combat rifle,1d12,8,Two at the gate
Foreman,1,16,15,+4,Heavy pistol,1d8,10,Knows the tide tables
Crane drone,2,12,14,+3,Autogun,2d6,12,
"""
LONG = "Lieutenant-Colonel Maximiliana Featherstonehaugh-Oyelaran of the Harbour Watch"


def wait(milliseconds: int) -> None:
    """Lets the window work for a while, and its other threads: QTest.qWait holds those of Python up."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def wait_until(is_so: Callable[[], object]) -> None:
    """Lets the window work until something is so."""
    while not is_so():
        wait(10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A window on a campaign of its own."""

    app: QApplication
    program: Program
    folder: Path

    def settle(self) -> None:
        """Waits until everything in the window is there."""
        wait_until(lambda: self.program.tasks.is_done)
        self.program.window.attack_panel.odds.spread.load()
        wait(300)
        for _ in range(3):  # a slow machine is still laying out
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    @property
    def welcome(self) -> WelcomePage:
        """The welcome screen, once it was shown."""
        assert self.program.start.welcome is not None  # noqa: S101 - the caller has shown it
        return self.program.start.welcome.page

    @property
    def prep(self) -> Prep:
        """What encounters are prepared with; it is there a moment after the window."""
        while self.program.prep is None:
            wait(10)
        return self.program.prep

    def fight(self, sample: str = "canal-bridge") -> None:
        """Opens a sample fight, with whoever the bench aims at selected."""
        self.settle()
        self.program.campaigns.replay(paths.data_folder("resources") / "samples" / f"{sample}.toml")
        field = next((e for e in self._choosers() if e.key == "target"), None)
        if field is not None and field.chosen:
            self.program.window.table.select([CombatantId(field.chosen)])

    def _choosers(self) -> tuple[FormField, ...]:
        controller = self.program.controller
        return controller.system.attack_form(controller.context, {}).fields

    def select(self, *names: str) -> None:
        """Selects combatants by name."""
        combatants = self.program.controller.context.state.combatants.values()
        self.program.window.table.select(
            [combatant.id for combatant in combatants if combatant.name in names]
        )

    def trigger(self, action: str) -> None:
        """Does an action."""
        self.program.window.actions_of.by_id[action].trigger()  # type: ignore[index]  # one of the ids


def _empty(stage: Stage) -> None:
    stage.settle()


def _fight(stage: Stage) -> None:
    stage.fight()


def _tab(sample: str, tab: str) -> Callable[[Stage], None]:
    def draw(stage: Stage) -> None:
        stage.fight(sample)
        stage.program.window.status.show_tab(tab)

    return draw


def _asking(stage: Stage) -> None:
    for key in ("hening", "gang_a", "gang_b"):
        stage.program.controller.perform(Add(creature=key))
    stage.trigger("next")
    stage.trigger("next")


def _asking_dice(stage: Stage) -> None:
    stage.fight()
    stage.settle()
    dice = stage.program.window.attack_panel.set_up.dice
    dice.inputs[0].setFocus()
    field = QApplication.focusWidget()
    if field is not None:
        QTest.keyClicks(field, "6 5 4 3 2 1")
    stage.program.window.attack_panel.resolve()


def _error(stage: Stage) -> None:
    stage.fight()
    who = stage.program.controller.selected[0]
    stage.program.controller.perform(Rename(who=who, name=" "))


def _compare(stage: Stage) -> None:
    stage.fight("night-harbour")
    stage.settle()
    stage.trigger("compare")
    wait_until(stage.program.comparing.panel.rows.accessibleDescription)


def _tie(stage: Stage) -> None:
    """Two at once, both done: Brandt has shot Lem twice, whose grenade goes off near Brandt."""
    stage.fight()
    stage.settle()
    brandt, lem = CombatantId("brandt"), CombatantId("lem")
    shot = d6pool.Attack(who=brandt, target=lem, metres=12, dodge=1)
    _play(stage, shot, dodge="5", attack="644422", damage="544422", resistance="44332")
    throw = d6pool.Throw(who=lem, metres=8)
    _play(stage, throw, throw="433", scatter_distance="2", scatter_direction="1")
    caught = d6pool.Caught(target=brandt, metres=4, dodge=1)
    blast = d6pool.Blast(who=lem, targets=(caught,))
    _play(stage, blast, dodge="2", attack="5544", damage="54443332", resistance="544443")
    wait_until(lambda: stage.program.tying.is_open)


def _play(stage: Stage, command: Command, **dice: str) -> None:
    """Has a command done with these faces, by the keys of its rolls; the program rolls the others."""
    typed = {key: Faces(values=tuple(map(int, faces))) for key, faces in dice.items()}
    stage.program.controller.start(command, typed)


def _scrubbing(stage: Stage) -> None:
    stage.fight()
    stage.program.window.timeline.scrubbed.emit(34)


def _damage(stage: Stage) -> None:
    stage.fight()
    stage.select("Skinner", "Pike", "Moth")
    stage.program.window.begin_change("-")
    QTest.keyClicks(stage.program.window.damage.head.amount, "7")


def _command(stage: Stage) -> None:
    stage.fight()
    stage.program.window.command.open("2 7 8 -12")


def _palette(text: str, sample: str = "night-harbour") -> Callable[[Stage], None]:
    """The palette with a line typed into it."""

    def draw(stage: Stage) -> None:
        stage.fight(sample)
        wait_until(lambda: hasattr(stage.program, "palette"))
        stage.program.window.command.open(text)

    return draw


def _many(stage: Stage) -> None:
    stage.program.controller.perform(Add(creature="hening"))
    stage.program.controller.perform(Add(creature="ganger", count=39))
    stage.trigger("next")
    stage.trigger("next")
    stage.trigger("next")


def _adding_first(stage: Stage) -> None:
    stage.settle()
    stage.trigger("add")


def _long(stage: Stage) -> None:
    stage.fight()
    for name in ("Brandt", "Skinner", "Hook"):
        combatants = stage.program.controller.context.state.combatants.values()
        who = next(combatant.id for combatant in combatants if combatant.name == name)
        stage.program.controller.perform(Rename(who=who, name=f"{name} {LONG}"))


def _dialog(action: str) -> Callable[[Stage], None]:
    def draw(stage: Stage) -> None:
        stage.fight()
        stage.trigger(action)

    return draw


def _prepared(stage: Stage) -> None:
    """A creature in the editor, and a roster beside it."""
    stage.settle()
    stage.prep.plans.editor.type_roster("1d4+1 gangers, gang boss, 2 enforcers, hening")
    stage.trigger("prep")
    stage.trigger("prepare")


def _tuning(stage: Stage) -> None:
    """How hard an encounter will be, once every variant is worked out."""
    stage.settle()
    stage.prep.plans.editor.type_roster("3 bouncers, 2 gangers")
    first = stage.prep.plans.plan.recruits[0]
    stage.prep.plans.editor.set_recruit(0, structs.replace(first, side="pc"))
    stage.trigger("prepare")
    panel = stage.prep.panel
    wait_until(panel.tune.isVisible)
    panel.tune.click()
    wait_until(lambda: stage.prep.tuning and "tried" in stage.prep.tuning.answer.text())


def _stocked(kind: ExtraKind, key: str) -> Callable[[Stage], None]:
    """A copy of something that comes with the ruleset, in the editor."""

    def draw(stage: Stage) -> None:
        stage.settle()
        stage.trigger("prep")
        room = stage.program.room
        room.parts.panel.rooms.chosen.emit(kind)
        made = room.parts.library.custom_entries.duplicate(f"{kind}:d6pool:{key}")
        if made is not None:
            room.parts.edit_thing(made.key)

    return draw


def _importing(stage: Stage) -> None:
    stage.fight()
    imports = stage.prep.imports
    path = stage.folder / "docks.csv"
    path.write_text(ROSTER, encoding="utf-8")
    imports.read([path])
    wait_until(lambda: imports.dialog and imports.dialog.keep.isEnabled())


def _welcome_first(stage: Stage) -> None:
    stage.program.start.show_welcome()
    stage.settle()
    stage.welcome.choose("phases")


def _welcome_later(stage: Stage) -> None:
    for name, ruleset in (("Canal bridge", "d6pool"), ("Deep Static", "chrome")):
        stage.program.campaigns.create(stage.folder / f"{name}.encounter", ruleset)
    for name, sample in (("Halcyon", "redlines"), ("Neon nights", "night-harbour")):
        stage.program.campaigns.create(stage.folder / f"{name}.encounter")
        stage.program.campaigns.replay(paths.sample(sample))
    stage.program.campaigns.close()
    (stage.folder / "Canal bridge.encounter").unlink()
    stage.program.start.show_welcome()
    stage.settle()


def _prep_empty(stage: Stage) -> None:
    stage.program.campaigns.create(stage.folder / "My campaign.encounter", "phases")
    stage.settle()
    stage.trigger("prep")
    _ = stage.prep


def _settings(stage: Stage) -> None:
    stage.fight("deep-static")
    stage.trigger("settings")


def _panel(action: str) -> Callable[[Stage], None]:
    def draw(stage: Stage) -> None:
        stage.fight()
        stage.settle()
        _ = stage.prep  # opens its page at the right when it is made
        stage.trigger(action)

    return draw


def _prepared_table(stage: Stage) -> None:
    """Who is prepared, in the table before the start."""
    stage.program.campaigns.create(stage.folder / "My campaign.encounter", "cwn")
    stage.settle()
    foes = [each.name for each in stage.program.controller.context.ruleset.creatures]
    stage.prep.plans.editor.type_roster(f"3 {foes[0]}, {foes[1]}, 1d4 {foes[2]}")
    stage.trigger("prepare")


def _after(draw: Callable[[Stage], None], *actions: str) -> Callable[[Stage], None]:
    """A screen after some actions."""

    def draw_more(stage: Stage) -> None:
        draw(stage)
        for action in actions:
            stage.settle()
            stage.trigger(action)

    return draw_more


def _forecast(sample: str) -> Callable[[Stage], None]:
    """The forecast, once all of its fights are played and all that decides it is worked out."""

    def draw(stage: Stage) -> None:
        _tab(sample, "sheet")(stage)
        stage.trigger("forecast")
        wait_until(stage.program.forecasting.panel.cancel.isHidden)

    return draw


def _ended(stage: Stage) -> None:
    """The recap of a fight that is over."""
    stage.settle()
    _ = stage.prep
    stage.program.campaigns.replay(
        paths.data_folder("resources") / "examples" / "d6pool-dead-end.toml"
    )


def _between(stage: Stage) -> None:
    """The time after the sample fight: two who bleed, one of them unconscious, a test and a reminder."""
    stage.settle()
    _ = stage.prep
    stage.program.campaigns.replay(paths.sample("canal-bridge"))
    controller = stage.program.controller
    lem = CombatantId("lem")
    controller.perform(Adjust(who=(lem,), gauge="th", change="=-1"))
    controller.perform(Afflict(who=(lem,), condition="bleeding"))
    controller.perform(Finish())
    stage.program.recap.carry_panel.request_carry()
    controller.perform(Remind(text="Police at the bridge", for_="2 h"))
    stage.program.time.page.take_focus()


def _time_asks(stage: Stage) -> None:
    """The time after another fight, with tests that are still owed, and one that is asked for."""
    stage.settle()
    _ = stage.prep
    stage.program.campaigns.replay(paths.sample("night-harbour"))
    controller = stage.program.controller
    controller.put_off()
    for who in list(controller.context.state.combatants)[:3]:
        controller.perform(Damage(targets=(DamageTarget(who=who),), amount=14, place="torso"))
        controller.put_off()
    controller.perform(Finish())
    controller.put_off()
    stage.program.recap.carry_panel.request_carry()


def _declaring(sample: str) -> Callable[[Stage], None]:
    """A sample fight that has come to its next declaring."""

    def draw(stage: Stage) -> None:
        stage.settle()
        stage.program.campaigns.replay(paths.sample(sample))
        controller = stage.program.controller
        for _ in range(60):
            if controller.system.declare_sheet(controller.context) is not None:
                return
            stage.trigger("next")
            if isinstance(controller.waits_for, tuple):
                controller.answer((None,) * len(controller.waits_for))

    return draw


def _tour(stage: Stage) -> None:
    stage.settle()
    stage.program.start.start_tour()


def _explained(stage: Stage) -> None:
    """The explanation of the newest entry, and the search of the log."""
    stage.fight()
    stage.settle()
    stage.trigger("log_search")
    view = stage.program.window.log.log
    view.setCurrentIndex(view.model().index(0, 0))
    view.clicked.emit(view.currentIndex())


def _edited(ruleset: str) -> Callable[[Stage], None]:
    """A creature of a game in the editor."""

    def draw(stage: Stage) -> None:
        stage.program.campaigns.create(stage.folder / "My campaign.encounter", ruleset)
        stage.settle()
        stage.prep.plans.editor.type_roster(
            "2 " + stage.program.controller.context.ruleset.creatures[0].name
        )
        stage.trigger("prep")
        stage.settle()
        stage.program.room.parts.panel.list.setCurrentIndex(
            stage.program.room.parts.panel.list.model().index(1, 0)
        )

    return draw


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """A plan for a sample fight: its size and areas as commands, and where people stand by name."""

    plan: tuple[Command, ...]
    places: Mapping[str, tuple[float, float]]
    acts: str
    target: str


GROUNDS: Mapping[str, Ground] = {
    "redlines": Ground(
        plan=(
            SetPlan(size=(80, 40), name="Redline depot"),
            PutArea(at=(6, 12), size=(5, 4), name="Office", is_="dark"),
            PutArea(at=(21.5, 17), size=(1.5, 5.5), name="Crates", is_="cover"),
            PutArea(at=(40.5, 18.5), radius=5, name="Smoke", is_="smoke", until="1 round"),
        ),
        places={
            "Halloran": (26, 20), "Vee": (29, 19.5), "Sister Ash": (33, 23.5), "Cutter": (20, 20),
            "Bruiser": (25, 18.5),
            "Gunman A": (25.5, 22), "Gunman B": (14, 25), "Corp guard 1": (51.5, 14.5), "Corp guard 2": (52, 23.5),
            "Response captain": (57, 19),
        },
        acts="Cutter",
        target="Halloran",
    ),
    "night-harbour": Ground(
        plan=(
            SetPlan(size=(380, 110), name="Night harbour"),
            PutArea(at=(20, 8), size=(70, 18), name="Gantry: 20 ft up"),
            PutArea(at=(208, 26), size=(8, 46), name="Crates", is_="cover", amount=-2),
            PutArea(at=(300, 74), radius=30, name="Floodlight"),
            PutArea(points=((0, 104), (380, 104), (380, 110), (0, 110)), name="Quay edge: water, 12 ft down"),
        ),
        places={
            "Vesper Kane": (78, 17), "Static": (98, 42), "Marrow": (245, 45), "Rook": (150, 58),
            "Jackal gunner A": (290, 80), "Jackal gunner B": (222, 90), "Dr Amadi": (103, 52),
            "Jackal bruiser": (178, 90),
            "Okoro, dock guard": (92, 88), "Forklift driver": (324, 22),
        },
        acts="Rook",
        target="Marrow",
    ),
}  # fmt: skip


def placed(stage: Stage, sample: str) -> None:
    """Opens a sample fight and puts everybody on a plan."""
    stage.fight(sample)
    ground, controller = GROUNDS[sample], stage.program.controller
    known = {each.name: each.id for each in controller.context.state.combatants.values()}
    commands = [
        Put(who=(known[name],), at=at) for name, at in ground.places.items() if name in known
    ]
    controller.perform_each((*ground.plan, *commands))


def _field(sample: str) -> Callable[[Stage], None]:
    def draw(stage: Stage) -> None:
        placed(stage, sample)
        stage.settle()
        stage.select(GROUNDS[sample].target)
        stage.settle()
        stage.select(GROUNDS[sample].acts)
        stage.trigger("field")

    return draw


def _field_blast(stage: Stage) -> None:
    placed(stage, "redlines")
    stage.trigger("field")
    stage.program.field.field.propose_blast((35, 26), 5, "frag")


def _field_empty(stage: Stage) -> None:
    stage.fight("redlines")
    stage.trigger("field")


def _field_many(stage: Stage) -> None:
    """Forty people, some of them over each other, and a way that is being dragged."""
    stage.settle()
    for key in ("gang_a", "gang_b"):
        stage.program.controller.perform(Add(creature=key, count=18))
    for key in ("hening", "hening", "hening", "hening"):
        stage.program.controller.perform(Add(creature=key))
    stage.trigger("field")
    stage.settle()
    stage.program.field.field.place_all()


_OWN_RULES = (
    ("weapons", ("items", "combat_rifle", "values", "hit"), "1"),
    ("weapons", ("items", "combat_rifle", "values", "range"), "150/300"),
    ("weapons", ("items", "combat_rifle", "values", "trauma"), "d8+1"),
    ("weapons", ("items", "sword", "values", "trauma"), "d8"),
    ("armor", ("items", "street_leathers", "values", "ac"), "14"),
    ("numbers", ("numbers", "burst_hit", "value"), "3"),
    ("numbers", ("numbers", "swarm_most", "value"), "6"),
)
"""Values of one's own: the table, the place, and what is typed there."""


def _workshop(stage: Stage) -> None:
    """The rules workshop with a version, own values, and one of a new weapon in error."""
    stage.fight("redlines")
    _ = stage.prep  # the workshop is made with it, after the first paint
    stage.trigger("workshop")
    shown = stage.program.workshop.workshop
    assert shown is not None  # noqa: S101 - it is open
    document = shown.document
    assert document is not None  # noqa: S101 - it is open
    document.change(document.draft.renamed("My Redlines"), "")
    for place, (key, where, text) in enumerate(_OWN_RULES):
        table = shown.shown.table(key)
        column = table.column(where[2:]) if table is not None else None
        if column is not None:
            document.change(document.draft.typed([where], column, text), "")
        if place == 0:
            document.save()
    weapons = shown.shown.draft.tables[0]
    rows = shown.shown.rows(weapons)
    rifle = next(each for each in rows if each.place[1] == "combat_rifle")
    draft, made = document.draft.added(weapons, "Rail pistol", rows[0])
    trauma = weapons.column(("values", "trauma"))
    if trauma is not None:
        draft = draft.typed([(*made, *trauma.path)], trauma, "d9x")
    document.change(draft, "")
    shown.page.table.go_to(rows.index(rifle), 0)


SCREENS: Mapping[str, Callable[[Stage], None]] = {
    "welcome-first": _welcome_first,
    "welcome-later": _welcome_later,
    "tour": _tour,
    "empty": _empty,
    "fight": _fight,
    "body": _tab("canal-bridge", "body"),
    **{
        f"{path.stem}-{tab}": _tab(path.stem, tab)
        for path in paths.samples()
        if path.stem != "canal-bridge"
        for tab in ("body", "sheet")
    },
    "notes": _tab("redlines", "notes"),
    "asking-initiative": _asking,
    "asking-dice": _asking_dice,
    "error": _error,
    "scrubbing": _scrubbing,
    "compare": _compare,
    "tie": _tie,
    "damage": _damage,
    "declare-phases": _declaring("night-harbour"),
    "declare-d6pool": _declaring("canal-bridge"),
    "recap": _ended,
    "time": _between,
    "time-asks": _time_asks,
    "explained": _explained,
    "command": _command,
    "palette": _palette("4 9 pr"),
    "palette-damage": _palette("3 5 7 -12 l.arm ap"),
    "palette-empty": _palette(""),
    "palette-found": _palette("theme", "redlines"),
    "palette-refused": _palette("99 -3", "deep-static"),
    "forty": _many,
    "long-names": _long,
    "adding": _dialog("add"),
    "adding-first": _adding_first,
    "prep-empty": _prep_empty,
    "prepared": _prepared_table,
    "prep": _prepared,
    "tuning": _tuning,
    **{f"editor-{each}": _edited(each) for each in ("chrome", "cwn", "phases")},
    "gear": _stocked("item", "smg"),
    "conditions": _stocked("condition", "stunned"),
    "waves": _panel("waves"),
    "dice": _panel("dice"),
    "plan-notes": _panel("notes"),
    "import": _importing,
    "export": _panel("export"),
    "print": _dialog("print"),
    "help": _dialog("rules_help"),
    "settings": _settings,
    "field": _field("redlines"),
    "field-phases": _field("night-harbour"),
    "field-blast": _field_blast,
    "field-empty": _field_empty,
    "field-many": _field_many,
    "forecast": _forecast("redlines"),
    "workshop": _workshop,
    "forecast-phases": _forecast("night-harbour"),
    "players": _after(_tab("redlines", "sheet"), "players"),
    "initiative": _dialog("initiative"),
    "ready": _dialog("ready"),
    "condition": _dialog("condition"),
    "undo-list": _dialog("undo_list"),
    "backups": _dialog("backups"),
    "side": _dialog("name_side"),
    "switches": _dialog("switches"),
    "new-encounter": _dialog("new_encounter"),
    "shortcuts": _dialog("shortcuts"),
    "about": _dialog("about"),
}
"""Every screen by name, and what leads to it."""
