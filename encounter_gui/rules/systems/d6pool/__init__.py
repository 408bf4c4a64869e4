"""D6 pools: initiative every turn, dodge dice, damage against resistance, grenades that scatter, bleeding."""
