"""What CHROME takes from the plan; the same fight with metres typed and with places has the same events."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.plan import Area, AreaKind
from encounter_gui.rules.engine.field.plan_commands import usual_plan
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.ruleset import CarriedDef, Ruleset
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.field import rules as field_rules
from encounter_gui.rules.systems.chrome.sheet import gear
from encounter_gui.rules.systems.chrome.system import Chrome
from encounter_gui.rules.view import AttackForm, Toggle, aim_key
from tests.rules.systems.chrome.conftest import Crew

_PLACES = (ev.PlaceSet, ev.PlanSet, ev.AreaSet)

Point = tuple[float, float]


class Dock:
    """Two Operators and three enemies; Flux acts, with rifle, katana and grenades."""

    def __init__(self, table: Crew) -> None:
        """Takes the table; Flux is first."""
        self.table = table
        three = CarriedDef(item="frag_grenade", values={"count": 3})
        arms = ("assault_rifle", "katana", three)
        self.flux = table.operator("Flux", *arms, speed=61, held="assault_rifle")
        self.rook = table.operator("Rook", "kevlar_vest", "pistol", speed=50)
        self.g1 = table.enemy("G1", "pistol", soak=1, health=40)
        self.g2 = table.enemy("G2", "knife", health=40)
        self.g3 = table.enemy("G3", "pistol", health=40, move="long")
        table.begin(10, 10)
        for who in (self.flux, self.rook):
            table.set_gauge(who, "conviction", 12)

    def place(self, **points: Point) -> None:
        """Has these stand there, on the ground; the first makes a plan."""
        self.place_on(0, **points)

    def place_on(self, floor: int, /, **points: Point) -> None:
        """Has these stand there, on a floor."""
        if self.table.context.state.plan is None:
            self.table.happen(usual_plan("m"))
        for name, (x, y) in points.items():
            to = Place(x=x, y=y, floor=floor)
            self.table.happen(ev.PlaceSet(who=getattr(self, name), to=to))

    def area(self, kind: AreaKind, *corners: Point) -> None:
        """Has an area lie on the plan."""
        key = f"{kind}{corners}"
        self.table.happen(
            ev.AreaSet(area=Area(key=key, shape="rectangle", points=corners, kind=kind))
        )

    def at(self, who: CombatantId) -> Point:
        """Returns where somebody stands."""
        place = self.table.combatant(who).place
        assert place is not None
        return place.point

    def form(self, **choices: str) -> AttackForm:
        """Returns the attack form."""
        return self.table.system.attack_form(self.table.context, choices)

    def toggle(self, key: str, **choices: str) -> Toggle:
        """Returns a toggle of the attack form."""
        return next(each for each in self.form(**choices).toggles if each.key == key)


@pytest.fixture(scope="session")
def make_table(ruleset: Ruleset, texts: MessageCatalog) -> Callable[[], Crew]:
    """Makes an empty table, as often as one is wanted."""
    return lambda: Crew(ruleset, texts)


@pytest.fixture
def dock(table: Crew) -> Dock:
    """The turn of Flux in round 1."""
    return Dock(table)


# ---- ten golden cases


@dataclass
class Case:
    """The same once with places, once typed: who stands where, what is done, with which faces."""

    places: dict[str, Point]
    placed: Callable[[Dock], Sequence[Command]]
    typed: Callable[[Dock], Sequence[Command]]
    faces: tuple[int, ...] = ()
    covers: tuple[tuple[AreaKind, Point, Point], ...] = ()
    moved: dict[str, Point] = field(default_factory=dict)


def _attack(metres: float | None = None, **more: Any) -> Callable[[Dock], Sequence[Command]]:
    return lambda dock: [do.Attack(who=dock.flux, target=dock.g1, metres=metres, **more)]


CASES = {
    "a shot at Short range, exactly at its limit": Case(
        {"flux": (0, 0), "g1": (20, 0)}, _attack(), _attack(20), (30,)
    ),
    "a shot at Long range": Case(
        {"flux": (0, 0), "g1": (20.1, 0)}, _attack(), _attack(20.1), (30,)
    ),
    "a shot at Close range, bodies two metres apart": Case(
        {"flux": (5, 5), "g1": (7, 5)}, _attack(), _attack(2), (30,)
    ),
    "a blow": Case(
        {"flux": (5, 5), "g1": (6, 5)},
        _attack(weapon="katana"),
        _attack(1, weapon="katana"),
        (30,),
    ),
    "a shot at somebody behind cover": Case(
        {"flux": (0, 5), "g1": (12, 5)},
        _attack(),
        _attack(12, cover=True),
        (30,),
        (("cover", (10, 0), (11, 10)),),
    ),
    "a shot into the dark": Case(
        {"flux": (0, 5), "g1": (12, 5)},
        _attack(),
        _attack(12, modifiers=("poor_conditions",)),
        (30, 20),
        (("dark", (10, 0), (14, 10)),),
    ),
    "a grenade, the next one behind cover": Case(
        {"flux": (0, 5), "g1": (18, 5), "g2": (24, 5), "g3": (39, 5), "rook": (19, 26)},
        lambda dock: [do.Throw(who=dock.flux, target=dock.g1, weapon="frag_grenade")],
        lambda dock: [
            do.Throw(
                who=dock.flux,
                target=dock.g1,
                weapon="frag_grenade",
                metres=18,
                near=(),
                caught=(
                    do.Caught(target=dock.g2, cover=True),
                    do.Caught(target=dock.flux),
                ),
            )
        ],
        (30, 20),
        (("cover", (21, 0), (22, 10)),),
    ),
    "a fumbled grenade": Case(
        {"flux": (0, 5), "g1": (18, 5), "g2": (24, 5), "rook": (3, 5)},
        lambda dock: [do.Throw(who=dock.flux, target=dock.g1, weapon="frag_grenade")],
        lambda dock: [
            do.Throw(
                who=dock.flux,
                target=dock.g1,
                weapon="frag_grenade",
                metres=18,
                caught=(),
                near=(
                    do.Caught(target=dock.flux),
                    do.Caught(target=dock.rook),
                    do.Caught(target=dock.g1),
                ),
            )
        ],
        (77, 20, 20),
    ),
    "a move": Case(
        {"flux": (0, 0)},
        lambda dock: [do.Move(who=dock.flux, to=(10, 0))],
        lambda dock: [do.Move(who=dock.flux, metres=10)],
        moved={"flux": (10, 0)},
    ),
    "a move with both Major Actions, farther than that": Case(
        {"flux": (0, 0), "g1": (70, 0)},
        lambda dock: [do.Move(who=dock.flux, towards=dock.g1, twice=True)],
        lambda dock: [do.Move(who=dock.flux, metres=61, twice=True)],
        moved={"flux": (69, 0)},
    ),
    "a move into a blow": Case(
        {"flux": (0, 0), "g1": (20, 0)},
        lambda dock: [
            do.Move(who=dock.flux, towards=dock.g1),
            do.Attack(who=dock.flux, target=dock.g1, weapon="katana"),
        ],
        lambda dock: [
            do.Move(who=dock.flux, metres=19),
            do.Attack(who=dock.flux, target=dock.g1, weapon="katana", metres=1),
        ],
        (30,),
        moved={"flux": (19, 0)},
    ),
}


def _played(dock: Dock, commands: Sequence[Command], faces: Sequence[int]) -> list[ev.Event]:
    """Plays commands, the last with these faces; returns the events but those of places, without their entry."""
    found: list[ev.Event] = []
    for command in commands:
        dock.table.play(command, *(faces if command is commands[-1] else ()))
        assert dock.table.last is not None
        found += (each for each in dock.table.last.events if not isinstance(each, _PLACES))
    return found


@pytest.mark.rule("CHR-07")
@pytest.mark.rule("CHR-32")
@pytest.mark.rule("CHR-34")
@pytest.mark.rule("CHR-46")
@pytest.mark.rule("CHR-47")
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_places_and_metres_come_to_the_same(case: Case, make_table: Callable[[], Crew]) -> None:
    """Events but those of places are alike, one by one."""
    placed, typed = Dock(make_table()), Dock(make_table())
    placed.place(**case.places)
    for kind, *corners in case.covers:
        placed.area(kind, *corners)
    mine = _played(placed, case.placed(placed), case.faces)
    yours = _played(typed, case.typed(typed), case.faces)
    assert mine == yours
    assert mine
    for name, point in case.moved.items():
        assert placed.at(getattr(placed, name)) == point


# ---- nobody placed


_COMMANDS = st.sampled_from(
    [
        lambda dock: do.Attack(who=dock.flux, target=dock.g1),
        lambda dock: do.Attack(who=dock.flux, target=dock.g1, weapon="katana", cover=False),
        lambda dock: do.Throw(who=dock.flux, target=dock.g1, weapon="frag_grenade"),
        lambda dock: do.Move(who=dock.flux, metres=7),
        lambda dock: do.Grapple(who=dock.flux, target=dock.g1),
        lambda dock: do.FirstAid(who=dock.flux, patient=dock.rook),
    ]
)


@given(make=_COMMANDS, only=st.sampled_from(["", "flux", "g1"]))
def test_f12_without_places_nothing_changes(
    make: Callable[[Dock], Command], only: str, make_table: Callable[[], Crew]
) -> None:
    """Where one of the two stands nowhere, a command stays as it is said, with a plan or without."""
    dock = Dock(make_table())
    dock.table.happen(usual_plan("m"))
    dock.area("cover", (0, 0), (80, 40))
    if only:
        dock.place(**{only: (3, 3)})
    command = make(dock)
    assert field_rules.completed(dock.table.context, command) == command


@given(x=st.floats(0, 80), y=st.floats(0, 40))
def test_done_twice_is_as_done_once(x: float, y: float, make_table: Callable[[], Crew]) -> None:
    """What is taken from the plan is said then, and what is said stays."""
    dock = Dock(make_table())
    dock.place(flux=(1, 1), g1=(x, y), g2=(y, x / 2), rook=(40, 20))
    dock.area("cover", (10, 0), (12, 40))
    dock.area("smoke", (20, 0), (22, 40))
    context = dock.table.context
    for command in (
        do.Attack(who=dock.flux, target=dock.g1),
        do.Throw(who=dock.flux, target=dock.g1, weapon="frag_grenade"),
        do.Move(who=dock.flux, towards=dock.g1),
    ):
        once = field_rules.completed(context, command)
        assert field_rules.completed(context, once) == once


# ---- range and cover


@pytest.mark.rule("CHR-07")
def test_f1_the_edge_of_a_band_is_the_nearer_one(dock: Dock) -> None:
    """At exactly 20 m and 100 m it is still Short and Long; beyond 100 m nothing is aimed at."""
    dock.table.happen(replace(usual_plan("m"), width=200.0))
    for x, band in ((2, "close"), (20, "short"), (20.1, "long"), (100, "long")):
        dock.place(flux=(0, 0), g1=(x, 0))
        assert _chosen(dock.form(), "band") == band
    dock.place(g1=(100.1, 0))
    attack = do.Attack(who=dock.flux, target=dock.g1)
    assert dock.table.refused(attack) == "chrome.out_of_range"
    assert "100.1 m" in dock.form().why_not


@pytest.mark.rule("CHR-36")
def test_f2_odds_and_comparison_read_the_same_distance(dock: Dock) -> None:
    """What does not reach has no odds; what does has those of the range on the plan, in the comparison as well."""
    system = dock.table.system
    attack = do.Attack(who=dock.flux, target=dock.g1)
    for x, band in ((15, "short"), (30, "long")):
        dock.place(flux=(0, 0), g1=(x, 0))
        context = dock.table.context
        assert system.odds(context, attack) == system.odds(context, replace(attack, band=band))
        mine, typed = (
            system.measures(context, each) for each in (attack, replace(attack, band=band))
        )
        assert mine is not None
        assert typed is not None
        assert (mine.hit, mine.damage) == (typed.hit, typed.damage)
    blow = replace(attack, weapon="katana")
    assert system.odds(dock.table.context, blow) is None
    dock.place(g1=(1, 0))
    assert system.odds(dock.table.context, blow) is not None


def _chosen(form: AttackForm, key: str) -> str:
    return next(each.chosen for each in form.fields if each.key == key)


@pytest.mark.rule("CHR-36")
def test_a_blow_needs_reach(dock: Dock) -> None:
    """A katana does nothing at 3 m, as if the metres were typed; the game master may say otherwise in the form."""
    dock.place(flux=(0, 0), g1=(3, 0))
    blow = do.Attack(who=dock.flux, target=dock.g1, weapon="katana")
    assert dock.table.refused(blow) == "chrome.wrong_band"
    refused = dock.form(weapon="katana")
    assert refused.why_not
    band = next(each for each in refused.fields if each.key == "band")
    assert (band.by_plan, [each.key for each in band.options]) == ("plan", ["close"])
    said = dock.form(weapon="katana", band="close")
    assert said.command == replace(blow, band="close", defence="")
    assert next(each for each in said.fields if each.key == "band").by_plan == "overruled"


@pytest.mark.rule("CHR-07")
def test_f8_the_form_follows_whoever_moves(dock: Dock) -> None:
    """What the form resolves says no range of its own: the plan at that moment does."""
    dock.place(flux=(0, 0), g1=(15, 0))
    command = dock.form().command
    assert command == do.Attack(who=dock.flux, target=dock.g1, weapon="assault_rifle")
    dock.place(g1=(30, 0))
    assert command is not None
    dock.table.play(command, 30)
    assert dock.table.result("attack")["band"] == "long"


@pytest.mark.rule("CHR-34")
@pytest.mark.parametrize(("choice", "soak"), [({}, 2), ({"cover": ""}, 1), ({"cover": "on"}, 2)])
def test_cover_of_the_plan_may_be_taken_away(dock: Dock, choice: dict[str, str], soak: int) -> None:
    """It is a chip that is on already; a click takes it off, and the shot is played so."""
    dock.place(flux=(0, 5), g1=(12, 5))
    dock.area("cover", (10, 0), (11, 10))
    chip = dock.toggle("cover", **choice)
    assert (chip.is_on, chip.amount) == (soak == 2, "+1")
    assert chip.by_plan == ("overruled" if choice else "plan")
    command = dock.form(**choice).command
    assert command is not None
    dock.table.play(command, 30)
    assert dock.table.result("attack")["soak"] == soak


@pytest.mark.rule("CHR-34")
def test_cover_does_not_add_to_a_mark(dock: Dock) -> None:
    """Who is marked In cover and stands behind some has it once; there is no second chip."""
    dock.place(flux=(0, 5), g1=(12, 5))
    dock.area("cover", (10, 0), (11, 10))
    dock.table.afflict(dock.g1, "in_cover")
    assert [each.key for each in dock.form().toggles if "cover" in each.key] == ["state:in_cover"]
    dock.table.play(do.Attack(who=dock.flux, target=dock.g1), 30)
    assert dock.table.result("attack")["soak"] == 2


@pytest.mark.rule("CHR-34")
def test_cover_is_none_against_a_blow(dock: Dock) -> None:
    """Over a crate between the two it counts against the rifle, and not against the katana."""
    dock.place(flux=(0, 5), g1=(2, 5))
    dock.area("cover", (1.9, 0), (3, 10))
    for weapon, soak in (("assault_rifle", 2), ("katana", 1)):
        dock.table.play(do.Attack(who=dock.flux, target=dock.g1, weapon=weapon), 30)
        assert dock.table.result("attack")["soak"] == soak


@pytest.mark.rule("CHR-34")
@pytest.mark.rule("CHR-16")
def test_cover_may_give_advantage_on_the_save(dock: Dock) -> None:
    """With the house rule an Operator behind cover of the plan saves with Advantage."""
    table = dock.table
    table.switch("chrome.coverAdvantage", True)
    table.until(dock.g1)
    dock.place(g1=(0, 5), rook=(12, 5))
    dock.area("cover", (10, 0), (11, 10))
    table.play(do.Attack(who=dock.g1, target=dock.rook, defence="save"), 90, 20)
    assert table.result("attack")["hit"] is False


@pytest.mark.rule("CHR-34")
def test_f11_the_wall_behind_does_not_count(dock: Dock) -> None:
    """Cover behind the target, or which the shooter leans out of, helps nobody."""
    dock.place(flux=(0, 5), g1=(12, 5))
    dock.area("cover", (13, 0), (14, 10))
    dock.area("cover", (0.5, 0), (1, 10))
    dock.table.play(do.Attack(who=dock.flux, target=dock.g1), 30)
    assert dock.table.result("attack")["soak"] == 1


@pytest.mark.rule("CHR-16")
def test_the_dark_may_be_overruled(dock: Dock) -> None:
    """Dark where the target stands makes conditions poor, unless the game master says that they are not."""
    dock.place(flux=(0, 5), g1=(12, 5))
    dock.area("dark", (10, 0), (14, 10))
    assert dock.toggle("poor_conditions").by_plan == "plan"
    assert dock.form().dice[0].notation == "2z100"
    calm = dock.form(poor_conditions="")
    assert calm.dice[0].notation == "1z100"
    assert calm.command is not None
    dock.table.play(calm.command, 30)


# ---- grenades


@pytest.mark.rule("CHR-46")
def test_a_grenade_proposes_whom_it_catches(dock: Dock) -> None:
    """The nearest first, with how far; F5: at 20 m in, at 20.1 m out; F6: at 0 m in; F12: not on another floor."""
    dock.place(flux=(0, 0), g1=(10, 0), g2=(10, 0), g3=(30, 0), rook=(30.1, 0))
    caught = [each for each in dock.form(weapon="frag_grenade").toggles if "caught:" in each.key]
    assert [(each.key, each.amount, each.is_on, each.by_plan) for each in caught] == [
        (f"caught:{dock.g2}", "0 m", True, "plan"),
        (f"caught:{dock.flux}", "10 m", True, "plan"),
        (f"caught:{dock.g3}", "20 m", True, "plan"),
        (f"caught:{dock.rook}", "20.1 m", False, ""),
    ]
    dock.place_on(1, g2=(10, 0))
    assert not dock.toggle(f"caught:{dock.g2}", weapon="frag_grenade").is_on


@pytest.mark.rule("CHR-46")
def test_whom_a_grenade_catches_may_be_overruled(dock: Dock) -> None:
    """One click takes somebody out or puts somebody in; the others stay as the plan has them."""
    dock.place(flux=(0, 0), g1=(15, 0), g2=(16, 0), g3=(40, 0))
    choices = {
        "weapon": "frag_grenade",
        f"caught:{dock.flux}": "",
        f"caught:{dock.g3}": "on",
    }
    assert dock.toggle(f"caught:{dock.flux}", **choices).by_plan == "overruled"
    command = dock.form(**choices).command
    assert isinstance(command, do.Throw)
    assert [each.target for each in command.caught or ()] == [dock.g2, dock.g3]
    dock.table.play(command, 30)
    assert dock.table.last is not None
    results = [each for each in dock.table.last.events if isinstance(each, ev.Resolved)]
    blasts = [each.target for each in results if each.what == "blast"]
    assert blasts == [dock.g1, dock.g2, dock.g3]


@pytest.mark.rule("CHR-46")
def test_a_grenade_flies_to_short_range(dock: Dock) -> None:
    """At 21 m it is too far."""
    dock.place(flux=(0, 0), g1=(21, 0))
    throw = do.Throw(who=dock.flux, target=dock.g1, weapon="frag_grenade")
    assert dock.table.refused(throw) == "chrome.throw_too_far"


# ---- what needs somebody beside another


@pytest.mark.rule("CHR-38")
@pytest.mark.rule("CHR-48")
@pytest.mark.rule("CHR-54")
def test_what_needs_two_beside_each_other(dock: Dock) -> None:
    """A fire, a bleeding limb, a grapple: refused at 3 m, with the distance; at 2 m it works."""
    table = dock.table
    table.afflict(dock.rook, "ablaze")
    table.play(do.MarkPlace(who=dock.rook, place="left_arm", mark="bleeding"))
    dock.place(flux=(0, 0), rook=(3, 0), g1=(0, 3))
    acts = (
        do.Extinguish(who=dock.flux, target=dock.rook),
        do.FirstAid(who=dock.flux, patient=dock.rook),
        do.Grapple(who=dock.flux, target=dock.g1),
    )
    for each in acts:
        assert table.refused(each) == "chrome.not_beside"
    dock.place(rook=(2, 0), g1=(0, 2))
    table.play(acts[0])
    table.play(acts[2], 30)
    assert table.combatant(dock.g1).has("grappled")


@pytest.mark.rule("CHR-60")
def test_a_presence_whispers_at_close_range(dock: Dock) -> None:
    """It distracts from afar; what else it does to one it names, it does at 2 m."""
    table = dock.table
    ghost = table.operator("Ghost", background="cult", health=0)
    table.afflict(ghost, "presence")
    table.happen(ev.PlanSet(width=80, height=40))
    table.happen(ev.PlaceSet(who=ghost, to=Place(x=0, y=0)))
    dock.place(rook=(9, 0))
    whisper = do.Haunt(who=ghost, target=dock.rook, ability="whisper", text="behind you")
    table.happen(ev.StageSet(to="between"))
    assert table.refused(whisper) == "chrome.not_beside"
    dock.place(rook=(2, 0))
    table.play(whisper)


@pytest.mark.rule("CHR-48")
@pytest.mark.parametrize("moved", ["flux", "g1"])
def test_a_grapple_ends_when_one_is_moved_away(dock: Dock, moved: str) -> None:
    """By hand as by a move, on both sides, and the line says so; a step within reach ends nothing."""
    table = dock.table
    dock.place(flux=(5, 5), g1=(6, 5))
    table.play(do.Grapple(who=dock.flux, target=dock.g1), 30)
    table.play(ask.Put(who=(getattr(dock, moved),), at=(5.5, 6)))
    assert table.combatant(dock.g1).has("grappled")
    assert [each.text for each in table.system.field(table.context).bonds] == ["Flux grapples G1"]
    table.play(ask.Put(who=(getattr(dock, moved),), at=(20, 5)))
    assert not table.combatant(dock.g1).has("grappled")
    assert not table.combatant(dock.flux).has("grappling")
    assert "no longer holds" in table.label
    assert table.system.field(table.context).bonds == ()


# ---- moving


@pytest.mark.rule("CHR-32")
def test_farther_than_a_move_is_gone_all_the_same(dock: Dock) -> None:
    """The line says by how much; with the metres typed it is refused."""
    dock.place(flux=(0, 0))
    assert dock.table.refused(do.Move(who=dock.flux, metres=31)) == "chrome.too_far"
    dock.table.play(do.Move(who=dock.flux, to=(40, 0)))
    assert dock.at(dock.flux) == (40, 0)
    assert "10 m beyond" in dock.table.label
    assert dock.table.gauge(dock.flux, "majors") == 1


@pytest.mark.rule("CHR-33")
def test_heavy_armor_stops_half_way(table: Crew) -> None:
    """A failed Strength Check: half of what the move allows, on the straight way."""
    tank = table.operator("Tank", "heavy_plate", speed=40)
    table.enemy("G1")
    table.begin(10)
    table.happen(usual_plan("m"), ev.PlaceSet(who=tank, to=Place(x=0, y=0)))
    table.play(do.Move(who=tank, to=(16, 12)), 90)
    place = table.combatant(tank).place
    assert place is not None
    assert place.point == (8, 6)


@pytest.mark.rule("CHR-32")
def test_f10_pushed_is_not_walked(dock: Dock) -> None:
    """Who is put elsewhere by hand spends nothing; a move back takes place and budget together."""
    dock.place(flux=(0, 0))
    before = dock.table.context
    dock.table.play(ask.Put(who=(dock.flux,), at=(9, 9)))
    assert dock.table.gauge(dock.flux, "majors") == 2
    dock.table.context = before
    dock.table.play(do.Move(who=dock.flux, to=(9, 9)))
    assert dock.table.last is not None
    spent = [type(each) for each in dock.table.last.events]
    assert ev.PlaceSet in spent  # one entry, which undo takes back whole
    assert ev.GaugeChanged in spent


@pytest.mark.rule("CHR-32")
def test_rings_say_what_is_left(dock: Dock) -> None:
    """One Major Action 30 m, both 61 m; after a move 31 m with the one that is left."""
    table = dock.table
    dock.place(flux=(0, 0), g1=(70, 0))
    rings = table.system.field(table.context, dock.flux).rings
    assert [(each.text, each.cost, each.is_open) for each in rings] == [
        ("Move 30 m", 0, True),
        ("Move twice 61 m", 1, True),
    ]
    table.play(do.Move(who=dock.flux, to=(10, 0)))
    rings = table.system.field(table.context, dock.flux).rings
    assert [(each.radius, each.is_open) for each in rings] == [(31, True), (61, False)]
    assert table.refused(do.Move(who=dock.flux, to=(1, 0), twice=True)) == "chrome.not_twice"


@pytest.mark.rule("CHR-32")
def test_a_point_beyond_one_move_takes_both(dock: Dock) -> None:
    """What is offered for it is one move with both Major Actions."""
    table = dock.table
    dock.place(flux=(0, 0))
    near, command = table.system.move_offer(table.context, dock.flux, (20, 0))
    assert (near.text, command) == ("20 of 30 m", do.Move(who=dock.flux, to=(20, 0), floor=0))
    far, command = table.system.move_offer(table.context, dock.flux, (50, 0))
    assert far.text == "Move twice 50 of 61 m"
    table.play(command)
    assert (dock.at(dock.flux), table.gauge(dock.flux, "majors")) == ((50, 0), 0)


@pytest.mark.rule("CHR-31")
def test_an_enemy_moves_by_its_block(dock: Dock) -> None:
    """Short is 20 m, Long 100 m; once moved, it is put by hand."""
    table = dock.table
    dock.place(g1=(0, 0), g3=(0, 0))
    table.until(dock.g1)
    for who, most in ((dock.g1, 20), (dock.g3, 100)):
        (ring,) = table.system.field(table.context, who).rings
        assert (ring.radius, ring.is_open) == (most, True)
    table.play(do.Move(who=dock.g1, to=(12, 0)))
    assert dock.at(dock.g1) == (12, 0)
    assert not table.system.field(table.context, dock.g1).rings[0].is_open
    offer, command = table.system.move_offer(table.context, dock.g1, (20, 0))
    assert offer.is_by_hand
    assert isinstance(command, ask.Put)


# ---- words


def test_the_plan_in_words(dock: Dock) -> None:
    """The list and the line name the range, the cover, and why a weapon does not reach."""
    table = dock.table
    dock.place(flux=(0, 5), g1=(12, 5), g2=(1, 5), g3=(40, 5))
    dock.area("cover", (10, 0), (11, 10))
    view = table.system.field(table.context, dock.flux, dock.g1)
    assert {each.who: each.reason for each in view.rows} == {
        dock.g2: "close",
        dock.g1: "cover",
        dock.g3: "cover",
    }
    assert view.line is not None
    assert view.line.text == "range Short · cover"
    table.play(do.Hold(who=dock.flux, weapon="katana"))
    line = table.system.field(table.context, dock.flux, dock.g1).line
    assert line is not None
    assert line.text == "in melee reach no · range Short"
    assert "Katana" in line.why_not


@pytest.mark.rule("CHR-63")
def test_bad_vibes_name_the_nearest_first(dock: Dock) -> None:
    """Whom they reach is asked with the nearest on top; a frenzy names the closest first."""
    table = dock.table
    third = table.operator("Third", speed=30)
    dock.place(flux=(0, 0), rook=(30, 0), g1=(4, 0))
    table.happen(ev.PlaceSet(who=third, to=Place(x=5, y=0)))
    table.play(do.PanicCheck(who=(dock.flux,)), 15, choose=[third])
    choice = next(each for each in table.asked if each.key == "nearest")
    assert list(choice.options) == [third, dock.rook]  # type: ignore[union-attr]


@pytest.mark.rule("CHR-63")
@pytest.mark.parametrize(("x", "band", "weapon"), [(1, "close", "katana"), (15, "short", "pistol")])
def test_a_frenzy_uses_what_reaches(table: Crew, x: float, band: str, weapon: str) -> None:
    """The closest creature is attacked with what reaches it, what is in hand first."""
    wild = table.operator("Wild", "katana", "pistol", speed=60, held="katana")
    foe = table.enemy("G1", health=40)
    table.begin(10)
    table.happen(usual_plan("m"), ev.PlaceSet(who=wild, to=Place(x=0, y=0)))
    table.happen(ev.PlaceSet(who=foe, to=Place(x=x, y=0)))
    table.set_gauge(wild, "conviction", 3)
    table.play(do.PanicCheck(who=(wild,)), 5)
    table.play(ask.Settle(), 30)
    attack = table.result("attack")
    assert (attack["band"], attack["weapon"]) == (band, weapon)


def test_the_rules_of_the_field_are_those_of_the_game() -> None:
    """The system hands them to the program."""
    assert Chrome().rules().field is field_rules.RULES


# ---- a grenade at a bare point


@pytest.mark.rule("CHR-46")
def test_a_grenade_at_a_bare_point(dock: Dock) -> None:
    """Nobody is its target: whoever is within 20 m takes the damage at Short range, as form and plate propose them."""
    dock.place(flux=(5, 5), g1=(25, 5), g2=(40, 5), g3=(60, 5))
    choices = {"weapon": "frag_grenade", "target": aim_key((22, 5))}
    form = dock.form(**choices)
    assert form.takes_point
    throw = form.command
    assert isinstance(throw, do.Throw)
    assert (throw.at, throw.target) == ((22, 5), None)
    caught = [(each.key, each.amount, each.is_on) for each in form.toggles if "caught:" in each.key]
    assert caught[:3] == [
        (f"caught:{dock.g1}", "3 m", True),
        (f"caught:{dock.flux}", "17 m", True),
        (f"caught:{dock.g2}", "18 m", True),
    ]
    context = dock.table.context
    shown = dock.table.system.field(context, dock.flux, None, throw).blast
    assert shown is not None
    assert shown.who == (dock.g1, dock.flux, dock.g2)
    assert shown.head == "17 m · Flux to the point 22, 5"
    assert "Flux 17 m" in shown.text
    assert dock.table.system.odds(context, throw) is not None
    before = {who: dock.table.health(who) for who in (dock.g1, dock.g2, dock.g3)}
    dock.table.play(throw, 30, 90)
    near = gear.grenade_of(context.combatant(dock.flux).item("frag_grenade")).near  # type: ignore[arg-type]
    lost = {who: before[who] - dock.table.health(who) for who in before}
    assert lost == {dock.g1: near - 1, dock.g2: near, dock.g3: 0}


@pytest.mark.rule("CHR-46")
def test_a_grenade_is_thrown_at_somebody_or_at_a_point(dock: Dock) -> None:
    """Neither and both are refused, and so is a point that is too far or beside the plan; nothing is used up."""
    dock.place(flux=(5, 5), g1=(25, 5))
    throw = do.Throw(who=dock.flux, weapon="frag_grenade")
    assert dock.table.refused(throw) == "chrome.throw_where"
    assert dock.table.refused(replace(throw, at=(9, 9), target=dock.g1)) == "chrome.throw_where"
    assert dock.table.refused(replace(throw, at=(75, 5))) == "chrome.throw_too_far"
    assert dock.table.refused(replace(throw, at=(500, 5))) == "rules.field.off_plan"
    shown = dock.table.system.field(
        dock.table.context, dock.flux, None, replace(throw, at=(75, 5))
    ).blast
    assert shown is not None
    assert "Short" in shown.why_not


@pytest.mark.rule("CHR-46")
def test_a_point_where_nobody_is_near(dock: Dock) -> None:
    """It goes off, and nobody is hurt; there are no odds of nothing."""
    dock.place(flux=(5, 5), g1=(79, 39))
    throw = dock.form(weapon="frag_grenade", target=aim_key((5, 23))).command
    assert isinstance(throw, do.Throw)
    throw = replace(throw, caught=())
    assert dock.table.system.odds(dock.table.context, throw) is None
    before = dock.table.health(dock.g1)
    dock.table.play(throw, 30)
    assert dock.table.health(dock.g1) == before
