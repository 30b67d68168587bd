"""Monte-Carlo tree search with playouts, over the compiled rules."""
