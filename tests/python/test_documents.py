"""Documents in Python: their text, and PDFs in a separate process."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import docx
import pytest
from reportlab.pdfgen import canvas

from codeweaver import CodeWeaver, documents


@pytest.fixture
def papers(tmp_path):
    folder = tmp_path / "papers"
    folder.mkdir()
    page = canvas.Canvas(str(folder / "pump.pdf"))
    page.drawString(100, 700, "Cleaning the filter of the pump")
    page.showPage()
    page.drawString(100, 700, "If the motor hums the impeller is blocked by debris")
    page.save()
    policy = docx.Document()
    policy.add_heading("Refund policy", 1)
    policy.add_paragraph("Refunds are granted within thirty days.")
    policy.save(folder / "policy.docx")
    return folder


def test_a_pdf_answers_with_its_page_and_is_cited_with_it(papers, tmp_path):
    engine = CodeWeaver(papers, state_dir=tmp_path / "state")
    engine.index()
    hit = engine.search("why does the motor hum", limit=1)[0]
    assert hit.file_path == "pump.pdf"
    assert "impeller" in hit.content
    match = engine.find_code("why does the motor hum", limit=1).matches[0]
    assert match.content.metadata["page"] in ("2", "1-2")


def test_extract_gives_the_text_that_is_indexed(papers):
    assert documents.extract(papers / "policy.docx") == (
        "<!-- page 1 -->\n\n# Refund policy\n\nRefunds are granted within thirty days.\n")
    text = documents.extract(papers / "pump.pdf")
    assert text.startswith("<!-- page 1 -->") and "<!-- page 2 -->" in text


def test_what_cannot_be_read_says_why(papers):
    bad = papers / "bad.pdf"
    bad.write_bytes(b"%PDF-1.4 garbage")
    with pytest.raises(ValueError, match="cannot be opened as a PDF"):
        documents.extract(bad)
    with pytest.raises(ValueError, match="kind is"):
        documents.extract(bad, kind="odt")
    with pytest.raises(ValueError, match="not a ZIP archive"):
        documents.extract(bad, kind="docx")


def test_without_pdfium_pdfs_are_left_out_and_extract_says_what_to_install(papers, tmp_path, monkeypatch):
    monkeypatch.setattr(documents, "find_pdfium", lambda: None)
    with pytest.raises(RuntimeError, match=r"codeweaver\[pdf\]"):
        documents.extract(papers / "pump.pdf")
    report = CodeWeaver(papers, state_dir=tmp_path / "state").index()
    assert [(file.path, file.reason) for file in report.skipped] == [("pump.pdf", "no_pdf_reader")]


def test_the_kind_of_a_document_is_told_by_its_name_as_the_index_does(papers):
    (papers / "policy.DOCM").write_bytes((papers / "policy.docx").read_bytes())
    assert documents.extract(papers / "policy.DOCM") == documents.extract(papers / "policy.docx", kind="docx")
    with pytest.raises(ValueError, match="does not have a document's file name"):
        documents.extract(papers / "policy.odt")
    with pytest.raises(ValueError, match="kind is 'odt'"):
        documents.extract(papers / "policy.docx", kind="odt")
