// The rows of files: audit, content, chunk ids, and their previous contents.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/writing/tree_writer.hpp"

#include <utility>

#include "base/try.hpp"
#include "engine/state/database_keys.hpp"
#include "engine/state/tree_state.hpp"

namespace codeweaver::engine {

std::optional<WantedFile> wanted_file(const ProcessedFile& processed) {
  const auto& file = processed.file;
  if (file.outcome != store::FileOutcome::kIndexed || processed.chunk_count == 0)
    return std::nullopt;
  return wanted_file(file);
}

Result<void> TreeWriter::begin() {
  if (std::exchange(has_begun_, true)) return {};
  return database_.set_meta(tree_key(kDerivedKey, paths_), "");
}

Result<std::size_t> TreeWriter::put(ProcessedFile& processed, const FileAudit& audit) {
  CODEWEAVER_TRY(begin());
  CODEWEAVER_TRY(set_chunk_ids(processed));
  CODEWEAVER_ASSIGN(const auto created, put_content(processed));
  auto& file = processed.file;
  if (auto wanted = wanted_file(processed))
    edit_.present.push_back(std::move(*wanted));
  else
    edit_.removed.push_back(file.path);
  file.source_system = audit.source_system;
  file.source_batch_id = audit.batch_id;
  file.git_commit = audit.git_commit;
  file.git_branch = audit.git_branch;
  file.git_dirty = audit.git_dirty;
  file.source_captured_at = audit.captured_at;
  file.indexed_at = audit.indexed_at;
  CODEWEAVER_TRY(tree_.put_file(file));
  return created;
}

Result<void> TreeWriter::set_chunk_ids(ProcessedFile& processed) {
  auto& file = processed.file;
  CODEWEAVER_ASSIGN(auto before, tree_.file(file.path));
  const bool is_same = before && before->content == file.content;
  if (before && !is_same) replaced_.add(before->content);
  if (file.chunk_ids.size() == processed.chunk_count) return {};
  if (is_same && before->chunk_ids.size() == processed.chunk_count)
    file.chunk_ids = std::move(before->chunk_ids);
  else
    file.chunk_ids = ids_.next_row(static_cast<std::uint32_t>(processed.chunk_count));
  return {};
}

Result<std::size_t> TreeWriter::put_content(const ProcessedFile& processed) {
  if (!processed.content) return std::size_t{0};
  const auto& key = processed.content->key;
  const auto has = database_.has_content(key);  // a batch may contain the same text twice
  if (!has) return has.error();
  const bool is_renewal =
      (known_ == KnownContents::kRenew || (*has && has_other_facts(*processed.content))) &&
      renewed_.insert(key).second;
  if (*has && !is_renewal) return std::size_t{0};
  const auto paid = is_renewal && *has ? paid_vectors(*processed.content) : processed.vectors;
  CODEWEAVER_TRY(database_.put_content(*processed.content));
  if (!paid.empty() && !paid_model_.empty())
    CODEWEAVER_TRY(
        database_.put_vectors(key, paid_model_, paid.size() / processed.chunk_count, paid));
  return processed.chunk_count;
}

bool TreeWriter::has_other_facts(const store::ContentRecord& content) const {
  if (content.facts.empty()) return false;
  const auto before = database_.content_facts(content.key);
  return before && *before != content.facts;
}

std::vector<float> TreeWriter::paid_vectors(const store::ContentRecord& content) const {
  if (paid_model_.empty() || content.chunks.empty()) return {};
  const auto before = database_.content(content.key);
  if (!before || before->chunks != content.chunks || before->text != content.text) return {};
  const auto kept = database_.vectors(content.key, paid_model_);
  const bool fits = kept && *kept && (*kept)->size() % content.chunks.size() == 0;
  return fits ? **kept : std::vector<float>();
}

Result<void> TreeWriter::put_unread(const store::FileRecord& file) {
  if (auto begun = begin(); !begun) return begun;
  edit_.removed.push_back(file.path);
  return tree_.put_file(file);
}

Result<void> TreeWriter::remove(const std::string& path) {
  if (auto begun = begin(); !begun) return begun;
  CODEWEAVER_ASSIGN(const auto before, tree_.file(path));
  if (before) replaced_.add(before->content);
  edit_.removed.push_back(path);
  return tree_.remove_file(path);
}

Result<void> TreeWriter::put_commit(const std::string& path, const std::string& commit) {
  CODEWEAVER_ASSIGN(auto file, tree_.file(path));
  if (!file) return {};
  file->git_commit = commit;
  return tree_.put_file(*file);
}

Result<void> TreeWriter::sweep(bool was_cut_short) {
  return sweep_replaced(database_, paths_,
                        was_cut_short ? ReplacedContents::everything() : replaced_);
}

}  // namespace codeweaver::engine
