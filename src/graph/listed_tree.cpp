// ListedTree: paths by folder and by name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/listed_tree.hpp"

#include <algorithm>
#include <utility>

#include "base/path_name.hpp"
#include "facts/read_facts.hpp"
#include "graph/paths.hpp"

namespace codeweaver::graph {
ListedTree::ListedTree(const std::vector<std::string>& paths, Read read) : read_(std::move(read)) {
  for (const std::string& path : paths) {
    const std::string name(base::file_name(path));
    folders_[std::string(folder_of(path))].push_back(name);
    named_[name].push_back(path);
  }
  for (auto* const lists : {&folders_, &named_})
    for (auto& [key, list] : *lists) std::ranges::sort(list);
}

std::shared_ptr<const facts::Facts> ListedTree::facts(std::string_view path) {
  if (!facts::may_have_facts(path)) return nullptr;
  const std::string text = this->text(path);
  if (text.empty()) return nullptr;  // not listed, or nothing to link
  auto read = facts::read_facts(path, text);
  return read ? std::make_shared<const facts::Facts>(*std::move(read)) : nullptr;
}

std::vector<std::string> ListedTree::files_in(std::string_view folder) {
  const auto at = folders_.find(folder);
  return at == folders_.end() ? std::vector<std::string>() : at->second;
}

std::vector<std::string> ListedTree::files_named(std::string_view name) {
  const auto at = named_.find(name);
  return at == named_.end() ? std::vector<std::string>() : at->second;
}

std::vector<std::string> ListedTree::folders_with(std::string_view ending) {
  std::vector<std::string> out;
  for (const auto& [folder, names] : folders_)
    if (std::ranges::any_of(names, [&](const auto& name) { return name.ends_with(ending); }))
      out.push_back(folder);
  return out;
}

std::string ListedTree::text(std::string_view path) {
  const auto at = folders_.find(folder_of(path));
  const bool is_listed =
      at != folders_.end() && std::ranges::binary_search(at->second, base::file_name(path));
  return is_listed ? read_(std::string(path)) : std::string();
}

}  // namespace codeweaver::graph
