// Context: finds the ends of the lines around a chunk.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/text/context_lines.hpp"

#include <algorithm>
#include <string_view>

#include "base/lines.hpp"
#include "base/utf8.hpp"
#include "store/database/bytes_around.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::string_view kMark = "...";

std::string_view without_end(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// The longest suffix of `text` of at most `bytes` that starts at a character boundary.
std::string_view utf8_suffix(std::string_view text, std::size_t bytes) {
  if (text.size() > bytes) text.remove_prefix(text.size() - bytes);
  while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xC0U) == 0x80U)
    text.remove_prefix(1);
  return text;
}

/// Collects the lines of one side.
class Lines {
 public:
  explicit Lines(bool& is_cut) : is_cut_(is_cut) {}

  void add(std::string_view line) {
    line = without_end(line);
    const auto shown = base::utf8_prefix(line, kContextLineBytes);
    put({}, shown, shown.size() < line.size());
  }
  void add_without_start(std::string_view line) {
    put(kMark, utf8_suffix(without_end(line), kContextLineBytes), false);
    is_cut_ = true;
  }
  void add_without_end(std::string_view line) {
    put({}, base::utf8_prefix(line, std::min(line.size() - 1, kContextLineBytes)), true);
  }
  std::vector<std::string> take() { return std::move(lines_); }

 private:
  void put(std::string_view mark, std::string_view text, bool is_end_cut) {
    std::string& line = lines_.emplace_back(mark);
    line += text;
    if (!is_end_cut) return;
    line += kMark;
    is_cut_ = true;
  }

  std::vector<std::string> lines_;
  bool& is_cut_;
};

/// `text` ends where the chunk begins.
void read_before(std::string_view text, bool is_start, std::size_t count, Context& out) {
  const auto newline = text.rfind('\n');
  const std::size_t own = newline == kNone ? 0 : newline + 1;
  // A chunk may begin after the indentation of its first line: that line does not count as before.
  out.begins_inside_line = !base::is_blank(text.substr(own)) || (newline == kNone && !is_start);
  std::vector<std::size_t> starts{own};  // beginning with the last line
  while (starts.size() <= count && starts.back() > 0) {
    const auto before = starts.back() < 2 ? kNone : text.rfind('\n', starts.back() - 2);
    starts.push_back(before == kNone ? 0 : before + 1);
  }
  if (starts.size() <= count && !is_start) out.is_cut = true;
  Lines lines(out.is_cut);
  for (std::size_t i = starts.size() - 1; i > 0; --i) {
    const auto line = text.substr(starts[i], starts[i - 1] - starts[i]);
    if (starts[i] == 0 && !is_start)
      lines.add_without_start(line);
    else
      lines.add(line);
  }
  out.before = lines.take();
}

/// `text` begins where the chunk ends. `is_own_line`: it starts with the rest of the chunk's last
/// line.
void read_after(std::string_view text, bool is_own_line, bool is_end, std::size_t count,
                Context& out) {
  std::size_t at = 0;
  if (is_own_line) {
    const auto newline = text.find('\n');
    at = newline == kNone ? text.size() : newline + 1;
    out.ends_inside_line = !base::is_blank(without_end(text.substr(0, at)));
  }
  Lines lines(out.is_cut);
  std::size_t found = 0;
  for (; found < count && at < text.size(); ++found) {
    const auto newline = text.find('\n', at);
    const auto line = text.substr(at, newline == kNone ? kNone : newline + 1 - at);
    if (newline == kNone && !is_end)
      lines.add_without_end(line);
    else
      lines.add(line);
    at += line.size();
  }
  if (found < count && !is_end) out.is_cut = true;
  out.after = lines.take();
}

}  // namespace

Context read_context(const store::TextPart& part, std::uint32_t begin, std::uint32_t end,
                     std::size_t count) {
  Context out;
  const std::string_view text = part.text;
  const std::size_t from = std::min<std::size_t>(begin - part.begin, text.size());
  const std::size_t to = std::min<std::size_t>(end - part.begin, text.size());
  read_before(text.substr(0, from), part.begin == 0, count, out);
  const bool is_own_line = to > 0 && text[to - 1] != '\n';
  const bool is_end = text.size() - to < store::bytes_around(count);
  read_after(text.substr(to), is_own_line, is_end, count, out);
  return out;
}

}  // namespace codeweaver::engine
