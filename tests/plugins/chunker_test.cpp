// Tests of a custom chunker: it cuts files, is checked, and is part of the index settings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/chunker.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>

#include "codeweaver/indexer.hpp"
#include "codeweaver/push.hpp"
#include "plugins/project.hpp"

namespace codeweaver {
namespace {

using Cut = std::function<Result<CutFile>(const FileText&)>;

class OwnChunker final : public Chunker {
 public:
  OwnChunker(ChunkerInfo info, Cut cut) : info_(std::move(info)), cut_(std::move(cut)) {}
  const ChunkerInfo& info() const noexcept override { return info_; }
  Result<CutFile> cut(const FileText& file) const override { return cut_(file); }

 private:
  ChunkerInfo info_;
  Cut cut_;
};

FilePiece piece(std::size_t begin, std::size_t end, std::string symbol = {}) {
  FilePiece out;
  out.begin = begin;
  out.end = end;
  out.symbol = std::move(symbol);
  out.kind = "statement";
  return out;
}

/// One piece a line, named after its first word.
Result<CutFile> by_line(const FileText& file) {
  CutFile out;
  for (std::size_t begin = 0; begin < file.text.size();) {
    const auto end = std::min(file.text.find('\n', begin), file.text.size() - 1) + 1;
    const auto line = file.text.substr(begin, end - begin);
    out.pieces.push_back(piece(begin, end, std::string(line.substr(0, line.find_first_of(" \n")))));
    begin = end;
  }
  return out;
}

WorkspaceOptions with(Cut cut, ChunkerInfo info = {"by_line", "1"}) {
  WorkspaceOptions options;
  options.index.chunker = std::make_shared<const OwnChunker>(std::move(info), std::move(cut));
  return options;
}

const std::map<std::string, std::string> kCut = {
    {"a.txt", "alpha begins here\nbravo follows\n\ncharlie ends\n"},
    {"src/upload.py", "def upload(path):\n    return retry(path)\n"}};

TEST_CASE("a chunker of the program cuts every file, and its pieces are what is found") {
  const test::OwnProject project(kCut);
  auto workspace = project.open(with(&by_line));
  const auto report = workspace.index().value();
  CHECK(report.total_chunks == 5);
  const auto answer = workspace.search("bravo").value();
  REQUIRE(!answer.matches.empty());
  const auto& best = answer.matches.front();
  CHECK(best.content.content == "bravo follows");
  CHECK(best.span == Span{2, 2});
  CHECK(best.content.chunk_name == "a.txt:bravo");
  CHECK(best.audit.chunk_strategy == "by_line");
  CHECK(best.audit.name_space == "own/code_search/by_line");
  const auto symbols = workspace.find_symbol("charlie").value();
  REQUIRE(symbols.size() == 1);
  CHECK(symbols.front().lines == Span{4, 4});
}

TEST_CASE("answers through the built-in chunker behind the interface are those without it") {
  const test::OwnProject plain(kCut), given(kCut);
  auto ours = plain.open();
  WorkspaceOptions options;
  options.index.chunker = make_syntax_chunker("own_syntax");
  auto theirs = given.open(std::move(options));
  ours.index().value();
  theirs.index().value();
  for (const char* query : {"upload", "where do we retry", "alpha begins"}) {
    const auto a = ours.search(query).value(), b = theirs.search(query).value();
    REQUIRE(a.matches.size() == b.matches.size());
    for (std::size_t i = 0; i < a.matches.size(); ++i) {
      CHECK(a.matches[i].content.content == b.matches[i].content.content);
      CHECK(a.matches[i].content.chunk_name == b.matches[i].content.chunk_name);
      CHECK(a.matches[i].relevance_score == b.matches[i].relevance_score);
    }
  }
  CHECK(ours.find_symbol("upload").value().size() == theirs.find_symbol("upload").value().size());
}

TEST_CASE("a piece that is none, an error and an exception fail that file and no other") {
  const auto only_text = [](Cut bad) {
    return [bad](const FileText& file) { return file.path == "a.txt" ? bad(file) : by_line(file); };
  };
  const std::map<std::string, Cut> bad = {
      {"is outside the text",
       [](const FileText& file) {
         return CutFile{{piece(0, file.text.size() + 1)}, {}, {}};
       }},
      {"begins before the previous piece",
       [](const FileText&) {
         return CutFile{{piece(5, 9), piece(0, 4)}, {}, {}};
       }},
      {"splits a character",
       [](const FileText& file) {
         return CutFile{{piece(file.text.find("\xC3") + 1, 9)}, {}, {}};
       }},
      {"cover the text more than 16 times",
       [](const FileText& file) {
         return CutFile{std::vector<FilePiece>(17, piece(0, file.text.size())), {}, {}};
       }},
      {"has a name that is not UTF-8",
       [](const FileText&) {
         return CutFile{{piece(0, 2, "\xFF")}, {}, {}};
       }},
      {"has more than 1 MiB of names",
       [](const FileText&) {
         return CutFile{{piece(0, 2, std::string(2 << 20, 'x'))}, {}, {}};
       }},
      {"The symbol of lines 1 to 2 is outside the text",
       [](const FileText&) {
         return CutFile{{piece(0, 2)}, {{"name", "name", "", Span{1, 2}}}, {}};
       }},
      {"more symbols than bytes",
       [](const FileText&) {
         return CutFile{
             {piece(0, 2)}, std::vector<FileSymbol>(1000, {"a", "a", "", Span{1, 1}}), {}};
       }},
      {"an exception that is not a std::exception",
       [](const FileText&) -> Result<CutFile> { throw 7; }},
      {"no idea",
       [](const FileText&) -> Result<CutFile> {
         return Error{ErrorCategory::kUnsupported, "NO_IDEA", "no idea", "", ""};
       }},
      {"it threw",
       [](const FileText&) -> Result<CutFile> { throw std::runtime_error("it threw"); }},
  };
  for (const auto& [what, cut] : bad) {
    CAPTURE(what);
    auto files = kCut;
    files["a.txt"] = "na\xC3\xAFve text\n";
    const test::OwnProject project(files);
    auto workspace = project.open(with(only_text(cut)));
    const auto report = workspace.index().value();
    CHECK(report.status == IndexStatus::kPartial);
    REQUIRE(report.failures.size() == 1);
    CHECK(report.failures.front().path == "a.txt");
    CHECK(report.failures.front().reason == "chunker_failed");
    CHECK(report.failures.front().detail.find(what) != std::string::npos);
    CHECK(!workspace.search("upload").value().matches.empty());
  }
}

TEST_CASE("blank pieces are dropped, overlapping ones are kept") {
  const std::map<std::string, std::string> files = {{"a.txt", "one two\n   \nthree\n"}};
  const test::OwnProject project(files);
  auto workspace = project.open(with([](const FileText& file) {
    return CutFile{{piece(0, 7), piece(4, 7), piece(8, 11), piece(8, file.text.size())}, {}, {}};
  }));
  CHECK(workspace.index().value().total_chunks == 3);
  CHECK(workspace.search("three").value().matches.front().span == Span{3, 3});
}

TEST_CASE("a file that a chunker failed at is tried by the next run, not by each search") {
  const test::OwnProject project(kCut);
  std::atomic<int> calls = 0;
  std::atomic<bool> is_broken = true;
  auto workspace = project.open(with([&](const FileText& file) -> Result<CutFile> {
    if (file.path != "a.txt") return by_line(file);
    ++calls;
    if (is_broken) throw std::runtime_error("no service");
    return by_line(file);
  }));
  const auto calls_of = [&](auto&& work) {
    const int before = calls;
    work();
    return calls - before;
  };
  const auto search = [&] { CHECK(!workspace.search("upload").value().matches.empty()); };
  CHECK(calls_of([&] { workspace.index().value(); }) == 2);  // each failure is tried twice
  // Bytes of a file that was just written are read again for some milliseconds.
  for (int i = 0; i < 1000 && calls_of(search) > 0; ++i) continue;
  CHECK(calls_of(search) == 0);
  CHECK(calls_of([&] { CHECK(workspace.index().value().failures.size() == 1); }) == 2);
  CHECK(calls_of(search) == 0);
  project.write("src/other.py", "def other():\n    return 1\n");
  CHECK(calls_of([&] { CHECK(!workspace.search("other").value().matches.empty()); }) == 0);
  is_broken = false;
  CHECK(workspace.index().value().failures.empty());
  CHECK(workspace.search("bravo").value().matches.front().file.path == "a.txt");
}

TEST_CASE("large pieces are one warning, and of a chunker's warnings a few are shown") {
  const test::OwnProject project(kCut);
  auto options = with([](const FileText& file) {
    auto cut = by_line(file).value();
    for (int i = 0; i < 50; ++i) cut.warnings.push_back("odd " + std::to_string(i));
    return cut;
  });
  options.index.hard_limit = 1;
  auto workspace = project.open(std::move(options));
  const auto report = workspace.index().value();
  CHECK(report.warnings.size() == 22);
  CHECK(std::ranges::count_if(report.warnings, [](const std::string& text) {
          return text.find("'by_line' above 1 tokens") != std::string::npos;
        }) == 2);
}

TEST_CASE("what is pushed is cut by the built-in chunker") {
  const test::OwnProject project(kCut);
  auto workspace = project.open(
      with([](const FileText&) -> Result<CutFile> { throw std::runtime_error("no"); }));
  CHECK(workspace.index().value().failures.size() == 2);
  PushEnvelope envelope;
  envelope.contract_version = "1.0";
  envelope.project = "own";
  envelope.source = "graph";
  envelope.batch_id = "one";
  PushItem item;
  item.node_id = "function:a";
  item.node_type = "function";
  item.content = "def pushed_one(): pass";
  item.language = "python";
  item.path = "a.py";
  item.range = {1, 1};
  item.source_audit.captured_at = "2026-01-01T00:00:00Z";
  bool is_taken = false;
  const auto reply = workspace.push(envelope, [&]() -> Result<std::optional<PushEntry>> {
    if (std::exchange(is_taken, true)) return std::optional<PushEntry>();
    return std::optional<PushEntry>({0, item});
  });
  if (!reply) FAIL(reply.error().message());
  CHECK(reply->accepted == 1);
}

TEST_CASE("another version of a chunker cuts all files again, the same one none") {
  const test::OwnProject project(kCut);
  project.open(with(&by_line)).index().value();
  CHECK(project.open(with(&by_line)).index().value().files_indexed == 0);
  const auto whole = [](const FileText& file) {
    return CutFile{{piece(0, file.text.size())}, {}, {}};
  };
  const auto report = project.open(with(whole, {"by_line", "2"})).index().value();
  CHECK(report.files_indexed == 2);
  CHECK(report.total_chunks == 2);
}

TEST_CASE("a chunker needs a name that can be a strategy of its own") {
  const test::OwnProject project(kCut);
  for (const char* name : {"", "ast", "simple_file_chunks", "two words", "a/b"}) {
    Indexer::Config config;
    config.root = project.root();
    config.state_dir = project.state();
    config.options.chunker = std::make_shared<const OwnChunker>(ChunkerInfo{name, "1"}, &by_line);
    const auto indexer = Indexer::create(std::move(config), {});
    REQUIRE(!indexer);
    CHECK(indexer.error().code == "INVALID_CHUNKER");
  }
}

}  // namespace
}  // namespace codeweaver
