// Tests of the parts that prepare a text for a segment: fields, pieces, words, reasons.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <ranges>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/content/features.hpp"
#include "engine/content/file_processor.hpp"
#include "engine/content/given_chunker.hpp"
#include "engine/content/prepared_file.hpp"
#include "engine/content/sparse_expansion.hpp"
#include "engine/content/tolerant_encoders.hpp"
#include "engine/state/file_reasons.hpp"

namespace codeweaver::engine {
namespace {

const text::TermList& field_of(const ChunkTerms& terms, rank::Field which) {
  return terms.fields[static_cast<std::size_t>(which)];
}

bool holds(const text::TermList& list, std::string_view term) {
  return std::ranges::any_of(std::views::iota(std::size_t{0}, list.size()),
                             [&](std::size_t i) { return list[i] == term; });
}

/// A function in the middle of a text.
store::ChunkRecord upload_chunk() {
  store::ChunkRecord chunk;
  chunk.begin = 3;
  chunk.end = 15;
  chunk.lines = {2, 3};
  chunk.symbol = "Archive.upload";
  chunk.doc = "Sends bytes";
  chunk.context = "class Archive";
  chunk.defines = {"Archive.upload", "Archive.retry"};
  chunk.tokens = 9;
  return chunk;
}
constexpr std::string_view kUploadText = "xx\nstore(blob)\nyy";

/// Says what it is told to, or throws.
class ToldEncoder final : public SparseEncoder {
 public:
  std::vector<WeightedTerm> terms{};
  bool throws = false;
  mutable int calls = 0;

  const SparseEncoderInfo& info() const noexcept override { return info_; }
  Result<void> encode_documents(std::span<const std::string_view>,
                                std::span<std::vector<WeightedTerm>> out) const override {
    ++calls;
    if (throws) throw std::runtime_error("no such model");
    for (auto& one : out) one = terms;
    return {};
  }
  Result<std::vector<WeightedTerm>> encode_query(std::string_view) const override {
    if (throws) throw std::runtime_error("no such model");
    return terms;
  }

 private:
  SparseEncoderInfo info_{"test", "told"};
};

/// Cuts as a function says.
class ToldChunker final : public Chunker {
 public:
  explicit ToldChunker(CutFile cut, std::string name = "told")
      : cut_(std::move(cut)), info_{std::move(name), "1"} {}
  const ChunkerInfo& info() const noexcept override { return info_; }
  Result<CutFile> cut(const FileText&) const override { return cut_; }

 private:
  CutFile cut_;
  ChunkerInfo info_;
};

std::string fault_of(CutFile cut, std::string_view text = "one\ntw\xC3\xB6\n") {
  const auto done = cut_with(ToldChunker(std::move(cut)), {"a.txt", "text", text}, 100);
  return done ? std::string() : done.error().code + ": " + done.error().cause;
}

DiscoveredFile file_called(const std::string& path, const std::string& language) {
  DiscoveredFile file;
  file.path = path;
  file.language = language;
  return file;
}

}  // namespace

TEST_CASE("features: each part of a chunk goes to its field, the text around it to none") {
  ChunkTerms terms;
  analyze_chunk("src/pool.py", upload_chunk(), kUploadText, terms);
  CHECK(holds(field_of(terms, rank::Field::kSymbol), "retry"));
  CHECK(holds(field_of(terms, rank::Field::kPath), "pool"));
  CHECK(holds(field_of(terms, rank::Field::kDoc), "byte"));
  CHECK(holds(field_of(terms, rank::Field::kBody), "blob"));
  CHECK(holds(field_of(terms, rank::Field::kBody), "class"));
  CHECK_FALSE(holds(field_of(terms, rank::Field::kBody), "xx"));
  analyze_chunk("a", {}, "", terms);  // refilled, not added to
  CHECK_FALSE(holds(field_of(terms, rank::Field::kPath), "pool"));
}

TEST_CASE("features: a remote model does not see the path, whose changes would cost") {
  CHECK(embedding_text("a.py", upload_chunk(), kUploadText, true) ==
        "a.py\nArchive.upload\nclass Archive\nstore(blob)\n");
  CHECK(embedding_text("a.py", upload_chunk(), kUploadText, false) ==
        "Archive.upload\nclass Archive\nstore(blob)\n");
}

TEST_CASE("prepared file: a segment is told of a file and its chunks") {
  store::FileRecord file;
  file.path = "tests/a.py";
  file.content = {3, 4};
  file.is_test = true;
  const auto wanted = wanted_file(file);
  PreparedFile prepared;
  prepared.language = "python";
  prepared.chunks.assign(2, prepare_chunk(wanted.path, upload_chunk(), kUploadText));
  prepared.vectors = {1, 0, 0, 1};
  CHECK(segment_inputs(wanted, prepared, 0).back().vector.empty());
  const auto inputs = segment_inputs(wanted, prepared, 2);
  REQUIRE(inputs.size() == 2);
  const auto& input = inputs.back();
  CHECK(input.path == "tests/a.py");
  CHECK(input.language == "python");
  CHECK(input.content == file.content);
  CHECK(input.ordinal == 1);
  CHECK(input.vector[1] == 1);
  CHECK(input.is_test);
  CHECK(input.tokens == 9);
  CHECK(input.symbol == "Archive.upload");
  CHECK(holds(*input.terms[static_cast<std::size_t>(rank::Field::kBody)], "blob"));
}

TEST_CASE("sparse expansion: a term is said as often as it weighs, the light and negative never") {
  ToldEncoder encoder;
  encoder.terms = {{"login", 2.4F}, {"faint", 0.4F}, {"never", -3}};
  ChunkTerms terms;
  ChunkTerms* const all[] = {&terms};
  const std::string_view texts[] = {"x"};
  REQUIRE(expand_chunks(encoder, texts, all, {}));
  CHECK(field_of(terms, rank::Field::kDoc).size() == 2);
  encoder.terms = {{"login", std::numeric_limits<float>::quiet_NaN()}};
  CHECK(expand_chunks(encoder, texts, all, {}).error().code == "INVALID_TERMS");
  encoder.terms = {{std::string(kMostTermBytes + 1, 'a'), 1}};
  CHECK(expand_chunks(encoder, texts, all, {}).error().code == "INVALID_TERMS");
  CHECK(field_of(terms, rank::Field::kDoc).size() == 2);  // as it was
}

TEST_CASE("sparse expansion: words of a query weigh more where the encoder says them too") {
  ToldEncoder encoder;
  encoder.terms = {{"login", 0.5F}, {"password", 0.25F}};
  std::vector<rank::QueryTerm> terms{{"login", 1, false}};
  REQUIRE(expand_query(encoder, "login", terms, {}));
  REQUIRE(terms.size() == 2);
  CHECK(terms[0].weight == doctest::Approx(1.5));
  CHECK_FALSE(terms[0].optional);
  CHECK(terms[1].optional);
  encoder.throws = true;
  const auto failed = expand_query(encoder, "login", terms, {});
  REQUIRE_FALSE(failed);
  CHECK(failed.error().code == "SPARSE_ENCODER_FAILED");
  CHECK(failed.error().cause.find("no such model") != std::string::npos);
}

TEST_CASE("tolerant encoders: one that fails four times in a row is not asked again") {
  ToldEncoder encoder;
  const TolerantEncoders none({});
  CHECK_FALSE(none.work());
  CHECK(none.view().sparse == nullptr);
  const TolerantEncoders encoders({nullptr, &encoder});
  CHECK(encoders.work());
  encoder.throws = true;
  encoder.calls = 0;
  for (int i = 0; i < 3 * TolerantEmbedder::kMostFailures; ++i) CHECK_FALSE(encoders.work());
  CHECK(encoder.calls == TolerantEmbedder::kMostFailures);
}

TEST_CASE(
    "given chunker: pieces outside the text, within a character or out of order are refused") {
  CHECK(fault_of({.pieces = {{0, 4}, {4, 9}}}).empty());
  CHECK(fault_of({.pieces = {{0, 99}}}).find("is outside the text") != std::string::npos);
  CHECK(fault_of({.pieces = {{4, 7}}}).find("splits a character") != std::string::npos);
  CHECK(fault_of({.pieces = {{4, 9}, {0, 4}}}).find("before the previous piece") !=
        std::string::npos);
  CHECK(fault_of({.symbols = {{"f", "f", "function", {3, 4}}}}).find("is outside") !=
        std::string::npos);
  const std::vector<FilePiece> many(20, {0, 9});
  CHECK(fault_of({.pieces = many}).find("more than 16 times") != std::string::npos);
}

TEST_CASE("given chunker: blank pieces go, and names of pieces are symbols where none are given") {
  CutFile cut{.pieces = {{.begin = 0, .end = 4, .symbol = "A.one"}, {.begin = 4, .end = 6}}};
  const auto done = cut_with(ToldChunker(cut), {"a", "text", "one\n \n"}, 100);
  REQUIRE(done);
  REQUIRE(done->pieces.size() == 1);
  REQUIRE(done->symbols.size() == 1);
  CHECK(done->symbols[0].name == "one");
  CHECK(done->symbols[0].qualified_name == "A.one");
}

TEST_CASE("given chunker: its name is the strategy, and neither a built-in one nor a path") {
  IndexOptions options;
  CHECK(chunk_strategy_of(options) == "ast");
  options.chunker = std::make_shared<ToldChunker>(CutFile{}, "by_hand");
  CHECK(chunk_strategy_of(options) == "by_hand");
  CHECK(check_chunker(options));
  for (const char* const name : {"ast", "simple_file_chunks", "a/b", ""}) {
    options.chunker = std::make_shared<ToldChunker>(CutFile{}, name);
    CHECK(check_chunker(options).error().code == "INVALID_CHUNKER");
  }
}

TEST_CASE("file processor: what a text is, and why a file is left out") {
  IndexOptions options;
  const FileProcessor processor(options);
  const auto file = file_called("a.py", "python");
  const auto made = processor.process_text(file, std::string("def f():\n    return 1\n"), nullptr);
  REQUIRE(made.content);
  CHECK(made.chunk_count == 1);
  CHECK(made.content->key == processor.content_key(made.file.raw_hash, "python"));
  CHECK(made.content->key != processor.content_key(made.file.raw_hash, "ruby"));
  const auto gone = processor.process_text(
      file, Error{ErrorCategory::kIo, "IO", "Permission denied", "", ""}, nullptr);
  CHECK(gone.is_failure);
  CHECK(gone.file.outcome == store::FileOutcome::kFailed);
  CHECK(gone.file.reason == "unreadable");
  const auto secret = file_called(".env", "text");
  CHECK(processor.is_secret(secret));
  CHECK(processor.left_out(secret, kSecretFile).file.outcome == store::FileOutcome::kSkipped);
  options.secrets = SecretPolicy::kKeep;
  const FileProcessor keeping(options);
  CHECK_FALSE(keeping.is_secret(secret));
  CHECK(keeping.fingerprint() != processor.fingerprint());
}

}  // namespace codeweaver::engine
