// Evaluator: names, members and their targets.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/evaluator.hpp"

#include <algorithm>
#include <utility>

namespace codeweaver::graph {

using facts::Decl;
using facts::DeclKind;
using facts::Expr;
using facts::ExprKind;
using facts::key_of;
using Kind = Value::Kind;

namespace {

constexpr std::uint32_t kMostDepth = 120;
constexpr std::uint32_t kMostSteps = 50'000;  // of one question
constexpr std::size_t kMostBases = 60;
constexpr std::size_t kMostVisits = 240;  // of bases, while their order is worked out
constexpr std::size_t kMostImports = 12;  // imports of imports

void add_new(std::vector<DeclRef>& out, DeclRef ref) {
  if (std::ranges::find(out, ref) == out.end()) out.push_back(ref);
}

}  // namespace

Evaluator::Evaluator(SourceTree& tree, LanguageRules& rules) : tree_(tree), rules_(rules) {}

Id Evaluator::file(std::string_view path) {
  const auto at = numbers_.find(path);
  return at != numbers_.end() ? at->second : add(path, tree_.facts(path));
}

Id Evaluator::add(std::string_view path, std::shared_ptr<const facts::Facts> read) {
  const Id number = read ? static_cast<Id>(files_.size()) : kNone;
  if (read) files_.push_back({std::string(path), std::move(read)});
  numbers_.emplace(path, number);
  return number;
}

std::uint32_t Evaluator::once(Memos& memos, std::uint64_t key, std::uint32_t nothing,
                              const std::function<std::uint32_t()>& compute) {
  const auto [at, is_new] = memos.try_emplace(key);
  if (!is_new) {
    if (at->second.depth == Memo::kDone) return at->second.result;
    cut_ = std::min(cut_, at->second.depth);
    return nothing;
  }
  if (depth_ >= kMostDepth || !step()) {
    memos.erase(key);
    cut_ = 0;
    return nothing;
  }
  const std::uint32_t own = ++depth_;
  at->second.depth = own;
  const std::uint32_t cut_before = std::exchange(cut_, UINT32_MAX);
  const std::uint32_t result = compute();
  --depth_;
  if (cut_ < own)
    memos.erase(key);  // depends on an evaluation in progress
  else
    memos[key] = {.result = result};
  cut_ = std::min(cut_before, cut_ < own ? cut_ : UINT32_MAX);
  return result;
}

bool Evaluator::step() {
  if (++steps_ <= kMostSteps) return true;
  cut_ = 0;
  return false;
}

void Evaluator::forget() {
  for (Memos* const memos : {&targets_, &exprs_, &types_, &decls_, &results_}) memos->clear();
  bases_.clear();
  found_.resize(1);
}

const Targets& Evaluator::targets(Id file, Id expr) {
  const auto index = once(targets_, key_of(file, expr), 0, [&] {
    Targets found = find_targets(file, expr);
    if (found.kind == Targets::Kind::kUnknown) return std::uint32_t{0};
    found_.push_back(std::move(found));
    return static_cast<std::uint32_t>(found_.size() - 1);
  });
  return found_[index];
}

Targets Evaluator::find_targets(Id file, Id id) {
  if (id == kNone) return {};
  const Expr expr = facts(file).exprs[id];
  if (auto named = rules_.named_targets(*this, file, expr)) return *std::move(named);
  if (expr.kind == ExprKind::kName) return look_up(file, expr.b, expr.a);
  if (expr.kind == ExprKind::kKeyword) return keyword(file, expr);
  if (expr.kind == ExprKind::kCalled || expr.kind == ExprKind::kTag ||
      expr.kind == ExprKind::kQualifier || expr.kind == ExprKind::kFixture)
    return rules_.special_targets(*this, file, expr);
  if (expr.kind != ExprKind::kMember || expr.a == kNone) return {};
  const std::string_view name = facts(file).name(expr.b);
  Targets out;
  bool is_outside = false;
  for (const Id value : values_.copy(value_of(file, expr.a))) {
    Targets found = member(value, name);
    is_outside = is_outside || found.kind == Targets::Kind::kOutside;
    if (found.kind == Targets::Kind::kModule) return found;
    if (found.kind != Targets::Kind::kDecls) continue;
    out.kind = found.kind;
    out.reason = found.reason;
    for (const DeclRef ref : found.decls) add_new(out.decls, ref);
  }
  if (out.decls.empty()) return is_outside ? Targets::outside() : Targets{};
  if (out.decls.size() > 1) rules_.keep_possible(*this, out.decls);
  return follow(out.decls, out.reason);
}

Targets Evaluator::keyword(Id file, const Expr& expr) {
  const std::string_view name = facts(file).name(expr.b);
  bool is_outside = false;
  for (const Id id : values_.copy(value_of(file, expr.a))) {
    const Value value = values_.at(id);
    std::vector<DeclRef> called;
    if (value.kind == Kind::kFunction) called.push_back(value.decl);
    if (value.kind == Kind::kClass) {
      const Targets made = member(id, rules_.constructor());
      called = made.decls;
      if (called.empty())  // the fields of a record are its parameters
        if (Targets field = member(id, name); field.kind == Targets::Kind::kDecls) return field;
      is_outside = is_outside || (called.empty() && made.kind == Targets::Kind::kOutside);
    }
    is_outside = is_outside || value.kind == Kind::kOutside;
    for (const DeclRef ref : called)
      for (const Id parameter : facts(ref.file).list(decl(ref).parameters))
        if (facts(ref.file).name(decl({ref.file, parameter}).name) == name)
          return Targets::of({{ref.file, parameter}}, LinkReason::kReceiver);
  }
  return is_outside ? Targets::outside() : Targets{};
}

Targets Evaluator::look_up(Id file, Id scope, Id name) {
  if (auto special = rules_.look_up(*this, file, scope, name)) return *std::move(special);
  const facts::Facts& own = facts(file);
  const bool hides_classes = rules_.hides_class_scopes();
  bool is_in_function = false;
  for (; scope != kNone; scope = own.scopes[scope].parent) {
    const auto kind = own.scopes[scope].kind;
    if (hides_classes && is_in_function && kind == facts::Scope::Kind::kClass) continue;
    is_in_function = is_in_function || kind != facts::Scope::Kind::kBlock;
    const auto found = own.declared(scope, name);
    if (found.empty()) continue;
    std::vector<DeclRef> decls;
    for (const Id decl : found) decls.push_back({file, decl});
    rules_.choose(*this, decls);
    return follow(decls, LinkReason::kScope);
  }
  return rules_.global(*this, file, own.name(name));
}

Targets Evaluator::follow(const std::vector<DeclRef>& decls, LinkReason reason) {
  Targets out{.reason = reason};
  std::vector<DeclRef> left = decls;
  bool is_outside = false;
  for (std::size_t i = 0; i < left.size() && i < kMostImports; ++i) {
    if (decl(left[i]).kind != DeclKind::kImport) {
      out.kind = Targets::Kind::kDecls;
      add_new(out.decls, left[i]);
      continue;
    }
    Targets found = rules_.imported(*this, left[i]);
    if (found.kind == Targets::Kind::kModule) {
      if (out.decls.empty()) return found;
      continue;
    }
    is_outside = is_outside || found.kind == Targets::Kind::kOutside;
    out.reason = LinkReason::kImport;
    for (const DeclRef ref : found.decls) add_new(left, ref);
  }
  if (out.decls.empty()) return is_outside ? Targets::outside() : Targets{};
  return out;
}

Targets Evaluator::member(Id id, std::string_view name) {
  const Value value = values_.at(id);
  const bool is_class = value.kind == Kind::kInstance || value.kind == Kind::kClass;
  Targets found =
      is_class ? member_of_class(value.decl, name, value.kind == Kind::kClass) : Targets{};
  if (found.kind != Targets::Kind::kUnknown) return found;
  if (const auto special = rules_.special_member(*this, value, name)) return *special;
  switch (value.kind) {
    case Kind::kOutside:
      return Targets::outside();
    case Kind::kModule:
      return rules_.member_of_module(*this, value.parts, name);
    case Kind::kSuper:
      return member_of_class(value.decl, name, false, 1);
    case Kind::kList:
    case Kind::kMap:
    case Kind::kTuple:
      return Targets::outside();
    case Kind::kTypeParameter: {  // what its bounds have
      const facts::Facts& own = facts(value.decl.file);
      for (const Id bound : own.list(own.decls[value.decl.decl].bases))
        for (const Id one : values_.copy(instances_of(value.decl.file, bound)))
          if (values_.at(one).kind != Kind::kTypeParameter) return member(one, name);
      return {};
    }
    default:
      return {};
  }
}

Targets Evaluator::member_of_class(DeclRef of, std::string_view name, bool is_class,
                                   std::size_t nearest) {
  const std::vector<DeclRef> line = bases(of);         // a copy: own_members() may read more files
  bool has_outside = nearest > 0 && line.size() == 1;  // the base of all classes
  std::vector<DeclRef> unreachable;  // those of the class, if its instances are asked, or reversed
  for (std::size_t i = nearest; i < line.size(); ++i) {
    const DeclRef one = line[i];
    has_outside = has_outside || one.file == kNone;
    if (one.file == kNone) continue;
    std::vector<DeclRef> found = rules_.own_members(*this, one, name);
    if (found.empty()) continue;
    if (unreachable.empty()) unreachable = found;
    rules_.keep_reachable(*this, one, is_class, found);
    if (!found.empty()) return Targets::of(std::move(found), LinkReason::kReceiver);
  }
  if (!unreachable.empty()) return Targets::of(std::move(unreachable), LinkReason::kReceiver);
  // `type A B` has the fields of B, and those methods that an interface B lists.
  if (const Decl own = decl(of); own.kind == DeclKind::kClass && own.type != kNone)
    for (const Id id : values_.copy(instances_of(of.file, own.type))) {
      const Value other = values_.at(id);
      if (other.kind == Kind::kOutside) return Targets::outside();
      if (other.kind != Kind::kInstance || other.decl == of) continue;
      Targets found = member_of_class(other.decl, name);
      const bool is_interface = decl(other.decl).kind == DeclKind::kInterface;
      std::erase_if(found.decls, [&](DeclRef ref) {
        return !is_interface && decl(ref).kind != DeclKind::kField;
      });
      if (!found.decls.empty()) return found;
    }
  return has_outside ? Targets::outside() : Targets{};
}

const std::vector<DeclRef>& Evaluator::bases(DeclRef of) {
  const auto [at, is_new] = bases_.try_emplace(of, std::vector{of});
  if (!is_new) return at->second;
  std::vector<DeclRef> line{of};
  if (rules_.follows_first_base()) {
    std::vector<DeclRef> left{of};
    line.clear();
    for (std::size_t visits = 0; !left.empty() && visits < kMostVisits; ++visits) {
      const DeclRef one = left.back();
      left.pop_back();
      if (one == of && visits > 0) continue;  // a base of itself
      std::erase(line, one);                  // a common base comes after all classes that have it
      line.push_back(one);
      std::vector<DeclRef> above = direct_bases(one);
      left.insert(left.end(), above.rbegin(), above.rend());
    }
  } else {
    for (std::size_t i = 0; i < line.size() && line.size() < kMostBases; ++i) {
      auto place = rules_.takes_bases_in_depth() ? static_cast<std::ptrdiff_t>(i) + 1
                                                 : static_cast<std::ptrdiff_t>(line.size());
      for (const DeclRef base : direct_bases(line[i]))
        if (std::ranges::find(line, base) == line.end()) line.insert(line.begin() + place++, base);
    }
  }
  return bases_[of] = std::move(line);
}

std::vector<DeclRef> Evaluator::implemented(DeclRef of) {
  std::vector<DeclRef> out;
  if (of.file == kNone) return out;
  const facts::Facts& own = facts(of.file);
  for (const Id base : own.list(own.decls[of.decl].bases)) {
    if (own.exprs[base].kind != ExprKind::kImplemented) continue;
    for (const Id id : values_.copy(instances_of(of.file, own.exprs[base].a)))
      if (const Value& value = values_.at(id); value.kind == Kind::kInstance)
        add_new(out, value.decl);
  }
  return out;
}

std::vector<DeclRef> Evaluator::direct_bases(DeclRef of) {
  std::vector<DeclRef> out;
  if (of.file == kNone) return out;
  const facts::Facts& own = facts(of.file);
  for (const Id base : own.list(own.decls[of.decl].bases))
    for (const Id id : values_.copy(instances_of(of.file, base))) {
      const Value& value = values_.at(id);
      if (value.kind == Kind::kOutside || value.kind == Kind::kList || value.kind == Kind::kMap ||
          value.kind == Kind::kTuple || value.kind == Kind::kLibrary)
        add_new(out, DeclRef{});
      if (value.kind == Kind::kInstance) add_new(out, value.decl);
    }
  return out;
}

}  // namespace codeweaver::graph
