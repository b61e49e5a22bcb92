"""The progress bar of `progress=True`."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from __future__ import annotations

import warnings
from typing import Any

from codeweaver._core import IndexProgress

_LONGEST_NAME = 40


class Bar:
    """A tqdm progress bar: in a notebook as a widget, else on standard error. Warns if tqdm is not installed."""

    def __init__(self) -> None:
        try:
            from tqdm.auto import tqdm  # type: ignore[import-not-found, import-untyped, unused-ignore]
        except ModuleNotFoundError:
            warnings.warn("tqdm is not installed, so no progress is shown. Run: pip install tqdm", stacklevel=2)
            self._bar: Any = None
        else:
            self._bar = tqdm(total=0, unit="file", desc="Indexing")

    def __call__(self, now: IndexProgress) -> None:
        """Shows the progress of a run."""
        if self._bar is None:
            return
        self._bar.total, self._bar.n = now.files_discovered, now.files_processed
        name = now.current_file
        self._bar.set_postfix_str(name if len(name) <= _LONGEST_NAME else "…" + name[1 - _LONGEST_NAME :])

    def close(self) -> None:
        """Ends the bar; its last state stays visible."""
        if self._bar is not None:
            self._bar.close()
