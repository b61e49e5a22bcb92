# Programs: filled as the programs land.
