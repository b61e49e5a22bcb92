// LinkedProject: links the uses of names in a project of a few texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "graph/linker.hpp"
#include "graph/listed_tree.hpp"

namespace codeweaver::graph {

class LinkedProject {
 public:
  explicit LinkedProject(std::map<std::string, std::string> texts)
      : texts_(std::move(texts)),
        tree_(paths(), [this](const std::string& path) { return texts_.at(path); }),
        linker_(tree_) {}

  /// How the last name of `snippet`, a part of the text of `path`, is linked: its class, then the
  /// place of each target as "path:line". "no use": the name is not a use there.
  std::string link(const std::string& path, std::string_view snippet) {
    const std::string& text = texts_.at(path);
    const auto at = text.find(snippet);
    if (at == std::string::npos) return "no such text";
    const auto is_part = [](char c) {
      return c == '_' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
    };
    auto begin = at + snippet.size();
    while (begin > at && !is_part(text[begin - 1])) --begin;
    while (begin > at && is_part(text[begin - 1])) --begin;
    facts::Place place;
    for (std::size_t i = 0; i < begin; ++i) {
      ++place.column;
      if (text[i] == '\n') place = {place.line + 1, 1};
    }
    const auto facts = tree_.facts(path);
    for (std::size_t i = 0; facts && i < facts->uses.size(); ++i) {
      if (facts->uses[i].place != place) continue;
      const Link link = linker_.link(path, i);
      std::string out(to_string(link.link_class));
      for (const Target& target : link.targets)
        out += ' ' + target.path + ':' + std::to_string(target.place.line);
      return out;
    }
    return "no use";
  }

  /// "line module.name: files" of each import of a file, with what kind it is.
  std::vector<std::string> imports(const std::string& path) {
    constexpr std::array kKinds{"", " package", " outside", " missing"};
    std::vector<std::string> out;
    for (const Import& one : linker_.imports(path)) {
      std::string line = std::to_string(one.line) + ' ' + one.module;
      if (!one.name.empty()) line += '.' + one.name;
      line += std::string(":") + kKinds[static_cast<std::size_t>(one.of)];
      for (const std::string& file : one.files) line += ' ' + file;
      if (one.is_deferred) line += " deferred";
      if (one.is_type_only) line += " types";
      out.push_back(line);
    }
    return out;
  }

  /// Whether a call of the member named in line `base` may run the one named in line `method`.
  bool may_run(const std::string& path, std::uint32_t method, std::uint32_t base) {
    return linker_.may_run(member(path, method), member(path, base));
  }
  bool may_run(const std::string& path, std::uint32_t method, const std::string& base_path,
               std::uint32_t base) {
    return linker_.may_run(member(path, method), member(base_path, base));
  }

  /// " path:line" of each type above the class of the member named in a line.
  std::string types_above(const std::string& path, std::uint32_t line) {
    std::string out;
    for (const Target& one : linker_.types_above(linker_.class_of(member(path, line)).value()))
      out += ' ' + one.path + ':' + std::to_string(one.place.line);
    return out;
  }

  /// Whether one of two lines declares what the other one defines.
  bool is_same(const std::string& path, std::uint32_t line, const std::string& other_path,
               std::uint32_t other_line) {
    const auto facts = tree_.facts(path);
    const auto others = tree_.facts(other_path);
    for (facts::Id a = 0; a < facts->decls.size(); ++a)
      for (facts::Id b = 0; b < others->decls.size(); ++b)
        if (facts->decls[a].place.line == line && others->decls[b].place.line == other_line &&
            facts->decls[a].name != facts::kNone && others->decls[b].name != facts::kNone &&
            linker_.is_same({path, a, facts->decls[a].place}, {other_path, b, {}}))
          return true;
    return false;
  }

 private:
  Target member(const std::string& path, std::uint32_t line) {
    const auto facts = tree_.facts(path);
    for (facts::Id id = 0; facts && id < facts->decls.size(); ++id) {
      const auto& decl = facts->decls[id];
      const bool is_member = decl.owner != facts::kNone || decl.owner_name != facts::kNone;
      if (is_member && decl.place.line == line) return {path, id, decl.place};
    }
    return {path, facts::kNone, {}};
  }

  std::vector<std::string> paths() const {
    std::vector<std::string> out;
    for (const auto& [path, text] : texts_) out.push_back(path);
    return out;
  }

  std::map<std::string, std::string> texts_;
  ListedTree tree_;
  Linker linker_;
};

}  // namespace codeweaver::graph
