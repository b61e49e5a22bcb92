// Collects headings with their enclosing elements, then finds the end of each section.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/html_sections.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "syntax/docs.hpp"
#include "syntax/html_text.hpp"
#include "syntax/kinds.hpp"
#include "syntax/names.hpp"
#include "syntax/tree_walk.hpp"

namespace codeweaver::syntax {
namespace {

constexpr std::uint32_t kTitleLevel = 0;
constexpr std::size_t kMaxTitleDepth = 3;    // in the head of the page, not in a drawing
constexpr std::size_t kMaxDepth = 100;       // deeper elements are not headings
constexpr std::size_t kMaxLeadBytes = 4096;  // of tags around a heading
constexpr std::size_t kMaxPathBytes = 1000;

struct Element {
  ByteRange range;
  std::uint32_t line = 1;
  bool is_body = false;  ///< or contains the body
};

struct Heading {
  std::uint32_t level = kTitleLevel;
  Element element;
  std::string text;
  std::vector<Element> around;  ///< enclosing elements, outermost first
};

std::optional<std::uint32_t> level_of(std::string_view tag) noexcept {
  if (tag.size() == 2 && (tag[0] == 'h' || tag[0] == 'H') && tag[1] >= '1' && tag[1] <= '6')
    return static_cast<std::uint32_t>(tag[1] - '0');
  if (tag == "title" || tag == "TITLE") return kTitleLevel;
  return std::nullopt;
}

std::string_view tag_of(TSNode element, std::string_view text) {
  const TSNode start = child_of_type(element, "start_tag");
  if (ts_node_is_null(start)) return {};
  const TSNode name = child_of_type(start, "tag_name");
  if (ts_node_is_null(name)) return {};
  return text.substr(ts_node_start_byte(name), ts_node_end_byte(name) - ts_node_start_byte(name));
}

class SectionFinder {
 public:
  SectionFinder(std::string_view text, Budget& budget) : text_(text), budget_(budget) {}

  std::vector<Definition> run(TSNode root) {
    collect(root);
    shorten_title();
    std::vector<Definition> out;
    out.reserve(headings_.size());
    const auto next = next_of_level();
    std::vector<std::int32_t> open;  // enclosing sections of the current one
    for (std::size_t i = 0; i < headings_.size() && !budget_.is_over(); ++i) {
      while (!open.empty() && headings_[index(open.back())].level >= headings_[i].level)
        open.pop_back();
      out.push_back(define(i, next[i], open.empty() ? nullptr : &out[index(open.back())]));
      out.back().parent = open.empty() ? -1 : open.back();
      open.push_back(static_cast<std::int32_t>(i));
      const auto& made = out.back();
      if (!budget_.take(sizeof made + 4 * (made.name.size() + made.qualified_name.size()))) break;
    }
    return out;
  }

 private:
  static std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

  void collect(TSNode root) {
    std::vector<TSNode> open{root};
    std::vector<TSNode> children;
    std::vector<Element> around;
    while (!open.empty() && !budget_.is_over()) {
      const TSNode node = open.back();
      open.pop_back();
      const std::uint32_t begin = ts_node_start_byte(node);
      while (!around.empty() && around.back().range.end <= begin) around.pop_back();
      if (is_type(node, "element")) {
        const auto tag = tag_of(node, text_);
        const Element element{{begin, ts_node_end_byte(node)},
                              ts_node_start_point(node).row + 1,
                              tag == "body" || tag == "BODY" || around.empty()};
        const auto level = level_of(tag);
        if (level && add(*level, element, around)) continue;
        around.push_back(element);
      }
      children.clear();
      append_children(node, children);
      open.insert(open.end(), children.rbegin(), children.rend());
    }
  }

  /// False: not a heading.
  bool add(std::uint32_t level, const Element& element, const std::vector<Element>& around) {
    if (around.size() > (level == kTitleLevel ? kMaxTitleDepth : kMaxDepth)) return false;
    if (level == kTitleLevel && !headings_.empty()) return false;
    auto text = html_heading_text(text_.substr(element.range.begin, element.range.size()));
    if (text.empty()) return true;
    static_cast<void>(budget_.take(sizeof(Heading) + around.size() * sizeof(Element)));
    headings_.push_back({level, element, std::move(text), around});
    return true;
  }

  /// Keeps only the part of the title that no heading repeats.
  void shorten_title() {
    if (headings_.empty() || headings_.front().level != kTitleLevel) return;
    auto& title = headings_.front().text;
    for (std::size_t i = 1; i < headings_.size(); ++i) {
      const auto rest = title_beside(title, headings_[i].text);
      if (rest.size() == title.size()) continue;
      title = std::string(rest);
      break;
    }
    if (title.empty()) headings_.erase(headings_.begin());
  }

  /// For each heading, the index of the next heading of its level or above; the number of headings
  /// if there is none.
  std::vector<std::size_t> next_of_level() const {
    std::vector<std::size_t> next(headings_.size());
    for (std::size_t i = headings_.size(); i-- > 0;) {
      next[i] = i + 1;
      while (next[i] < headings_.size() && headings_[next[i]].level > headings_[i].level)
        next[i] = next[next[i]];
    }
    return next;
  }

  bool has_only_tags(std::uint32_t begin, std::uint32_t end) const {
    return end - begin <= kMaxLeadBytes && is_only_tags(text_.substr(begin, end - begin));
  }

  /// The element range of a section: the heading, or the box that contains only the heading, up to
  /// the next heading. Consists of whole children of one element, or of that element if the heading
  /// begins it and the section does not exceed it.
  Element section(const Heading& heading, const Heading* next) const {
    Element box = heading.element;
    std::size_t depth = heading.around.size();
    for (; depth > 0; --depth) {
      const Element& outer = heading.around[depth - 1];
      if (outer.is_body || !has_only_tags(outer.range.begin, box.range.begin) ||
          !has_only_tags(box.range.end, outer.range.end))
        break;
      box = outer;
    }
    const Element all{{0, static_cast<std::uint32_t>(text_.size())}, 1, true};
    const Element& parent = depth > 0 ? heading.around[depth - 1] : all;
    std::uint32_t end = 0;
    if (next == nullptr || parent.range.end <= next->element.range.begin) {
      if (!parent.is_body && has_only_tags(parent.range.begin, box.range.begin)) return parent;
      end = content_end(parent.range);
    } else {
      end = (next->around.size() > depth ? next->around[depth] : next->element).range.begin;
    }
    box.range.end = std::max(box.range.end, end);
    return box;
  }

  /// The offset at which the end tag of an element begins.
  std::uint32_t content_end(ByteRange element) const {
    const auto inner = text_.substr(element.begin, element.size());
    const auto tag = inner.rfind("</");
    const bool is_last = tag != std::string_view::npos && is_only_tags(inner.substr(tag));
    return is_last ? element.begin + static_cast<std::uint32_t>(tag) : element.end;
  }

  Definition define(std::size_t i, std::size_t next, const Definition* parent) const {
    static const Kind& kind = *find_kind("section");
    const Heading& heading = headings_[i];
    const bool is_title = heading.level == kTitleLevel;
    Definition out;
    const Element element =
        is_title ? heading.element
                 : section(heading, next < headings_.size() ? &headings_[next] : nullptr);
    out.node = element.range;
    out.node.end = std::max(trimmed_end(out.node, text_), out.node.begin);
    out.range = out.node;
    out.signature = {out.node.begin, out.node.begin};
    out.name = heading.text;
    if (parent != nullptr && parent->qualified_name.size() < kMaxPathBytes)
      out.qualified_name = parent->qualified_name + '/';
    out.qualified_name += heading.text;
    out.kind = kind.name;
    out.semantic_class = kind.semantic_class;
    out.extent = is_title ? Definition::Extent::kFile : Definition::Extent::kOpen;
    out.line = element.line;
    return out;
  }

  std::string_view text_;
  Budget& budget_;
  std::vector<Heading> headings_;
};

}  // namespace

std::vector<Definition> html_sections(const TSTree* tree, std::string_view text, Budget& budget) {
  return SectionFinder(text, budget).run(ts_tree_root_node(tree));
}

}  // namespace codeweaver::syntax
