"""Dice: requests for rolls, the notation, rolling, and exact distributions.

Import the module you need: not all of them load numpy or lark.
"""
