// Records of replaced contents, and sweeps based on them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/writing/replaced_contents.hpp"

#include "base/try.hpp"
#include "engine/state/database_keys.hpp"
#include "engine/state/tree_state.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::string_view kEverythingReplaced = "*";
constexpr std::size_t kContentDigits = 32;

Result<void> sweep_all(store::Database& database, const StatePaths& paths) {
  return database.transaction([&]() -> Result<void> {
    CODEWEAVER_TRY(database.remove_orphans());
    return database.set_meta(tree_key(kReplacedKey, paths), "");
  });
}

}  // namespace

ReplacedContents ReplacedContents::parse(std::string_view text) {
  if (text == kEverythingReplaced) return everything();
  ReplacedContents out;
  for (std::size_t at = 0; at < text.size(); at += kContentDigits)
    if (const auto key = base::Hash128::parse(text.substr(at, kContentDigits)))
      out.keys_.push_back(*key);
  return out;
}

ReplacedContents ReplacedContents::everything() {
  ReplacedContents out;
  out.is_everything_ = true;
  return out;
}

void ReplacedContents::add(const base::Hash128& content) {
  if (is_everything_ || content == base::Hash128{}) return;
  if (keys_.size() < kMost)
    keys_.push_back(content);
  else
    *this = everything();
}

std::string ReplacedContents::text() const {
  if (is_everything_) return std::string(kEverythingReplaced);
  std::string out;
  out.reserve(keys_.size() * kContentDigits);
  for (const auto& key : keys_) out += key.hex();
  return out;
}

Result<ReplacedContents> replaced_contents(const store::Database& database,
                                           const StatePaths& paths) {
  CODEWEAVER_ASSIGN(const auto text, database.meta(tree_key(kReplacedKey, paths)));
  return ReplacedContents::parse(text.value_or(""));
}

Result<void> sweep_everything(store::Database& database, const StatePaths& paths) {
  CODEWEAVER_ASSIGN(const auto left, replaced_contents(database, paths));
  return left.is_everything() ? sweep_all(database, paths) : Result<void>();
}

Result<void> sweep_replaced(store::Database& database, const StatePaths& paths,
                            const ReplacedContents& now) {
  CODEWEAVER_ASSIGN(const auto left, replaced_contents(database, paths));
  const auto& next = left.is_everything() ? left : now;
  if (!next.is_everything())
    if (auto removed = database.remove_unreferenced(left.keys()); !removed) return removed;
  return database.set_meta(tree_key(kReplacedKey, paths), next.text());
}

Result<void> sweep_leftovers(store::Database& database, const StatePaths& paths) {
  CODEWEAVER_ASSIGN(const auto left, replaced_contents(database, paths));
  if (left.is_empty()) return {};
  if (left.is_everything()) return sweep_all(database, paths);
  return database.transaction([&] { return sweep_replaced(database, paths, {}); });
}

}  // namespace codeweaver::engine
