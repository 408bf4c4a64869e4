"""What a whole fight is played out with over arrays, many fights at once: orders, results, draws from exact tables."""
