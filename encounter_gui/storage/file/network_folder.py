"""Whether a folder is on another machine, where two programs cannot be kept apart and a commit may not be one."""

import sys
from pathlib import Path

_NETWORK_KINDS = frozenset(
    {
        "nfs",
        "nfs4",
        "cifs",
        "smb3",
        "smbfs",
        "afs",
        "ncpfs",
        "fuse.sshfs",
        "fuse.rclone",
        "davfs",
        "fuse.davfs",
    }
)
_MOUNTS = Path("/proc/self/mountinfo")


def is_on_network(path: Path) -> bool:
    """Returns whether a path is in a network folder; False where it cannot tell (macOS, mapped drives of Windows)."""
    real = path.resolve()
    if sys.platform == "win32":
        return real.drive.startswith("\\\\")
    if not _MOUNTS.exists():
        return False
    return _kind_of(real, _MOUNTS.read_text(encoding="utf-8", errors="replace")) in _NETWORK_KINDS


def _kind_of(path: Path, mounts: str) -> str:
    """Returns the kind of the file system that a path is on; the later of two at one place hides the other."""
    kinds: dict[Path, str] = {}
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        kinds[Path(before.split(" ")[4].replace("\\040", " "))] = after.split(" ")[0]
    return next((kinds[each] for each in (path, *path.parents) if each in kinds), "")
