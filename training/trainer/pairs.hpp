// Pairs: reads the output of mine.py and converts it to word numbers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "vocabulary.hpp"

namespace codeweaver::training {

/// One mined pair; views into PairFiles.
struct TextPair {
  std::uint32_t project;  ///< number of its file
  std::string_view path, symbol, sentence, doc, code, language;
  bool has_doc() const noexcept { return !sentence.empty(); }
};

/// The *.pairs files of a folder in byte order of their names, without repeated code or queries.
/// `kinds` names the kinds of pairs to read ("definition", "file", "message", "test", "readme").
class PairFiles {
 public:
  /// Throws std::runtime_error if the folder holds no pairs.
  explicit PairFiles(const std::filesystem::path& folder,
                     const std::set<std::string, std::less<>>& kinds = {"definition"});
  PairFiles(const PairFiles&) = delete;
  PairFiles& operator=(const PairFiles&) = delete;
  const std::vector<TextPair>& pairs() const noexcept { return pairs_; }
  std::uint32_t projects() const noexcept { return static_cast<std::uint32_t>(files_.size()); }
  /// File name of a project, without extension.
  const std::string& name(std::uint32_t project) const noexcept { return names_[project]; }

 private:
  std::vector<std::string> files_;
  std::vector<std::string> names_;
  std::vector<TextPair> pairs_;
};

/// A pair as word numbers.
struct NumberedPair {
  std::uint32_t project;
  std::uint32_t cluster;   ///< group of similar pairs; the project if there are no clusters
  std::uint32_t language;  ///< number of its language, in order of first appearance
  bool has_doc;
  std::vector<std::uint32_t> sentence, doc, code, path, symbol;
};

/// Converts pairs to word numbers; skips pairs with too few known words. `clusters` has a number
/// for each pair of `files`, or is empty.
std::vector<NumberedPair> number_pairs(const PairFiles& files, const Vocabulary& vocabulary,
                                       const std::vector<std::uint32_t>& clusters);

}  // namespace codeweaver::training
