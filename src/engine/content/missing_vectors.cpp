// MissingVectors as text: "<generation> <hashes before> <hashes since>", hashes of 32 hex digits.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/missing_vectors.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/counted.hpp"
#include "base/try.hpp"
#include "engine/state/tree_state.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kKeyDigits = 32;

Contents contents_of(std::string_view hashes) {
  Contents out;
  for (; hashes.size() >= kKeyDigits; hashes.remove_prefix(kKeyDigits))
    if (const auto hash = base::Hash128::parse(hashes.substr(0, kKeyDigits))) out.insert(*hash);
  return out;
}

}  // namespace

MissingVectors MissingVectors::parse(std::string_view text) {
  MissingVectors out;
  const auto first = text.find(' ');
  const auto second = text.find(' ', first == std::string_view::npos ? first : first + 1);
  if (second == std::string_view::npos) return out;
  const auto [end, error] = std::from_chars(text.data(), text.data() + first, out.since_);
  if (error != std::errc{} || end != text.data() + first) return {};
  out.before_ = contents_of(text.substr(first + 1, second - first - 1));
  out.after_ = contents_of(text.substr(second + 1));
  return out;
}

Result<MissingVectors> MissingVectors::read(const store::Database& database,
                                            const StatePaths& paths) {
  CODEWEAVER_ASSIGN(const auto text, database.meta(tree_key(kMissingVectorsKey, paths)));
  return text ? parse(*text) : MissingVectors();
}

const Contents& MissingVectors::at(std::uint64_t generation) const {
  return generation < since_ ? before_ : after_;
}

Contents MissingVectors::all() const {
  Contents out = before_;
  out.insert(after_.begin(), after_.end());
  return out;
}

MissingVectors MissingVectors::with(std::uint64_t before, std::uint64_t after,
                                    Contents lacking) const {
  MissingVectors out;
  out.before_ = at(before);
  out.after_ = std::move(lacking);
  if (!out.is_empty()) out.since_ = after;
  return out;
}

std::string MissingVectors::to_text() const {
  if (is_empty()) return {};
  std::string text = std::to_string(since_) + ' ';
  for (const auto& hash : before_) text += hash.hex();
  text += ' ';
  for (const auto& hash : after_) text += hash.hex();
  return text;
}

namespace {

std::string files_that(std::size_t files, std::string_view one, std::string_view many) {
  return base::counted(files, "file").append(" ").append(files == 1 ? one : many);
}

}  // namespace

std::string missing_vectors_warning(std::size_t files) {
  return files_that(files, "has", "have")
      .append(
          " no vectors because the embedding model failed; until an index run adds the vectors, "
          "searches find such files only by words");
}

std::string missing_words_warning(std::size_t files) {
  return files_that(files, "lacks", "lack")
      .append(
          " the words of the sparse encoder because the encoder failed; until an index run adds "
          "these words, searches find such files only by words of their text");
}

std::string vectors_to_come_warning(std::size_t files) {
  return files_that(files, "has", "have")
      .append(
          " no vectors yet; until the first index run ends, searches find such files only by "
          "words");
}

std::string unsaved_texts_warning(std::size_t files) {
  return std::to_string(files) + (files == 1 ? " unsaved file has" : " unsaved files have") +
         " no vectors and no words of the sparse encoder; searches match only words of the text "
         "until " +
         (files == 1 ? "it is saved" : "they are saved");
}

std::string missing_output_warning(std::size_t files) {
  return files_that(files, "lacks", "lack")
      .append(
          " vectors or words of the sparse encoder because a model failed; until an index run adds "
          "them, searches find such files only by words of their text");
}

}  // namespace codeweaver::engine
