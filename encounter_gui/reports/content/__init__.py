"""What each report says, as documents."""
