// SyntaxTree: parses a text and those embedded in it, and joins what they define.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/syntax_tree.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "syntax/blanking.hpp"
#include "syntax/extract.hpp"
#include "syntax/parse_memory.hpp"
#include "syntax/parser.hpp"
#include "syntax/shape.hpp"
#include "syntax/tree_walk.hpp"

namespace codeweaver::syntax {

namespace {

/// A tree with the rules of its language; `content` is the leaf of the host that it refines.
struct ParsedPart {
  TreePointer tree;
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

struct Parsed {
  TreePointer tree;  ///< null: out of time
  std::uint64_t error_bytes = 0;
};

/// Parses; where macros may be the reason of errors, also without them, and keeps the tree with
/// fewer bytes in error.
Parsed parse_best(BudgetedParser& parser, std::string_view text, const Rules& rules) {
  Parsed best{.tree = parser.parse(text, rules)};
  if (!best.tree || !ts_node_has_error(ts_tree_root_node(best.tree.get()))) return best;
  best.error_bytes = error_bytes(best.tree.get());
  if (!rules.has_macros) return best;
  std::string best_text(text);
  std::string blanked = blank_macros(text);
  for (const bool has_branches : {true, false}) {
    constexpr std::uint64_t kGoodEnough = 100;  // one byte of error in so many of text
    if (!has_branches) {
      if (best.error_bytes * kGoodEnough < text.size()) break;
      blank_branches(blanked);
    }
    if (blanked == best_text) continue;
    Parsed other{.tree = parser.parse_again(blanked, best_text, best.tree.get(), rules)};
    if (!other.tree) break;
    other.error_bytes = error_bytes(other.tree.get());
    if (other.error_bytes >= best.error_bytes) continue;
    best = std::move(other);
    best_text = blanked;
  }
  return best;
}

/// Adds what `guest` defines below the host's definitions.
void append(Extract& host, Extract&& guest, std::int32_t parent) {
  const auto base = static_cast<std::int32_t>(host.definitions.size());
  for (Definition& definition : guest.definitions) {
    definition.parent = definition.parent < 0 ? parent : definition.parent + base;
    host.definitions.push_back(std::move(definition));
  }
  std::move(guest.references.begin(), guest.references.end(), std::back_inserter(host.references));
}

/// Into source order, parents before members.
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
  std::stable_sort(all.references.begin(), all.references.end(),
                   [](const Reference& a, const Reference& b) { return a.offset < b.offset; });
}

}  // namespace

struct SyntaxTree::Impl {
  Impl() = default;
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    const ParseMemory::Use use(memory);
    for (ParsedPart& part : parts)
      if (memory.holds_all()) static_cast<void>(part.tree.release());  // goes with the region
    parts.clear();
  }

  ParseMemory memory;
  std::vector<ParsedPart> parts;  // the first is the host
  Extract found;
  double error_ratio = 0;
  LanguageIndex language = 0;

  const ParsedPart& part_of(TSNode node) const noexcept {
    for (const ParsedPart& part : parts)
      if (part.tree.get() == node.tree) return part;
    return parts.front();
  }
  /// Parses the texts embedded in the host, as far as shapes and budget allow.
  void add_guests(BudgetedParser& parser, std::string_view text, const ParseLimits& limits);
};

void SyntaxTree::Impl::add_guests(BudgetedParser& parser, std::string_view text,
                                  const ParseLimits& limits) {
  const std::vector<Embedded> embedded = std::move(found.embedded);
  for (const Embedded& guest : embedded) {
    const Rules* rules = rules_of(guest.language);
    if (rules == nullptr) continue;
    const TSRange range = guest.range();
    const auto content = text.substr(range.start_byte, range.end_byte - range.start_byte);
    if (!check_shape(content, limits, !rules->is_prose)) continue;
    TreePointer tree = parser.parse(text, *rules, range);
    if (!tree) return;
    append(found, extract(tree.get(), {text, rules}), guest.parent);
    parts.push_back({.tree = std::move(tree), .rules = rules, .content = guest.content});
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
                              ? "There is no grammar for '" +
                                    std::string(languages()[language].id) + "' in this build."
                              : "There is no language " + std::to_string(language) + ".",
                 .context = "parsing a source text",
                 .action = "Use text chunks for this file."};
  if (auto shape = check_shape(text, limits, !rules->is_prose); !shape) return shape.error();
  auto impl = std::make_unique<Impl>();
  const ParseMemory::Use use(impl->memory);
  BudgetedParser parser(limits.budget);
  impl->language = language;
  auto [tree, error_bytes] = parse_best(parser, text, *rules);
  if (!tree)
    return Error{.category = ErrorCategory::kCancelled,
                 .code = "PARSE_TIMEOUT",
                 .cause = "Parsing took more than " + std::to_string(limits.budget.count()) +
                          " ms of CPU time.",
                 .context = "parsing a source text",
                 .action = "Use text chunks for this file."};
  if (!text.empty())
    impl->error_ratio =
        std::min(1.0, static_cast<double>(error_bytes) / static_cast<double>(text.size()));
  impl->found = extract(tree.get(), {text, rules});
  impl->parts.push_back({.tree = std::move(tree), .rules = rules});
  impl->add_guests(parser, text, limits);
  return SyntaxTree(std::move(impl));
}

SyntaxTree::SyntaxTree(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
SyntaxTree::SyntaxTree(SyntaxTree&&) noexcept = default;
SyntaxTree& SyntaxTree::operator=(SyntaxTree&&) noexcept = default;
SyntaxTree::~SyntaxTree() = default;

Node SyntaxTree::root() const noexcept {
  const ParsedPart& host = impl_->parts.front();
  return pack(ts_tree_root_node(host.tree.get()), *host.rules);
}

void SyntaxTree::children(const Node& node, std::vector<Node>& out) const {
  out.clear();
  const TSNode raw = unpack(node);
  const ParsedPart& part = impl_->part_of(raw);
  std::vector<TSNode> nodes;
  append_children(raw, nodes);
  for (const TSNode child : nodes) out.push_back(pack(child, *part.rules));
  if (!out.empty() || &part != &impl_->parts.front()) return;
  for (const ParsedPart& guest : impl_->parts)
    if (ts_node_eq(guest.content, raw))
      out.push_back(pack(ts_tree_root_node(guest.tree.get()), *guest.rules));
}

std::string_view SyntaxTree::name(const Node& node) const noexcept {
  return ts_node_type(unpack(node));
}

const std::vector<Definition>& SyntaxTree::definitions() const noexcept {
  return impl_->found.definitions;
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

}  // namespace codeweaver::syntax
