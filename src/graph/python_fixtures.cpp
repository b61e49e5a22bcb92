// PythonRules: the fixtures of pytest that parameters name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>
#include <utility>

#include "graph/evaluator.hpp"
#include "graph/paths.hpp"
#include "graph/python_rules.hpp"

namespace codeweaver::graph {

/// Those that a scope, or one around it, declares or imports, but not the function of the scope.
std::vector<DeclRef> PythonRules::fixtures(Evaluator& evaluator, Id file, Id scope,
                                           std::string_view name) {
  const auto facts = evaluator.shared_facts(file);
  const DeclRef own{file, scope == kNone ? kNone : facts->scopes[scope].owner};
  const Id id = facts->find_name(name);
  std::vector<DeclRef> out;
  for (; id != kNone && scope != kNone && out.empty(); scope = facts->scopes[scope].parent) {
    std::vector<DeclRef> declared;
    for (const Id decl : facts->declared(scope, id)) declared.push_back({file, decl});
    for (const DeclRef ref : evaluator.follow(declared, LinkReason::kScope).decls)
      if (ref != own && evaluator.decl(ref).is_fixture) out.push_back(ref);
  }
  return out;
}

/// The nearest fixture: of the file, or of a `conftest.py` in its folder or above.
Targets PythonRules::special_targets(Evaluator& evaluator, Id file, const facts::Expr& expr) {
  if (expr.kind != facts::ExprKind::kFixture) return {};
  const std::string name(evaluator.facts(file).name(expr.b));
  if (auto own = fixtures(evaluator, file, expr.a, name); !own.empty())
    return Targets::of(std::move(own), LinkReason::kScope);
  const std::string path = evaluator.path(file);
  for (std::string_view folder = folder_of(path);; folder = folder_of(folder)) {
    const std::string shared = path_in(folder, "conftest.py");
    if (shared != path && has_file(evaluator, std::string(folder), "conftest.py"))
      if (const Id other = evaluator.file(shared); other != kNone)
        if (auto found = fixtures(evaluator, other, 0, name); !found.empty())
          return Targets::of(std::move(found), LinkReason::kImport);
    if (folder.empty()) break;
  }
  // A fixture of a plug-in, or another value: the parameter itself.
  std::vector<DeclRef> parameter;
  for (const Id id : evaluator.facts(file).declared(expr.a, expr.b))
    parameter.push_back({file, id});
  return Targets::of(std::move(parameter), LinkReason::kScope);
}

}  // namespace codeweaver::graph
