"""The help page that lists every refusal: found in the code, in the words of the program.

``python -m tests.helpers.refusal_page`` writes it anew.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "resources" / "help" / "refusals.md"
_REFUSED = re.compile(r'(?:refuse(?:_as_so)?|Refusal|RuleError)\(\s*(?:say\(\s*)?f?"([\w.{}]+)"')
_COUNTED = re.compile(r"\{\w+:[^|{}]*\|([^|{}]*)\}")
"""What a text counts, ``{left:die|dice}``: the second word is the plural."""
_HEAD = (
    "What the rules refuse, by the key that `refused` in a fight script names. Braces stand for names and numbers. "
    "A refused move changes nothing."
)
_GAMES = {
    "chrome": "CHROME",
    "cwn": "Cities Without Number",
    "phases": "Phases and wounds",
    "d6pool": "D6 pools",
    "declared": "A game that a ruleset describes in full",
}


def _said(text: str) -> str:
    """Returns a template with the plural of what it counts, fit for a cell of a table."""
    return _COUNTED.sub(r"\1", text).replace("|", "/")


def _texts() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for file in sorted((ROOT / "resources" / "i18n" / "en").glob("*.toml")):
        found |= tomllib.loads(file.read_text("utf-8"))
    return found


def keys(texts: Mapping[str, str]) -> Iterator[str]:
    """Yields the keys of all refusals; one that is put together stands for those of every game that has it."""
    for path in sorted((ROOT / "encounter_gui").rglob("*.py")):
        for key in _REFUSED.findall(path.read_text("utf-8")):
            pattern = re.escape(re.sub(r"\{[^}]*\}", "*", key)).replace(r"\*", r"\w+")
            yield from (each for each in texts if re.fullmatch(pattern, each))


def page() -> str:
    """Returns the page in Markdown."""
    texts = _texts()
    known = sorted(set(keys(texts)))
    parts = [
        "# Refusals",
        "",
        _HEAD,
    ]
    for title, wanted in (
        ("In every game", lambda key: key.partition(".")[0] in {"rules", "play"}),
        *(
            (name, lambda key, game=game: key.startswith(f"{game}."))
            for game, name in _GAMES.items()
        ),
    ):
        parts += ["", f"## {title}", "", "| key | what is said |", "|---|---|"]
        parts += [f"| `{key}` | {_said(texts[key])} |" for key in known if wanted(key)]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
