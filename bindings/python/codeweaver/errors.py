"""Exceptions of the package: CodeWeaverError and one class per category of errors."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from __future__ import annotations

__all__ = [
    "CancelledError",
    "CodeWeaverError",
    "CorruptionError",
    "InternalError",
    "InvalidArgumentError",
    "IoError",
    "NotFoundError",
    "UnavailableError",
    "UnsupportedError",
]


_CALLS = {"index": "Indexer.run()", "rebuild": "Indexer.run(force=True)"}


class CodeWeaverError(Exception):
    """An error with its cause, its context and a suggested action.

    `category` is one of eight fixed names. `code` is a stable name for programs, for example
    "PATH_NOT_FOUND". str() is "cause (context). action". `remedy` is the call that resolves the
    error, for programs: "index", "rebuild", "list_providers", "remove_project", or "" if no single call helps.
    """

    category = "internal"

    def __init__(self, code: str, cause: str, context: str = "", action: str = "", remedy: str = "") -> None:
        message = f"{cause} ({context})" if context else cause
        if action:
            message += f" {action}" if message.endswith(".") else f". {action}"
        super().__init__(message)
        self.code = code
        self.cause = cause
        self.context = context
        self.action = action
        self.remedy = remedy

    def __reduce__(self) -> tuple[type[CodeWeaverError], tuple[str, str, str, str, str]]:
        return type(self), (self.code, self.cause, self.context, self.action, self.remedy)


class InvalidArgumentError(CodeWeaverError, ValueError):
    """The caller can correct the request."""

    category = "invalid_argument"


class NotFoundError(CodeWeaverError, ValueError):
    """The folder, index, project or file does not exist."""

    category = "not_found"


class CorruptionError(CodeWeaverError, RuntimeError):
    """Stored data failed a check or has another schema."""

    category = "corruption"


class IoError(CodeWeaverError, OSError):
    """The operating system reported an error."""

    category = "io"


class UnavailableError(CodeWeaverError, ConnectionError):
    """A service did not answer, or the index is locked; a retry may help."""

    category = "unavailable"


class CancelledError(CodeWeaverError, RuntimeError):
    """The caller stopped the work, or the deadline passed."""

    category = "cancelled"


class UnsupportedError(CodeWeaverError, RuntimeError):
    """This build or backend cannot do it."""

    category = "unsupported"


class InternalError(CodeWeaverError, RuntimeError):
    """A bug in codeweaver."""

    category = "internal"


_CLASSES = {
    kind.category: kind
    for kind in (InvalidArgumentError, NotFoundError, CorruptionError, IoError, UnavailableError, CancelledError,
                 UnsupportedError, InternalError)
}


def from_fields(category: str, code: str, cause: str, context: str, action: str, remedy: str = "") -> CodeWeaverError:
    """The exception of a category. The compiled part calls this; its actions do not name calls of any language."""
    call = _CALLS.get(remedy)
    return _CLASSES.get(category, InternalError)(
        code, cause, context, f"{action.removesuffix('.')}: {call}" if call else action, remedy)
