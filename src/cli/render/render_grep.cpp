// Prints lines of files in the format of ripgrep.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/render/render_grep.hpp"

#include <algorithm>

#include "cli/render/terminal.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::string_view kPathCode = "\033[35m", kNumberCode = "\033[32m",
                           kMatchCode = "\033[1m\033[31m", kPlainCode = "\033[0m";

std::string_view without_line_feed(std::string_view line) {
  return line.substr(0, line.size() - (line.ends_with('\n') ? 1 : 0));
}

}  // namespace

void GrepPrinter::add_coloured(std::string_view text, std::string_view code,
                               std::string& out) const {
  if (look_.is_coloured) out.append(kPlainCode).append(code);
  add_text(text, out);
  if (look_.is_coloured) out.append(kPlainCode);
}

void GrepPrinter::add_match(std::string_view text, std::string& out) const {
  if (text.empty()) return;
  add_coloured(text, kMatchCode, out);
}

void GrepPrinter::add_text(std::string_view text, std::string& out) const {
  if (look_.is_for_terminal)
    out += printable(text);
  else
    out += text;
}

void GrepPrinter::add_prefix(const TextFile& file, const TextLine& line,
                             std::optional<std::size_t> column, char separator,
                             std::string& out) const {
  if (look_.shows_path && !look_.has_heading) {
    add_coloured(file.path, kPathCode, out);
    out += separator;
  }
  if (look_.shows_number) {
    add_coloured(std::to_string(line.number), kNumberCode, out);
    out += separator;
  }
  if (look_.shows_column && column) {
    add_coloured(std::to_string(*column + 1), "", out);
    out += separator;
  }
}

void GrepPrinter::add_marked(const TextLine& line, std::string& out) const {
  const auto text = without_line_feed(line.text);
  std::size_t at = 0;
  for (std::size_t i = 0; i < line.places.size(); ++i) {
    auto [begin, end] = line.places[i];
    // Adjacent matches are marked as one.
    for (; i + 1 < line.places.size() && line.places[i + 1].first == end; ++i)
      end = line.places[i + 1].second;
    if (begin == end) continue;
    add_text(text.substr(at, begin - at), out);
    add_match(text.substr(begin, end - begin), out);
    at = end;
  }
  add_text(text.substr(at), out);
}

void GrepPrinter::add_line(const TextFile& file, const TextLine& line, std::string& out) const {
  const char separator = line.is_match ? ':' : '-';
  if (look_.is_only && !line.places.empty()) {
    for (const auto& [begin, end] : line.places) {
      add_prefix(file, line, begin, separator, out);
      add_match(line.text.substr(begin, end - begin), out);
      out += '\n';
    }
    return;
  }
  std::optional<std::size_t> column;
  if (!line.places.empty()) column = line.places.front().first;
  add_prefix(file, line, column, separator, out);
  if (look_.is_coloured)
    add_marked(line, out);
  else
    add_text(without_line_feed(line.text), out);
  out += '\n';
}

void GrepPrinter::add_lines(const TextFile& file, std::string& out) {
  if (!file.lines.empty()) {
    if (!file.has_begun) begin_file(file, out);
    for (const auto& line : file.lines) {
      if (look_.has_context && next_line_ != 0 && line.number != next_line_) out += "--\n";
      next_line_ = line.number + 1;
      add_line(file, line, out);
    }
  }
  if (file.goes_on) return;
  if (file.ends_in_gap && next_line_ != 0) out += "--\n";
  if (!file.binary_offset) return;
  if (look_.shows_path) {
    add_coloured(file.path, kPathCode, out);
    out += ": ";
  }
  out += file.is_named ? "binary file matches (found \"\\0\" byte around offset "
                       : "WARNING: stopped searching binary file after match (found \"\\0\" byte "
                         "around offset ";
  out += std::to_string(*file.binary_offset) + ")\n";
  has_printed_ = true;
}

/// Prints the separator and the path above the first line of a file.
void GrepPrinter::begin_file(const TextFile& file, std::string& out) {
  if (has_printed_ && look_.has_heading)
    out += '\n';
  else if (has_printed_ && look_.has_context)
    out += "--\n";
  has_printed_ = true;
  next_line_ = 0;
  if (!look_.has_heading || !look_.shows_path) return;
  add_coloured(file.path, kPathCode, out);
  out += '\n';
}

void GrepPrinter::add_count(const TextFile& file, std::uint64_t count, std::string& out) const {
  if (look_.shows_path) {
    add_coloured(file.path, kPathCode, out);
    out += ':';
  }
  out += std::to_string(count) + '\n';
}

void GrepPrinter::add_path(const TextFile& file, std::string& out) const {
  add_coloured(file.path, kPathCode, out);
  out += '\n';
}

}  // namespace codeweaver::cli
