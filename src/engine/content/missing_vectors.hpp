// MissingVectors: the contents that an index holds without what a model adds, as it failed at them.
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

/// Of one tree, by generation of its segments: written before a generation is committed, it tells
/// of the one before and of the new one, whichever a reader sees.
class MissingVectors {
 public:
  MissingVectors() = default;
  /// As to_text() gave it; what is not understood is left out.
  static MissingVectors parse(std::string_view text);
  /// Of a tree. Errors: those of the database.
  static Result<MissingVectors> read(const store::Database& database, const StatePaths& paths);

  /// Those that a generation lacks vectors of, or words of the sparse encoder.
  const Contents& at(std::uint64_t generation) const;
  /// All of both.
  Contents all() const;
  bool is_empty() const { return before_.empty() && after_.empty(); }
  /// What a new generation lacks, next to the one before it.
  MissingVectors with(std::uint64_t before, std::uint64_t after, Contents lacking) const;
  std::string to_text() const;
  friend bool operator==(const MissingVectors&, const MissingVectors&) = default;

 private:
  Contents before_, after_;
  std::uint64_t since_ = 0;  // generation that after_ is of
};

/// "N files have no vectors ...", for answers and reports.
std::string missing_vectors_warning(std::size_t files);
/// The same of the words of a sparse encoder.
std::string missing_words_warning(std::size_t files);
/// The same of a first run that has not come to them.
std::string vectors_to_come_warning(std::size_t files);
/// The same of texts of an overlay, for which services are not asked.
std::string unsaved_texts_warning(std::size_t files);
/// The same where it is not known of which of the two.
std::string missing_output_warning(std::size_t files);

}  // namespace codeweaver::engine
