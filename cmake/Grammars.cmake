# Grammars: filled by the syntax room.
