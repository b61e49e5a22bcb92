"""The text of documents, as in the index: PDF, DOCX, PPTX and Jupyter notebooks.

PDFs need PDFium, which the extra ``codeweaver[pdf]`` installs. The command ``python -m codeweaver.documents KIND`` reads a
document from standard input and writes its text. The indexer uses it to read each PDF in a separate process with limits.
"""
# SPDX-License-Identifier: MIT OR Apache-2.0

from __future__ import annotations

import importlib.util
import os
import pathlib
import subprocess
import sys

from codeweaver._core import document_kind, document_text
from codeweaver.errors import CodeWeaverError

__all__ = ["extract", "find_pdfium", "pdf_reader"]

_REFUSED = 3  # exit code of a reader that reports an error
_CPU_SECONDS, _MEMORY, _PATIENCE = 60, 4 << 30, 90
_OFFICE_MEMORY = 2 << 30


def find_pdfium() -> str | None:
    """Path of the PDFium library in the package pypdfium2; None: it is not installed."""
    found = importlib.util.find_spec("pypdfium2_raw")
    if found is None or found.origin is None:
        return None
    library = pathlib.Path(found.origin).parent / "libpdfium.so"
    return str(library) if library.is_file() else None


def pdf_reader() -> list[str]:
    """Command that reads a PDF in a separate process, for the keyword ``pdf_reader``; empty: PDFium is not installed."""
    return [sys.executable, "-m", "codeweaver.documents", "pdf"] if find_pdfium() else []


def document_reader() -> list[str]:
    """Command that reads a DOCX, PPTX or large notebook in a separate process; the caller adds the kind as last argument."""
    return [sys.executable, "-m", "codeweaver.documents"]


def extract(path: str | os.PathLike[str], kind: str | None = None) -> str:
    """Returns the text of a document in Markdown, with a line before each page, slide or cell.

    ``kind``: "pdf", "docx", "pptx" or "notebook"; None: from the file name. Raises ValueError if the document cannot be
    read (damaged, password, no text), RuntimeError if a PDF is given and PDFium is not installed.
    """
    file = pathlib.Path(path)
    kind = kind or document_kind(file.name)
    if kind is None:
        raise ValueError(f"{file} does not have a document's file name. Pass kind: pdf, docx, pptx or notebook")
    data = file.read_bytes()
    if kind != "pdf":
        return document_text(data, kind)
    reader = pdf_reader()
    if not reader:
        raise RuntimeError("PDFs cannot be read: PDFium is not installed. Run: pip install 'codeweaver[pdf]'")
    done = subprocess.run(reader, input=data, capture_output=True, timeout=_PATIENCE, check=False)
    if done.returncode == 0:
        return done.stdout.decode()
    cause = done.stdout.decode(errors="replace").partition("\n")[2].strip()
    raise ValueError(f"{file}: {cause or f'its reader exited with code {done.returncode}'}")


def _main() -> int:
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (_CPU_SECONDS, _CPU_SECONDS))
    memory = _MEMORY if sys.argv[1] == "pdf" else _OFFICE_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        text = document_text(sys.stdin.buffer.read(), sys.argv[1], find_pdfium() or "libpdfium.so")
    except CodeWeaverError as error:
        sys.stdout.write(f"{error.code}\n{error.cause}\n")
        return _REFUSED
    sys.stdout.buffer.write(text.encode())
    return 0


if __name__ == "__main__":
    sys.exit(_main())
