// Working data of StoreMirror while it compares a collection with its tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/stores/store_mirror.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::engine {

// Names of facts.
inline constexpr const char* kFormatFact = "format";
// State that the records represent; missing: an update is unfinished.
inline constexpr const char* kMarkFact = "mark";
inline constexpr const char* kModelFact = "embedder";
inline constexpr const char* kLengthsFact = "lengths";
inline constexpr const char* kRootFact = "root";      // project folder of the writer
inline constexpr const char* kWriterFact = "writer";  // the writer and the time of its last note
inline constexpr const char* kFilesFact = "files";    // number of files with records
inline constexpr const char* kStrategyFact = "strategy";    // chunk strategy of the project
inline constexpr const char* kLanguagesFact = "languages";  // each with its number of files

/// Empty if the fact is missing.
inline std::string fact(const CollectionFacts& facts, const char* name) {
  const auto found = facts.find(name);
  return found == facts.end() ? std::string() : found->second;
}

/// The name of a state as a writer of stores; created if it has none. Errors: kIo.
Result<std::string> writer_of(const StatePaths& paths);

/// One collection and its tree.
struct StoreMirror::Work {
  StatePaths paths;
  RecordCollection collection;
  KnownTree& known;
  const store::TreeView& tree;
  CallContext call{};
  std::shared_ptr<VectorStore> store{};  // with `call`
  Encoders encoders{};                   // with `call`
  IndexIdentity identity{};
  std::string writer{};  // the name of the state as a writer
  CollectionFacts facts{};
  LengthProfile lengths{};
  std::vector<std::pair<std::string, std::string>> changed{};  // files and their revisions
  std::vector<Uuid> deleted{};
  std::size_t files = 0;  // files of the tree with records
  std::string languages{};
  MirrorOutcome outcome{};

  RecordSources sources() const { return {collection, tree, encoders, identity, lengths}; }
};

}  // namespace codeweaver::engine
