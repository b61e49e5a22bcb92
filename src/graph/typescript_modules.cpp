// TypeScriptModules: relative paths, package.json and tsconfig.json.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/typescript_modules.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "base/path_name.hpp"
#include "graph/evaluator.hpp"
#include "graph/paths.hpp"
#include "syntax/language.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::graph {
namespace {

constexpr std::array kEndings{
    std::string_view(".ts"),  std::string_view(".tsx"), std::string_view(".d.ts"),
    std::string_view(".mts"), std::string_view(".cts"), std::string_view(".js"),
    std::string_view(".jsx"), std::string_view(".mjs"), std::string_view(".cjs")};
/// What a path that is imported ends with, and what the source file may end with instead.
constexpr std::array<std::array<std::string_view, 4>, 7> kSources{{{".d.ts", ".ts", ".tsx", ""},
                                                                   {".d.mts", ".mts", ".ts", ""},
                                                                   {".d.cts", ".cts", ".ts", ""},
                                                                   {".js", ".ts", ".tsx", ".d.ts"},
                                                                   {".jsx", ".tsx", ".jsx", ""},
                                                                   {".mjs", ".mts", ".ts", ""},
                                                                   {".cjs", ".cts", ".ts", ""}}};

/// A path without "." and "..". "": it leaves the project, or is its root.
std::string joined_path(std::string_view folder, std::string_view path) {
  std::vector<std::string_view> parts;
  for (std::string_view rest : {folder, path}) {
    while (!rest.empty()) {
      const auto slash = std::min(rest.find('/'), rest.size());
      const std::string_view part = rest.substr(0, slash);
      rest.remove_prefix(std::min(slash + 1, rest.size()));
      if (part.empty() || part == ".") continue;
      if (part != "..") {
        parts.push_back(part);
      } else {
        if (parts.empty()) return {};
        parts.pop_back();
      }
    }
  }
  std::string out;
  for (const std::string_view part : parts) {
    if (!out.empty()) out += '/';
    out += part;
  }
  return out;
}

bool is_within(std::string_view folder, const std::string& other) {
  return other.empty() || folder == other || folder.starts_with(other + '/');
}

/// What `*` stands for in a pattern; nullopt: the name does not fit.
std::optional<std::string> matched_part(std::string_view pattern, std::string_view name) {
  const auto star = pattern.find('*');
  if (star == std::string_view::npos)
    return pattern == name ? std::optional(std::string()) : std::nullopt;
  const std::string_view end = pattern.substr(star + 1);
  const bool fits = name.size() + 1 >= pattern.size() &&
                    name.starts_with(pattern.substr(0, star)) && name.ends_with(end);
  if (!fits) return std::nullopt;
  return std::string(name.substr(star, name.size() - star - end.size()));
}

std::string with_part(std::string path, const std::string& part) {
  if (const auto at = path.find('*'); at != std::string::npos) path.replace(at, 1, part);
  return path;
}

/// A JSON text, with comments if need be.
class JsonText {
 public:
  explicit JsonText(const std::string& text) : text_(text) {
    if (const auto language = syntax::find_language("json"))
      if (auto tree = syntax::SyntaxTree::parse(text_, *language)) tree_.emplace(*std::move(tree));
  }

  std::optional<syntax::Node> root() const {
    if (!tree_) return std::nullopt;
    for (const syntax::Node& node : children(tree_->root()))
      if (tree_->name(node) == "object") return node;
    return std::nullopt;
  }
  /// Calls `act(key, value)` for the pairs of an object.
  template <class Act>
  void each_pair(const syntax::Node& object, const Act& act) const {
    for (const syntax::Node& pair : children(object)) {
      const auto key = tree_->child(pair, "key");
      const auto value = tree_->child(pair, "value");
      if (key && value) act(content(*key), *value);
    }
  }
  std::optional<syntax::Node> member(const std::optional<syntax::Node>& object,
                                     std::string_view name) const {
    std::optional<syntax::Node> out;
    if (object)
      each_pair(*object, [&](const std::string& key, const syntax::Node& value) {
        if (key == name) out = value;
      });
    return out;
  }
  /// The text of a string; empty for another value.
  std::string content(const syntax::Node& node) const {
    if (tree_->name(node) != "string" || node.range.size() < 2) return {};
    return text_.substr(node.range.begin + 1, node.range.size() - 2);
  }
  /// All strings within a value, except keys, in order.
  void strings(const syntax::Node& node, std::vector<std::string>& out, int depth = 0) const {
    constexpr int kMostLevels = 6;
    if (depth > kMostLevels) return;
    if (tree_->name(node) == "string") {
      out.push_back(content(node));
    } else if (tree_->name(node) == "object") {
      each_pair(node, [&](const std::string&, const syntax::Node& value) {
        strings(value, out, depth + 1);
      });
    } else {
      for (const syntax::Node& one : children(node)) strings(one, out, depth + 1);
    }
  }

 private:
  std::vector<syntax::Node> children(const syntax::Node& node) const {
    std::vector<syntax::Node> out;
    tree_->children(node, out);
    return out;
  }

  const std::string& text_;
  std::optional<syntax::SyntaxTree> tree_;
};

}  // namespace

std::optional<Id> TypeScriptModules::find(Evaluator& evaluator, std::string_view from,
                                          std::string_view name) {
  const std::string_view folder = folder_of(from);
  const auto [at, is_new] = found_.try_emplace(std::pair(std::string(folder), std::string(name)));
  if (is_new) at->second = resolve(evaluator, folder, name);
  return at->second;
}

std::optional<std::string> TypeScriptModules::other_file(Evaluator& evaluator,
                                                         std::string_view from,
                                                         std::string_view name) {
  if (!name.starts_with('.')) return std::nullopt;
  name = name.substr(0, name.find('?'));  // Vite's `./shader.glsl?raw`
  std::string path = joined_path(folder_of(from), name);
  const auto beside = evaluator.tree().files_in(folder_of(path));
  if (!std::ranges::binary_search(beside, base::file_name(path))) return std::nullopt;
  return path;
}

std::optional<Id> TypeScriptModules::resolve(Evaluator& evaluator, std::string_view folder,
                                             std::string_view name) {
  if (name.starts_with('.')) return file_at(evaluator, joined_path(folder, name));
  read(evaluator);
  for (const Paths& one : paths_) {
    if (!is_within(folder, one.folder)) continue;
    const Id file = matching(evaluator, one.entries, one.base, std::string(name));
    if (file != kNone) return file;
  }
  if (name.starts_with('#')) return imported(evaluator, folder, name);
  return in_packages(evaluator, name);
}

std::optional<Id> TypeScriptModules::in_packages(Evaluator& evaluator, std::string_view name) {
  bool is_own = false;
  for (const Package& one : packages_) {
    if (name != one.name && !name.starts_with(one.name + '/')) continue;
    is_own = true;
    const Id file = in_package(evaluator, one, '.' + std::string(name.substr(one.name.size())));
    if (file != kNone) return file;
  }
  return is_own ? std::optional(kNone) : std::nullopt;
}

Id TypeScriptModules::file_at(Evaluator& evaluator, const std::string& path) {
  const auto try_file = [&](std::string_view base, std::string_view ending) {
    return evaluator.file(std::string(base) + std::string(ending));
  };
  const bool has_ending =
      std::ranges::any_of(kEndings, [&](std::string_view one) { return path.ends_with(one); });
  if (has_ending)
    if (const Id file = evaluator.file(path); file != kNone) return file;
  for (const auto& endings : kSources) {
    if (!path.ends_with(endings[0])) continue;
    const std::string_view base = std::string_view(path).substr(0, path.size() - endings[0].size());
    for (std::size_t i = 1; i < endings.size(); ++i)
      if (!endings[i].empty())
        if (const Id file = try_file(base, endings[i]); file != kNone) return file;
  }
  if (!path.empty())
    for (const std::string_view ending : kEndings)
      if (const Id file = try_file(path, ending); file != kNone) return file;
  for (const std::string_view ending : kEndings)
    if (const Id file = try_file(path.empty() ? "index" : path + "/index", ending); file != kNone)
      return file;
  return kNone;
}

Id TypeScriptModules::matching(Evaluator& evaluator, const std::vector<Entry>& entries,
                               std::string_view folder, const std::string& name) {
  for (const auto& [pattern, paths] : entries) {
    const auto part = matched_part(pattern, name);
    if (!part) continue;
    for (const std::string& path : paths)
      if (const Id file = source_at(evaluator, folder, with_part(path, *part)); file != kNone)
        return file;
  }
  return kNone;
}

Id TypeScriptModules::source_at(Evaluator& evaluator, std::string_view folder,
                                std::string_view path) {
  if (const Id file = file_at(evaluator, joined_path(folder, path)); file != kNone) return file;
  // What is built below dist/ or lib/ has its source below src/.
  if (path.starts_with("./")) path.remove_prefix(2);
  for (auto slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/')) {
    path.remove_prefix(slash + 1);
    const std::string source = joined_path(folder, "src/" + std::string(path));
    if (const Id file = file_at(evaluator, source); file != kNone) return file;
  }
  return kNone;
}

/// What the nearest package.json with "imports" names: a file, or a module of another package.
Id TypeScriptModules::imported(Evaluator& evaluator, std::string_view folder,
                               std::string_view name) {
  const auto nearest = std::ranges::find_if(
      imports_, [&](const Paths& one) { return is_within(folder, one.folder); });
  if (nearest == imports_.end()) return kNone;
  for (const auto& [pattern, paths] : nearest->entries) {
    const auto part = matched_part(pattern, name);
    if (!part) continue;
    for (const std::string& one : paths) {
      const std::string path = with_part(one, *part);
      const Id file = path.starts_with('.') ? source_at(evaluator, nearest->base, path)
                                            : in_packages(evaluator, path).value_or(kNone);
      if (file != kNone) return file;
    }
  }
  return kNone;
}

Id TypeScriptModules::in_package(Evaluator& evaluator, const Package& package,
                                 const std::string& part) {
  if (const Id file = matching(evaluator, package.entries, package.folder, part); file != kNone)
    return file;
  for (const std::string_view folder : {"src", ""}) {
    const std::string path = joined_path(joined_path(package.folder, folder), part);
    if (const Id file = file_at(evaluator, path); file != kNone) return file;
  }
  return kNone;
}

void TypeScriptModules::read(Evaluator& evaluator) {
  if (std::exchange(is_read_, true)) return;
  for (const std::string& path : evaluator.tree().files_named("package.json"))
    read_package(path, evaluator.tree().text(path));
  for (const std::string_view name : {"tsconfig.json", "jsconfig.json", "tsconfig.base.json"})
    for (const std::string& path : evaluator.tree().files_named(name))
      read_paths(path, evaluator.tree().text(path));
  for (auto* const all : {&paths_, &imports_})
    std::ranges::stable_sort(*all, std::ranges::greater(),
                             [](const Paths& one) { return one.folder.size(); });
  std::ranges::stable_sort(packages_, std::ranges::greater(),
                           [](const Package& one) { return one.name.size(); });
}

void TypeScriptModules::read_package(const std::string& path, const std::string& text) {
  const JsonText json(text);
  const auto root = json.root();
  if (const auto imports = json.member(root, "imports")) {
    const std::string folder(folder_of(path));
    auto& entries = imports_.emplace_back(Paths{folder, folder, {}}).entries;
    json.each_pair(*imports, [&](const std::string& key, const syntax::Node& value) {
      json.strings(value, entries.emplace_back(Entry{key, {}}).paths);
    });
    // Names without `*` come before patterns, and of these the longest part before it first.
    std::ranges::stable_sort(entries, std::ranges::greater(),
                             [](const Entry& one) { return one.pattern.find('*'); });
  }
  const auto name = json.member(root, "name");
  if (!name) return;
  Package out{.name = json.content(*name), .folder = std::string(folder_of(path)), .entries = {}};
  if (out.name.empty()) return;
  if (const auto exports = json.member(root, "exports")) {
    bool has_parts = false;
    json.each_pair(*exports, [&](const std::string& key, const syntax::Node& value) {
      if (!key.starts_with('.')) return;
      has_parts = true;
      json.strings(value, out.entries.emplace_back(Entry{key, {}}).paths);
    });
    if (!has_parts) json.strings(*exports, out.entries.emplace_back(Entry{".", {}}).paths);
  }
  for (const std::string_view key : {"source", "types", "module", "main"})
    if (const auto value = json.member(root, key))
      json.strings(*value, out.entries.emplace_back(Entry{".", {}}).paths);
  packages_.push_back(std::move(out));
}

void TypeScriptModules::read_paths(const std::string& path, const std::string& text) {
  const JsonText json(text);
  const auto options = json.member(json.root(), "compilerOptions");
  const auto base = json.member(options, "baseUrl");
  const auto paths = json.member(options, "paths");
  if (!base && !paths) return;
  Paths out{.folder = std::string(folder_of(path)), .base = {}, .entries = {}};
  out.base = joined_path(out.folder, base ? json.content(*base) : std::string());
  if (paths)
    json.each_pair(*paths, [&](const std::string& key, const syntax::Node& value) {
      json.strings(value, out.entries.emplace_back(Entry{key, {}}).paths);
    });
  if (base) out.entries.push_back({"*", {"*"}});
  paths_.push_back(std::move(out));
}

}  // namespace codeweaver::graph
