// The record in the database: "<text files skipped> <all text files>".
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/left_out.hpp"

#include <sstream>

#include "base/try.hpp"
#include "engine/state/database_keys.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kNoticedShare = 10;  // a warning if more than one file of so many is missing

}  // namespace

bool is_left_out_text(std::string_view reason) noexcept {
  return reason == "too_large" || reason == "not_utf8";
}

Result<void> note_left_out(store::Database& database, const StatePaths& paths,
                           const TreeTotals& totals) {
  const auto key = tree_key(kLeftOutKey, paths);
  const auto all = totals.files + totals.left_out;
  const auto text = totals.left_out * kNoticedShare > all
                        ? std::to_string(totals.left_out) + ' ' + std::to_string(all)
                        : std::string();
  CODEWEAVER_ASSIGN(const auto noted, database.meta(key));
  return noted.value_or("") == text ? Result<void>() : database.set_meta(key, text);
}

std::optional<std::string> left_out_warning(const store::Database& database,
                                            const StatePaths& paths) {
  const auto noted = database.meta(tree_key(kLeftOutKey, paths));
  if (!noted || !*noted || (*noted)->empty()) return std::nullopt;
  std::size_t left_out = 0, all = 0;
  std::istringstream(**noted) >> left_out >> all;
  return std::to_string(left_out) + " of " + std::to_string(all) +
         " text files are not in the index, because they are too large or not in UTF-8";
}

}  // namespace codeweaver::engine
