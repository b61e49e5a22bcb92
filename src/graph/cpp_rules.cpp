// CppRules: visible files, namespaces, names and members.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/cpp_rules.hpp"

#include <algorithm>
#include <utility>

#include "facts/read_facts.hpp"
#include "graph/evaluator.hpp"
#include "graph/paths.hpp"

namespace codeweaver::graph {

using facts::Decl;
using facts::DeclKind;
using facts::Scope;
using Kind = Value::Kind;

namespace {

constexpr std::size_t kMostVisible = 2000;       // files that one includes
constexpr std::size_t kMostBeside = 300;         // files of a folder that may include one
constexpr std::uint32_t kMostClassNesting = 40;  // of classes in classes
constexpr int kMostDirectives = 4;               // `using namespace` in what is used

/// Counts a level of nesting.
class ClassNesting {
 public:
  explicit ClassNesting(std::uint32_t& levels) noexcept : levels_(levels) { ++levels_; }
  ClassNesting(const ClassNesting&) = delete;
  ClassNesting& operator=(const ClassNesting&) = delete;
  ~ClassNesting() { --levels_; }

 private:
  std::uint32_t& levels_;
};

}  // namespace

void CppRules::begin(Evaluator& evaluator, Id file) {
  if (viewer_ == file) return;
  viewer_ = file;
  evaluator.forget();
  is_visible_.clear();
  sees_all_ = true;
  sees_library_ = false;
  see(evaluator, file);
  if (const auto source = CppIncludes::source_of(evaluator.tree(), evaluator.path(file)))
    if (const Id other = evaluator.file(*source); other != kNone) see(evaluator, other);
  const auto facts = evaluator.shared_facts(file);
  const bool includes = std::ranges::any_of(facts->decls, [](const Decl& decl) {
    return decl.kind == DeclKind::kImport && decl.module != kNone;
  });
  if (!includes && CppIncludes::is_part(evaluator.tree(), evaluator.path(file)))
    see_includer(evaluator, file);
}

/// Makes the first file of the folder visible that includes this one.
void CppRules::see_includer(Evaluator& evaluator, Id file) {
  const std::string path = evaluator.path(file);
  const std::string folder(folder_of(path));
  const std::vector<std::string> names = evaluator.tree().files_in(folder);
  if (names.size() > kMostBeside) return;
  for (const std::string& name : names) {
    const Id other = evaluator.file(path_in(folder, name));
    if (other == kNone || other == file || sees(other)) continue;
    for (const Decl& decl : evaluator.shared_facts(other)->decls)
      if (decl.kind == DeclKind::kImport && decl.module != kNone &&
          includes_.find(evaluator.tree(), evaluator.path(other),
                         evaluator.facts(other).name(decl.module)) == path)
        return see(evaluator, other);
  }
}

/// Makes a file visible, and all that it includes.
void CppRules::see(Evaluator& evaluator, Id file) {
  std::vector<Id> left{file};
  for (std::size_t seen = 0; !left.empty(); ++seen) {
    const Id one = left.back();
    left.pop_back();
    if (sees(one)) continue;
    if (seen == kMostVisible) {
      sees_all_ = false;
      return;
    }
    if (one >= is_visible_.size()) is_visible_.resize(one + 1);
    is_visible_[one] = true;
    read(evaluator, one);
    const auto facts = evaluator.shared_facts(one);
    for (const Decl& decl : facts->decls) {
      if (decl.kind != DeclKind::kImport || decl.module == kNone) continue;
      const std::string_view written = facts->name(decl.module);
      const auto path = includes_.find(evaluator.tree(), evaluator.path(one), written);
      const Id next = path ? evaluator.file(*path) : kNone;
      if (next != kNone) left.push_back(next);
      if (next == kNone) (written.starts_with('"') ? sees_all_ : sees_library_) = written[0] == '<';
    }
  }
}

Id CppRules::space_of(Id file, Id scope) const {
  const auto at = spaces_of_scopes_.find(file);
  return at == spaces_of_scopes_.end() ? kNone : at->second[scope];
}

bool CppRules::is_wanted(Evaluator& evaluator, DeclRef ref, Wanted wanted) const {
  const DeclKind kind = evaluator.decl(ref).kind;
  if (wanted == Wanted::kTag) return kind == DeclKind::kClass;
  return wanted == Wanted::kAny || kind == DeclKind::kClass || kind == DeclKind::kAlias ||
         kind == DeclKind::kTypeParameter || kind == DeclKind::kImport ||
         kind == DeclKind::kNamespace;
}

Id CppRules::numbered(Id around, std::string_view name) {
  const auto [at, is_new] = spaces_.try_emplace({around, std::string(name)}, next_space_);
  if (is_new) ++next_space_;
  return at->second;
}

/// Notes the names that a file declares in namespaces.
void CppRules::read(Evaluator& evaluator, Id file) {
  const auto [at, is_new] = spaces_of_scopes_.try_emplace(file);
  if (!is_new) return;
  const facts::Facts& facts = evaluator.facts(file);
  std::vector<Id> spaces(facts.scopes.size(), kNone);
  spaces[0] = 0;
  for (const Decl& decl : facts.decls) {
    if (decl.kind != DeclKind::kNamespace || decl.scope == kNone || decl.inner == kNone) continue;
    const Id around = spaces[decl.scope];
    spaces[decl.inner] =
        decl.name == kNone || around == kNone ? around : numbered(around, facts.name(decl.name));
  }
  for (Id id = 0; id < facts.decls.size(); ++id) {
    const Decl& decl = facts.decls[id];
    if (decl.name == kNone) continue;
    const Id space = decl.scope == kNone ? kNone : spaces[decl.scope];
    const bool names_class = decl.owner != kNone &&
                             facts.decls[decl.owner].kind == DeclKind::kAlias &&
                             facts.decls[decl.owner].name == kNone;
    if (space != kNone || names_class)
      names_[std::string(facts.name(decl.name))].push_back({{file, id}, space});
  }
  at->second = std::move(spaces);
}

std::optional<Targets> CppRules::look_up(Evaluator& evaluator, Id file, Id scope, Id name) {
  return find(evaluator, file, scope, name, Wanted::kAny);
}

Targets CppRules::find(Evaluator& evaluator, Id file, Id scope, Id name, Wanted wanted) {
  read(evaluator, file);
  const auto facts = evaluator.shared_facts(file);
  const std::string_view text = facts->name(name);
  bool is_outside = text == "std";
  for (; scope != kNone && !is_outside; scope = facts->scopes[scope].parent) {
    const Scope& one = facts->scopes[scope];
    Targets found;
    if (const Id space = space_of(file, scope); space != kNone)
      found = in_space(evaluator, space, text, wanted);
    else if (one.kind == Scope::Kind::kClass && one.owner != kNone)
      found = in_class(evaluator, {file, one.owner}, text, wanted);
    else
      found = in_block(evaluator, file, scope, name, wanted);
    if (found.kind == Targets::Kind::kDecls || found.kind == Targets::Kind::kModule) return found;
  }
  // A part in error may declare it.
  const bool is_of_library = sees_all_ && sees_library_ && facts->is_module;
  return is_outside || is_of_library ? Targets::outside() : Targets{};
}

Targets CppRules::in_block(Evaluator& evaluator, Id file, Id scope, Id name, Wanted wanted) {
  const auto facts = evaluator.shared_facts(file);
  std::vector<DeclRef> decls;
  for (const Id decl : facts->declared(scope, name))
    if (is_wanted(evaluator, {file, decl}, wanted)) decls.push_back({file, decl});
  keep_definitions(evaluator, decls);
  if (!decls.empty()) return evaluator.follow(decls, LinkReason::kScope);
  const Id all = facts->find_name("*");
  if (all == kNone) return {};
  for (const Id directive : facts->declared(scope, all)) {
    Targets found = through_directive(evaluator, {file, directive}, facts->name(name), wanted, 0);
    if (found.kind != Targets::Kind::kUnknown) return found;
  }
  return {};
}

Targets CppRules::through_directive(Evaluator& evaluator, DeclRef directive, std::string_view name,
                                    Wanted wanted, int depth) {
  const Targets of = evaluator.targets(directive.file, evaluator.decl(directive).type);
  return of.kind == Targets::Kind::kModule ? in_space(evaluator, of.module, name, wanted, depth + 1)
                                           : Targets{};
}

Targets CppRules::in_space(Evaluator& evaluator, Id space, std::string_view name, Wanted wanted,
                           int depth) {
  const auto at = names_.find(std::string(name));
  std::vector<Entry> entries;  // a copy: what follows may read more files
  if (at != names_.end()) entries = at->second;
  std::vector<DeclRef> decls;
  bool is_space = false;
  for (const Entry& entry : entries) {
    if (!sees(entry.decl.file)) continue;
    const Decl& decl = evaluator.decl(entry.decl);
    if (entry.space == kNone) {  // `void space::f() {}`
      const Id owner = evaluator.facts(entry.decl.file).decls[decl.owner].type;
      const Targets of = evaluator.targets(entry.decl.file, owner);
      if (of.kind != Targets::Kind::kModule || of.module != space) continue;
    } else if (entry.space != space) {
      continue;
    }
    if (!is_wanted(evaluator, entry.decl, wanted)) continue;
    if (decl.kind == DeclKind::kNamespace)
      is_space = true;
    else
      decls.push_back(entry.decl);
  }
  keep_definitions(evaluator, decls);
  if (!decls.empty()) {
    const bool is_here =
        std::ranges::any_of(decls, [&](const DeclRef& decl) { return decl.file == viewer_; });
    return evaluator.follow(decls, is_here ? LinkReason::kScope : LinkReason::kImport);
  }
  if (is_space)
    return {.kind = Targets::Kind::kModule,
            .decls = {},
            .module = numbered(space, name),
            .reason = LinkReason::kImport};
  const auto directives = names_.find("*");
  if (directives == names_.end() || depth == kMostDirectives || name == "*") return {};
  for (const Entry& entry : std::vector<Entry>(directives->second)) {
    if (entry.space != space || !sees(entry.decl.file)) continue;
    Targets found = through_directive(evaluator, entry.decl, name, wanted, depth);
    if (found.kind != Targets::Kind::kUnknown) return found;
  }
  return {};
}

/// A name in the scope of a class, or in that of a method that is defined elsewhere.
Targets CppRules::in_class(Evaluator& evaluator, DeclRef owner, std::string_view name,
                           Wanted wanted) {
  if (nesting_ == kMostClassNesting) return {};
  const ClassNesting nesting(nesting_);
  ValueTable& values = evaluator.values();
  const Decl decl = evaluator.decl(owner);
  const auto member = [&](DeclRef of) {
    Targets found =
        evaluator.member(values.value({Kind::kInstance, of, ValueTable::kNothing}), name);
    std::erase_if(found.decls, [&](DeclRef ref) { return !is_wanted(evaluator, ref, wanted); });
    return found.decls.empty() ? Targets{} : evaluator.follow(found.decls, found.reason);
  };
  if (decl.kind != DeclKind::kAlias) return member(owner);
  const Targets of = evaluator.targets(owner.file, decl.type);
  if (of.kind == Targets::Kind::kModule) return in_space(evaluator, of.module, name, wanted);
  for (const Id value : values.copy(evaluator.instances_of(owner.file, decl.type))) {
    if (values.at(value).kind != Kind::kInstance) continue;
    const DeclRef found_class = values.at(value).decl;
    Targets found = member(found_class);
    if (found.kind != Targets::Kind::kUnknown) return found;
    // What is around the class, if it is a member itself.
    const Decl& inner = evaluator.decl(found_class);
    if (inner.owner != kNone)
      if (found = in_class(evaluator, {found_class.file, inner.owner}, name, wanted);
          found.kind != Targets::Kind::kUnknown)
        return found;
    const Id space = inner.scope == kNone ? kNone : space_of(found_class.file, inner.scope);
    if (space != kNone && space != 0)
      if (found = in_space(evaluator, space, name, wanted); found.kind != Targets::Kind::kUnknown)
        return found;
  }
  return {};
}

Targets CppRules::imported(Evaluator& evaluator, DeclRef import) {
  const Decl& decl = evaluator.decl(import);
  return decl.type == kNone ? Targets{} : evaluator.targets(import.file, decl.type);
}

Import CppRules::import_of(Evaluator& evaluator, DeclRef import) {
  const facts::Facts& facts = evaluator.facts(import.file);
  auto path = includes_.find(evaluator.tree(), evaluator.path(import.file),
                             facts.name(facts.decls[import.decl].module));
  if (!path) return {.of = Import::Of::kOutside};
  return {.of = Import::Of::kFiles, .files = {*std::move(path)}};
}

Targets CppRules::member_of_module(Evaluator& evaluator, Id module, std::string_view name) {
  return in_space(evaluator, module, name);
}

std::vector<DeclRef> CppRules::own_members(Evaluator& evaluator, DeclRef of,
                                           std::string_view name) {
  const auto facts = evaluator.shared_facts(of.file);
  const Decl& decl = facts->decls[of.decl];
  if (decl.name != kNone && facts->name(decl.name) == name) return {of};
  std::vector<DeclRef> out;
  if (const Id id = facts->find_name(name); id != kNone) {
    if (decl.inner != kNone)
      for (const Id one : facts->declared(decl.inner, id)) out.push_back({of.file, one});
    if (out.empty())
      for (const Id one : facts->members(of.decl, id)) out.push_back({of.file, one});
  }
  const auto at = names_.find(std::string(name));
  if (at != names_.end() && decl.name != kNone)
    for (const Entry& entry : std::vector<Entry>(at->second))
      if (entry.space == kNone && sees(entry.decl.file) && class_of(evaluator, entry.decl) == of)
        out.push_back(entry.decl);
  keep_definitions(evaluator, out);
  return out;
}

Targets CppRules::beside_arguments(Evaluator& evaluator, Id file, const facts::Expr& call,
                                   std::string_view name) {
  ValueTable& values = evaluator.values();
  const auto given = evaluator.facts(file).list(call.b);
  for (const Id argument : std::vector<Id>(given.begin(), given.end()))
    for (Id id : values.copy(evaluator.value_of(file, argument))) {
      while (values.at(id).kind == Kind::kChannel && !values.items(values.at(id).parts).empty())
        id = values.items(values.at(id).parts)[0];
      if (values.at(id).kind != Kind::kInstance) continue;
      const DeclRef of = values.at(id).decl;
      const Id scope = evaluator.decl(of).scope;
      const Id space = scope == kNone ? kNone : space_of(of.file, scope);
      if (space == kNone) continue;
      if (Targets found = in_space(evaluator, space, name); found.kind == Targets::Kind::kDecls)
        return found;
    }
  return {};
}

DeclRef CppRules::class_of(Evaluator& evaluator, DeclRef member) {
  const auto facts = evaluator.shared_facts(member.file);
  const Id owner = facts->decls[member.decl].owner;
  if (owner == kNone) return {};
  const Decl& of = facts->decls[owner];
  if (of.kind != DeclKind::kAlias) return {member.file, owner};
  for (const Id id : evaluator.values().copy(evaluator.instances_of(member.file, of.type)))
    if (evaluator.values().at(id).kind == Kind::kInstance) return evaluator.values().at(id).decl;
  return {};
}

std::vector<DeclRef> CppRules::type_parameters(Evaluator& evaluator, DeclRef of) {
  std::vector<DeclRef> out;
  const facts::Facts& facts = evaluator.facts(of.file);
  const Decl& decl = facts.decls[of.decl];
  for (const Id list : {decl.type_parameters, decl.own_type_parameters})
    for (const Id id : facts.list(list)) out.push_back({of.file, id});
  return out;
}

}  // namespace codeweaver::graph
