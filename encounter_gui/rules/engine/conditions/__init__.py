"""Conditions put on by hand: whom they fit, how long they last, and the saves that end them."""
