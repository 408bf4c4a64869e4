"""Where a campaign cannot be kept: write-protected, no room, folders of other machines; each says so in its words."""

import os
import subprocess
from pathlib import Path

import pytest

from encounter_gui.core.errors import SaveError
from encounter_gui.storage.campaign import Campaign
from encounter_gui.storage.file import network_folder
from encounter_gui.storage.file.network_folder import far_away
from tests.storage.campaigns import bytes_in, fought

LINE = "36 35 98:0 / {at} rw,noatime - {kind} source rw\n"


def test_a_write_protected_file_is_refused_and_left_alone(tmp_path):
    path = fought(tmp_path / "a.encounter")
    path.chmod(0o444)
    before = bytes_in(tmp_path)
    with pytest.raises(SaveError, match=r"storage\.write_protected"):
        Campaign.open(path)
    assert bytes_in(tmp_path) == before
    path.chmod(0o644)
    Campaign.open(path).close()


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("fuse.gvfsd-fuse", "network"),
        ("ceph", "network"),
        ("nfs4", "network"),
        ("fuse.sshfs", "network"),
        ("9p", "shared"),
        ("virtiofs", "shared"),
        ("vboxsf", "shared"),
        ("fuse.vmhgfs-fuse", "shared"),
        ("ext4", None),
        ("btrfs", None),
        ("tmpfs", None),
        ("fuseblk", None),
        ("something new", None),
    ],
)
def test_folders_of_other_machines_are_told_by_their_file_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, expected: str | None
) -> None:
    mounts = tmp_path / "mountinfo"
    far = tmp_path / "far"
    mounts.write_text(
        LINE.format(at="/", kind="ext4") + LINE.format(at=far, kind=kind), encoding="utf-8"
    )
    monkeypatch.setattr(network_folder, "_MOUNTS", mounts)
    assert far_away(far / "deep" / "a.encounter") == expected
    assert far_away(tmp_path / "a.encounter") is None


@pytest.fixture
def tiny_disk(tmp_path):
    """A disk of 64 KB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    if os.name != "posix" or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_full_disk_is_said_when_a_campaign_is_made_and_nothing_is_left(tiny_disk):
    with pytest.raises(SaveError, match=r"storage\.no_room"):
        Campaign.create(tiny_disk / "new.encounter", "Night")
    assert list(tiny_disk.iterdir()) == []


def test_a_full_disk_is_said_when_a_copy_is_made_and_nothing_is_left(tiny_disk, tmp_path):
    path = fought(tmp_path / "a.encounter")
    with Campaign.open(path) as campaign, pytest.raises(SaveError, match=r"storage\.no_room"):
        campaign.save_copy(tiny_disk / "copy.encounter")
    assert list(tiny_disk.iterdir()) == []
