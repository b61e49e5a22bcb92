// Tests of FileProcessor: what a text is, and why a file is left out.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/file_processor.hpp"

#include <doctest/doctest.h>

#include <string>

#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/secret_policy.hpp"
#include "codeweaver/types.hpp"
#include "engine/state/file_reasons.hpp"
#include "facts/facts_codec.hpp"
#include "facts/needed_facts.hpp"
#include "facts/read_facts.hpp"
#include "store/layout/file_outcome.hpp"

namespace codeweaver::engine {
namespace {

DiscoveredFile file_called(const std::string& path, const std::string& language) {
  DiscoveredFile file;
  file.path = path;
  file.language = language;
  return file;
}

}  // namespace

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

TEST_CASE("file processor: facts come from the same tree as chunks, with any way to cut") {
  const std::string text = "class A:\n    def f(self):\n        return g(self)\n";
  const auto file = file_called("a.py", "python");
  const facts::Facts needed = facts::needed_facts(*facts::read_facts("a.py", text));
  for (const auto strategy : {ChunkStrategy::kAst, ChunkStrategy::kSimpleFileChunks}) {
    IndexOptions options;
    options.chunk_strategy = strategy;
    const auto made = FileProcessor(options).process_text(file, text, nullptr);
    REQUIRE(made.content);
    CHECK(made.content->facts == facts::pack_facts(&needed));
  }
  const FileProcessor processor(IndexOptions{});
  const auto none = processor.process_text(file, std::string(20'000, '('), nullptr);
  REQUIRE(none.content);
  CHECK(none.content->facts == facts::pack_facts(nullptr));
  const auto prose = processor.process_text(file_called("a.md", "markdown"), text, nullptr);
  REQUIRE(prose.content);
  CHECK(prose.content->facts.empty());
}

}  // namespace codeweaver::engine
