"""Whether a folder belongs to another machine, where programs cannot be kept apart and a commit may not be one."""

import sys
from pathlib import Path
from typing import Literal

FarAway = Literal["network", "shared"]
"""A folder of another computer; or one that a virtual machine shares with the computer it runs on."""

_NETWORK = frozenset(
    [
        "nfs",
        "nfs4",
        "cifs",
        "smb3",
        "smbfs",
        "afs",
        "ncpfs",
        "davfs",
        "ceph",
        "lustre",
        "glusterfs",
        "beegfs",
        "ocfs2",
        "gfs2",
        "fuse.sshfs",
        "fuse.rclone",
        "fuse.davfs",
        "fuse.davfs2",
        "fuse.gvfsd-fuse",
        "fuse.curlftpfs",
        "fuse.ceph",
        "fuse.ceph-fuse",
        "fuse.glusterfs",
        "fuse.s3fs",
        "fuse.smbnetfs",
        "fuse.google-drive-ocamlfuse",
        "fuse.onedriver",
        "fuse.kio-fuse",
    ]
)
_SHARED = frozenset(
    ["9p", "virtiofs", "vboxsf", "prl_fs", "fuse.vmhgfs-fuse", "vmhgfs", "drvfs", "fuse.grpcfuse"]
)
_MOUNTS = Path("/proc/self/mountinfo")


def far_away(path: Path) -> FarAway | None:
    """Returns how a path is on another machine; None: it is not, or that cannot be told (macOS, mapped drives)."""
    real = path.resolve()
    if sys.platform == "win32":
        return "network" if real.drive.startswith("\\\\") else None
    if not _MOUNTS.exists():
        return None
    kind = _kind_of(real, _MOUNTS.read_text(encoding="utf-8", errors="replace"))
    if kind in _SHARED:
        return "shared"
    return "network" if kind in _NETWORK else None


def _kind_of(path: Path, mounts: str) -> str:
    """Returns the kind of the file system that a path is on; the later of two at one place hides the other."""
    kinds: dict[Path, str] = {}
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        kinds[Path(before.split(" ")[4].replace("\\040", " "))] = after.split(" ")[0]
    return next((kinds[each] for each in (path, *path.parents) if each in kinds), "")
