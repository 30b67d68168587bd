"""Tables in memory: committing versions, telling them to everybody who is connected, and letting bots act."""
