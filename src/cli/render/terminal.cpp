// Terminal output: escape sequences, safe text, numbers and questions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/render/terminal.hpp"

#include <array>
#include <cctype>
#include <chrono>
#include <cstdio>

#include "base/os/files.hpp"
#include "base/os/readiness.hpp"
#include "base/printable.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::chrono::milliseconds kStopInterval{100};

std::string_view code_of(Style style) {
  switch (style) {
    case Style::kBold:
      return "\033[1m";
    case Style::kDim:
      return "\033[2m";
    case Style::kPath:
      return "\033[36m";
    case Style::kScore:
      return "\033[32m";
    case Style::kWarning:
      return "\033[33m";
    case Style::kError:
      return "\033[31m";
    case Style::kMark:
      return "\033[1;31m";
    case Style::kKeyword:
      return "\033[35m";
    case Style::kString:
      return "\033[32m";
    case Style::kComment:
      return "\033[90m";
  }
  return "";
}

}  // namespace

Streams with_looks(Streams streams, Use colours, Use links,
                   const std::map<std::string, std::string, std::less<>>& environment) {
  const auto value_of = [&](const char* name) {
    const auto found = environment.find(name);
    return found == environment.end() ? std::string() : found->second;
  };
  const auto terminal = value_of("TERM");
  const bool is_able = streams.out_is_terminal && !terminal.empty() && terminal != "dumb" &&
                       value_of("NO_COLOR").empty();
  // These terminals would print the address of a link.
  const bool is_console = terminal == "linux" || terminal.starts_with("vt");
  streams.use_colour = colours == Use::kAuto ? is_able : colours == Use::kAlways;
  streams.use_links = links == Use::kAuto ? is_able && colours != Use::kNever && !is_console
                                          : links == Use::kAlways;
  return streams;
}

std::string styled(const Streams& streams, Style style, std::string_view text) {
  if (!streams.use_colour) return std::string(text);
  return std::string(code_of(style)).append(text).append("\033[0m");
}

std::string file_url(std::string_view path) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string address = "file://";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || std::string_view("/-._~").find(c) != std::string_view::npos) {
      address += c;
    } else {
      address += {'%', kHex[byte >> 4U], kHex[byte & 15U]};
    }
  }
  return address;
}

std::string linked(const Streams& streams, std::string_view path, std::string_view text) {
  if (!streams.use_links || !path.starts_with('/')) return std::string(text);
  return "\033]8;;" + file_url(path) + "\033\\" + std::string(text) + "\033]8;;\033\\";
}

std::string secrets_text(const SecretCounts& secrets) {
  std::string text;
  if (secrets.masked_values > 0)
    text = counted(secrets.masked_values, "value") + " masked in " +
           counted(secrets.masked_files, "file");
  if (secrets.left_out_files > 0)
    text += (text.empty() ? "" : ", ") + counted(secrets.left_out_files, "file") + " skipped";
  return text;
}

std::string bulk_text(std::size_t files) {
  return counted(files, "large data file") +
         (files == 1 ? ": words are found everywhere in it"
                     : ": words are found everywhere in them") +
         ", meaning only at the beginning (to search all of it by meaning, set "
         "indexing.data_file_chunks = 0)";
}

std::string duration(double seconds) {
  std::array<char, 32> text{};
  if (seconds < 0.9995)  // not "1000ms", and not "60.0s" below
    std::snprintf(text.data(), text.size(), "%.0fms", seconds * 1000);
  else if (seconds < 59.95)
    std::snprintf(text.data(), text.size(), "%.1fs", seconds);
  else
    std::snprintf(text.data(), text.size(), "%dm %02ds", static_cast<int>(seconds + 0.05) / 60,
                  static_cast<int>(seconds + 0.05) % 60);
  return text.data();
}

std::optional<std::string> ask(const Streams& streams, std::string_view question,
                               const std::stop_token& stop) {
  if (streams.in < 0) return std::nullopt;
  streams.err << question << ' ' << std::flush;
  std::array<os::Source, 1> source{{{streams.in}}};
  while (!stop.stop_requested()) {
    if (os::wait_for_any(source, kStopInterval) <= 0) continue;
    std::array<char, 1024> line{};  // a terminal delivers whole lines
    const auto size = os::read_some(streams.in, line.data(), line.size());
    if (size <= 0) break;
    std::string answer(line.data(), static_cast<std::size_t>(size));
    while (!answer.empty() && (answer.back() == '\n' || answer.back() == '\r')) answer.pop_back();
    return answer;
  }
  streams.err << std::endl;
  return std::nullopt;
}

}  // namespace codeweaver::cli
