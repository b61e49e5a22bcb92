// Reader programs: what they write, report and do wrong.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

#include "codeweaver/error_codes.hpp"
#include "document/pdf_text.hpp"

namespace codeweaver::document {
namespace {

std::vector<std::string> shell(const std::string& script) {
  return {"sh", "-c", script};
}

std::string code_of(const Result<std::string>& text) {
  return text ? "" : text.error().code;
}

TEST_CASE("reader: what the program writes of its standard input is the text") {
  const std::string bytes(3 << 20, 'x');
  CHECK(read_apart({"cat"}, bytes).value() == bytes);
  CHECK(read_apart({"cat"}, "").value().empty());
}

TEST_CASE("reader: an error that it reports is the error") {
  const auto text = read_apart(shell("printf 'DOCUMENT_ENCRYPTED\\nit is locked\\n'; exit 3"), "x");
  CHECK(code_of(text) == error_code::kDocumentEncrypted);
  const auto damaged = read_apart(shell("printf 'DOCUMENT_CORRUPT\\nno pages\\n'; exit 3"), "x");
  CHECK(damaged.error().cause == "no pages");
}

TEST_CASE("reader: crashes, noise, silence and programs that are not there are errors of theirs") {
  CHECK(code_of(read_apart(shell("kill -SEGV $$"), "x")) == error_code::kDocumentCorrupt);
  CHECK(code_of(read_apart(shell("printf '\\377'"), "x")) == error_code::kDocumentCorrupt);
  CHECK(code_of(read_apart(shell("exit 1"), "x")) == error_code::kNoPdfReader);
  CHECK(code_of(read_apart({"/no/such/program"}, "x")) == error_code::kNoPdfReader);
  CHECK(code_of(read_apart({"yes"}, "x", {.text_bytes = 1 << 16})) ==
        error_code::kDocumentTooLarge);
  CHECK(code_of(read_apart({"sleep", "60"}, "x", {}, std::chrono::milliseconds(50))) ==
        error_code::kDocumentCorrupt);
}

}  // namespace
}  // namespace codeweaver::document
