// SyntaxTree: parses a text and its embedded texts, and joins their definitions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/syntax_tree.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <span>
#include <unordered_map>

#include "base/try.hpp"
#include "syntax/blanking.hpp"
#include "syntax/extract.hpp"
#include "syntax/parse_memory.hpp"
#include "syntax/parser.hpp"
#include "syntax/shape.hpp"
#include "syntax/tree_walk.hpp"

namespace codeweaver::syntax {

namespace {

/// A tree with the rules of its language. `content`: the node of the host that it refines.
struct ParsedPart {
  const TSTree* tree = nullptr;
  const Rules* rules = nullptr;
  TSNode content{};
};

TSNode unpack(const Node& node) noexcept {
  static_assert(sizeof(TSNode) <= sizeof(node.handle));
  TSNode out{};
  std::memcpy(&out, node.handle.data(), sizeof out);
  return out;
}

Node pack(TSNode node, const Rules& rules) noexcept {
  Node out;
  out.range = {ts_node_start_byte(node), ts_node_end_byte(node)};
  out.symbol = ts_node_symbol(node);
  out.is_named = ts_node_is_named(node);
  out.is_error = ts_node_is_error(node) || ts_node_is_missing(node);
  out.is_comment = (rules.flags(out.symbol) & kComment) != 0;
  std::memcpy(out.handle.data(), &node, sizeof node);
  return out;
}

/// Valid until the next call on this thread.
std::span<const TSNode> children_of(TSNode node) {
  static thread_local std::vector<TSNode> nodes;
  nodes.clear();
  append_children(node, nodes);
  return nodes;
}

struct Parsed {
  const TSTree* tree = nullptr;  ///< null: the parse failed
  std::uint64_t error_bytes = 0;
};

/// Parses the text. If there are errors that macros or unsupported constructs may have caused,
/// parses again without them and keeps the tree with fewer bytes in error.
Parsed parse_best(BudgetedParser& parser, std::string_view original, const Rules& rules) {
  const bool is_rewritten = rules.rewrite != nullptr && rules.rewrite->is_always_needed;
  const std::string rewritten = is_rewritten ? rules.rewrite->run(original) : std::string();
  const std::string_view text = is_rewritten ? rewritten : original;
  Parsed best{.tree = parser.parse(text, rules)};
  if (best.tree == nullptr || !ts_node_has_error(ts_tree_root_node(best.tree))) return best;
  best.error_bytes = error_bytes(best.tree);
  if (rules.rewrite != nullptr && !is_rewritten) {
    const std::string other_text = rules.rewrite->run(text);
    if (other_text == text) return best;
    Parsed other{.tree = parser.parse_again(other_text, text, best.tree, rules)};
    if (other.tree == nullptr) return best;
    other.error_bytes = error_bytes(other.tree);
    return other.error_bytes < best.error_bytes ? other : best;
  }
  if (!rules.has_macros) return best;
  std::string best_text(text);
  std::string blanked = blank_macros(text);
  for (const bool has_branches : {true, false}) {
    constexpr std::uint64_t kGoodEnough = 100;  // at most one error byte in this many bytes of text
    if (!has_branches) {
      if (best.error_bytes * kGoodEnough < text.size()) break;
      blank_branches(blanked);
    }
    if (blanked == best_text) continue;
    Parsed other{.tree = parser.parse_again(blanked, best_text, best.tree, rules)};
    if (other.tree == nullptr) break;
    other.error_bytes = error_bytes(other.tree);
    if (other.error_bytes >= best.error_bytes) continue;
    best = other;
    best_text = blanked;
  }
  return best;
}

/// Call it after optional work. If that work used up the budget, grants a part for the rest.
void go_on(Budget& budget) {
  constexpr unsigned kPercent = 25;
  if (budget.end() != Budget::End::kNone) budget.extend(kPercent);
}

/// Adds the definitions of `guest` below those of the host.
void append(Extract& host, Extract&& guest, std::int32_t parent) {
  const auto base = static_cast<std::int32_t>(host.definitions.size());
  for (Definition& definition : guest.definitions) {
    definition.parent = definition.parent < 0 ? parent : definition.parent + base;
    host.definitions.push_back(std::move(definition));
  }
  std::move(guest.members.begin(), guest.members.end(), std::back_inserter(host.members));
  std::move(guest.references.begin(), guest.references.end(), std::back_inserter(host.references));
}

/// Sorts into source order, parents before members.
void sort_by_position(Extract& all) {
  std::vector<std::size_t> order(all.definitions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return all.definitions[a].node.begin < all.definitions[b].node.begin;
  });
  std::vector<std::int32_t> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<std::int32_t>(i);
  std::vector<Definition> sorted;
  sorted.reserve(order.size());
  for (const std::size_t from : order) {
    sorted.push_back(std::move(all.definitions[from]));
    std::int32_t& parent = sorted.back().parent;
    if (parent >= 0) parent = place[static_cast<std::size_t>(parent)];
  }
  all.definitions = std::move(sorted);
  std::stable_sort(all.members.begin(), all.members.end(),
                   [](const Member& a, const Member& b) { return a.node.begin < b.node.begin; });
  std::stable_sort(all.references.begin(), all.references.end(),
                   [](const Reference& a, const Reference& b) { return a.offset < b.offset; });
}

}  // namespace

struct SyntaxTree::Impl {
  explicit Impl(const ParseLimits& limits)
      : budget(limits.budget, limits.max_memory), memory(budget) {}

  Budget budget;
  ParseMemory memory;                                    // holds the trees
  std::vector<ParsedPart> parts;                         // the first is the host
  std::unordered_map<const TSTree*, std::size_t> place;  // index in `parts` of each tree
  Extract found;
  double error_ratio = 0;
  LanguageIndex language = 0;

  void add(const ParsedPart& part) {
    place.emplace(part.tree, parts.size());
    parts.push_back(part);
  }
  const ParsedPart& part_of(TSNode node) const noexcept {
    if (node.tree == parts.front().tree) return parts.front();
    const auto at = place.find(node.tree);
    return at == place.end() ? parts.front() : parts[at->second];
  }
  /// Parses the texts embedded in the host, within the limits on shape and budget.
  void add_guests(BudgetedParser& parser, std::string_view text, const ParseLimits& limits);
};

void SyntaxTree::Impl::add_guests(BudgetedParser& parser, std::string_view text,
                                  const ParseLimits& limits) {
  const std::vector<Embedded> embedded = std::move(found.embedded);
  for (const Embedded& guest : embedded) {
    const Rules* rules = rules_of(guest.language);
    if (rules == nullptr) continue;
    const TSRange& range = guest.range;
    const auto content = text.substr(range.start_byte, range.end_byte - range.start_byte);
    if (!check_shape(content, limits, !rules->is_prose)) continue;
    const TSTree* const tree = parser.parse(text, *rules, range);
    if (budget.end() != Budget::End::kNone) break;
    if (tree == nullptr) continue;  // only this text is lost
    Extract inner = extract(tree, {text, rules}, budget);
    if (budget.end() != Budget::End::kNone) break;
    append(found, std::move(inner), guest.parent);
    add({.tree = tree, .rules = rules, .content = guest.content});
  }
  if (!embedded.empty()) sort_by_position(found);
}

Result<SyntaxTree> SyntaxTree::parse(std::string_view text, LanguageIndex language,
                                     const ParseLimits& limits) {
  const Rules* rules = rules_of(language);
  if (rules == nullptr)
    return Error{.category = ErrorCategory::kUnsupported,
                 .code = "NO_GRAMMAR",
                 .cause = language < languages().size()
                              ? "This build has no grammar for '" +
                                    std::string(languages()[language].id) + "'."
                              : "Language " + std::to_string(language) + " does not exist.",
                 .context = "parsing source text",
                 .action = "Use text chunks for this file."};
  CODEWEAVER_TRY(check_shape(text, limits, !rules->is_prose));
  auto impl = std::make_unique<Impl>(limits);
  BudgetedParser parser(impl->memory, impl->budget);
  impl->language = language;
  const auto [tree, error_bytes] = parse_best(parser, text, *rules);
  if (tree == nullptr) return parser.failure();
  go_on(impl->budget);
  if (!text.empty())
    impl->error_ratio =
        std::min(1.0, static_cast<double>(error_bytes) / static_cast<double>(text.size()));
  impl->found = extract(tree, {text, rules}, impl->budget);
  if (impl->budget.end() != Budget::End::kNone) return impl->budget.error(impl->budget.end());
  impl->add({.tree = tree, .rules = rules});
  impl->add_guests(parser, text, limits);
  go_on(impl->budget);
  return SyntaxTree(std::move(impl));
}

SyntaxTree::SyntaxTree(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
SyntaxTree::SyntaxTree(SyntaxTree&&) noexcept = default;
SyntaxTree& SyntaxTree::operator=(SyntaxTree&&) noexcept = default;
SyntaxTree::~SyntaxTree() = default;

Node SyntaxTree::root() const noexcept {
  const ParsedPart& host = impl_->parts.front();
  return pack(ts_tree_root_node(host.tree), *host.rules);
}

void SyntaxTree::children(const Node& node, std::vector<Node>& out) const {
  out.clear();
  const TSNode raw = unpack(node);
  const ParsedPart& part = impl_->part_of(raw);
  for (const TSNode child : children_of(raw)) out.push_back(pack(child, *part.rules));
  if (!out.empty() || &part != &impl_->parts.front()) return;
  for (const ParsedPart& guest : impl_->parts)
    if (ts_node_eq(guest.content, raw))
      out.push_back(pack(ts_tree_root_node(guest.tree), *guest.rules));
}

void SyntaxTree::named_children(const Node& node, std::vector<Node>& out) const {
  out.clear();
  const TSNode raw = unpack(node);
  const Rules& rules = *impl_->part_of(raw).rules;
  for (const TSNode child : children_of(raw))
    if (ts_node_is_named(child) && (rules.flags(ts_node_symbol(child)) & kComment) == 0)
      out.push_back(pack(child, rules));
}

std::optional<Node> SyntaxTree::child(const Node& node, std::string_view field) const {
  const TSNode raw = unpack(node);
  const Rules& rules = *impl_->part_of(raw).rules;
  const TSNode found = ts_node_child_by_field_id(raw, rules.field(field));
  if (ts_node_is_null(found)) return std::nullopt;
  return pack(found, rules);
}

void SyntaxTree::children(const Node& node, std::string_view field, std::vector<Node>& out) const {
  out.clear();
  const TSNode raw = unpack(node);
  const ParsedPart& part = impl_->part_of(raw);
  const TSFieldId wanted = part.rules->field(field);
  TSTreeCursor cursor = ts_tree_cursor_new(raw);
  if (wanted != 0 && ts_tree_cursor_goto_first_child(&cursor)) do {
      if (ts_tree_cursor_current_field_id(&cursor) == wanted)
        out.push_back(pack(ts_tree_cursor_current_node(&cursor), *part.rules));
    } while (ts_tree_cursor_goto_next_sibling(&cursor));
  ts_tree_cursor_delete(&cursor);
}

std::pair<std::uint32_t, std::uint32_t> SyntaxTree::start(const Node& node) const noexcept {
  const TSPoint point = ts_node_start_point(unpack(node));
  return {point.row, point.column};
}

std::uint32_t SyntaxTree::end_row(const Node& node) const noexcept {
  return ts_node_end_point(unpack(node)).row;
}

std::string_view SyntaxTree::name(const Node& node) const noexcept {
  return ts_node_type(unpack(node));
}

const std::vector<Definition>& SyntaxTree::definitions() const noexcept {
  return impl_->found.definitions;
}
const std::vector<Member>& SyntaxTree::members() const noexcept {
  return impl_->found.members;
}
const std::vector<Reference>& SyntaxTree::references() const noexcept {
  return impl_->found.references;
}
double SyntaxTree::error_ratio() const noexcept {
  return impl_->error_ratio;
}
LanguageIndex SyntaxTree::language() const noexcept {
  return impl_->language;
}
Budget& SyntaxTree::budget() const noexcept {
  return impl_->budget;
}

}  // namespace codeweaver::syntax
