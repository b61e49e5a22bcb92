// IndexTree: files of segments by path, folder and name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/open/index_tree.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/path_name.hpp"
#include "engine/state/snapshot_facts.hpp"
#include "facts/facts_codec.hpp"
#include "facts/read_facts.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kBytesOfEntry = 128;  // of a cache, besides the hashes

std::uint32_t name_hash(std::string_view name) noexcept {
  return static_cast<std::uint32_t>(base::hash64(name));
}

}  // namespace

IndexTree::IndexTree(std::shared_ptr<const store::Snapshot> snapshot,
                     std::shared_ptr<GraphCaches> caches)
    : snapshot_(std::move(snapshot)), caches_(std::move(caches)) {}

std::string IndexTree::text(std::string_view path) {
  const auto content = live_content(*snapshot_, path);
  if (!content || rows_ == nullptr) return {};
  auto text = rows_->content_text(*content);
  return text ? *std::move(text) : std::string();
}

std::shared_ptr<const facts::Facts> IndexTree::facts(std::string_view path) {
  if (!facts::may_have_facts(path)) return nullptr;
  const auto content = live_content(*snapshot_, path);
  if (!content || rows_ == nullptr) return nullptr;
  auto found = caches_->facts.find(*content);
  if (!found) {
    found = read(path, *content);
    if (!found) return nullptr;
    caches_->facts.put(*content, found, *found ? (*found)->bytes() : sizeof(facts::Facts));
  }
  if (!*found) return nullptr;
  bytes_read_ += (*found)->bytes();
  return {found, &**found};
}

bool IndexTree::lacks_name(std::string_view path, std::string_view name) {
  if (!facts::may_have_facts(path)) return false;
  const auto content = live_content(*snapshot_, path);
  if (!content || rows_ == nullptr) return false;
  auto names = caches_->names.find(*content);
  if (!names) {
    const auto stored_names = facts::packed_names(stored(*content));
    if (!stored_names) return false;
    std::vector<std::uint32_t> hashes;
    hashes.reserve(stored_names->size());
    for (const std::string_view one : *stored_names) hashes.push_back(name_hash(one));
    std::ranges::sort(hashes);
    const std::size_t bytes = hashes.size() * sizeof(std::uint32_t) + kBytesOfEntry;
    names = std::make_shared<const std::vector<std::uint32_t>>(std::move(hashes));
    caches_->names.put(*content, names, bytes);
  }
  return !std::ranges::binary_search(*names, name_hash(name));
}

std::string_view IndexTree::stored(const base::Hash128& content) {
  if (last_stored_.empty() || last_content_ != content) {
    auto found = rows_->content_facts(content);
    last_stored_ = found ? *std::move(found) : std::string();
    last_content_ = content;
  }
  return last_stored_;
}

FactsCache::Pointer IndexTree::read(std::string_view path, const base::Hash128& content) {
  using Read = const std::optional<facts::Facts>;
  if (auto unpacked = facts::unpack_facts(stored(content)))
    return std::make_shared<Read>(std::move(unpacked->facts));
  // The index is of an older version, or was made from the records of a store.
  const auto text = rows_->content_text(content);
  return text ? std::make_shared<Read>(facts::read_facts(path, *text)) : nullptr;
}

std::vector<std::string> IndexTree::files_in(std::string_view folder) {
  std::vector<std::string> out;
  const std::string prefix = folder.empty() ? std::string() : std::string(folder) + '/';
  for (const auto& part : snapshot_->parts) {
    const auto& segment = *part.segment;
    for (auto file = first_file_from(segment, prefix);
         file < segment.file_count() && segment.file_path(file).starts_with(prefix); ++file) {
      const auto name = segment.file_path(file).substr(prefix.size());
      if (name.find('/') == std::string_view::npos && is_live_file(part, file))
        out.emplace_back(name);
    }
  }
  std::ranges::sort(out);
  return out;
}

std::vector<std::string> IndexTree::files_named(std::string_view name) {
  if (!named_) {
    named_.emplace();
    for (const auto& part : snapshot_->parts)
      for (std::size_t file = 0; file < part.segment->file_count(); ++file)
        if (const auto path = part.segment->file_path(file); is_live_file(part, file))
          (*named_)[base::file_name(path)].push_back(path);
  }
  const auto at = named_->find(name);
  if (at == named_->end()) return {};
  std::vector<std::string> out(at->second.begin(), at->second.end());
  std::ranges::sort(out);
  return out;
}

std::vector<std::string> IndexTree::linked_files() {
  std::vector<std::string> out;
  for (const auto& part : snapshot_->parts)
    for (std::size_t file = 0; file < part.segment->file_count(); ++file) {
      const std::string_view path = part.segment->file_path(file);
      if (facts::may_have_facts(path) && is_live_file(part, file)) out.emplace_back(path);
    }
  std::ranges::sort(out);
  return out;
}

std::vector<std::string> IndexTree::folders_with(std::string_view ending) {
  std::set<std::string, std::less<>> out;
  for (const auto& part : snapshot_->parts)
    for (std::size_t file = 0; file < part.segment->file_count(); ++file) {
      const std::string_view path = part.segment->file_path(file);
      if (!path.ends_with(ending) || !is_live_file(part, file)) continue;
      const auto slash = path.rfind('/');
      out.emplace(path.substr(0, slash == std::string_view::npos ? 0 : slash));
    }
  return {out.begin(), out.end()};
}

}  // namespace codeweaver::engine
