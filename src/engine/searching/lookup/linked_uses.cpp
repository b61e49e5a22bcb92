// LinkedUses: facts of the files, then links of the uses with the name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/linked_uses.hpp"

#include <algorithm>
#include <tuple>

#include "base/path_name.hpp"
#include "facts/read_facts.hpp"
#include "graph/paths.hpp"

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
std::pair<ReferenceLink, bool> order_of(ReferenceLink link, std::string_view kind) {
  return {link, kind != "call" && kind != "construct"};
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
      known_(question_.known_links(name_)),
      end_(std::chrono::steady_clock::now() + kLongest) {
  for (const SymbolMatch& one : definitions) {
    if (wanted == Wanted::kThese) wanted_[one.path].push_back(one.lines);
    if (wanted == Wanted::kThese || has_declarations(one.path)) add_definitions(one);
  }
  if (wanted == Wanted::kThese && definitions.size() == 1) find_out_where_seen(definitions[0]);
}

void LinkedUses::find_out_where_seen(const SymbolMatch& one) {
  const auto facts = question_.facts(one.path);
  if (facts == nullptr) return;
  const bool is_small = !name_.empty() && ((name_[0] >= 'a' && name_[0] <= 'z') || name_[0] == '_');
  if (facts->language == "go" && is_small) {
    seen_ = Seen::kInFolder;
    seen_in_ = graph::folder_of(one.path);
  }
  if (facts->language != "java") return;
  bool is_private = false;
  for (const facts::Decl& decl : facts->decls) {
    if (facts->name(decl.name) != name_ || decl.place.line < one.lines.start_line ||
        decl.place.line > one.lines.end_line)
      continue;
    if (!decl.is_private) return;
    is_private = true;
  }
  if (!is_private) return;
  seen_ = Seen::kInFile;
  seen_in_ = one.path;
}

bool LinkedUses::sees_wanted(std::string_view path) const {
  if (seen_ == Seen::kEverywhere) return true;
  return (seen_ == Seen::kInFile ? path : graph::folder_of(path)) == seen_in_;
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
      member_functions_.push_back({one.path, id, decl.place});
  }
}

std::optional<std::size_t> LinkedUses::file_of(std::string_view path) {
  if (known_ != nullptr && by_path_.empty())
    for (std::size_t i = 0; i < known_->files.size(); ++i)
      by_path_.emplace(question_.texts().text(known_->files[i].path), i);
  const auto at = by_path_.find(path);
  return at == by_path_.end() ? std::nullopt : std::optional(at->second);
}

bool LinkedUses::read(std::string_view path) {
  if (file_of(path) || read_.contains(path) || question_.lacks_name(path, name_)) return true;
  const auto facts = question_.facts(path);
  if (facts == nullptr) return false;
  read_.emplace(path);
  if (known_ == nullptr) add_file(path, *facts);
  return true;
}

bool LinkedUses::read_if_seen(std::string_view path) {
  if (sees_wanted(path)) return read(path);
  has_left_out_ = true;
  return true;
}

void LinkedUses::add_file(std::string_view path, const facts::Facts& facts) {
  const facts::Id name = facts.find_name(name_);
  if (name == facts::kNone) return;
  const auto first = static_cast<std::uint32_t>(own_.uses.size());
  for (std::size_t i = 0; i < facts.uses.size(); ++i) {
    const facts::Use& use = facts.uses[i];
    if (facts.name_id(use) != name) continue;
    is_late_ = is_late_ || std::chrono::steady_clock::now() > end_;
    const graph::Link link = is_late_ ? graph::Link{} : question_.link(path, i);
    if (link.link_class == graph::LinkClass::kLocal || declares(path, use, link)) continue;
    NameLinks::Use out{.place = use.place, .kind = use.kind, .link_class = link.link_class};
    if (use.kind == facts::Use::Kind::kConstruct && !link.targets.empty() &&
        is_field(link.targets.front()))
      out.kind = facts::Use::Kind::kOther;
    out.first_target = static_cast<std::uint32_t>(own_.targets_of_uses.size());
    out.target_count = static_cast<std::uint16_t>(link.targets.size());
    for (const graph::Target& target : link.targets)
      own_.targets_of_uses.push_back(number_of(target));
    own_.uses.push_back(out);
  }
  const auto count = static_cast<std::uint32_t>(own_.uses.size()) - first;
  if (count == 0) return;
  const auto number = question_.texts().number(path);
  by_path_.emplace(question_.texts().text(number), own_.files.size());
  own_.files.push_back({number, first, count});
}

std::uint32_t LinkedUses::number_of(const graph::Target& target) {
  const auto path = question_.texts().number(target.path);
  const auto [at, is_new] = numbers_.try_emplace(std::pair(path, target.decl),
                                                 static_cast<std::uint32_t>(own_.targets.size()));
  if (!is_new) return at->second;
  NameLinks::Target made{.path = path, .decl = target.decl, .place = target.place};
  add_owner(target, made);
  own_.targets.push_back(made);
  return at->second;
}

/// In C and C++, the class depends on the file that asks.
void LinkedUses::add_owner(const graph::Target& target, NameLinks::Target& out) {
  if (facts::is_cpp(question_.facts(target.path)->language)) return;
  const auto of = question_.class_of(target);
  out.owner = NameLinks::Owner::kNone;
  if (!of) return;
  const auto facts = question_.facts(of->path);
  const auto kind = facts->decls[of->decl].kind;
  out.owner =
      kind == facts::DeclKind::kInterface ? NameLinks::Owner::kInterface : NameLinks::Owner::kClass;
  out.owner_path = question_.texts().number(of->path);
  out.owner_decl = of->decl;
  if (out.owner != NameLinks::Owner::kInterface) return;
  const auto [at, is_new] = methods_of_interfaces_.try_emplace({out.owner_path, of->decl});
  if (is_new) {
    const auto first = static_cast<std::uint32_t>(own_.methods.size());
    for (const facts::Decl& decl : facts->decls)
      if (decl.owner == of->decl && decl.kind == facts::DeclKind::kFunction)
        own_.methods.push_back(question_.texts().number(facts->name(decl.name)));
    at->second = {first, static_cast<std::uint32_t>(own_.methods.size()) - first};
  }
  std::tie(out.first_method, out.method_count) = at->second;
}

bool LinkedUses::is_wanted(const graph::Target& target) const {
  if (wanted_.empty()) return true;
  const auto at = wanted_.find(target.path);
  return at != wanted_.end() && std::ranges::any_of(at->second, [&](const Span& lines) {
           return lines.start_line <= target.place.line && target.place.line <= lines.end_line;
         });
}

/// The definition of what the target only declares; null: none.
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

graph::Target LinkedUses::target_at(std::uint32_t number) {
  const NameLinks::Target& target = links().targets[number];
  return {question_.texts().text(target.path), target.decl, target.place};
}

const LinkedUses::Verdict& LinkedUses::verdict(std::uint32_t target) {
  if (verdicts_.size() < links().targets.size()) verdicts_.resize(links().targets.size());
  auto& known = verdicts_[target];
  if (!known) {
    const graph::Target one = target_at(target);
    const auto* const definition = definition_of(one);
    known = Verdict{.is_wanted = is_wanted(one) || definition != nullptr, .definition = definition};
  }
  return *known;
}

std::vector<LinkedUses::Method>& LinkedUses::methods() {
  if (methods_) return *methods_;
  methods_.emplace();
  for (const graph::Target& one : member_functions_) {
    Method made{.decl = one, .of = question_.class_of(one)};
    if (made.of)
      for (graph::Target& type : question_.types_above(*made.of))
        made.above.emplace(std::move(type.path), type.decl);
    methods_->push_back(std::move(made));
  }
  return *methods_;
}

bool LinkedUses::has_methods(Method& method, const NameLinks::Target& interface) {
  return std::ranges::all_of(links().methods_of(interface), [&](std::uint32_t name) {
    const auto [at, is_new] = method.members.try_emplace(name);
    if (is_new) at->second = question_.has_member(*method.of, question_.texts().text(name));
    return at->second;
  });
}

/// A call through an interface or a base class may run one of the wanted methods.
bool LinkedUses::may_be_wanted(const NameLinks::Target& target) {
  using Owner = NameLinks::Owner;
  const auto& path = question_.texts().text(target.path);
  if (target.owner == Owner::kUnknown)
    return std::ranges::any_of(member_functions_, [&](const graph::Target& method) {
      return question_.may_run(method, {path, target.decl, target.place});
    });
  if (target.owner == Owner::kNone || member_functions_.empty()) return false;
  const graph::Target owner{question_.texts().text(target.owner_path), target.owner_decl, {}};
  return std::ranges::any_of(methods(), [&](Method& method) {
    if (!method.of) return false;
    if (method.above.contains({owner.path, owner.decl})) return true;
    return target.owner == Owner::kInterface && has_methods(method, target) &&
           question_.kinship(*method.of, owner) != graph::Kinship::kNone;
  });
}

bool LinkedUses::may_be_wanted(std::uint32_t target) {
  verdict(target);
  auto& known = verdicts_[target]->may_be_wanted;
  if (!known) known = may_be_wanted(links().targets[target]);
  return *known;
}

ReferenceLink LinkedUses::link_of(const NameLinks::Use& use, bool is_seen) {
  const auto targets = links().targets_of(use);
  if (targets.empty()) {
    const bool is_outside = use.link_class == graph::LinkClass::kOutside && is_defined_;
    return is_outside ? ReferenceLink::kElsewhere : ReferenceLink::kByName;
  }
  if (!is_seen) return ReferenceLink::kElsewhere;
  if (std::ranges::any_of(targets, [&](std::uint32_t one) { return verdict(one).is_wanted; }))
    return use.link_class == graph::LinkClass::kResolved ? ReferenceLink::kResolved
                                                         : ReferenceLink::kCandidates;
  const bool may_be =
      std::ranges::any_of(targets, [&](std::uint32_t one) { return may_be_wanted(one); });
  return may_be ? ReferenceLink::kCandidates : ReferenceLink::kElsewhere;
}

LinkedUse LinkedUses::linked(const NameLinks::Use& use, bool is_seen) {
  LinkedUse out{.column = use.place.column,
                .kind = kind_of(use.kind),
                .link = link_of(use, is_seen),
                .targets = {}};
  if (out.link == ReferenceLink::kElsewhere) return out;
  for (const std::uint32_t target : links().targets_of(use)) {
    const graph::Target* const definition = verdict(target).definition;
    const graph::Target shown = definition == nullptr ? target_at(target) : *definition;
    out.targets.push_back(shown.path + ':' + std::to_string(shown.place.line));
  }
  return out;
}

const LinkedUses::OfFile* LinkedUses::of(std::string_view path) {
  if (const auto known = files_.find(path); known != files_.end()) return &known->second;
  if (!read(path)) return nullptr;
  OfFile& file = files_[std::string(path)];
  const auto number = file_of(path);
  if (!number) return &file;
  const NameLinks::File in_file = links().files[*number];
  const bool is_seen = sees_wanted(path);
  for (const NameLinks::Use& use : links().uses_of(in_file)) {
    LinkedUse one = linked(use, is_seen);
    const auto [at, is_new] = file.try_emplace(use.place.line, one);
    if (!is_new && order_of(one.link, one.kind) < order_of(at->second.link, at->second.kind))
      at->second = std::move(one);
  }
  return &file;
}

std::vector<UsePlace> LinkedUses::places() {
  if (known_ == nullptr) {
    std::ranges::sort(own_.files, {}, [&](const NameLinks::File& one) -> const std::string& {
      return question_.texts().text(one.path);
    });
    known_ = std::make_shared<const NameLinks>(std::move(own_));
    if (!has_left_out_ && !is_late_) question_.keep_links(name_, known_);
  }
  std::vector<UsePlace> out;
  for (const NameLinks::File& file : links().files) {
    const std::string_view path = question_.texts().text(file.path);
    const bool is_seen = sees_wanted(path);
    for (const NameLinks::Use& use : links().uses_of(file)) {
      const UsePlace one{path, use.place.line, kind_of(use.kind), link_of(use, is_seen)};
      if (out.empty() || out.back().path != path || out.back().line != one.line)
        out.push_back(one);
      else if (order_of(one.link, one.kind) < order_of(out.back().link, out.back().kind))
        out.back() = one;
    }
  }
  return out;
}

}  // namespace codeweaver::engine
