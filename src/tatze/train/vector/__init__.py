"""Vectorised games: many games side by side in arrays, on the CPU or on a CUDA device."""
