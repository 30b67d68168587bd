"""What the outside reaches: the HTTP API, sockets, streams and the page's files; and webhooks, which reach outside."""
