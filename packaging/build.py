"""Makes what is installed: wheel, source archive, a folder with all in it, a Debian package; and tries that out.

    python3 packaging/dev.py build              wheel and source archive
    python3 packaging/dev.py build bundle       a folder that needs no Python, in dist/encounter-gui
    python3 packaging/dev.py build deb          the Debian package
    python3 packaging/dev.py build --check      all of them; the package is installed into a bare system and used there

The bundle is made by PyInstaller in an environment of its own with what the program needs at run time and nothing else:
what tests and checks need would come along.
"""

import argparse
import gzip
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import bundle_contents
import deb_check
from desk import CheckError
from dev import apt_line

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "packaging" / "requirements.lock"
LINUX = ROOT / "packaging" / "linux"
WORK = ROOT / "build"
DIST = ROOT / "dist"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
MOST_BYTES = 80 * 1000 * 1000

# What the libraries of the bundle load and it does not carry: NEEDED of every file in it, less what lies beside it.
DEPENDS = (
    "libc6 (>= 2.36)",
    "libstdc++6 (>= 12)",
    "libgcc-s1",
    "zlib1g",
    "libzstd1",
    "libbrotli1",
    "libgssapi-krb5-2",  # of libQt6Network
    "libexpat1",
    "libglib2.0-0 | libglib2.0-0t64",
    *(
        "libdbus-1-3",
        "libfontconfig1",
        "libfreetype6",
        "libgl1",
        "libegl1",
        "libx11-6",
        "libx11-xcb1",
    ),
    *("libxkbcommon0", "libxkbcommon-x11-0", "libxcb-cursor0", "libxcb-icccm4", "libxcb-image0"),
    *("libxcb-keysyms1", "libxcb-randr0", "libxcb-render-util0", "libxcb-render0", "libxcb-shape0"),
    *("libxcb-shm0", "libxcb-sync1", "libxcb-util1", "libxcb-xfixes0", "libxcb-xkb1", "libxcb1"),
    "shared-mime-info",
)
# Loaded by plugins only: for printing, for Wayland, and the faces the window was drawn with.
RECOMMENDS = (
    "libcups2",
    "libwayland-client0",
    "libwayland-cursor0",
    "fonts-inter",
    "fonts-jetbrains-mono",
)


# What the bundle leaves to the desktop that it is started on.
DESKTOP = (
    "libgl1",
    "libegl1",
    "libxcb1",
    "fontconfig-config",
    "fonts-inter",
    "fonts-jetbrains-mono",
)


def say(text: str) -> None:
    """Prints a line, and what it says before anything slow begins."""
    print(text, flush=True)


def run(*command: str | Path, **env: str) -> None:
    """Runs a command; ``env`` is added to the environment.

    Raises:
        CalledProcessError: it failed.
    """
    subprocess.run([str(each) for each in command], check=True, cwd=ROOT, env={**os.environ, **env})


def version() -> str:
    """Returns the version of the program."""
    text = (ROOT / "encounter_gui" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "([^"]+)"', text)
    if found is None:
        raise SystemExit("encounter_gui/__init__.py names no __version__")
    return found[1]


def released() -> str:
    """Returns the day of the last change, which is the day of the release: the same commit is the same package."""
    command = ["git", "log", "-1", "--format=%cs"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "2026-11-22"


# ------------------------------------------------------------------ wheel and source archive


def wheel() -> None:
    """Builds wheel and source archive, with the locked hatchling, so without a network."""
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--target", "sdist")


# ------------------------------------------------------------------ the bundle


def needed(names: Sequence[str]) -> set[str]:
    """Returns the packages that these requirements come to on this machine, by their plain names."""
    queue, found = list(names), set[str]()
    while queue:
        requirement = queue.pop()
        name = _plain(re.split(r"[\s\[<>=!~;(]", requirement, maxsplit=1)[0])
        extras = re.findall(r"\[([^\]]*)\]", requirement.partition(";")[0])
        if name in found or not _applies(requirement):
            continue
        found.add(name)
        try:
            inner = importlib.metadata.requires(name) or []
        except importlib.metadata.PackageNotFoundError:
            raise SystemExit(
                f"{name} is not installed: python3 packaging/dev.py check sets up"
            ) from None
        wanted = {part.strip() for part in ",".join(extras).split(",")}
        queue += [each for each in inner if _is_for(each, wanted)]
    return found


def requirements(project: Mapping[str, Any], extras: Iterable[str]) -> list[str]:
    """Returns what a project requires with these extras, by the ``[project]`` of its pyproject.toml."""
    optional = project["optional-dependencies"]
    return [*project["dependencies"], *(each for extra in extras for each in optional[extra])]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).casefold()


def _is_for(requirement: str, extras: set[str]) -> bool:
    """Returns whether a requirement holds with these extras, or with none."""
    found = re.search(r"""extra\s*==\s*["']([^"']+)["']""", requirement)
    return found is None or found[1] in extras


def _applies(requirement: str) -> bool:
    """Returns whether a requirement is one on this machine; its markers are those of the environment that runs this."""
    from packaging.requirements import Requirement

    marker = Requirement(requirement).marker
    return marker is None or marker.evaluate({"extra": ""}) or "extra" in str(marker)


def locked(names: set[str]) -> Iterator[str]:
    """Yields the part of the lock that names these packages, hashes and all."""
    is_wanted = False
    for line in LOCK.read_text(encoding="utf-8").splitlines():
        if re.match(r"[A-Za-z0-9]", line):
            is_wanted = _plain(re.split(r"[=\s\[]", line, maxsplit=1)[0]) in names
        if is_wanted and not line.strip().startswith("#"):
            yield line


def build_python() -> Path:
    """Returns the Python of an environment with what runs, and PyInstaller; made if it is not there or not current."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = needed(requirements(project, (*bundle_contents.EXTRAS, "build")))
    text = "\n".join(locked(wanted)) + "\n"
    folder = WORK / "venv"
    names, python = folder / "requirements.txt", folder / "bin" / "python"
    if sys.platform == "win32":
        python = folder / "Scripts" / "python.exe"
    if names.exists() and names.read_text(encoding="utf-8") == text:
        return python
    say("Making an environment with what the program needs, and PyInstaller")
    run(sys.executable, "-m", "venv", "--clear", folder)
    part = folder / "requirements.part"
    part.write_text(text, encoding="utf-8")
    run(python, "-m", "pip", "install", "--quiet", "--require-hashes", "--no-deps", "-r", part)
    part.rename(names)
    return python


def bundle(variant: str = "") -> Path:
    """Makes the folder with all in it; ``deb``: less the libraries its package depends on. Returns it.

    Raises:
        SystemExit: something that the program imports is left out of it.
    """
    _demand_imports(bundle_contents.excluded_imports(bundle_contents.imports()))
    python = build_python()
    say("Making the bundle")
    place = DIST if not variant else WORK / variant
    work = WORK / f"pyinstaller{variant}"
    folders = ("--distpath", place, "--workpath", work)
    specification = ROOT / "packaging" / "encounter-gui.spec"
    run(
        *(python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", *folders),
        specification,
        ENCOUNTER_GUI_BUNDLE=variant,
        PYTHONPATH=str(ROOT),
    )
    modules = bundle_contents.collected_modules(work / "encounter-gui")
    _demand_imports(bundle_contents.missing_imports(bundle_contents.imports(), modules))
    if absent := sorted(bundle_contents.own_modules() - modules):
        raise SystemExit(f"The bundle lacks modules of the program: {', '.join(absent)}")
    return place / "encounter-gui"


def _demand_imports(gaps: Iterable[bundle_contents.Import]) -> None:
    if lines := bundle_contents.describe(gaps):
        raise SystemExit(
            "The bundle would lack what the program imports. packaging/bundle_contents.py says what it leaves out:\n"
            + lines
        )


# ------------------------------------------------------------------ the Debian package


def filled(name: str) -> str:
    """Returns a text of the package with version and day in it."""
    text = (LINUX / name).read_text(encoding="utf-8")
    return text.replace("@VERSION@", version()).replace("@DATE@", released())


def deb() -> Path:
    """Makes the Debian package and returns it.

    Raises:
        SystemExit: it is larger than 80 MB.
    """
    program = bundle("deb")
    root = WORK / "root"
    shutil.rmtree(root, ignore_errors=True)
    library, share = root / "usr" / "lib" / "encounter-gui", root / "usr" / "share"
    shutil.copytree(program, library, symlinks=True)
    for each in library.rglob("*.so*"):
        if not each.is_symlink():
            each.chmod(0o644)
    commands = root / "usr" / "bin"
    commands.mkdir(parents=True)
    (commands / "encounter-gui").symlink_to("../lib/encounter-gui/encounter-gui")
    _write(share / "applications" / "encounter-gui.desktop", filled("encounter-gui.desktop"))
    metainfo = "io.github.encounter_gui.EncounterGUI.metainfo.xml"
    _write(share / "metainfo" / metainfo, filled("encounter-gui.metainfo.xml"))
    _write(share / "mime" / "packages" / "encounter-gui.xml", filled("encounter-gui.mime.xml"))
    _zip(share / "man" / "man1" / "encounter-gui.1.gz", filled("encounter-gui.1"))
    papers = share / "doc" / "encounter-gui"
    _write(papers / "copyright", (ROOT / "LICENSE").read_text(encoding="utf-8"))
    _zip(papers / "changelog.gz", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    _icons(share / "icons" / "hicolor")
    _write(root / "DEBIAN" / "control", _control(root))
    for each in root.rglob("*"):
        if each.is_dir() and not each.is_symlink():
            each.chmod(0o755)
    DIST.mkdir(exist_ok=True)
    package = DIST / f"encounter-gui_{version()}_{_architecture()}.deb"
    say("Packing it")
    run("dpkg-deb", "--root-owner-group", "-Zxz", "-z6", "--build", root, package)
    size = package.stat().st_size
    say(f"{package.relative_to(ROOT)}: {size / 1e6:.1f} MB")
    if size > MOST_BYTES:
        raise SystemExit(f"The package has more than {MOST_BYTES / 1e6:.0f} MB.")
    return package


def _control(root: Path) -> str:
    files = (each for each in (root / "usr").rglob("*") if each.is_file() and not each.is_symlink())
    size = sum(each.stat().st_size for each in files) // 1024
    return "\n".join(
        [
            "Package: encounter-gui",
            f"Version: {version()}",
            f"Architecture: {_architecture()}",
            "Section: utils",
            "Priority: optional",
            "Maintainer: The Encounter GUI authors <encounter-gui@users.noreply.github.com>",
            f"Installed-Size: {size}",
            f"Depends: {', '.join(DEPENDS)}",
            f"Recommends: {', '.join(RECOMMENDS)}",
            "Description: encounter manager for cyberpunk role-playing games",
            " Who acts when, what hits where, what that does, and how likely it was: for game",
            " masters at the table, in preparation and on paper. It works without a network.",
            "",
        ]
    )


def _architecture() -> str:
    done = subprocess.run(
        ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o644)


def _zip(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    path.chmod(0o644)


def _icons(folder: Path) -> None:
    """Draws the icon in every size a desktop asks for, for the program and for its files."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    app = QGuiApplication.instance() or QGuiApplication([])
    drawing = QSvgRenderer(str(LINUX / "icon.svg"))
    for size in SIZES:
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(0)
        painter = QPainter(image)
        drawing.render(painter)
        painter.end()
        for kind, name in (("apps", "encounter-gui"), ("mimetypes", "application-x-encounter")):
            place = folder / f"{size}x{size}" / kind / f"{name}.png"
            place.parent.mkdir(parents=True, exist_ok=True)
            image.save(str(place))
    for kind, name in (("apps", "encounter-gui"), ("mimetypes", "application-x-encounter")):
        text = (LINUX / "icon.svg").read_text(encoding="utf-8")
        _write(folder / "scalable" / kind / f"{name}.svg", text)
    del app


# ------------------------------------------------------------------ the tools for it

BUNDLE_TOOLS = {"objdump": "binutils", "objcopy": "binutils", "ldd": "libc-bin"}
PACKAGE_TOOLS = {"dpkg": "dpkg", "dpkg-deb": "dpkg"}


def demand_tools(what: str, *, is_check: bool) -> None:
    """Sees to it, before anything is built, that all is there that it takes.

    Raises:
        SystemExit: something is missing; it names that and the line that installs it.
    """
    tools = dict(BUNDLE_TOOLS) if sys.platform == "linux" and (is_check or what != "wheel") else {}
    if is_check or what == "deb":
        tools |= PACKAGE_TOOLS
    if is_check:
        tools |= deb_check.TOOLS
    missing = deb_check.missing_tools(tools)
    if missing:
        packages = dict.fromkeys(missing.values())
        raise SystemExit(
            f"Nothing was built. What is missing: {', '.join(missing)}. On Debian or Ubuntu install it with\n\n"
            f"    {apt_line(packages)}\n"
        )
    if is_check and (reason := deb_check.refusal()):
        raise SystemExit(f"Nothing was built: {reason}")


def main(args: Sequence[str]) -> int:
    """Makes what the arguments name and returns the exit code."""
    parser = argparse.ArgumentParser(prog="dev.py build", description="Makes what is installed.")
    parser.add_argument("what", nargs="?", choices=("wheel", "bundle", "deb"), default="wheel")
    parser.add_argument("--check", action="store_true", help="make all of it and try it out")
    parsed = parser.parse_args(args)
    demand_tools(parsed.what, is_check=parsed.check)
    try:
        if parsed.check or parsed.what == "wheel":
            wheel()
        if parsed.what == "bundle":
            bundle()
        if parsed.check or parsed.what == "deb":
            package = deb()
        if parsed.check:
            deb_check.validate(WORK / "root" / "usr" / "share")
            deb_check.try_out(package, RECOMMENDS)
            deb_check.try_out_bundle(bundle(), DESKTOP)
    except subprocess.CalledProcessError as error:
        say(f"This failed: {' '.join(map(str, error.cmd))}")
        return 1
    except CheckError as fault:
        say(f"The package does not work.\n{fault}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
