// Namespaces: the rows of their trees by path, and the texts that the grams admit.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/namespace_targets.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "base/hash.hpp"
#include "base/try.hpp"
#include "codeweaver/contract.hpp"
#include "engine/exact/history_targets.hpp"
#include "engine/exact/listed_choice.hpp"
#include "engine/exact/text_index.hpp"
#include "engine/state/item_path.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/state/state_place.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::engine {
namespace {

struct ItemRow {
  std::string path;  // with the part that distinguishes items of one path
  base::Hash128 content;
};
/// Sorted by path; the items of each path by their index paths.
struct ItemRows {
  std::vector<std::string> paths;
  std::vector<std::vector<ItemRow>> items;
};

/// The database walks in the order of item_path(), which sorts by path.
Result<ItemRows> rows_of(const store::TreeView& tree) {
  ItemRows out;
  CODEWEAVER_TRY(tree.for_each_file([&](const store::FileRecord& file) {
    if (file.outcome != store::FileOutcome::kIndexed || file.content == base::Hash128{})
      return true;
    const auto shown = shown_path(file.path);
    if (out.paths.empty() || out.paths.back() != shown) {
      out.paths.emplace_back(shown);
      out.items.emplace_back();
    }
    out.items.back().push_back({file.path, file.content});
    return true;
  }));
  return out;
}

Error no_such_namespace(const TextIndexPlace* index) {
  return {ErrorCategory::kNotFound, std::string(contract::kNamespaceNotFound),
          index == nullptr
              ? "This folder has no indexed project, so there are no namespaces to search"
              : "Project " + index->project_id + " has no namespace with that purpose and strategy",
          "searching exact text", "Use an existing namespace"};
}

}  // namespace

bool names_namespaces(const TextSearchOptions& options) noexcept {
  return options.purpose || !options.chunk_strategy.empty();
}

Result<NamespaceTargets> NamespaceTargets::find(const TextSearchOptions& options,
                                                const TextIndexPlace* index) {
  NamespaceTargets out(options, index);
  if (index == nullptr) return no_such_namespace(index);
  const StatePaths paths{index->state_dir, index->tree};
  if (!paths.has_database()) return no_such_namespace(index);
  CODEWEAVER_ASSIGN(const auto database, store::Database::open_read_only(paths.database()));
  CODEWEAVER_ASSIGN(const auto tree, database.tree(paths.tree));
  const auto admits = [&](const NamespaceKey& key) {
    return admits_namespace(options.purpose, options.chunk_strategy, key);
  };
  CODEWEAVER_ASSIGN(const auto own, tree.namespaces());
  for (const auto& record : own) {
    const auto key = NamespaceKey::make(index->project_id, record.purpose, record.chunk_strategy);
    out.has_folder_ = out.has_folder_ || (key && admits(*key));
  }
  if (!is_history(options)) {
    CODEWEAVER_ASSIGN(out.keys_, namespaces_of(database, index->project_id));
    std::erase_if(out.keys_, [&](const NamespaceKey& key) { return !admits(key); });
  }
  if (!out.has_folder_ && out.keys_.empty()) return no_such_namespace(index);
  return out;
}

/// Visits one namespace.
class NamespaceTargets::Visit {
 public:
  Visit(const NamespaceTargets& targets, const NamespaceKey& key, const text::GramQuery& grams,
        const NamespaceVisitor& visitor)
      : targets_(targets),
        paths_{targets.index_->state_dir, namespace_tree(key)},
        name_(key.to_string()),
        grams_(grams),
        visitor_(visitor) {}

  /// Returns true if the next namespace is wanted. `missing` counts the paths that are not in this
  /// one.
  Result<bool> run(std::map<std::string, std::size_t>& missing) {
    CODEWEAVER_ASSIGN(const auto database, store::Database::open_read_only(paths_.database()));
    const store::Database::Reading one_state(database);
    CODEWEAVER_ASSIGN(const auto tree, database.tree(paths_.tree));
    CODEWEAVER_ASSIGN(const auto rows, rows_of(tree));
    if (visitor_.on_item && !rows.paths.empty()) open_index();
    Result<void> outcome;
    ListedVisitor listed;
    listed.on_file = [&](const ListedFile& file) {
      goes_on_ = !visitor_.on_path || visitor_.on_path(name_, file.shown);
      if (!goes_on_ || !visitor_.on_item) return goes_on_;
      for (const auto& item : rows.items[file.number]) {
        outcome = visit(database, item, file);
        if (!outcome || !goes_on_) return false;
      }
      return true;
    };
    std::set<std::string> absent;
    listed.on_missing = [&](const std::string& path) { absent.insert(path); };
    CODEWEAVER_TRY(choose_listed(*targets_.options_, targets_.index_->root, rows.paths, listed));
    CODEWEAVER_TRY(outcome);
    for (const auto& path : absent) ++missing[path];
    return goes_on_;
  }

 private:
  void open_index() {
    if (grams_.kind == text::GramQuery::Kind::kAny) return;
    auto opened = TextIndex::open_items(paths_);
    auto blocks = opened ? opened->blocks_of(grams_) : opened.error();
    if (blocks) {
      index_.emplace(std::move(*opened));
      blocks_ = std::move(*blocks);
    } else if (visitor_.on_unspared) {
      visitor_.on_unspared(blocks.error().cause);
    }
  }

  Result<void> visit(const store::Database& database, const ItemRow& item, const ListedFile& file) {
    if (index_) {
      const auto place = index_->locate_content(item.path, item.content, cursor_);
      if (place && !holds_any(blocks_, *place)) return {};
    }
    CODEWEAVER_ASSIGN(auto text, database.content_text(item.content));
    const auto told = read_item_path(item.path);
    TextTarget target;
    target.path = item.path;
    target.shown = file.shown;
    target.is_named = file.is_named;
    target.text = std::make_shared<const std::string>(std::move(text));
    target.item = {name_, told.first_line, told.last_line};
    goes_on_ = visitor_.on_item(std::move(target));
    return {};
  }

  const NamespaceTargets& targets_;
  const StatePaths paths_;
  const std::string name_;
  const text::GramQuery& grams_;
  const NamespaceVisitor& visitor_;
  std::optional<TextIndex> index_;
  std::vector<store::ChunkSet> blocks_;
  TextIndex::Cursor cursor_;
  bool goes_on_ = true;
};

Result<void> NamespaceTargets::visit(const text::GramQuery& grams,
                                     const NamespaceVisitor& visitor) const {
  std::map<std::string, std::size_t> missing;  // paths to the number of namespaces without them
  for (const auto& key : keys_) {
    CODEWEAVER_ASSIGN(const bool goes_on, Visit(*this, key, grams, visitor).run(missing));
    if (!goes_on) return {};
  }
  for (const auto& [path, namespaces] : missing)
    if (namespaces == keys_.size() && visitor.on_problem) visitor.on_problem(path, kMissingInList);
  return {};
}

Result<std::set<std::string>> NamespaceTargets::paths_in(std::string_view language) const {
  std::set<std::string> out;
  for (const auto& key : keys_) {
    const StatePaths paths{index_->state_dir, namespace_tree(key)};
    CODEWEAVER_ASSIGN(const auto database, store::Database::open_read_only(paths.database()));
    const store::Database::Reading one_state(database);
    CODEWEAVER_ASSIGN(const auto tree, database.tree(paths.tree));
    CODEWEAVER_ASSIGN(const auto rows, rows_of(tree));
    for (std::size_t i = 0; i < rows.paths.size(); ++i)
      for (const auto& item : rows.items[i]) {
        CODEWEAVER_ASSIGN(const auto known, database.content_language(item.content));
        if (known == language) out.insert(rows.paths[i]);
      }
  }
  return out;
}

}  // namespace codeweaver::engine
