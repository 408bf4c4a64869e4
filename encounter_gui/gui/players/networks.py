"""The networks this machine is in, to choose where the players' page can be reached."""

from PySide6.QtNetwork import QAbstractSocket, QHostAddress, QNetworkInterface

_FLAG = QNetworkInterface.InterfaceFlag


def networks() -> tuple[tuple[str, str], ...]:
    """Returns (address, ``192.168.0.14 · wlan0``) of each network that is up, this machine alone last."""
    found: list[tuple[bool, str, str]] = []
    for each in QNetworkInterface.allInterfaces():
        if not each.flags() & _FLAG.IsRunning:
            continue
        is_loop = bool(each.flags() & _FLAG.IsLoopBack)
        for entry in each.addressEntries():
            host: QHostAddress = entry.ip()
            if host.protocol() == QAbstractSocket.NetworkLayerProtocol.IPv4Protocol:
                address = host.toString()
                found.append((is_loop, address, f"{address} · {each.humanReadableName()}"))
    return tuple((address, words) for _, address, words in sorted(found))
