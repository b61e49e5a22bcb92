// What StoreMirror works with while it compares a collection with its tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/stores/store_mirror.hpp"

namespace codeweaver::engine {

// Names of facts.
inline constexpr const char* kFormatFact = "format";
inline constexpr const char* kMarkFact = "mark";  // which state the records are; absent: between
inline constexpr const char* kModelFact = "embedder";
inline constexpr const char* kLengthsFact = "lengths";
inline constexpr const char* kRootFact = "root";  // folder of the project that writes it
inline constexpr const char* kWriterFact =
    "writer";                                       // who writes it now, and when that one said so
inline constexpr const char* kFilesFact = "files";  // how many have records
inline constexpr const char* kStrategyFact = "strategy";    // chunk strategy of the project
inline constexpr const char* kLanguagesFact = "languages";  // each with how many of those files

/// Empty: it is not noted.
inline std::string fact(const CollectionFacts& facts, const char* name) {
  const auto found = facts.find(name);
  return found == facts.end() ? std::string() : found->second;
}

/// What a state is called among writers of stores; made where it has no name yet. Errors: kIo.
Result<std::string> writer_of(const StatePaths& paths);

/// One collection and its tree.
struct StoreMirror::Work {
  StatePaths paths;
  RecordCollection collection;
  KnownTree& known;
  store::Database& database;
  Encoders encoders;
  IndexIdentity identity{};
  std::string writer{};  // what the state is called among writers
  CollectionFacts facts{};
  LengthProfile lengths{};
  std::vector<std::pair<std::string, std::string>> changed{};  // file and revision
  std::vector<Uuid> gone{};
  std::size_t files = 0;  // of the tree that have records
  std::string languages{};
  MirrorOutcome outcome{};

  RecordSources sources() const { return {collection, database, encoders, identity, lengths}; }
};

}  // namespace codeweaver::engine
