"""Whether PyTorch and CuPy look at a CUDA batch's arrays without a copy, and whether their actions can be played.

    PYTHONPATH=src python3 bench/share.py

Run where Numba finds a CUDA device; says what it compared, and fails if one of the libraries got a copy."""

from __future__ import annotations

from typing import Any

from tatze.compiled.cuda import CudaBatch

ARRAYS = ("observation", "mask", "actor", "reward", "done", "chosen")
STEPS = 50


def pointer(array: Any) -> int:
    address: int = array.__cuda_array_interface__["data"][0]
    return address


def torch_shares(batch: CudaBatch) -> None:
    import torch

    for name in ARRAYS:
        array = getattr(batch, name)
        tensor = torch.as_tensor(array, device="cuda")
        assert tensor.data_ptr() == pointer(array), f"PyTorch copied {name}"
        assert tuple(tensor.shape) == array.shape, f"PyTorch sees {name} in another shape"
    mask = torch.as_tensor(batch.mask, device="cuda")
    for _ in range(STEPS):
        batch.step(torch.multinomial(mask.float(), 1).squeeze(1).to(torch.int32))  # the view follows every step
        torch.cuda.synchronize()
        assert (mask.cpu().numpy() == batch.mask.copy_to_host()).all(), "PyTorch does not see the new mask"


def cupy_shares(batch: CudaBatch) -> None:
    import cupy

    for name in ARRAYS:
        array = getattr(batch, name)
        assert pointer(cupy.asarray(array)) == pointer(array), f"CuPy copied {name}"
    mask = cupy.asarray(batch.mask)
    for _ in range(STEPS):
        batch.step(mask.argmax(axis=1).astype(cupy.int32))
        assert (cupy.asnumpy(mask) == batch.mask.copy_to_host()).all(), "CuPy does not see the new mask"


def main() -> None:
    for name in ("linko", "verflixxt"):
        batch = CudaBatch(name, size=4096, seed=1)
        torch_shares(batch)
        cupy_shares(batch)
        print(f"{name}: PyTorch and CuPy share {', '.join(ARRAYS)}; {2 * STEPS} steps with their actions", flush=True)


if __name__ == "__main__":
    main()
