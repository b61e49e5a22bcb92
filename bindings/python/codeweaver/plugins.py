"""Plug-ins of other packages: found by entry points, loaded when they are asked for by name."""
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# A package offers one in its pyproject.toml, in the group of its kind:
#
#     [project.entry-points."codeweaver.embedder"]
#     my_name = "my_package:MyEmbedder"
#
# The entry point is a class or a function. It is called with a dictionary of settings and returns an object of
# codeweaver.Embedder or codeweaver.Reranker. The same settings must give an object that does the same. Nothing is imported
# before it is asked for.

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import metadata

from codeweaver._core import Embedder, Reranker
from codeweaver.errors import CodeWeaverError, UnavailableError, UnsupportedError

__all__ = ["embedder", "embedders", "reranker", "rerankers"]

_EMBEDDERS = ("codeweaver.embedder", "rag4code.embedder")  # groups; the first that has a name counts
_RERANKERS = ("codeweaver.reranker",)


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
                               f"Install one, or choose another. Offered: {', '.join(sorted(offered)) or 'none'}.")
    try:
        return offered[name].load()(dict(config or {}))
    except CodeWeaverError:
        raise
    except Exception as error:
        raise UnavailableError("PROVIDER_FAILED", f"{type(error).__name__}: {error}", f"{context}, {offered[name].value}",
                               "Fix the package, or choose another.") from error


def _unfit(name: str, made: object, wanted: str) -> TypeError:
    return TypeError(f"'{name}' made {type(made).__name__}, expected a codeweaver.{wanted}")


def embedders() -> list[str]:
    """Names of the embedders that installed packages offer, in order. Imports none of them."""
    return sorted(_offered(_EMBEDDERS))


def embedder(name: str, config: Mapping[str, object] | None = None) -> Embedder:
    """The embedder of that name, made out of `config`. Raises UnsupportedError where no package offers it, UnavailableError
    where it cannot be imported or made, TypeError where it is none."""
    made = _load(_EMBEDDERS, name, config)
    if not isinstance(made, Embedder):
        raise _unfit(name, made, "Embedder")
    return made


def rerankers() -> list[str]:
    """Names of the rerankers that installed packages offer, in order. Imports none of them."""
    return sorted(_offered(_RERANKERS))


def reranker(name: str, config: Mapping[str, object] | None = None) -> Reranker:
    """The reranker of that name; see embedder()."""
    made = _load(_RERANKERS, name, config)
    if not isinstance(made, Reranker):
        raise _unfit(name, made, "Reranker")
    return made
