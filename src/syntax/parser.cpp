// Runs the tree-sitter parser and leaves it when the budget is used up.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/parser.hpp"

#include <algorithm>
#include <vector>

#include "syntax/scanner_guard.hpp"
#include "syntax/tree_walk.hpp"

namespace codeweaver::syntax {

namespace {

const char* read_text(void* payload, std::uint32_t offset, TSPoint, std::uint32_t* bytes) {
  const auto& text = *static_cast<const std::string_view*>(payload);
  if (offset >= text.size()) {
    *bytes = 0;
    return "";
  }
  *bytes = static_cast<std::uint32_t>(text.size() - offset);
  return text.data() + offset;
}

/// Counts lines while moving through a text.
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

/// Marks in `tree` where two texts of the same size differ. Both have the same line breaks.
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

/// tree-sitter calls it about every 100 operations.
bool is_over(TSParseState* state) {
  return static_cast<Budget*>(state->payload)->is_over();
}

}  // namespace

/// One parse. Trivial, because it may be left at any point.
struct BudgetedParser::Task {
  BudgetedParser& self;
  std::string_view text;
  const Rules& rules;
  const TSRange* part;
  std::string_view before;  ///< the text of `old`
  const TSTree* old;        ///< null: the text is parsed as a whole
  TSTree* tree;             ///< the result

  void run() {
    if (self.parser_ == nullptr) self.parser_ = ts_parser_new();
    if (self.buffers_ == nullptr)
      self.buffers_ = static_cast<char*>(self.memory_.allocate(2 * kScannerBufferBytes));
    guard_scanners(text.size(), self.buffers_, self.budget_);
    if (!ts_parser_set_language(self.parser_, rules.grammar)) return;
    ts_parser_set_included_ranges(self.parser_, part, part != nullptr ? 1 : 0);
    TSTree* const edited = old != nullptr ? ts_tree_copy(old) : nullptr;
    if (edited != nullptr) mark_differences(before, text, edited);
    const TSInput input{
        .payload = &text, .read = read_text, .encoding = TSInputEncodingUTF8, .decode = nullptr};
    const TSParseOptions options{.payload = &self.budget_, .progress_callback = is_over};
    tree = ts_parser_parse_with_options(self.parser_, edited, input, options);
    if (tree == nullptr) ts_parser_reset(self.parser_);  // else the next parse would continue here
  }
};

BudgetedParser::BudgetedParser(ParseMemory& memory, Budget& budget) noexcept
    : memory_(memory), budget_(budget) {
  install_parse_memory();
}

const TSTree* BudgetedParser::parse(std::string_view text, const Rules& rules,
                                    const std::optional<TSRange>& part) {
  return run({*this, text, rules, part ? &*part : nullptr, {}, nullptr, nullptr});
}

const TSTree* BudgetedParser::parse_again(std::string_view text, std::string_view before,
                                          const TSTree* tree, const Rules& rules) {
  return run({*this, text, rules, nullptr, before, tree, nullptr});
}

const TSTree* BudgetedParser::run(Task task) {
  const ParseMemory::Use use(memory_);
  const ParseMemory::Mark before = memory_.mark();
  char* const buffers = buffers_;
  end_ = run_leavable([](void* context) { static_cast<Task*>(context)->run(); }, &task);
  budget_end_ = budget_.end();
  if (end_ == ParseEnd::kDone) return task.tree;
  parser_ = nullptr;  // it may be in any state
  buffers_ = buffers;
  memory_.rewind(before);
  return nullptr;
}

Error BudgetedParser::failure() const {
  if (end_ != ParseEnd::kScannerState && end_ != ParseEnd::kScannerStuck)
    return budget_.error(budget_end_);
  const bool is_stuck = end_ == ParseEnd::kScannerStuck;
  return {.category = ErrorCategory::kCancelled,
          .code = is_stuck ? "SCANNER_STUCK" : "SCANNER_STATE",
          .cause = is_stuck ? "The grammar's scanner did not finish."
                            : "The text is nested more deeply, or has longer words, than the "
                              "grammar's scanner supports.",
          .context = "parsing source text",
          .action = "Use text chunks for this file."};
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
