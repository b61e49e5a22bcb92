// Reads Cargo.toml files as far as linking needs it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/rust_crates.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/lines.hpp"
#include "graph/paths.hpp"

namespace codeweaver::graph {
namespace {

// Settings of a package, and the folders that they are about.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kFoundFolders{
    {{"autobins", "src/bin"},
     {"autotests", "tests"},
     {"autoexamples", "examples"},
     {"autobenches", "benches"}}};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
    text.remove_suffix(1);
  return text;
}

/// The text of a string such as "a" or 'a'; otherwise the same.
std::string_view unquoted(std::string_view text) {
  text = trimmed(text);
  if (text.size() < 2 || (text[0] != '"' && text[0] != '\'')) return text;
  const auto end = text.find(text[0], 1);
  return end == std::string_view::npos ? text : text.substr(1, end - 1);
}

/// The string for a key of an inline table: `{ path = "../a", package = "b" }`.
std::optional<std::string_view> inline_value(std::string_view table, std::string_view key) {
  for (auto at = table.find(key); at != std::string_view::npos; at = table.find(key, at + 1)) {
    const bool is_begin =
        at == 0 || table[at - 1] == ' ' || table[at - 1] == '{' || table[at - 1] == ',';
    const std::string_view rest = trimmed(table.substr(at + key.size()));
    if (is_begin && rest.starts_with('=')) return unquoted(rest.substr(1));
  }
  return std::nullopt;
}

/// What one Cargo.toml says.
struct CargoFile {
  std::string name, library, library_path;
  std::string build;  // the build script, if it is named
  bool has_library_table = false;
  std::vector<std::string> left_out;  // folders whose files are no crates of their own
  std::vector<std::string> paths;     // of binaries, tests, ...
  std::map<std::string, std::string> dependencies;  // key -> package
  std::map<std::string, std::string> of_workspace;  // the same of [workspace.dependencies]
};

void read_dependency(CargoFile& out, bool is_of_workspace, std::string_view key,
                     std::string_view value) {
  if (key.ends_with(".workspace")) key.remove_suffix(10);
  const std::string_view name = unquoted(key);
  const auto package = inline_value(value, "package");
  auto& all = is_of_workspace ? out.of_workspace : out.dependencies;
  all[std::string(name)] = std::string(package.value_or(name));
}

CargoFile read_cargo_file(std::string_view text) {
  CargoFile out;
  std::string section;
  for (const std::string_view whole : base::split_lines(text)) {
    const std::string_view line = trimmed(whole);
    if (line.starts_with('[')) {
      const auto begin = line.find_first_not_of('['), end = line.find(']');
      if (begin != std::string_view::npos && end != std::string_view::npos && end > begin)
        section = trimmed(line.substr(begin, end - begin));
      if (section == "lib") out.has_library_table = true;
      for (const std::string_view kind : {"dependencies.", "workspace.dependencies."})
        if (const auto at = section.rfind(kind); at != std::string::npos && !line.starts_with("[["))
          read_dependency(out, section.starts_with("workspace."),
                          std::string_view(section).substr(at + kind.size()), {});
      continue;
    }
    const auto equals = line.find('=');
    if (equals == std::string_view::npos || line.starts_with('#')) continue;
    const std::string_view key = trimmed(line.substr(0, equals));
    const std::string_view value = trimmed(line.substr(equals + 1));
    if (section == "package" && key == "name") out.name = unquoted(value);
    if (section == "package" && key == "build") out.build = unquoted(value);
    if (section == "package" && value == "false")
      for (const auto& [setting, folder] : kFoundFolders)
        if (key == setting) out.left_out.emplace_back(folder);
    if (section == "lib" && key == "name") out.library = unquoted(value);
    if (section == "lib" && key == "path") out.library_path = unquoted(value);
    const bool is_target =
        section == "bin" || section == "test" || section == "example" || section == "bench";
    if (is_target && key == "path") out.paths.emplace_back(unquoted(value));
    if (section.ends_with("dependencies"))
      read_dependency(out, section == "workspace.dependencies", key, value);
    if (const auto at = section.rfind("dependencies."); at != std::string::npos && key == "package")
      (section.starts_with("workspace.") ? out.of_workspace
                                         : out.dependencies)[section.substr(at + 13)] =
          unquoted(value);
  }
  return out;
}

void add_sources_in(SourceTree& tree, const std::string& folder, std::vector<std::string>& out) {
  for (const std::string& name : tree.files_in(folder))
    if (name.ends_with(".rs")) out.push_back(path_in(folder, name));
}

/// The roots of the crates of a package that Cargo finds without being told.
std::vector<std::string> usual_roots(SourceTree& tree, const std::string& folder,
                                     const std::vector<std::string>& left_out) {
  std::vector<std::string> out;
  const auto add_if_there = [&](const std::string& within, std::string_view name) {
    const std::vector<std::string> files = tree.files_in(path_in(folder, within));
    if (std::ranges::find(files, name) != files.end())
      out.push_back(path_in(path_in(folder, within), name));
  };
  add_if_there("src", "main.rs");
  add_if_there("", "build.rs");
  for (const auto& [setting, kind] : kFoundFolders) {
    if (std::ranges::find(left_out, kind) != left_out.end()) continue;
    const std::string within = path_in(folder, kind);
    add_sources_in(tree, within, out);
    for (const std::string& main : tree.files_named("main.rs"))
      if (folder_of(folder_of(main)) == within) out.push_back(main);
  }
  return out;
}

}  // namespace

std::string rust_crate_name(std::string_view package) {
  std::string out(package);
  std::ranges::replace(out, '-', '_');
  return out;
}

std::vector<RustPackage> rust_packages(SourceTree& tree) {
  std::vector<std::pair<std::string, CargoFile>> read;
  std::map<std::string, std::string> of_workspace;
  for (const std::string& path : tree.files_named("Cargo.toml")) {
    read.emplace_back(std::string(folder_of(path)), read_cargo_file(tree.text(path)));
    of_workspace.insert(read.back().second.of_workspace.begin(),
                        read.back().second.of_workspace.end());
  }
  std::vector<RustPackage> out;
  for (auto& [folder, cargo] : read) {
    if (cargo.name.empty()) continue;
    RustPackage made;
    made.folder = folder;
    made.name = cargo.name;
    const std::string source = path_in(folder, "src");
    const std::vector<std::string> files = tree.files_in(source);
    if (cargo.has_library_table || std::ranges::find(files, "lib.rs") != files.end()) {
      made.library = rust_crate_name(cargo.library.empty() ? cargo.name : cargo.library);
      made.library_root =
          path_in(folder, cargo.library_path.empty() ? "src/lib.rs" : cargo.library_path);
    }
    made.roots = usual_roots(tree, folder, cargo.left_out);
    for (const std::string& path : cargo.paths) made.roots.push_back(path_in(folder, path));
    if (!cargo.build.empty()) made.roots.push_back(path_in(folder, cargo.build));
    std::ranges::sort(made.roots);
    const auto rest = std::ranges::unique(made.roots);
    made.roots.erase(rest.begin(), rest.end());
    std::erase(made.roots, made.library_root);
    if (!made.library.empty()) made.roots.insert(made.roots.begin(), made.library_root);
    for (const auto& [key, package] : cargo.dependencies) {
      const auto shared = of_workspace.find(key);
      const bool is_renamed = package == key && shared != of_workspace.end();
      made.dependencies[rust_crate_name(key)] = is_renamed ? shared->second : package;
    }
    out.push_back(std::move(made));
  }
  return out;
}

}  // namespace codeweaver::graph
