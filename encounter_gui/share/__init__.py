"""The players' page on the local network: serves what it is given, hands on what players send. Knows no fight."""
