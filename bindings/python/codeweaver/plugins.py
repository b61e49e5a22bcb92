"""Plug-ins of other packages, found by entry points and loaded by name."""
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# A package declares a plug-in in its pyproject.toml, in the group of its kind:
#
#     [project.entry-points."codeweaver.embedder"]
#     my_name = "my_package:MyEmbedder"
#
# The entry point is a class or a function. It is called with a dictionary of settings and returns an object of
# codeweaver.Embedder, Chunker, SparseEncoder, Reranker or AnswerModel. Objects with the same settings must behave the
# same. A plug-in is imported only when it is requested.

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import metadata

from codeweaver._core import AnswerModel, Chunker, Embedder, Reranker, SparseEncoder
from codeweaver.errors import CodeWeaverError, UnavailableError, UnsupportedError

__all__ = [
    "answer_model", "answer_models", "chunker", "chunkers", "embedder", "embedders", "reranker", "rerankers", "sparse_encoder",
    "sparse_encoders",
]

_EMBEDDERS = ("codeweaver.embedder", "rag4code.embedder")  # entry point groups; earlier ones take precedence
_CHUNKERS = ("codeweaver.chunker", "rag4code.chunker")
_SPARSE_ENCODERS = ("codeweaver.sparse_encoder",)
_RERANKERS = ("codeweaver.reranker",)
_ANSWER_MODELS = ("codeweaver.answer_model",)


def _offered(groups: tuple[str, ...]) -> dict[str, metadata.EntryPoint]:
    found = metadata.entry_points()
    out: dict[str, metadata.EntryPoint] = {}
    for group in groups:
        points: Iterable[metadata.EntryPoint] = found.select(group=group) if hasattr(found, "select") else found.get(group, ())
        for point in points:
            out.setdefault(point.name, point)
    return out


def _load(groups: tuple[str, ...], name: str, config: Mapping[str, object] | None) -> object:
    offered = _offered(groups)
    context = f"loading '{name}' of the group {groups[0]}"
    if name not in offered:
        raise UnsupportedError("PROVIDER_NOT_AVAILABLE", f"No installed package offers '{name}'", context,
                               f"Install its package, or choose another one. Installed: {', '.join(sorted(offered)) or 'none'}.")
    try:
        return offered[name].load()(dict(config or {}))
    except CodeWeaverError:
        raise
    except Exception as error:
        raise UnavailableError("PROVIDER_FAILED", f"{type(error).__name__}: {error}", f"{context}, {offered[name].value}",
                               "Fix the package, or choose another one.") from error


def _unfit(name: str, made: object, wanted: str) -> TypeError:
    return TypeError(f"'{name}' made {type(made).__name__}, expected a codeweaver.{wanted}")


def embedders() -> list[str]:
    """Sorted names of the embedders of installed packages. Imports none of them."""
    return sorted(_offered(_EMBEDDERS))


def embedder(name: str, config: Mapping[str, object] | None = None) -> Embedder:
    """Creates the embedder with this name from `config`. Raises UnsupportedError if no package offers it, UnavailableError
    if it cannot be imported or created, TypeError if the result is not an Embedder."""
    made = _load(_EMBEDDERS, name, config)
    if not isinstance(made, Embedder):
        raise _unfit(name, made, "Embedder")
    return made


def rerankers() -> list[str]:
    """Sorted names of the rerankers of installed packages. Imports none of them."""
    return sorted(_offered(_RERANKERS))


def reranker(name: str, config: Mapping[str, object] | None = None) -> Reranker:
    """Creates the reranker with this name; see embedder()."""
    made = _load(_RERANKERS, name, config)
    if not isinstance(made, Reranker):
        raise _unfit(name, made, "Reranker")
    return made


def chunkers() -> list[str]:
    """Sorted names of the chunkers of installed packages. Imports none of them."""
    return sorted(_offered(_CHUNKERS))


def chunker(name: str, config: Mapping[str, object] | None = None) -> Chunker:
    """Creates the chunker with this name; see embedder()."""
    made = _load(_CHUNKERS, name, config)
    if not isinstance(made, Chunker):
        raise _unfit(name, made, "Chunker")
    return made


def sparse_encoders() -> list[str]:
    """Sorted names of the sparse encoders of installed packages. Imports none of them."""
    return sorted(_offered(_SPARSE_ENCODERS))


def sparse_encoder(name: str, config: Mapping[str, object] | None = None) -> SparseEncoder:
    """Creates the sparse encoder with this name; see embedder()."""
    made = _load(_SPARSE_ENCODERS, name, config)
    if not isinstance(made, SparseEncoder):
        raise _unfit(name, made, "SparseEncoder")
    return made


def answer_models() -> list[str]:
    """Sorted names of the answer models of installed packages. Imports none of them."""
    return sorted(_offered(_ANSWER_MODELS))


def answer_model(name: str, config: Mapping[str, object] | None = None) -> AnswerModel:
    """Creates the answer model with this name; see embedder()."""
    made = _load(_ANSWER_MODELS, name, config)
    if not isinstance(made, AnswerModel):
        raise _unfit(name, made, "AnswerModel")
    return made
