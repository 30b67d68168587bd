"""How fast the rules run, in all forms, measured the same way as other libraries beside them."""
