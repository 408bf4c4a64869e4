"""A fight of sides, one of blocks, and one with wounds by place, as systems would show them."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Side
from encounter_gui.rules.view import (
    BandCell,
    Budget,
    Capsule,
    CapsulesCell,
    Cell,
    Chip,
    ChipKind,
    ChipsCell,
    Column,
    GaugeCell,
    NameCell,
    PipsCell,
    Row,
    SlotsCell,
    TextCell,
    WoundsCell,
)

SIDE_COLUMNS = (
    Column(key="side", title="Side", kind="band", width=88),
    Column(key="mark", title="", kind="mark", width=18),
    Column(key="number", title="#", kind="number", width=24, align="center"),
    Column(key="name", title="Name", kind="name", width=150),
    Column(key="hp", title="Hit points", kind="gauge", width=138),
    Column(key="soak", title="Soak", kind="gauge", width=84),
    Column(key="ac", title="AC r/m", kind="text", width=54, align="right"),
    Column(key="tt", title="TT", kind="number", width=30, align="right"),
    Column(key="ml", title="ML", kind="number", width=30, align="right"),
    Column(key="conditions", title="Conditions", kind="chips", width=0),
    Column(key="actions", title="Actions", kind="capsules", width=88),
    Column(key="weapon", title="Weapon", kind="text", width=120),
)

SQUAD = BandCell(text="Squad", note="init 7 · acted", side="pc")
REDLINES = BandCell(text="Redlines", note="init 6 · acting", side="foe", is_now=True)
HALCYON = BandCell(text="Halcyon", note="init 3 · next", side="neutral")


def chips(*texts: tuple[str, ChipKind, str, str]) -> ChipsCell:
    """Returns conditions as (text, kind, duration, icon)."""
    return ChipsCell(
        chips=tuple(
            Chip(text=text, kind=kind, duration=duration, icon=icon)
            for text, kind, duration, icon in texts
        )
    )


def sided(
    number: int,
    name: str,
    band: BandCell,
    *,
    hp: tuple[int, int] = (10, 10),
    soak: tuple[int, int] = (5, 5),
    budget: tuple[Budget, Budget] = ("free", "free"),
    conditions: ChipsCell | None = None,
    **marks: bool,
) -> Row:
    """Returns a combatant of a side with the id ``c<number>``."""
    cells: dict[str, Cell] = {
        "side": band,
        "name": NameCell(name=name, side=band.side or "foe", is_out=marks.get("is_out", False)),
        "hp": GaugeCell(name="Hit points", current=hp[0], low=0, high=hp[1]),
        "soak": GaugeCell(name="Soak", current=soak[0], low=0, high=soak[1], role="gauge.soak"),
        "ac": TextCell(text="14/13", is_strong=True),
        "tt": TextCell(text="6", sort=6),
        "ml": TextCell(text="8" if band.side != "pc" else "–", sort=8),
        "conditions": conditions or ChipsCell(),
        "actions": CapsulesCell(
            name="Actions",
            capsules=(
                Capsule(text="Main", state=budget[0]),
                Capsule(text="Move", state=budget[1]),
            ),
        ),
        "weapon": TextCell(text="Combat rifle", note="27/30"),
    }
    return Row(who=CombatantId(f"c{number}"), number=number, cells=cells, **marks)


SIDES = (
    sided(1, "Halloran", SQUAD, hp=(17, 22), soak=(3, 5), budget=("spent", "spent"),
          conditions=chips(("Screening Vee", "info", "next turn", "cover"))),
    sided(2, "Vee", SQUAD, hp=(9, 14), soak=(0, 2), budget=("spent", "spent")),
    sided(3, "Sister Ash", SQUAD, hp=(16, 16), budget=("spent", "free")),
    sided(4, "Cutter", REDLINES, hp=(30, 30), is_now=True),
    sided(5, "Bruiser", REDLINES, hp=(6, 15), soak=(0, 5), budget=("spent", "free")),
    sided(6, "Gunman A", REDLINES, hp=(15, 15), soak=(3, 3), budget=("spent", "spent")),
    sided(7, "Gunman B", REDLINES, hp=(0, 15), soak=(0, 3), is_out=True,
          conditions=chips(("Dead", "danger", "", "skull"))),
    sided(8, "Corp guard 1", HALCYON, budget=("kept", "spent")),
    sided(9, "Corp guard 2", HALCYON, hp=(4, 10), soak=(0, 5),
          conditions=chips(("Prone", "warn", "", "prone"), ("Flashed −2", "warn", "", "stunned"))),
    sided(10, "Response captain", HALCYON, hp=(20, 20), soak=(10, 10)),
)  # fmt: skip

BLOCK_COLUMNS = (
    Column(key="block", title="Block", kind="band", width=88),
    Column(key="mark", title="", kind="mark", width=18),
    Column(key="number", title="#", kind="number", width=24, align="center"),
    Column(key="speed", title="Speed", kind="number", width=44, align="right"),
    Column(key="name", title="Name", kind="name", width=152),
    Column(key="health", title="Health", kind="slots", width=162),
    Column(key="soak", title="Soak", kind="number", width=40, align="right"),
    Column(key="conviction", title="Conviction", kind="gauge", width=118),
    Column(key="conditions", title="Conditions", kind="chips", width=0),
    Column(key="actions", title="Actions", kind="pips", width=58),
    Column(key="weapon", title="Weapon", kind="text", width=126),
)

BEFORE = BandCell(text="Before", note="passed", side="pc")
ENEMIES = BandCell(text="Enemies", note="any order", side="foe", is_now=True)
AFTER = BandCell(text="After", note="failed", side="pc")


def health(left: int, total: int = 10) -> SlotsCell:
    """Returns Health in boxes."""
    return SlotsCell(name="Health", left=left, total=total)


def blocked(
    number: int,
    name: str,
    band: BandCell,
    shown: Cell,
    *,
    speed: int = 0,
    conviction: int = 0,
    is_ghost: bool = False,
    pips: tuple[Budget, ...] = ("free",),
    **marks: bool,
) -> Row:
    """Returns a combatant of a block with the id ``c<number>``."""
    side: Side = band.side or "foe"
    gauge = GaugeCell(
        name="Conviction",
        current=conviction,
        low=0,
        high=20,
        role="gauge.conviction",
        ticks=(5, 10, 15),
    )
    cells: dict[str, Cell] = {
        "block": band,
        "speed": TextCell(text=str(speed) if speed else "", sort=speed),
        "name": NameCell(
            name=name, side=side, is_out=marks.get("is_out", False), is_ghost=is_ghost
        ),
        "health": shown,
        "soak": TextCell(text="2", sort=2),
        "conviction": gauge if conviction else TextCell(text="–"),
        "conditions": chips(("Prone", "warn", "", "prone")) if number == 5 else ChipsCell(),
        "actions": PipsCell(name="Actions", pips=pips) if pips else PipsCell(name="", text="–"),
        "weapon": TextCell(text="Assault rifle", note="4/6"),
    }
    return Row(who=CombatantId(f"c{number}"), number=number, cells=cells, **marks)


GIANT = GaugeCell(name="Health", current=11, low=0, high=14)
BLOCKS = (
    blocked(1, "Nova Reyes", BEFORE, health(6), speed=62, conviction=9, pips=("spent", "spent"), is_done=True),
    blocked(2, "Tack", BEFORE, health(7), speed=48, conviction=14, pips=("spent", "kept"), is_done=True),
    blocked(3, "Biomech horror", ENEMIES, GIANT, pips=("spent", "free"), is_now=True),
    blocked(4, "Scrapper A", ENEMIES, health(4, 4)),
    blocked(5, "Scrapper B", ENEMIES, health(1, 4)),
    blocked(6, "Scrapper C", ENEMIES, health(0, 4), pips=(), is_out=True),
    blocked(7, "Combat drone", ENEMIES, health(8)),
    blocked(8, "Bishop", AFTER, health(10), speed=55, conviction=17, pips=("free", "free")),
    blocked(9, "Sable", AFTER, health(3), speed=41, conviction=5, pips=("free", "free")),
    blocked(10, "Juno, Presence", AFTER, TextCell(text="died in round 1"), speed=35, conviction=12, is_ghost=True),
)  # fmt: skip

PLACES = (
    ("H", "Head"),
    ("T", "Torso"),
    ("Ra", "Right arm"),
    ("La", "Left arm"),
    ("Rl", "Right leg"),
    ("Ll", "Left leg"),
)
WOUND_COLUMNS = (
    Column(key="mark", title="", kind="mark", width=20),
    Column(key="number", title="#", kind="number", width=26, align="center"),
    Column(key="init", title="Init", kind="number", width=40, align="right"),
    Column(key="name", title="Name", kind="name", width=180),
    Column(key="wounds", title="Wounds", kind="wounds", width=146, parts=PLACES),
    Column(key="armour", title="Armour", kind="text", width=84),
    Column(key="mod", title="Mod", kind="number", width=42, align="right"),
    Column(key="conditions", title="Conditions", kind="chips", width=0),
    Column(key="actions", title="Actions", kind="pips", width=66),
    Column(key="weapon", title="Weapon", kind="text", width=136),
)


def wounded(number: int, name: str, *levels: int, **marks: bool) -> Row:
    """Returns a combatant with wounds by place, head first, with the id ``c<number>``."""
    letters = ("", "F", "L", "M", "S", "C", "D")
    cells: dict[str, Cell] = {
        "init": TextCell(text=str(25 - number), sort=25 - number),
        "name": NameCell(name=name, side="pc" if number % 2 else "foe"),
        "wounds": WoundsCell(
            cells=tuple(
                (place, level, letters[level])
                for (_, place), level in zip(PLACES, levels, strict=True)
            )
        ),
        "armour": TextCell(text="T 6 · A 2"),
        "mod": TextCell(text="−1", sort=-1),
        "conditions": chips(("Ducking −3", "neutral", "phase", "")),
        "actions": PipsCell(name="Actions", pips=("spent", "kept", "free")),
        "weapon": TextCell(text="Heavy pistol", note="7/10"),
    }
    return Row(who=CombatantId(f"c{number}"), number=number, cells=cells, **marks)


WOUNDS = (
    wounded(1, "Vesper Kane", 0, 1, 0, 0, 0, 0, is_done=True),
    wounded(2, "Static", 0, 0, 0, 2, 0, 0, is_done=True),
    wounded(3, "Marrow", 0, 1, 3, 0, 0, 2),
    wounded(4, "Rook", 0, 0, 0, 0, 2, 0, is_now=True),
    wounded(5, "Jackal bruiser", 0, 0, 0, 1, 5, 0),
    wounded(6, "Okoro, dock guard", 3, 4, 6, 0, 0, 0),
)


def crowd(count: int = 40) -> tuple[Row, ...]:
    """Returns sides of many with long names and large numbers."""
    bands = (SQUAD, REDLINES, HALCYON)
    rows = []
    for number in range(1, count + 1):
        band = bands[min(2, number * 3 // count)]
        most = 120 if number % 9 == 0 else 18
        name = f"Halcyon response trooper, second squad {number}"
        rows.append(sided(number, name, band, hp=(most * number // count, most)))
    return tuple(rows)
