"""The arena: bots meet over the same deals and dice with seats rotated, and their strength is measured."""
