// The table of kinds, and the patterns for tests, errors and resources.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/kinds.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"

namespace codeweaver::syntax {

namespace {

using enum KindRole;
using enum SemanticClass;

constexpr Kind kKinds[] = {
    {"function", kCallable, kDefinitionCallable},
    {"method", kCallable, kDefinitionCallable},
    {"constructor", kCallable, kDefinitionCallable},
    {"procedure", kCallable, kDefinitionCallable},
    {"macro", kCallable, kDefinitionCallable},
    {"modifier", kCallable, kDefinitionCallable},
    {"trigger", kCallable, kDefinitionCallable},
    {"rpc", kLeaf, kDefinitionCallable},
    {"operation", kLeaf, kDefinitionCallable},
    {"fragment", kLeaf, kDefinitionCallable},
    {"directive", kLeaf, kDefinitionCallable},
    {"target", kLeaf, kDefinitionCallable},
    {"class", kClassLike, kDefinitionType},
    {"struct", kClassLike, kDefinitionType},
    {"interface", kClassLike, kDefinitionType},
    {"trait", kClassLike, kDefinitionType},
    {"impl", kClassLike, kDefinitionType},
    {"record", kClassLike, kDefinitionType},
    {"enum", kClassLike, kDefinitionType},
    {"object", kClassLike, kDefinitionType},
    {"protocol", kClassLike, kDefinitionType},
    {"union", kClassLike, kDefinitionType},
    {"extension", kClassLike, kDefinitionType},
    {"instance", kClassLike, kDefinitionType},
    {"contract", kClassLike, kDefinitionType},
    {"library", kClassLike, kDefinitionType},
    {"mixin", kClassLike, kDefinitionType},
    {"annotation", kClassLike, kDefinitionType},
    {"type", kClassLike, kDefinitionType},
    {"typedef", kLeaf, kDefinitionType},
    {"concept", kLeaf, kDefinitionType},
    {"message", kContainer, kDefinitionType},
    {"service", kContainer, kDefinitionType},
    {"table", kContainer, kDefinitionType},
    {"view", kLeaf, kDefinitionType},
    {"cte", kLeaf, kDefinitionType},
    {"exception", kLeaf, kBoundaryError},
    {"error", kLeaf, kBoundaryError},
    {"module", kContainer, kBoundaryModule},
    {"namespace", kContainer, kBoundaryModule},
    {"schema", kLeaf, kBoundaryModule},
    {"test", kCallable, kDefinitionTest},
    {"resource", kContainer, kBoundaryResource},
    {"stage", kLeaf, kBoundaryResource},
    {"section", kContainer, kDocumentationStructured},
    {"block", kContainer, kDefinitionData},
    {"element", kContainer, kDefinitionData},
    {"rule", kContainer, kDefinitionData},
    {"media", kContainer, kDefinitionData},
    {"key", kContainer, kDefinitionData},
    {"binding", kContainer, kDefinitionData},
    {"attribute", kLeaf, kDefinitionData},
    {"constant", kLeaf, kDefinitionData},
    {"variable", kLeaf, kDefinitionData},
    {"field", kLeaf, kDefinitionData},
    {"enumerator", kLeaf, kDefinitionData},
    {"variant", kLeaf, kDefinitionData},
    {"property", kLeaf, kDefinitionData},
    {"event", kLeaf, kDefinitionData},
    {"index", kLeaf, kDefinitionData},
    {"sequence", kLeaf, kDefinitionData},
};

/// `prefix` followed by an underscore or a capital: not "testing" or "Testament".
bool has_prefix(std::string_view name, std::string_view prefix) noexcept {
  if (!name.starts_with(prefix) || name.size() == prefix.size()) return false;
  return name[prefix.size()] == '_' || base::is_upper(name[prefix.size()]);
}

/// test_x anywhere; TestX as in Go; testX in a test class, as in JUnit and PHPUnit.
bool is_test_function(const Kind& kind, std::string_view name, bool is_in_test) noexcept {
  if (name.starts_with("test_") || name.starts_with("bench_")) return true;
  if (is_in_test && has_prefix(name, "test")) return true;
  return kind.name == "function" &&
         (has_prefix(name, "Test") || has_prefix(name, "Benchmark") || has_prefix(name, "Fuzz"));
}

bool is_test_type(std::string_view name) noexcept {
  return name.ends_with("Test") || name.ends_with("Tests") || name.ends_with("TestCase") ||
         name.ends_with("TestSuite") || name.starts_with("TestCase");
}

/// Attributes and annotations of test frameworks in Rust, Java, Kotlin, C#, PHP, Dart and Zig.
bool has_test_attribute(std::string_view header) noexcept {
  constexpr std::array<std::string_view, 9> kMarks = {
      "#[test", "::test]", "::test(",     "@Test", "@ParameterizedTest",
      "[Fact",  "[Theory", "[TestMethod", "[Test]"};
  return std::any_of(kMarks.begin(), kMarks.end(), [&](std::string_view mark) {
    return header.find(mark) != std::string_view::npos;
  });
}

bool is_error_type(std::string_view name) noexcept {
  return name.ends_with("Error") || name.ends_with("Exception") || name.ends_with("Errors") ||
         name.ends_with("Failure") || name.ends_with("_error") || name.ends_with("_exception");
}

}  // namespace

const Kind* find_kind(std::string_view name) noexcept {
  for (const Kind& kind : kKinds)
    if (kind.name == name) return &kind;
  return nullptr;
}

bool has_parts(const Kind& kind) noexcept {
  constexpr std::array<std::string_view, 8> kWhole = {"stage",   "test",    "key",   "rule",
                                                      "section", "element", "media", "target"};
  return std::find(kWhole.begin(), kWhole.end(), kind.name) == kWhole.end();
}

SemanticClass classify(const Kind& kind, std::string_view name, std::string_view header,
                       bool is_in_test) noexcept {
  if (kind.role == kCallable &&
      (is_test_function(kind, name, is_in_test) || has_test_attribute(header)))
    return kDefinitionTest;
  if (kind.semantic_class == kDefinitionType) {
    if (is_error_type(name)) return kBoundaryError;
    if (kind.role == kClassLike && is_test_type(name)) return kDefinitionTest;
  }
  return kind.semantic_class;
}

}  // namespace codeweaver::syntax
