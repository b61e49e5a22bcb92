# Install: filled as the programs land.
