"""A server for tables: it stores every move before it acknowledges it, and shows each seat only what it may see.

`table` is the logic of one table, without input or output. `stores` keeps event logs in a database. `live` holds tables
in memory, connects them with the people at them, and lets bots act. `web` is HTTP, sockets and webhooks. Each imports
only what is named before it."""
