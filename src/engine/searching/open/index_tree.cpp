// IndexTree: files of segments by path, folder and name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/open/index_tree.hpp"

#include <algorithm>
#include <utility>

#include "engine/state/snapshot_facts.hpp"
#include "facts/read_facts.hpp"
#include "syntax/language.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::engine {
namespace {

bool is_live(const store::Snapshot::Part& part, std::size_t file) {
  const auto [first, last] = part.segment->file_chunks(file);
  return first != last && part.live.test(first);
}

std::string_view name_in(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::optional<facts::Facts> parsed_facts(std::string_view name, const std::string& text) {
  const auto language = syntax::language_of_content(name, text);
  if (!language || !facts::has_facts(*language)) return std::nullopt;
  const auto tree = syntax::SyntaxTree::parse(text, *language);
  if (!tree) return std::nullopt;
  return facts::read_facts(*tree, text);
}

}  // namespace

IndexTree::IndexTree(std::shared_ptr<const store::Snapshot> snapshot,
                     std::shared_ptr<FactsCache> cache)
    : snapshot_(std::move(snapshot)), cache_(std::move(cache)) {}

std::optional<base::Hash128> IndexTree::content_of(std::string_view path) const {
  for (const auto& part : snapshot_->parts) {
    const auto file = find_file(*part.segment, path);
    if (file && is_live(part, *file)) return part.segment->file_content(*file);
  }
  return std::nullopt;
}

std::string IndexTree::text(std::string_view path) {
  const auto content = content_of(path);
  if (!content || rows_ == nullptr) return {};
  auto text = rows_->content_text(*content);
  return text ? *std::move(text) : std::string();
}

std::shared_ptr<const facts::Facts> IndexTree::facts(std::string_view path) {
  const auto language = syntax::language_of_name(name_in(path));
  if (!language || !facts::has_facts(*language)) return nullptr;
  const auto content = content_of(path);
  if (!content || rows_ == nullptr) return nullptr;
  auto found = cache_->find(*content);
  if (!found) {
    const auto text = rows_->content_text(*content);
    if (!text) return nullptr;
    found = std::make_shared<const std::optional<facts::Facts>>(parsed_facts(name_in(path), *text));
    cache_->put(*content, found, *found ? (*found)->bytes() : sizeof(facts::Facts));
  }
  if (!*found) return nullptr;
  bytes_read_ += (*found)->bytes();
  return {found, &**found};
}

std::vector<std::string> IndexTree::files_in(std::string_view folder) {
  std::vector<std::string> out;
  const std::string prefix = folder.empty() ? std::string() : std::string(folder) + '/';
  for (const auto& part : snapshot_->parts) {
    const auto& segment = *part.segment;
    for (auto file = first_file_from(segment, prefix);
         file < segment.file_count() && segment.file_path(file).starts_with(prefix); ++file) {
      const auto name = segment.file_path(file).substr(prefix.size());
      if (name.find('/') == std::string_view::npos && is_live(part, file)) out.emplace_back(name);
    }
  }
  std::ranges::sort(out);
  return out;
}

std::vector<std::string> IndexTree::files_named(std::string_view name) {
  std::vector<std::string> out;
  for (const auto& part : snapshot_->parts)
    for (std::size_t file = 0; file < part.segment->file_count(); ++file)
      if (name_in(part.segment->file_path(file)) == name && is_live(part, file))
        out.emplace_back(part.segment->file_path(file));
  std::ranges::sort(out);
  return out;
}

}  // namespace codeweaver::engine
