"""What the package raises: CodeWeaverError and one class a category of failure."""
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
    """A failure that says its cause, its context and the way out.

    `category` is one of eight fixed names, `code` a stable name for programs such as
    "PATH_NOT_FOUND"; str() is "cause (context). action". `remedy` names the call that does
    it, for a program to offer: "index", "rebuild", "list_providers", "remove_project", or "" where no one call helps.
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
    """The caller can fix the request."""

    category = "invalid_argument"


class NotFoundError(CodeWeaverError, ValueError):
    """There is no such folder, index, project or file."""

    category = "not_found"


class CorruptionError(CodeWeaverError, RuntimeError):
    """Stored bytes failed a check, or have another schema."""

    category = "corruption"


class IoError(CodeWeaverError, OSError):
    """The operating system refused."""

    category = "io"


class UnavailableError(CodeWeaverError, ConnectionError):
    """A service did not answer, or the index is locked; trying again may help."""

    category = "unavailable"


class CancelledError(CodeWeaverError, RuntimeError):
    """The work was stopped before its end."""

    category = "cancelled"


class UnsupportedError(CodeWeaverError, RuntimeError):
    """This build or backend cannot do it."""

    category = "unsupported"


class InternalError(CodeWeaverError, RuntimeError):
    """A fault of codeweaver itself."""

    category = "internal"


_CLASSES = {
    kind.category: kind
    for kind in (InvalidArgumentError, NotFoundError, CorruptionError, IoError, UnavailableError, CancelledError,
                 UnsupportedError, InternalError)
}


def from_fields(category: str, code: str, cause: str, context: str, action: str, remedy: str = "") -> CodeWeaverError:
    """The exception of a category; called by the compiled part, whose advice names no call of any language."""
    call = _CALLS.get(remedy)
    return _CLASSES.get(category, InternalError)(
        code, cause, context, f"{action.removesuffix('.')}: {call}" if call else action, remedy)
