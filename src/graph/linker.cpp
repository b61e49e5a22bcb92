// Linker: one evaluator for each language.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/linker.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "facts/read_facts.hpp"
#include "graph/cpp_rules.hpp"
#include "graph/evaluator.hpp"
#include "graph/go_rules.hpp"
#include "graph/java_rules.hpp"
#include "graph/python_rules.hpp"
#include "graph/rust_rules.hpp"
#include "graph/typescript_rules.hpp"

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
  explicit Impl(SourceTree& source)
      : tree(source),
        go(source, go_rules),
        java(source, java_rules),
        python(source, python_rules),
        rust(source, rust_rules),
        typescript(source, typescript_rules),
        cpp(source, cpp_rules) {}

  /// Null: the file has no facts.
  Evaluator* evaluator_of(std::string_view path) {
    if (go.has(path)) return &go;
    if (java.has(path)) return &java;
    if (python.has(path)) return &python;
    if (rust.has(path)) return &rust;
    if (typescript.has(path)) return &typescript;
    if (cpp.has(path)) return &cpp;
    auto facts = tree.facts(path);
    if (!facts) return nullptr;
    Evaluator& of = facts::is_typescript(facts->language) ? typescript
                    : facts->language == "python"         ? python
                    : facts->language == "java"           ? java
                    : facts->language == "rust"           ? rust
                    : facts::is_cpp(facts->language)      ? cpp
                                                          : go;
    of.add(path, std::move(facts));
    return &of;
  }

  SourceTree& tree;
  GoRules go_rules;
  JavaRules java_rules;
  PythonRules python_rules;
  RustRules rust_rules;
  TypeScriptRules typescript_rules;
  CppRules cpp_rules;
  Evaluator go, java, python, rust, typescript, cpp;
};

Linker::Linker(SourceTree& tree) : impl_(std::make_unique<Impl>(tree)) {}
Linker::Linker(Linker&&) noexcept = default;
Linker& Linker::operator=(Linker&&) noexcept = default;
Linker::~Linker() = default;

std::shared_ptr<const facts::Facts> Linker::facts(std::string_view path) {
  Evaluator* const evaluator = impl_->evaluator_of(path);
  return evaluator == nullptr ? nullptr : evaluator->shared_facts(evaluator->file(path));
}

DeclRef LanguageRules::class_of(Evaluator& evaluator, DeclRef member) {
  const Id owner = evaluator.decl(member).owner;
  return owner == kNone ? DeclRef{} : DeclRef{member.file, owner};
}

namespace {

/// True if the use asks a value, not a module or a class of a library: `reply.close`, but not
/// `os.path.join`. In a language with dynamic types, anything may come of it.
bool asks_a_value(Evaluator& evaluator, Id file, Id expr) {
  const facts::Facts& facts = evaluator.facts(file);
  const facts::Expr* at = &facts.exprs[expr];
  if (at->kind != facts::ExprKind::kMember) return false;
  while (at->kind == facts::ExprKind::kMember && at->a != kNone) {
    expr = at->a;
    at = &facts.exprs[expr];
  }
  if (at->kind == facts::ExprKind::kModule) return false;
  if (at->kind != facts::ExprKind::kName) return true;
  return evaluator.targets(file, expr).kind == Targets::Kind::kDecls;
}

/// The bases of a class, the interfaces that these and it implement, and the bases of those.
std::vector<DeclRef> all_above(Evaluator& evaluator, DeclRef of) {
  constexpr std::size_t kMostAbove = 400;
  std::vector<DeclRef> out = evaluator.bases(of);
  const auto add = [&](DeclRef one) {
    if (std::ranges::find(out, one) == out.end()) out.push_back(one);
  };
  for (std::size_t i = 0; i < out.size() && out.size() < kMostAbove; ++i)
    for (const DeclRef interface : evaluator.implemented(out[i]))
      for (const DeclRef one : std::vector<DeclRef>(evaluator.bases(interface))) add(one);
  return out;
}

}  // namespace

std::optional<Target> Linker::class_of(const Target& member) {
  Evaluator* const evaluator = impl_->evaluator_of(member.path);
  if (evaluator == nullptr) return std::nullopt;
  evaluator->begin(evaluator->file(member.path));
  const DeclRef of =
      evaluator->rules().class_of(*evaluator, {evaluator->file(member.path), member.decl});
  if (of.file == kNone) return std::nullopt;
  return Target{evaluator->path(of.file), of.decl, evaluator->decl(of).place};
}

Kinship Linker::kinship(const Target& type, const Target& base) {
  Evaluator* const evaluator = impl_->evaluator_of(type.path);
  if (evaluator == nullptr || evaluator != impl_->evaluator_of(base.path)) return Kinship::kNone;
  const DeclRef of{evaluator->file(type.path), type.decl};
  const DeclRef other{evaluator->file(base.path), base.decl};
  if (of == other) return Kinship::kNone;
  evaluator->begin(of.file);
  const auto has_other = [&](const std::vector<DeclRef>& line) {
    return std::ranges::find(line, other) != line.end();
  };
  if (has_other(evaluator->direct_bases(of)) || has_other(evaluator->implemented(of)))
    return Kinship::kDirect;
  if (has_other(all_above(*evaluator, of))) return Kinship::kIndirect;
  return evaluator->rules().satisfies(*evaluator, of, other) ? Kinship::kShape : Kinship::kNone;
}

std::vector<Target> Linker::types_above(const Target& type) {
  std::vector<Target> out;
  Evaluator* const evaluator = impl_->evaluator_of(type.path);
  if (evaluator == nullptr) return out;
  const DeclRef of{evaluator->file(type.path), type.decl};
  evaluator->begin(of.file);
  std::vector<DeclRef> found = evaluator->direct_bases(of);
  const auto add = [&](const std::vector<DeclRef>& more) {
    for (const DeclRef one : more)
      if (std::ranges::find(found, one) == found.end()) found.push_back(one);
  };
  add(evaluator->implemented(of));
  add(all_above(*evaluator, of));
  for (const DeclRef one : found)
    if (one.file != kNone && one != of)
      out.push_back({evaluator->path(one.file), one.decl, evaluator->decl(one).place});
  return out;
}

bool Linker::has_member(const Target& type, std::string_view name) {
  Evaluator* const evaluator = impl_->evaluator_of(type.path);
  if (evaluator == nullptr) return false;
  const DeclRef of{evaluator->file(type.path), type.decl};
  evaluator->begin(of.file);
  const Id value = evaluator->values().value({Value::Kind::kInstance, of, ValueTable::kNothing});
  return !evaluator->member(value, name).decls.empty();
}

bool Linker::may_run(const Target& method, const Target& base) {
  const auto of = class_of(method), other = class_of(base);
  return of && other && kinship(*of, *other) != Kinship::kNone;
}

bool Linker::is_same(const Target& one, const Target& other) {
  Evaluator* const evaluator = impl_->evaluator_of(one.path);
  if (evaluator == nullptr || evaluator != impl_->evaluator_of(other.path)) return false;
  return evaluator->rules().is_same(*evaluator, {evaluator->file(one.path), one.decl},
                                    {evaluator->file(other.path), other.decl});
}

std::vector<Import> Linker::imports(std::string_view path) {
  std::vector<Import> out;
  Evaluator* const evaluator = impl_->evaluator_of(path);
  const Id file = evaluator == nullptr ? kNone : evaluator->file(path);
  if (file == kNone) return out;
  const auto facts = evaluator->shared_facts(file);
  evaluator->begin(file);
  facts::Place last{0, 0};  // of the import before: several names for one, or a part of its module
  for (Id id = 0; id < facts->decls.size(); ++id) {
    const facts::Decl& decl = facts->decls[id];
    if (decl.kind != facts::DeclKind::kImport || decl.module == kNone || decl.place == last)
      continue;
    last = decl.place;
    Import made = evaluator->rules().import_of(*evaluator, {file, id});
    made.line = decl.place.line;
    made.module = facts->name(decl.module);
    made.name = facts->name(decl.imported);
    made.is_deferred = decl.is_local;
    made.is_type_only = decl.is_type_only;
    std::ranges::sort(made.files);
    out.push_back(std::move(made));
  }
  std::ranges::stable_sort(out, {}, &Import::line);
  return out;
}

Link Linker::link(std::string_view path, std::size_t index) {
  Evaluator* const found_evaluator = impl_->evaluator_of(path);
  if (found_evaluator == nullptr) return {};
  Evaluator& evaluator = *found_evaluator;
  const Id file = evaluator.file(path);
  if (file == kNone || index >= evaluator.facts(file).uses.size()) return {};
  evaluator.begin(file);
  const Targets found = evaluator.targets(file, evaluator.facts(file).uses[index].expr);
  Link out;
  out.reason = found.reason;
  if (found.kind == Targets::Kind::kOutside) {
    const bool is_unsure = evaluator.has_dynamic_types(file) &&
                           asks_a_value(evaluator, file, evaluator.facts(file).uses[index].expr);
    out.link_class = is_unsure ? LinkClass::kByName : LinkClass::kOutside;
  }
  if (found.kind == Targets::Kind::kModule) out.link_class = LinkClass::kLocal;
  if (found.kind != Targets::Kind::kDecls) return out;
  for (const DeclRef ref : found.decls) {
    const facts::Decl& decl = evaluator.decl(ref);
    const bool is_value =
        decl.kind != facts::DeclKind::kClass && decl.kind != facts::DeclKind::kInterface &&
        decl.kind != facts::DeclKind::kAlias && decl.kind != facts::DeclKind::kFunction;
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
