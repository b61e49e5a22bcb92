"""Documents: Word, presentations, notebooks and PDFs answer with their page; hostile ones cost one error each."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import importlib.util
import io
import json
import os
import pathlib
import re
import subprocess
import zipfile

import docx
import nbformat
import pptx
import pytest
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen import canvas
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate

from conftest import PROGRAM
from mcp_lines import LineClient

PDFIUM = pathlib.Path(importlib.util.find_spec("pypdfium2_raw").origin).parent / "libpdfium.so"
READER = json.dumps([str(PROGRAM), "extract", "--kind", "pdf", "--pdfium", str(PDFIUM), "-"])
WITH_PDF = {"CODEWEAVER_INDEXING_PDF_READER": READER}


def write_policy(path: pathlib.Path) -> None:
    policy = docx.Document()
    policy.add_heading("Refund policy", 0)
    policy.add_paragraph("Refunds are granted within thirty days of the purchase.")
    policy.add_heading("Chargebacks", 1)
    policy.add_paragraph("When a bank reverses a payment, the dispute desk answers within five days.")
    policy.add_paragraph("Collect the receipt", style="List Bullet")
    table = policy.add_table(rows=2, cols=2)
    for cell, text in zip([cell for row in table.rows for cell in row.cells], ["Region", "Days", "Europe", "14"]):
        cell.text = text
    policy.add_page_break()
    policy.add_heading("Store credit", 2)
    policy.add_paragraph("Store credit never expires, even abroad.")
    policy.save(path)


def write_roadmap(path: pathlib.Path) -> None:
    roadmap = pptx.Presentation()
    first = roadmap.slides.add_slide(roadmap.slide_layouts[1])
    first.shapes.title.text = "Quarterly roadmap"
    first.placeholders[1].text = "Ship the mobile app\nHire two engineers"
    first.notes_slide.notes_text_frame.text = "Say that the budget was approved."
    second = roadmap.slides.add_slide(roadmap.slide_layouts[5])
    second.shapes.title.text = "Outage review"
    second.shapes.add_textbox(0, 0, 10, 10).text_frame.text = "The database ran out of connections at noon."
    roadmap.save(path)


def write_notebook(path: pathlib.Path) -> None:
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_markdown_cell("# Churn model\nWe predict which customers leave."),
                      nbformat.v4.new_code_cell('def load_customers(path):\n    """Read the customer table."""\n    return read_csv(path)\n')]
    nbformat.write(notebook, path)


def write_manual(path: pathlib.Path) -> None:
    style = getSampleStyleSheet()
    SimpleDocTemplate(str(path)).build([
        Paragraph("Pump manual", style["Title"]),
        Paragraph("This manual describes how the pump is installed and kept in order. " * 6, style["BodyText"]),
        Paragraph("Cleaning the filter", style["Heading2"]),
        Paragraph("Open the lid, take out the filter and rinse it under cold water. " * 5, style["BodyText"]),
        PageBreak(),
        Paragraph("Troubleshooting", style["Heading2"]),
        Paragraph("If the motor hums but does not turn, the impeller is blocked by debris. " * 4, style["BodyText"])])


WRITERS = {"policy.docx": write_policy, "roadmap.pptx": write_roadmap, "churn.ipynb": write_notebook, "manual.pdf": write_manual}


@pytest.fixture
def folder(program):
    root = program.home / "papers"
    root.mkdir()
    for name, write in WRITERS.items():
        write(root / name)
    return root


def best(program, folder, question, env=WITH_PDF):
    found = program.ok("search", question, "--project", folder, "-o", "json", "-l", 1, env=env).json()
    return found["matches"][0] if found["matches"] else None


@pytest.mark.parametrize("question, path, part", [
    ("what to do when the motor does not turn", "manual.pdf", {"page": "2"}),
    ("rinse the filter under water", "manual.pdf", {"page": "1"}),
    ("why did the database run out of connections", "roadmap.pptx", {"slide": "2"}),
    ("which engineers are hired this quarter", "roadmap.pptx", {"slide": "1"}),
    ("load_customers", "churn.ipynb", {"cell": "2"}),
    ("how long do chargebacks take", "policy.docx", {"page": "1-2"}),  # so short that all of it is shown
    ("does store credit expire", "policy.docx", {"page": "2"}),
])
def test_a_document_answers_with_the_part_that_holds_the_answer(program, folder, question, path, part):
    program.ok("index", folder, env=WITH_PDF)
    match = best(program, folder, question)
    assert match["file"]["path"] == path
    assert {name: match["content"]["metadata"].get(name) for name in part} == part


def test_the_terminal_agents_and_citations_name_the_page(program, folder):
    program.ok("index", folder, env=WITH_PDF)
    question = "what to do when the motor does not turn"
    shown = program.ok("search", question, "--project", folder, env=WITH_PDF).out
    assert re.search(r"^1\. manual\.pdf, page 2 ", shown, re.MULTILINE), shown
    with LineClient(program, "--project", folder, env=WITH_PDF) as client:
        told = client.call("find_code", query=question)
        assert "manual.pdf, page 2" in told["content"][0]["text"]
    cited = program.ok("ask", question, "--project", folder, "-o", "json", env=WITH_PDF).json()["citations"]
    assert {"manual.pdf"} <= {place["path"] for place in cited}
    assert next(place for place in cited if place["path"] == "manual.pdf")["part"] == "page 2"


def test_extract_prints_what_is_indexed(program, folder):
    assert "| Europe | 14 |" in program.ok("extract", folder / "policy.docx").out
    text = program.ok("extract", folder / "manual.pdf", "--pdfium", PDFIUM).out
    assert text.startswith("<!-- page 1 -->\n\n# Pump manual\n") and "## Troubleshooting\n" in text
    assert program.run("extract", folder / "notes.xyz").code == 1


def test_without_a_reader_pdfs_are_told_and_come_in_once_there_is_one(program, folder):
    without = {"CODEWEAVER_INDEXING_PDF_READER": '["/no/such/reader"]'}
    report = program.ok("index", folder, "-o", "json", env=without).json()
    assert report["files_indexed"] == 3, report
    assert [(file["path"], file["reason"]) for file in report["skipped"]] == [("manual.pdf", "no_pdf_reader")]
    assert "scripts/pdfium" in program.ok("index", folder, "--force", env=without).out
    assert best(program, folder, "motor does not turn", env=without) is None
    assert program.ok("index", folder, "-o", "json", env=WITH_PDF).json()["files_indexed"] == 1
    assert best(program, folder, "motor does not turn")["file"]["path"] == "manual.pdf"


def zip_bomb() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("word/document.xml", b"<w:document><w:body>" + b"<w:p/>" * (20 << 20) + b"</w:body></w:document>")
    return packed.getvalue()


def packed(parts: dict[str, str]) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, text in parts.items():
            out.writestr(name, text)
    return archive.getvalue()


def deck(mentions: int, elements: int) -> bytes:
    """A presentation that lists one large slide again and again."""
    spaces = 'xmlns:p="p" xmlns:a="a" xmlns:r="r"'
    return packed({
        "ppt/presentation.xml": f"<p:presentation {spaces}><p:sldIdLst>" + '<p:sldId id="1" r:id="r1"/>' * mentions + "</p:sldIdLst></p:presentation>",
        "ppt/_rels/presentation.xml.rels": '<R><Relationship Id="r1" Type="x/slide" Target="slides/s.xml"/></R>',
        "ppt/slides/s.xml": f"<p:sld {spaces}>" + "<x/>" * elements + "</p:sld>"})


def word(body: str) -> bytes:
    return packed({"word/document.xml": f'<w:document xmlns:w="w"><w:body>{body}</w:body></w:document>'})


def test_a_small_file_that_unpacks_to_much_costs_bounded_time_and_memory(program, folder):
    hostile = {"deck.pptx": deck(100_000, 14 << 20), "elements.docx": word("<a/>" * ((16 << 20) - 100)),
               "cells.docx": word("<w:tbl><w:tr>" + "<w:tc/>" * (8 << 20) + "</w:tr></w:tbl>"), "open.docx": word("<w:p>" * (12 << 20)),
               "objects.ipynb": b'{"cells":[' + b"{}," * (20 << 20) + b"{}]}"}
    for name, content in hostile.items():
        (folder / name).write_bytes(content)
    (folder / "numbers.ipynb").write_bytes(b'{"cells":[{"cell_type":"markdown","source":"the zinc kettle"}],"x":[' + b"0," * (24 << 20) + b"0]}")
    run = program.measured("index", folder, "-o", "json", "--set", "indexing.workers=8")
    assert run.code == 0
    skipped = {file["path"]: file["reason"] for file in json.loads(run.out)["skipped"]}
    assert {path: skipped.get(path) for path in hostile} == dict.fromkeys(hostile, "document_too_large")
    assert "numbers.ipynb" not in skipped
    assert run.cpu_seconds < 120, "before: 1.7 s for each of the 100,000 mentions"
    assert run.peak_bytes < 700e6, "before: 2.2 GB"
    assert best(program, folder, "zinc kettle", env={})["file"]["path"] == "numbers.ipynb"


def test_a_slide_that_is_listed_again_is_read_once(program, folder):
    (folder / "deck.pptx").write_bytes(deck(50_000, 100_000))
    run = program.measured("extract", folder / "deck.pptx")
    assert run.code == 0 and run.out.count("<!-- slide") == 50_000
    assert run.cpu_seconds < 60


def test_the_main_part_of_a_word_document_may_have_another_name(program, folder):
    renamed = {}
    with zipfile.ZipFile(folder / "policy.docx") as archive:
        for name in archive.namelist():
            text = archive.read(name)
            if name in ("_rels/.rels", "[Content_Types].xml"):
                text = text.replace(b"word/document.xml", b"word/document2.xml")
            renamed[name.replace("word/document.xml", "word/document2.xml").replace("document.xml.rels", "document2.xml.rels")] = text
    (folder / "renamed.docx").write_bytes(packed(renamed))
    assert program.ok("extract", folder / "renamed.docx").out == program.ok("extract", folder / "policy.docx").out


KERNELS = {
    "pyspark": {"language_info": {"name": "pyspark", "file_extension": ".py"}},
    "ipython": {"kernelspec": {"name": "python3", "language": "ipython3"}},
    "lexer": {"language_info": {"name": "x", "pygments_lexer": "ipython3", "file_extension": ".py"}},
    "sage": {"kernelspec": {"name": "sagemath", "language": "sage"}},
    "extension": {"language_info": {"name": "some kernel", "file_extension": ".py"}},
}


def test_definitions_of_a_notebook_are_found_whatever_its_kernel_calls_the_language(program):
    root = program.home / "kernels"
    root.mkdir()
    for name, metadata in KERNELS.items():
        cell = {"cell_type": "code", "source": f"def fn_{name}():\n    pass", "metadata": {}, "outputs": [], "execution_count": None}
        (root / f"{name}.ipynb").write_text(json.dumps({"cells": [cell], "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}))
    program.ok("index", root)
    for name in KERNELS:
        assert f"{name}.ipynb" in program.ok("symbol", f"fn_{name}", "--project", root).out


def test_a_notebook_keeps_what_can_be_read_of_it(program, folder):
    (folder / "half.ipynb").write_text(
        '{"cells":[{"cell_type":"code","source":"def lift():\\n    pass","outputs":[{"text":["x\\ud83d"],"data":NaN}]},'
        '{"cell_type":"code","source":nonsense},{"cell_type":"markdown","source":"Half: \\ud83d"}],"metadata":{"x":Infinity}}')
    text = program.ok("extract", folder / "half.ipynb").out
    assert "def lift():" in text and text.endswith("<!-- cell 3 -->\n\nHalf: \ufffd\n"), text


def test_a_chunk_of_a_document_does_not_end_with_the_mark_of_the_next_page(program, folder):
    book = docx.Document()
    for page in range(12):
        for line in range(40):
            book.add_paragraph(f"Page {page} tells in its line {line} of pumps, filters, valves and of what they are for.")
        book.add_page_break()
    book.save(folder / "book.docx")
    program.ok("index", folder, env=WITH_PDF)
    for question in ("pumps and filters", "rinse the filter", "valves of page 7"):
        found = program.ok("search", question, "--project", folder, "-o", "json", "-l", 20, env=WITH_PDF).json()
        contents = [match["content"]["content"] for match in found["matches"]]
        assert contents and not any(re.search(r"<!-- \w+ \d+ -->\s*\Z", content) for content in contents), contents


def pictures(path: pathlib.Path) -> None:
    page = canvas.Canvas(str(path))
    page.rect(10, 10, 100, 100, fill=1)
    page.save()


def locked(path: pathlib.Path) -> None:
    page = canvas.Canvas(str(path), encrypt="secret")
    page.drawString(100, 100, "hidden")
    page.save()


def test_what_cannot_be_read_costs_one_line_each_and_nothing_else(program, folder):
    (folder / "bad.pdf").write_bytes(b"%PDF-1.4 garbage")
    (folder / "cut.pdf").write_bytes((folder / "manual.pdf").read_bytes()[:900])
    (folder / "bad.docx").write_bytes(b"PK\x03\x04 garbage")
    (folder / "old.docx").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600)
    (folder / "bomb.docx").write_bytes(zip_bomb())
    (folder / "empty.pptx").write_bytes(b"")
    (folder / "bad.ipynb").write_text("{")
    pictures(folder / "scan.pdf")
    locked(folder / "locked.pdf")
    report = program.ok("index", folder, "-o", "json", env=WITH_PDF).json()
    skipped = {file["path"]: file["reason"] for file in report["skipped"]}
    assert skipped == {
        "bad.pdf": "document_corrupt", "cut.pdf": "document_corrupt", "bad.docx": "document_corrupt", "old.docx": "document_encrypted",
        "bomb.docx": "document_too_large", "empty.pptx": "document_corrupt", "bad.ipynb": "document_corrupt",
        "scan.pdf": "document_has_no_text", "locked.pdf": "document_encrypted"}, skipped
    assert report["files_indexed"] == len(WRITERS)


def test_a_reader_that_crashes_or_hangs_ends_that_file_alone(program, folder):
    crashing = {"CODEWEAVER_INDEXING_PDF_READER": '["sh", "-c", "kill -SEGV $$"]'}
    report = program.ok("index", folder, "-o", "json", env=crashing).json()
    assert report["files_indexed"] == 3
    assert [(file["path"], file["reason"]) for file in report["skipped"]] == [("manual.pdf", "document_corrupt")]


def test_documents_of_a_commit_are_found_without_a_checkout(program, folder):
    for words in (["init", "-q"], ["add", "."], ["-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "papers"], ["tag", "v1"]):
        subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)
    for name in WRITERS:
        os.remove(folder / name)
    (folder / "now.md").write_text("# Now\n\nNothing of it is left.\n")
    program.ok("index", folder, env=WITH_PDF)
    found = program.ok("search", "motor does not turn", "--ref", "v1", "--project", folder, "-o", "json", env=WITH_PDF).json()
    assert found["matches"][0]["file"]["path"] == "manual.pdf"
    assert found["matches"][0]["content"]["metadata"]["page"] == "2"


def listing(folder):
    return [(path.name, path.stat().st_size, path.stat().st_mtime_ns, path.stat().st_ctime_ns) for path in sorted(folder.rglob("*"))]


def test_the_folder_itself_is_never_written_to(program, folder):
    before = listing(folder)
    program.ok("index", folder, env=WITH_PDF)
    best(program, folder, "motor does not turn")
    assert listing(folder) == before


def test_script_in_a_document_is_shown_and_no_mark_of_its_own_counts(program):
    root = program.home / "odd"
    root.mkdir()
    odd = docx.Document()
    odd.add_paragraph("<!-- page 99 -->")
    odd.add_paragraph("<script>alert('the velvet lobster')</script>")
    odd.save(root / "odd.docx")
    program.ok("index", root)
    match = best(program, root, "velvet lobster", env={})
    assert "<script>" in match["content"]["content"]
    assert match["content"]["metadata"]["page"] == "1"
