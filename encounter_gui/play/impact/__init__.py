"""What a draft of own rules changes, against the newest version: odds, forecast, who is touched, worked examples."""
