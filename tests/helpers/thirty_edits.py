"""Thirty changes of rules, half of them wrong, as a person types them in the window and as a file says them."""

from msgspec import Struct


class Edit(Struct, frozen=True, kw_only=True):
    """One change: the table and entry, the path of the value below it, what is typed, and how a file writes it."""

    game: str
    table: str
    entry: tuple[str, str]
    path: str
    text: str
    file: str
    is_right: bool = True

    @property
    def toml(self) -> str:
        """The lines of a file that extends the game."""
        section, key = self.entry
        *tables, name = self.path.split(".")
        if section in ("numbers", "tables"):
            return f"[{section}.{key}]\n{name} = {self.file}\n"
        identity = f"level = {key}" if section == "wound_levels" else f'key = "{key}"'
        below = f"[{section}.{'.'.join(tables)}]\n" if tables else ""
        return f"[[{section}]]\n{identity}\n{below}{name} = {self.file}\n"


def _item(game: str, key: str, path: str, text: str, file: str, *, right: bool = True) -> Edit:
    table = "armor" if key in ("armored_clothing", "kevlar", "kevlar_vest") else "weapons"
    return Edit(
        game=game,
        table=table,
        entry=("items", key),
        path=f"values.{path}",
        text=text,
        file=file,
        is_right=right,
    )


def _of(
    game: str, section: str, key: str, path: str, text: str, file: str, *, right: bool = True
) -> Edit:
    return Edit(
        game=game,
        table=section,
        entry=(section, key),
        path=path,
        text=text,
        file=file,
        is_right=right,
    )


EDITS = (
    _item("cwn", "combat_rifle", "hit", "+1", "1"),
    _item("cwn", "combat_rifle", "range", "150/300", "[150, 300]"),
    _item("cwn", "combat_rifle", "trauma", "d8+1", '"d8+1"'),
    _item("cwn", "combat_rifle", "damage", "1d12 + 2", '"1d12+2"'),
    _item("cwn", "combat_rifle", "burst", "no", "false"),
    _of("cwn", "numbers", "burst_hit", "value", "+3", "3"),
    _of("cwn", "numbers", "long_range_hit", "value", "−3", "-3"),
    _of("cwn", "conditions", "prone", "rounds", "2", "2"),
    _of("cwn", "conditions", "prone", "lasts", "scene", '"scene"'),
    _of("cwn", "conditions", "prone", "effects", "hit −2", '[{ on = "hit", amount = -2 }]'),
    _of("cwn", "actions", "run", "is_allowed", "no", "false"),
    _of("phases", "modifiers", "target_jogging", "amount", "-6", "-6"),
    _of("phases", "locations", "head", "penalty", "-8", "-8"),
    _of("d6pool", "numbers", "run_metres", "value", "12", "12"),
    _of("chrome", "numbers", "bolster", "value", "30", "30"),
    # ------------------------------------------------------------------ and those that are wrong
    _item("cwn", "combat_rifle", "hit", "much", '"much"', right=False),
    _item("cwn", "combat_rifle", "range", "150", "150", right=False),
    _item("cwn", "combat_rifle", "damage", "1d", '"1d"', right=False),
    _item("cwn", "combat_rifle", "damage", "two dice", '"two dice"', right=False),
    _item("cwn", "combat_rifle", "burst", "maybe", '"maybe"', right=False),
    _item("cwn", "combat_rifle", "class", "rangd", '"rangd"', right=False),
    _item("cwn", "combat_rifle", "rating", "99", "99", right=False),
    _of("cwn", "numbers", "burst_hit", "value", "5000", "5000", right=False),
    _of("cwn", "numbers", "burst_hit", "value", "3.5", "3.5", right=False),
    _of("cwn", "conditions", "prone", "lasts", "for ever", '"for ever"', right=False),
    _of("cwn", "conditions", "prone", "icon", "unicorn", '"unicorn"', right=False),
    _of(
        "cwn",
        "conditions",
        "prone",
        "effects",
        "atack −2",
        '[{ on = "atack", amount = -2 }]',
        right=False,
    ),
    _of("cwn", "actions", "run", "is_allowed", "perhaps", '"perhaps"', right=False),
    _of("phases", "modifiers", "target_jogging", "amount", "dark", '"dark"', right=False),
    _of("d6pool", "numbers", "run_metres", "value", "−5", "-5", right=False),
)
"""The list: fifteen that are right, fifteen that are not."""
