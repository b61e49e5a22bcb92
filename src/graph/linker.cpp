// Linker: one evaluator for each language.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/linker.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "facts/read_facts.hpp"
#include "graph/evaluator.hpp"
#include "graph/go_rules.hpp"
#include "graph/typescript_rules.hpp"
#include "syntax/language.hpp"

namespace codeweaver::graph {

std::string_view to_string(LinkClass link_class) noexcept {
  static constexpr std::array kNames{std::string_view("resolved"), std::string_view("candidates"),
                                     std::string_view("outside"), std::string_view("local"),
                                     std::string_view("by_name")};
  return kNames[static_cast<std::size_t>(link_class)];
}

std::string_view to_string(LinkReason reason) noexcept {
  static constexpr std::array kNames{std::string_view(), std::string_view("scope"),
                                     std::string_view("package"), std::string_view("import"),
                                     std::string_view("receiver")};
  return kNames[static_cast<std::size_t>(reason)];
}

struct Linker::Impl {
  explicit Impl(SourceTree& tree) : go(tree, go_rules), typescript(tree, typescript_rules) {}

  /// The evaluator of the language with this id.
  Evaluator& of(std::string_view language) {
    return facts::is_typescript(language) ? typescript : go;
  }
  /// The evaluator of a file, first by its name, then by its facts.
  Evaluator& of_file(std::string_view path) {
    const auto slash = path.rfind('/');
    const auto named =
        syntax::language_of_name(path.substr(slash == std::string_view::npos ? 0 : slash + 1));
    Evaluator& guess = of(named ? syntax::languages()[*named].id : std::string_view());
    const Id file = guess.file(path);
    return file == kNone ? guess : of(guess.facts(file).language);
  }

  GoRules go_rules;
  TypeScriptRules typescript_rules;
  Evaluator go, typescript;
};

Linker::Linker(SourceTree& tree) : impl_(std::make_unique<Impl>(tree)) {}
Linker::Linker(Linker&&) noexcept = default;
Linker& Linker::operator=(Linker&&) noexcept = default;
Linker::~Linker() = default;

std::shared_ptr<const facts::Facts> Linker::facts(std::string_view path) {
  Evaluator& evaluator = impl_->of_file(path);
  return evaluator.shared_facts(evaluator.file(path));
}

Link Linker::link(std::string_view path, std::size_t index) {
  Evaluator& evaluator = impl_->of_file(path);
  const Id file = evaluator.file(path);
  if (file == kNone || index >= evaluator.facts(file).uses.size()) return {};
  evaluator.begin();
  const Targets found = evaluator.targets(file, evaluator.facts(file).uses[index].expr);
  Link out;
  out.reason = found.reason;
  if (found.kind == Targets::Kind::kOutside) out.link_class = LinkClass::kOutside;
  if (found.kind == Targets::Kind::kModule) out.link_class = LinkClass::kLocal;
  if (found.kind != Targets::Kind::kDecls) return out;
  for (const DeclRef ref : found.decls) {
    const facts::Decl& decl = evaluator.decl(ref);
    const bool is_value = decl.kind == facts::DeclKind::kVariable ||
                          decl.kind == facts::DeclKind::kParameter ||
                          decl.kind == facts::DeclKind::kField;
    if ((decl.is_local && is_value) || decl.kind == facts::DeclKind::kTypeParameter) {
      out.link_class = LinkClass::kLocal;
      continue;
    }
    out.targets.push_back({evaluator.path(ref.file), ref.decl, decl.place});
  }
  std::ranges::sort(out.targets, {}, [](const Target& one) {
    return std::tuple(one.path, one.place.line, one.place.column);
  });
  if (!out.targets.empty())
    out.link_class = out.targets.size() == 1 ? LinkClass::kResolved : LinkClass::kCandidates;
  return out;
}

}  // namespace codeweaver::graph
