"""The rules at native speed: the same functions, compiled for the CPU and for CUDA, and batches of games on top."""
