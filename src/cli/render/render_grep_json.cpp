// GrepJson: begin, match, context and end of each file, and a summary.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/render/render_grep_json.hpp"

#include <cstdio>

#include "base/base64.hpp"
#include "base/json_text.hpp"
#include "base/utf8.hpp"

namespace codeweaver::cli {
namespace {

/// A text as a JSON string, or as base64 bytes if it is not UTF-8.
std::string data_of(std::string_view text) {
  if (!base::is_utf8(text)) return "{\"bytes\":\"" + base::base64(text) + "\"}";
  std::string out = "{\"text\":";
  base::append_json_string(out, text);
  return out += '}';
}

std::string message(std::string_view type, const TextFile& file) {
  return "{\"type\":\"" + std::string(type) + "\",\"data\":{\"path\":" + data_of(file.path);
}

/// A duration in the three forms of ripgrep.
struct Elapsed {
  std::string secs, nanos, human;
};
Elapsed elapsed_since(std::chrono::steady_clock::time_point begin) {
  constexpr std::int64_t kBillion = 1'000'000'000;
  const auto nanos =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - begin)
          .count();
  char human[48];
  std::snprintf(human, sizeof human, "\"%.6fs\"", static_cast<double>(nanos) / 1e9);
  return {std::to_string(nanos / kBillion), std::to_string(nanos % kBillion), human};
}

}  // namespace

void GrepJson::add_line(const TextFile& file, const TextLine& line, std::string& out) const {
  out += message(line.is_match ? "match" : "context", file) + ",\"lines\":" + data_of(line.text);
  out += ",\"line_number\":" + (has_numbers_ ? std::to_string(line.number) : "null");
  out += ",\"absolute_offset\":" + std::to_string(line.offset) + ",\"submatches\":[";
  bool is_first = true;
  for (const auto& [begin, end] : line.places) {
    if (!is_first) out += ',';
    is_first = false;
    out += "{\"match\":" + data_of(line.text.substr(begin, end - begin)) +
           ",\"start\":" + std::to_string(begin) + ",\"end\":" + std::to_string(end) + '}';
  }
  out += "]}}\n";
}

std::string GrepJson::figures_text(const Figures& figures, bool is_sorted) const {
  const auto elapsed = elapsed_since(begin_);
  const auto number = [](const char* name, std::uint64_t value) {
    return ",\"" + std::string(name) + "\":" + std::to_string(value);
  };
  if (!is_sorted)
    return "{\"elapsed\":{\"secs\":" + elapsed.secs + ",\"nanos\":" + elapsed.nanos +
           ",\"human\":" + elapsed.human + '}' + number("searches", figures.searches) +
           number("searches_with_match", figures.searches_with_match) +
           number("bytes_searched", figures.bytes_searched) +
           number("bytes_printed", figures.bytes_printed) +
           number("matched_lines", figures.matched_lines) + number("matches", figures.matches) +
           '}';
  return "{\"bytes_printed\":" + std::to_string(figures.bytes_printed) +
         number("bytes_searched", figures.bytes_searched) +
         ",\"elapsed\":{\"human\":" + elapsed.human + ",\"nanos\":" + elapsed.nanos +
         ",\"secs\":" + elapsed.secs + '}' + number("matched_lines", figures.matched_lines) +
         number("matches", figures.matches) + number("searches", figures.searches) +
         number("searches_with_match", figures.searches_with_match) + '}';
}

void GrepJson::add_file(const TextFile& file, std::string& out) {
  const std::size_t before = out.size();
  if (!file.has_begun) {
    file_ = {};
    out += message("begin", file) + "}}\n";
  }
  for (const auto& line : file.lines) add_line(file, line, out);
  file_.bytes_printed += out.size() - before;
  if (file.goes_on) return;
  file_.searches = file_.searches_with_match = 1;
  file_.bytes_searched = file.searched_bytes;
  file_.matched_lines = file.line_count;
  file_.matches = file.place_count;
  out += message("end", file) + ",\"binary_offset\":" +
         (file.binary_offset ? std::to_string(*file.binary_offset) : "null") +
         ",\"stats\":" + figures_text(file_, false) + "}}\n";
  all_.searches_with_match += 1;
  all_.bytes_printed += file_.bytes_printed;
  all_.matched_lines += file_.matched_lines;
  all_.matches += file_.matches;
}

void GrepJson::add_summary(const TextSearchReport& report, std::string& out) const {
  const auto elapsed = elapsed_since(begin_);
  Figures all = all_;
  all.searches = report.files;
  all.bytes_searched = report.read_bytes;
  out += "{\"data\":{\"elapsed_total\":{\"human\":" + elapsed.human +
         ",\"nanos\":" + elapsed.nanos + ",\"secs\":" + elapsed.secs +
         "},\"stats\":" + figures_text(all, true) + "},\"type\":\"summary\"}\n";
}

}  // namespace codeweaver::cli
