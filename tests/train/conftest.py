"""PyTorch has one thread in these tests, so that results do not depend on the machine."""

from __future__ import annotations

import pytest
import torch


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)
