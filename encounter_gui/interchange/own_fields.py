"""Plans of encounters in files of ours, and the pictures they are drawn on: each is proved before it is believed.

What is wrong with a plan or its picture is said, and does not keep the encounter out.
"""

from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.messages import Message, say
from encounter_gui.core.picture_files import MOST_BYTES, PictureFile, read_picture
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.plan import Plan
from encounter_gui.interchange.documents import Json, at, mapping, rows
from encounter_gui.interchange.imported import OwnEncounter
from encounter_gui.rules.engine.field.laying import is_sound_place, require_sound
from encounter_gui.rules.engine.field.plan_commands import MOST_AREAS, MOST_CORNERS
from encounter_gui.rules.files.ruleset_errors import too_large

PICTURES = "pictures"
"""Under which key a file holds its pictures: ``sha256`` in hexadecimal, ``data`` in base64."""

MOST_PICTURES = 500
"""Most pictures that are looked at in one file."""

_MOST_LETTERS = MOST_BYTES * 4 // 3 + 4


class Pictures:
    """The pictures of a file, each decoded when it is first asked for."""

    def __init__(self, data: Json) -> None:
        """Takes what stands under ``PICTURES``."""
        self._data = {
            str(at(each, "sha256")): at(each, "data") for each in rows(data)[:MOST_PICTURES]
        }
        self._known: dict[str, PictureFile | str] = {}

    def one(self, name: str) -> PictureFile | str:
        """Returns a picture by its name, or the key of what is to be said where it cannot be used."""
        if name not in self._known:
            self._known[name] = self._read(name)
        return self._known[name]

    def _read(self, name: str) -> PictureFile | str:
        words = self._data.get(name)
        if not isinstance(words, str):
            return "import.picture_missing"
        if len(words) > _MOST_LETTERS:
            return "import.picture_refused"
        try:
            picture = read_picture(b64decode(words, validate=True))
        except (Error, ValueError, RuleError):
            return "import.picture_refused"
        return picture if picture.name == name else "import.picture_other"


def take_field(each: Json) -> tuple[Json, Plan | None, Message | None]:
    """Returns an encounter of a file without its plan, the plan, and what is to be said where it cannot be used."""
    whole = mapping(each)
    raw = whole.get("field")
    rest = {key: value for key, value in whole.items() if key not in ("field", "picture")}
    if raw is None:
        return rest, None, None
    refused = say("import.plan_refused", name=str(whole.get("name", "")))
    if not _is_small(raw) or next(too_large(raw), None) is not None:
        return rest, None, refused
    try:
        return rest, require_sound(msgspec.convert(raw, Plan)), None
    except (msgspec.ValidationError, RuleError):
        return rest, None, refused


def _is_small(raw: Json) -> bool:
    """Returns whether a plan is worth looking through: a file may hold a million areas, and a million corners."""
    areas = mapping(raw).get("areas", [])
    if not isinstance(areas, list) or len(areas) > MOST_AREAS:
        return False
    corners = (mapping(area).get("points", []) for area in areas)
    return all(isinstance(each, list) and len(each) <= MOST_CORNERS for each in corners)


def with_field(
    own: OwnEncounter, plan: Plan | None, pictures: Pictures
) -> Iterator[OwnEncounter | Message]:
    """Yields what is to be said of the picture of a plan, and last the encounter with both.

    Whoever stands at a place that is none stands nowhere.
    """
    own = _with_sound_places(own)
    if plan is None or plan.backdrop is None:
        yield replace(own, field=plan)
        return
    picture = pictures.one(plan.backdrop.picture)
    if isinstance(picture, str):
        yield say(picture, name=own.name)
        yield replace(own, field=replace(plan, backdrop=None))
        return
    backdrop = replace(plan.backdrop, pixels=picture.pixels)
    yield replace(own, field=replace(plan, backdrop=backdrop), picture=picture.data)


def _with_sound_places(own: OwnEncounter) -> OwnEncounter:
    plan = own.plan
    recruits = tuple(replace(each, places=_sound(each.places)) for each in plan.recruits)
    waves = tuple(
        replace(wave, recruits=tuple(replace(e, places=_sound(e.places)) for e in wave.recruits))
        for wave in plan.waves
    )
    places = {who: place for who, place in plan.places.items() if is_sound_place(place)}
    return replace(own, plan=replace(plan, recruits=recruits, waves=waves, places=places))


def _sound(places: Sequence[Place | None]) -> tuple[Place | None, ...]:
    return tuple(each if each is not None and is_sound_place(each) else None for each in places)


def as_data(encounter: OwnEncounter) -> dict[str, Any]:
    """Returns an encounter as a file holds it: without its picture, and without a plan where it has none."""
    data = dict(msgspec.to_builtins(encounter))
    del data["picture"]
    if encounter.field is None:
        del data["field"]
    return data


def pictures_of(encounters: Sequence[OwnEncounter]) -> list[Mapping[str, str]]:
    """Returns the pictures of encounters as a file holds them, each once."""
    found: dict[str, bytes] = {}
    for each in encounters:
        backdrop = each.field.backdrop if each.field is not None else None
        if backdrop is not None and each.picture:
            found.setdefault(backdrop.picture, each.picture)
    return [
        {"sha256": name, "data": b64encode(picture).decode()} for name, picture in found.items()
    ]
