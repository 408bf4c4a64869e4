"""Own rules that are given away and taken in: dialogs, and the controller that opens them."""
