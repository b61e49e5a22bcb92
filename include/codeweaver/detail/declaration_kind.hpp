// The kind of declaration that a question asks for (setting, table, route, ...), and files of it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_DECLARATION_KIND_HPP_
#define CODEWEAVER_TEXT_DECLARATION_KIND_HPP_

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "codeweaver/detail/asked_kind.hpp"
#include "codeweaver/detail/declaration_facts.hpp"

namespace codeweaver::inline v0_1::text {

/// A plural noun for the kind; empty for kNone.
constexpr std::string_view described(DeclarationKind kind) noexcept {
  const auto* const facts = detail::facts_of(kind);
  return facts == nullptr ? std::string_view() : facts->description;
}

/// Whether a question for this kind names the kind of file, as "cmake option" does. Settings,
/// tables and routes may also be in files that usually hold something else.
constexpr bool names_kind_of_file(DeclarationKind kind) noexcept {
  const auto* const facts = detail::facts_of(kind);
  return facts != nullptr && facts->names_kind_of_file;
}

/// A kind of declaration that a question asks for, and the phrase that says so.
struct AskedDeclaration {
  DeclarationKind kind = DeclarationKind::kNone;
  std::string_view phrase;  ///< in lower case, in static storage
};

/// The kind of declaration that a question asks for, by phrases such as "environment variable",
/// "migration" and "workflow job". Those that name a kind of file, and options of the command line,
/// must be at the beginning. kNone: none, or a text that is not a question.
inline AskedDeclaration read_asked_declaration(std::string_view query) {
  if (query_kind(query) >= QueryKind::kSnippet) return {};
  const detail::AskingWords words(query);
  if (words.size() > kMostAskingWords || words.is(0, "from")) return {};
  constexpr std::size_t kFirst = 4;  // "how is the docker image": later words are about its use
  for (const auto& facts : detail::kDeclarations) {
    const bool is_first = facts.names_kind_of_file || facts.kind == DeclarationKind::kFlag;
    const auto most = is_first ? std::min(kFirst, words.size()) : words.size();
    for (const auto phrase : facts.asked_by)
      if (words.find(phrase) < most) return {facts.kind, phrase};
  }
  return {};
}

/// The kind alone.
inline DeclarationKind asked_declaration(std::string_view query) {
  return read_asked_declaration(query).kind;
}

/// Whether a text has a line as those that declare something of this kind: `[HttpGet` for a route,
/// `process.env` for an environment variable. Always false for kinds that are known by their files
/// alone. Cost: some passes over the text.
inline bool declares_in_text(DeclarationKind kind, std::string_view text) {
  const auto* const facts = detail::facts_of(kind);
  return facts != nullptr && std::ranges::any_of(facts->marks, [&](std::string_view mark) {
           return text.find(mark) != std::string_view::npos;
         });
}

/// Whether files of this path usually hold such declarations. `path` is '/' separated.
inline bool usually_declares(DeclarationKind kind, std::string_view path) {
  const auto* const facts = detail::facts_of(kind);
  if (facts == nullptr) return false;
  const detail::PathRole role(path);
  if (!facts->files.match(role)) return false;
  // CI files have the extensions of settings.
  return kind != DeclarationKind::kSetting ||
         !detail::facts_of(DeclarationKind::kWorkflow)->files.match(role);
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_DECLARATION_KIND_HPP_
