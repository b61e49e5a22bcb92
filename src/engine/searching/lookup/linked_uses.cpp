// LinkedUses: facts of the files, then links of the uses with the name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/linked_uses.hpp"

#include <algorithm>

#include "base/path_name.hpp"
#include "facts/read_facts.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::chrono::milliseconds kLongest{10'000};

std::string_view kind_of(facts::Use::Kind kind) {
  if (kind == facts::Use::Kind::kCall) return "call";
  if (kind == facts::Use::Kind::kImport) return "import";
  if (kind == facts::Use::Kind::kConstruct) return "construct";
  return kind == facts::Use::Kind::kType ? "type" : "other";
}

/// Of several uses in a line, the one with the lowest order counts: `Cart cart = new Cart()` makes
/// an object.
std::pair<ReferenceLink, bool> order_of(const LinkedUse& use) {
  return {use.link, use.kind != "call" && use.kind != "construct"};
}

/// True for a language in which another file may declare what this one defines.
bool has_declarations(std::string_view path) {
  const auto language = syntax::language_of_name(base::file_name(path));
  return language && facts::is_cpp(syntax::languages()[*language].id);
}

}  // namespace

bool declares(std::string_view path, const facts::Use& use, const graph::Link& link) {
  return std::ranges::any_of(link.targets, [&](const graph::Target& target) {
    return target.place == use.place && target.path == path;
  });
}

LinkedUses::LinkedUses(SymbolGraph& graph, const IndexRows& rows, std::string_view name,
                       bool is_defined, const std::vector<SymbolMatch>& definitions, Wanted wanted)
    : question_(graph, rows),
      name_(name),
      is_defined_(is_defined),
      end_(std::chrono::steady_clock::now() + kLongest) {
  for (const SymbolMatch& one : definitions) {
    if (wanted == Wanted::kThese) wanted_[one.path].push_back(one.lines);
    if (wanted == Wanted::kThese || has_declarations(one.path)) add_definitions(one);
  }
}

void LinkedUses::add_definitions(const SymbolMatch& one) {
  const auto facts = question_.facts(one.path);
  if (facts == nullptr) return;
  for (facts::Id id = 0; id < facts->decls.size(); ++id) {
    const facts::Decl& decl = facts->decls[id];
    if (facts->name(decl.name) != name_ || decl.place.line < one.lines.start_line ||
        decl.place.line > one.lines.end_line)
      continue;
    if (facts::is_cpp(facts->language) && !decl.is_local)
      definitions_.push_back({one.path, id, decl.place});
    const bool is_member = decl.owner != facts::kNone || decl.owner_name != facts::kNone;
    if (is_member && decl.kind == facts::DeclKind::kFunction)
      methods_.push_back({one.path, id, decl.place});
  }
}

bool LinkedUses::is_wanted(const graph::Target& target) const {
  if (wanted_.empty()) return true;
  const auto at = wanted_.find(target.path);
  return at != wanted_.end() && std::ranges::any_of(at->second, [&](const Span& lines) {
           return lines.start_line <= target.place.line && target.place.line <= lines.end_line;
         });
}

const graph::Target* LinkedUses::definition_of(const graph::Target& target) {
  const auto found = std::ranges::find_if(
      definitions_, [&](const graph::Target& one) { return question_.is_same(one, target); });
  return found == definitions_.end() ? nullptr : &*found;
}

/// True for `: x_(1)` of C++, which makes an object of the class of a field.
bool LinkedUses::is_field(const graph::Target& target) {
  const auto facts = question_.facts(target.path);
  return facts != nullptr && facts->decls[target.decl].kind == facts::DeclKind::kField;
}

/// A call through an interface or a base class may run one of the wanted methods.
bool LinkedUses::may_be_wanted(const graph::Target& target) {
  return std::ranges::any_of(
      methods_, [&](const graph::Target& method) { return question_.may_run(method, target); });
}

LinkedUse LinkedUses::linked(const facts::Use& use, const graph::Link& link) {
  LinkedUse out{.column = use.place.column, .kind = std::string(kind_of(use.kind)), .targets = {}};
  if (link.link_class == graph::LinkClass::kOutside && is_defined_)
    out.link = ReferenceLink::kElsewhere;
  if (link.targets.empty()) return out;
  const auto is_one_wanted = [&](const graph::Target& target) {
    return is_wanted(target) || definition_of(target) != nullptr;
  };
  if (std::ranges::any_of(link.targets, is_one_wanted))
    out.link = link.link_class == graph::LinkClass::kResolved ? ReferenceLink::kResolved
                                                              : ReferenceLink::kCandidates;
  else if (std::ranges::any_of(link.targets, [&](const auto& one) { return may_be_wanted(one); }))
    out.link = ReferenceLink::kCandidates;
  else
    out.link = ReferenceLink::kElsewhere;
  if (out.link == ReferenceLink::kElsewhere) return out;
  if (use.kind == facts::Use::Kind::kConstruct && is_field(link.targets.front()))
    out.kind = "other";
  for (const graph::Target& target : link.targets) {
    const graph::Target* const definition = definition_of(target);
    const graph::Target& shown = definition == nullptr ? target : *definition;
    out.targets.push_back(shown.path + ':' + std::to_string(shown.place.line));
  }
  return out;
}

const LinkedUses::OfFile* LinkedUses::of(std::string_view path) {
  if (const auto known = files_.find(path); known != files_.end())
    return known->second ? &*known->second : nullptr;
  auto& file = files_[std::string(path)];
  if (question_.lacks_name(path, name_)) return &file.emplace();
  const auto facts = question_.facts(path);
  if (facts == nullptr) return nullptr;
  file.emplace();
  const facts::Id name = facts->find_name(name_);
  if (name == facts::kNone) return &*file;
  for (std::size_t i = 0; i < facts->uses.size(); ++i) {
    const facts::Use& use = facts->uses[i];
    if (facts->name_id(use) != name) continue;
    is_late_ = is_late_ || std::chrono::steady_clock::now() > end_;
    const graph::Link link = is_late_ ? graph::Link{} : question_.link(path, i);
    if (link.link_class == graph::LinkClass::kLocal || declares(path, use, link)) continue;
    LinkedUse one = linked(use, link);
    const auto [at, is_new] = file->try_emplace(use.place.line, one);
    if (!is_new && order_of(one) < order_of(at->second)) at->second = std::move(one);
  }
  return &*file;
}

}  // namespace codeweaver::engine
