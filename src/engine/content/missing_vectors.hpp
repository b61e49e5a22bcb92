// MissingVectors: contents in an index without a model's output, because the model failed on them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "base/hash.hpp"
#include "codeweaver/result.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

using Contents = std::set<base::Hash128>;

inline constexpr std::string_view kMissingVectorsKey = "missing_vectors";  // database meta key

/// The record of one tree, by generation of its segments. It is written before a generation is
/// committed and covers both the previous and the new generation, because readers may see either.
class MissingVectors {
 public:
  MissingVectors() = default;
  /// Parses the result of to_text(); skips unknown parts.
  static MissingVectors parse(std::string_view text);
  /// Reads the record of a tree. Errors: those of the database.
  static Result<MissingVectors> read(const store::Database& database, const StatePaths& paths);

  /// Contents of a generation without vectors or without words of the sparse encoder.
  const Contents& at(std::uint64_t generation) const;
  /// The contents of both generations.
  Contents all() const;
  bool is_empty() const { return before_.empty() && after_.empty(); }
  /// The record with the missing contents of a new generation in addition to the previous one.
  MissingVectors with(std::uint64_t before, std::uint64_t after, Contents lacking) const;
  std::string to_text() const;
  friend bool operator==(const MissingVectors&, const MissingVectors&) = default;

 private:
  Contents before_, after_;
  std::uint64_t since_ = 0;  // generation of after_
};

/// "N files have no vectors ...", for answers and reports.
std::string missing_vectors_warning(std::size_t files);
/// The same for the words of a sparse encoder.
std::string missing_words_warning(std::size_t files);
/// The same for a first run that has not reached these files.
std::string vectors_to_come_warning(std::size_t files);
/// The same for texts of an overlay, which are not sent to services.
std::string unsaved_texts_warning(std::size_t files);
/// The same if it is unknown which of the two is missing.
std::string missing_output_warning(std::size_t files);

}  // namespace codeweaver::engine
