"""Benches and odds of other rule systems, by hand: every kind of exhibit, and as much of a bench as there is."""

from math import exp

from encounter_gui.rules.model.commands import Next
from encounter_gui.rules.view import (
    AttackForm,
    Bars,
    Comparison,
    DiceField,
    FaceGrid,
    FormField,
    HeadlineNumber,
    HeatRow,
    HeatStrip,
    Odds,
    Option,
    Outcomes,
    Share,
    ShareLook,
    Spread,
    SpreadPart,
    Threshold,
    Toggle,
    Within,
)


def bell(middle: float, width: float, count: int, *, total: float = 1.0) -> tuple[float, ...]:
    """A made-up distribution that looks like one of dice."""
    heights = [exp(-(((value - middle) / width) ** 2)) for value in range(count)]
    return tuple(total * height / sum(heights) for height in heights)


WITHIN = Within(
    title="Down within 1 … 10",
    chances=(0.38, 0.62, 0.76, 0.85, 0.91, 0.94, 0.96, 0.98, 0.99, 0.997),
)

# ---- d20: outcomes, and a spread made of parts

HITS = (*(0.0,) * 8, 0.07, 0.03, 0.05, 0.06, 0.085, 0.095, 0.08, 0.07, 0.03, *(0.0,) * 34)
TRAUMATIC = tuple(0.38 * (value % 3 == 0 and 24 <= value <= 48) / 9 for value in range(len(HITS)))
SHOCK = tuple(0.05 * (value == 8) for value in range(len(HITS)))

OUTCOMES = Outcomes(
    title="Outcome",
    shares=(
        Share(text="Shock only, 8", probability=0.05, look="weak"),
        Share(text="Hit, stands", probability=0.57, look="good"),
        Share(text="Traumatic, down", probability=0.38, look="strong"),
    ),
)
PARTS = Spread(
    title="Damage before soak, %",
    unit="damage",
    lowest=0,
    probabilities=tuple(sum(parts) for parts in zip(SHOCK, HITS, TRAUMATIC, strict=True)),
    thresholds=(
        Threshold(value=3, text="soak 3"),
        Threshold(value=20, text="0 HP at 20", level=4),
    ),
    mean=22.0,
    parts=(
        SpreadPart(name="Shock", look="weak", probabilities=SHOCK),
        SpreadPart(name="hit", look="good", probabilities=HITS),
        SpreadPart(name="Traumatic", look="strong", probabilities=TRAUMATIC),
    ),
)
SWARM = Odds(
    title="This attack",
    headline_numbers=(
        HeadlineNumber(label="Hit", probability=0.95),
        HeadlineNumber(label="Trauma", probability=0.38, note="d10 ≥ 7"),
        HeadlineNumber(label="Down", probability=0.38),
        HeadlineNumber(label="Out in 3", probability=0.76),
    ),
    charts=(OUTCOMES, WITHIN, PARTS),
    remark="Halloran has Veteran’s Luck: one hit may become a miss",
)

# ---- wounds by location

STRIP = HeatStrip(
    title="If hit: wound by location, %",
    columns=(
        Threshold(value=0, text="same"),
        Threshold(value=1, text="F", level=1),
        Threshold(value=6, text="L", level=2),
        Threshold(value=13, text="M", level=3),
        Threshold(value=19, text="S", level=4),
        Threshold(value=26, text="C", level=5),
    ),
    rows=tuple(
        HeatRow(key=name, text=name, share=share, chances=chances)
        for name, share, chances in (
            ("Head", 0.1, (0.12, 0.003, 0.06, 0.13, 0.17, 0.517)),
            ("Torso", 0.3, (0.12, 0, 0.48, 0.26, 0.11, 0.03)),
            ("R arm", 0.1, (0.60, 0, 0, 0, 0.37, 0.03)),
            ("L arm", 0.1, (0.12, 0.10, 0.38, 0.26, 0.11, 0.03)),
            ("R leg", 0.2, (0.12, 0.10, 0.38, 0.26, 0.11, 0.03)),
            ("L leg", 0.2, (0.22, 0, 0, 0.64, 0.11, 0.03)),
        )
    ),
)
THROUGH = Spread(
    title="Through armour, body, % of hits",
    unit="damage",
    lowest=0,
    probabilities=(0.12, *bell(10, 8, 34, total=0.88)),
    thresholds=STRIP.columns[1:],
    mean=12.0,
)
SHOT = Odds(
    title="This shot",
    headline_numbers=(
        HeadlineNumber(label="Hit", probability=0.64, note="+8 graze"),
        HeadlineNumber(label="Wound", probability=0.59),
        HeadlineNumber(label="Out now", probability=0.17),
        HeadlineNumber(label="Out in 3", probability=0.42),
    ),
    charts=(STRIP, THROUGH, WITHIN),
)

# ---- d100


def face(number: int) -> ShareLook:
    """Save below 44; doubles are critical."""
    is_double = number % 11 == 0
    if number < 44:
        return "strong" if is_double else "good"
    return "bad" if is_double else "none"


GRID = FaceGrid(
    title="Every face of d100",
    faces=tuple(face(number) for number in range(100)),
    legend=(
        Share(text="Save", probability=0.40, look="good"),
        Share(text="Critical save", probability=0.04, look="strong"),
        Share(text="Fails", probability=0.50, look="none"),
        Share(text="Critical fail", probability=0.06, look="bad"),
    ),
)
BARS = Bars(
    title="Health after both attacks, of 7",
    shares=(
        Share(text="7", probability=0.04, look="good"),
        Share(text="5", probability=0.31, look="good"),
        Share(text="3", probability=0.65, look="weak"),
    ),
)
DEFENCE = Comparison(
    title="Unhurt, by defence",
    key="defence",
    options=(Option(key="save", text="Reflex Save"), Option(key="counter", text="Counter-attack")),
    probabilities=(0.19, 0.52),
    chosen=0,
)
CLAWS = Odds(
    title="Each attack",
    headline_numbers=(
        HeadlineNumber(label="Saved", probability=0.19),
        HeadlineNumber(label="Takes 2", probability=0.81, note="4 − Soak 2"),
        HeadlineNumber(label="Critical", probability=0.12, note="Sever d10"),
        HeadlineNumber(label="Panic", probability=0.22, note="either attack"),
    ),
    charts=(BARS, DEFENCE, GRID),
)

# ---- as much of a bench as there is


def options(*texts: str) -> tuple[Option, ...]:
    return tuple(Option(key=text.lower(), text=text) for text in texts)


FULL = AttackForm(
    fields=(
        FormField(
            key="who", label="Attacker", look="list", chosen="cutter",
            options=(Option(key="cutter", text="Cutter", side="foe"),),
        ),
        FormField(
            key="target", label="Target", look="list", chosen="halloran",
            options=(Option(key="halloran", text="Halloran", side="pc"),),
        ),
        FormField(
            key="weapon", label="Weapon", look="list", chosen="blades",
            options=(Option(key="blades", text="Body blades II", note="2d6+4 · Shock 8/any"),),
        ),
        FormField(
            key="mode", label="Way", look="segments", chosen="attack",
            options=options(
                "Attack", "Charge", "Swarm 3", "Snap −4", "Burst", "Suppress", "Grapple", "Disarm"
            ),
        ),
        FormField(key="aim", label="Shots", look="segments", chosen="1", options=options("1", "2", "3")),
        FormField(
            key="cover", label="Cover", look="list", chosen="no cover", place="left",
            options=options("No cover", "Half cover", "Three quarters"),
        ),
        FormField(
            key="light", label="Light", look="list", chosen="bright", place="left",
            options=options("Bright", "Dim", "Dark without any light at all"),
        ),
        FormField(
            key="range", label="Range", look="segments", chosen="near", place="left",
            options=options("Close", "Near", "Far"),
        ),
        FormField(key="gm", label="GM", look="number", chosen="0", least=-9, most=9, place="left"),
    ),
    toggles=(
        Toggle(key="state:skill", text="Punch", amount="+4", is_on=True, is_locked=True),
        Toggle(key="state:swarm", text="Swarm", amount="+4", is_on=True, is_locked=True),
        Toggle(key="state:damage", text="Damage", amount="+2", is_on=True, is_locked=True),
        *(
            Toggle(key=text.lower(), text=text, amount=amount)
            for text, amount in (
                ("Prone", "+2"), ("Total Defense", "+2"), ("Nonlethal", ""), ("Running", "−2"),
                ("Smoke", "−4"), ("Higher ground", "+1"), ("Aimed", "+2"), ("Off hand", "−1"),
                ("Mounted", "−1"),
            )
        ),
    ),
    sum="d20 + 14 against melee AC 14 · miss still Shock",
    dice=(
        DiceField(key="attack", label="d20", notation="1d20"),
        DiceField(key="save", label="Reflex Save", notation="1z100"),
        DiceField(key="damage", label="damage 2d6", notation="2d6"),
        DiceField(key="trauma", label="trauma d10", notation="1d10"),
    ),
    command=Next(),
)  # fmt: skip
