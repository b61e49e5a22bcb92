// ListedTree: paths by folder and by name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/listed_tree.hpp"

#include <algorithm>
#include <utility>

#include "facts/read_facts.hpp"
#include "syntax/language.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::graph {
namespace {

std::pair<std::string_view, std::string_view> split(std::string_view path) {
  const auto slash = path.rfind('/');
  if (slash == std::string_view::npos) return {{}, path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

}  // namespace

ListedTree::ListedTree(const std::vector<std::string>& paths, Read read) : read_(std::move(read)) {
  for (const std::string& path : paths) {
    const auto [folder, name] = split(path);
    folders_[std::string(folder)].emplace_back(name);
    named_[std::string(name)].push_back(path);
  }
  for (auto* const lists : {&folders_, &named_})
    for (auto& [key, list] : *lists) std::ranges::sort(list);
}

std::shared_ptr<const facts::Facts> ListedTree::facts(std::string_view path) {
  const auto language = syntax::language_of_name(split(path).second);
  if (!language || !facts::has_facts(*language)) return nullptr;
  const std::string text = this->text(path);
  if (text.empty()) return nullptr;
  const auto tree = syntax::SyntaxTree::parse(text, *language);
  if (!tree) return nullptr;
  return std::make_shared<const facts::Facts>(facts::read_facts(*tree, text));
}

std::vector<std::string> ListedTree::files_in(std::string_view folder) {
  const auto at = folders_.find(folder);
  return at == folders_.end() ? std::vector<std::string>() : at->second;
}

std::vector<std::string> ListedTree::files_named(std::string_view name) {
  const auto at = named_.find(name);
  return at == named_.end() ? std::vector<std::string>() : at->second;
}

std::string ListedTree::text(std::string_view path) {
  const auto [folder, name] = split(path);
  const auto at = folders_.find(folder);
  const bool is_listed = at != folders_.end() && std::ranges::binary_search(at->second, name);
  return is_listed ? read_(std::string(path)) : std::string();
}

}  // namespace codeweaver::graph
