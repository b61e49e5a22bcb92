// Runs the tree-sitter parser and stops it when its CPU time is used up.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/parser.hpp"

#include <time.h>

#include <algorithm>
#include <new>
#include <vector>

#include "syntax/parse_memory.hpp"
#include "syntax/tree_walk.hpp"

namespace codeweaver::syntax {

namespace {

std::chrono::nanoseconds thread_cpu_time() noexcept {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

const char* read_text(void* payload, std::uint32_t offset, TSPoint, std::uint32_t* bytes) {
  const auto& text = *static_cast<const std::string_view*>(payload);
  if (offset >= text.size()) {
    *bytes = 0;
    return "";
  }
  *bytes = static_cast<std::uint32_t>(text.size() - offset);
  return text.data() + offset;
}

struct Progress {
  std::chrono::nanoseconds deadline;
  std::uint32_t calls = 0;
};

/// Counts lines on the way through a text.
class Position {
 public:
  explicit Position(std::string_view text) : text_(text) {}

  /// The point of a byte; bytes must come in ascending order.
  TSPoint at(std::size_t byte) {
    for (; at_ < byte; ++at_) {
      if (text_[at_] != '\n') continue;
      ++row_;
      line_ = at_ + 1;
    }
    return {row_, static_cast<std::uint32_t>(byte - line_)};
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0, line_ = 0;
  std::uint32_t row_ = 0;
};

/// Marks in `tree` where two texts of one size differ. They have the same line ends.
void mark_differences(std::string_view before, std::string_view after, TSTree* tree) {
  Position position(after);
  std::size_t at = 0;
  while (true) {
    const auto differs =
        std::mismatch(before.begin() + static_cast<std::ptrdiff_t>(at), before.end(),
                      after.begin() + static_cast<std::ptrdiff_t>(at));
    const auto begin = static_cast<std::size_t>(differs.first - before.begin());
    if (begin == before.size()) return;
    std::size_t end = begin + 1;
    while (end < before.size() && before[end] != after[end]) ++end;
    TSInputEdit edit{};
    edit.start_byte = static_cast<std::uint32_t>(begin);
    edit.old_end_byte = edit.new_end_byte = static_cast<std::uint32_t>(end);
    edit.start_point = position.at(begin);
    edit.old_end_point = edit.new_end_point = position.at(end);
    ts_tree_edit(tree, &edit);
    at = end;
  }
}

/// Called about every 100 operations; asking for the time costs more than they do.
bool is_over(TSParseState* state) {
  auto& progress = *static_cast<Progress*>(state->payload);
  constexpr std::uint32_t kCallsPerLook = 16;
  return ++progress.calls % kCallsPerLook == 0 && thread_cpu_time() > progress.deadline;
}

}  // namespace

BudgetedParser::BudgetedParser(std::chrono::milliseconds budget)
    : parser_((install_parse_memory(), ts_parser_new())), deadline_(thread_cpu_time() + budget) {
  if (parser_ == nullptr) throw std::bad_alloc();
}

BudgetedParser::~BudgetedParser() {
  ts_parser_delete(parser_);
}

TreePointer BudgetedParser::parse(std::string_view text, const Rules& rules,
                                  const std::optional<TSRange>& part) {
  if (!ts_parser_set_language(parser_, rules.grammar)) return nullptr;
  ts_parser_set_included_ranges(parser_, part ? &*part : nullptr, part ? 1 : 0);
  return run(text, nullptr);
}

TreePointer BudgetedParser::parse_again(std::string_view text, std::string_view before,
                                        const TSTree* tree, const Rules& rules) {
  if (!ts_parser_set_language(parser_, rules.grammar)) return nullptr;
  ts_parser_set_included_ranges(parser_, nullptr, 0);
  const TreePointer edited(ts_tree_copy(tree));
  mark_differences(before, text, edited.get());
  return run(text, edited.get());
}

TreePointer BudgetedParser::run(std::string_view text, const TSTree* before) {
  Progress progress{.deadline = deadline_};
  TSInput input{
      .payload = &text, .read = read_text, .encoding = TSInputEncodingUTF8, .decode = nullptr};
  const TSParseOptions options{.payload = &progress, .progress_callback = is_over};
  TreePointer tree(ts_parser_parse_with_options(parser_, before, input, options));
  if (!tree) ts_parser_reset(parser_);  // else the next parse would go on with this text
  return tree;
}

std::uint64_t error_bytes(const TSTree* tree) {
  std::uint64_t bytes = 0;
  std::vector<TSNode> open{ts_tree_root_node(tree)};
  while (!open.empty()) {
    const TSNode node = open.back();
    open.pop_back();
    if (ts_node_is_error(node))
      bytes += ts_node_end_byte(node) - ts_node_start_byte(node);
    else if (ts_node_is_missing(node))
      ++bytes;
    else if (ts_node_has_error(node))
      append_children(node, open);
  }
  return bytes;
}

}  // namespace codeweaver::syntax
