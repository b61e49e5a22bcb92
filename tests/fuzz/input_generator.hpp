// InputGenerator: hostile documents, JSON and protocol lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace codeweaver::fuzz {

/// Each input depends on the seed alone: nesting, repetition, soups of the words that a format
/// knows, and mutations of bytes.
class InputGenerator {
 public:
  explicit InputGenerator(std::uint64_t seed) : random_(seed) {}

  std::string docx();
  std::string pptx();
  std::string notebook();
  std::string json();
  /// Some lines for a server of the agents' protocol.
  std::string mcp_lines();

 private:
  std::size_t below(std::size_t end) { return random_() % end; }
  bool chance(std::size_t percent) { return below(100) < percent; }
  /// As often small as large: up to 2^bits.
  std::size_t count(unsigned bits) { return 1 + below(std::size_t{1} << (1 + below(bits))); }
  template <class List>
  std::string_view pick(const List& list) {
    return list[below(std::size(list))];
  }

  std::string text();
  std::string xml(std::string_view root, bool is_word);
  void append_elements(std::string& out, int depth, bool is_word);
  std::string relations();
  std::string json_text();
  std::string json_value(int depth);
  std::string notebook_cell();
  std::string mcp_line(std::size_t id);
  std::string mutated(std::string bytes, std::size_t percent);

  std::mt19937_64 random_;
};

}  // namespace codeweaver::fuzz
