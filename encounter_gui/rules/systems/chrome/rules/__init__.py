"""The rules of CHROME that table, odds and forecast read alike: tests, attacks, harm, panic, weapons."""
