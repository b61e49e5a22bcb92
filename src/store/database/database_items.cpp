// Database: items that other tools push, and their batches.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/try.hpp"
#include "store/database/database_impl.hpp"

namespace codeweaver::store {
namespace {

constexpr const char* kItemSql =
    "SELECT node_id, path, captured_at, node_type, meta, orphan_policy FROM items "
    "WHERE tree = ? AND node_id = ?";
constexpr const char* kNextItemsSql =
    "SELECT node_id, path, captured_at, node_type, meta, orphan_policy FROM items "
    "WHERE tree = ? AND node_id > ? ORDER BY node_id LIMIT 256";

ItemRecord read_item_row(const Query& query) {
  return {query.text(0), query.text(1), query.text(2), query.text(3), query.text(4), query.text(5)};
}

}  // namespace

Result<void> WritableTree::put_item(const ItemRecord& item) {
  return impl().atomically([&] {
    return impl().connection.run("INSERT OR REPLACE INTO items VALUES (?, ?, ?, ?, ?, ?, ?)", id(),
                                 item.node_id, item.path, item.captured_at, item.node_type,
                                 item.meta, item.orphan_policy);
  });
}

Result<void> WritableTree::remove_item(std::string_view node_id) {
  return impl().atomically([&] {
    return impl().connection.run("DELETE FROM items WHERE tree = ? AND node_id = ?", id(), node_id);
  });
}

Result<std::optional<ItemRecord>> TreeView::item(std::string_view node_id) const {
  Query query = impl().connection.query(kItemSql, id(), node_id);
  CODEWEAVER_ASSIGN(auto row, query.step());
  if (!row) return std::optional<ItemRecord>{};
  return std::optional<ItemRecord>(read_item_row(query));
}

Result<void> TreeView::for_each_item(const std::function<bool(const ItemRecord&)>& visit) const {
  std::string last;
  for (;;) {
    std::vector<ItemRecord> batch;
    {  // closed before the visitor uses the database
      Query query = impl().connection.query(kNextItemsSql, id(), last);
      for (;;) {
        CODEWEAVER_ASSIGN(auto row, query.step());
        if (!row) break;
        batch.push_back(read_item_row(query));
      }
    }
    if (batch.empty()) return {};
    for (const ItemRecord& item : batch)
      if (!visit(item)) return {};
    last = std::move(batch.back().node_id);
  }
}

Result<std::optional<std::string>> TreeView::batch_reply(std::string_view batch_id) const {
  Query query = impl().connection.query("SELECT reply FROM batches WHERE tree = ? AND batch_id = ?",
                                        id(), batch_id);
  CODEWEAVER_ASSIGN(auto row, query.step());
  if (!row) return std::optional<std::string>{};
  return std::optional<std::string>(query.text(0));
}

Result<void> WritableTree::put_batch_reply(std::string_view batch_id, std::string_view reply) {
  return impl().atomically([&] {
    return impl().connection.run("INSERT OR REPLACE INTO batches VALUES (?, ?, ?)", id(), batch_id,
                                 reply);
  });
}

}  // namespace codeweaver::store
