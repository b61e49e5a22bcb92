// Tests of reader programs: their output, their reports and their faults.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/read_apart.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "codeweaver/error_codes.hpp"
#include "document/office_archive.hpp"

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

TEST_CASE("reader: a program that does not end is killed when the stop is requested") {
  std::stop_source stop;
  std::jthread stopper([&] { stop.request_stop(); });
  CHECK(code_of(read_apart({"sleep", "600"}, "x", {.stop = stop.get_token()},
                           std::chrono::minutes(10))) == error_code::kCancelled);
}

/// Sets the program that reads documents for one test.
struct WithReader {
  explicit WithReader(std::vector<std::string> command) { set_document_reader(std::move(command)); }
  ~WithReader() { set_document_reader({}); }
};

TEST_CASE("reader: DOCX, PPTX and large notebooks go to the program of this process, by kind") {
  const WithReader reader(shell("printf '%s' \"$0\""));
  CHECK(read_document(Kind::kDocx, "x", {}).value() == "docx");
  CHECK(read_document(Kind::kPptx, "x", {}).value() == "pptx");
  const std::string small = R"({"cells":[{"cell_type":"markdown","source":"here"}]})";
  CHECK(read_document(Kind::kNotebook, small, {}).value() == "<!-- cell 1 -->\n\nhere\n");
  CHECK(read_document(Kind::kNotebook, small + std::string(1 << 20, ' '), {}).value() ==
        "notebook");
}

TEST_CASE("reader: without a program, or where it cannot be run, documents are read here") {
  const auto bytes = word_document("<w:p><w:r><w:t>here</w:t></w:r></w:p>");
  const std::string text = "<!-- page 1 -->\n\nhere\n";
  CHECK(read_document(Kind::kDocx, bytes, {}).value() == text);
  for (const auto& command : {std::vector<std::string>{"/no/such/program"}, shell("exit 1")}) {
    const WithReader reader(command);
    CHECK(read_document(Kind::kDocx, bytes, {}).value() == text);
  }
  const WithReader crashing(shell("kill -SEGV $$"));
  CHECK(code_of(read_document(Kind::kDocx, bytes, {})) == error_code::kDocumentCorrupt);
}

TEST_CASE("reader: as many documents as ask are read, four at once, and a stop ends the wait") {
  const WithReader reader(shell("printf done"));
  std::vector<std::jthread> threads;
  std::vector<std::string> texts(12);
  for (auto& text : texts)
    threads.emplace_back([&text] {
      const auto read = read_document(Kind::kDocx, "x", {});
      text = read ? *read : read.error().code;
    });
  threads.clear();
  for (const auto& text : texts) CHECK(text == "done");
  std::stop_source stop;
  stop.request_stop();
  CHECK(code_of(read_document(Kind::kDocx, "x", {}, {.stop = stop.get_token()})) ==
        error_code::kCancelled);
}

}  // namespace
}  // namespace codeweaver::document
