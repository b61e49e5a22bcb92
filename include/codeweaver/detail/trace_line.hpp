// One line of a stack trace: its function and file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_TRACE_LINE_HPP_
#define CODEWEAVER_TEXT_TRACE_LINE_HPP_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "codeweaver/detail/trace_place.hpp"
#include "codeweaver/text/identifier.hpp"

namespace codeweaver::inline v0_1::text {

/// A call in a stack trace. Views point into the text of the trace.
struct TraceFrame {
  std::string_view function;  ///< qualified as in the trace; may be empty
  std::string_view file;      ///< path without its line number; may be empty
  std::uint32_t line = 0;     ///< in `file`; 0: unknown
  bool is_library = false;    ///< part of a runtime or an installed package
};

/// The form of a line with a frame.
enum class TraceForm : unsigned char {
  kCall,   ///< only in traces: "at f(A.java:3)", "File "a.py", line 3", "#0 0x1 in f"
  kPlace,  ///< only a file and a line
};

/// A frame and the other information in its line.
struct TraceLine {
  TraceFrame frame;
  TraceForm form = TraceForm::kPlace;
  std::string_view rest;        ///< a message after the place; may be empty
  bool begins_line = false;     ///< the line begins with the place
  bool takes_previous = false;  ///< the function name is on the previous line
  bool is_certain = false;      ///< the whole line has the form of a frame
};

namespace detail {

/// Returns the name at the start of `text`, up to its arguments, without quotes, "new" and similar
/// words.
constexpr std::string_view leading_name(std::string_view text) noexcept {
  text = trim_blanks(text);
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view word : {"async ", "new ", "function ", "method ", "`", "'", "\""})
      if (text.starts_with(word)) {
        text = trim_blanks(text.substr(word.size()));
        again = true;
      }
  }
  // Go writes a method as (*Type).name; other parentheses begin the arguments.
  std::size_t end = 0;
  while (end < text.size() && std::string_view(" \t'\"`,;+").find(text[end]) == text.npos &&
         (text[end] != '(' || text.substr(end).starts_with("(*")))
    ++end;
  std::string_view name = text.substr(0, end);
  if (const auto slash = name.rfind('/'); slash != name.npos)
    name = slash + 1 < name.size() && !is_digit(name[slash + 1])
               ? name.substr(slash + 1)  // after a module or an import path
               : name.substr(0, slash);  // without Elixir's arity
  while (!name.empty() && std::string_view(":.").find(name.back()) != name.npos)
    name.remove_suffix(1);
  return name;
}

constexpr bool is_library_frame(const TraceFrame& frame) noexcept {
  for (const std::string_view folder :
       {"site-packages/", "dist-packages/", "node_modules/", "/usr/lib/", "/usr/include/",
        "/rustc/", ".cargo/registry/", "/pkg/mod/", "/usr/local/go/src/", "/lib/python3",
        "/vendor/", "/gems/"})
    if (frame.file.find(folder) != std::string_view::npos) return true;
  for (const std::string_view name :
       {"java.", "javax.", "jdk.", "sun.", "kotlin.", "kotlinx.", "scala.", "System.", "Microsoft.",
        "runtime.", "core::", "std::", "alloc::", "rust_begin_unwind", "process.", "__libc_start",
        "_start", "Object.<anonymous>", "Module._"})
    if (frame.function.starts_with(name)) return true;
  return false;
}

/// Returns the text after "#12", "12:" or "12 " at the start of a line; without such a number, the
/// whole line.
constexpr std::string_view after_frame_number(std::string_view line) noexcept {
  const std::size_t begin = line.starts_with("#") ? 1 : 0;
  const std::size_t end = digits_end(line, begin);
  if (end == begin || end == line.size()) return line;
  if (line[end] != ' ' && !(begin == 0 && line.substr(end).starts_with(": "))) return line;
  return trim_blanks(line.substr(end + 1));
}

/// Finds the function in the text after a place, for example ", in f", ":in `f'",
/// ": in function 'f'", ": 0x1 in f" or ": f(x)". Sets `rest` to the text after the function.
constexpr std::string_view function_after(std::string_view& rest) noexcept {
  const auto in = rest.find("in ");
  if (in != rest.npos && in > 0 && in < 24 && byte_class(rest[in - 1]) == ByteClass::kSeparator) {
    const std::string_view name = leading_name(rest.substr(in + 3));
    const auto after = rest.find(": ", in);
    rest = after == rest.npos ? std::string_view() : trim_blanks(rest.substr(after + 2));
    return name;
  }
  while (!rest.empty() && std::string_view(":)\" ,").find(rest.front()) != rest.npos)
    rest.remove_prefix(1);
  const std::string_view name = leading_name(rest);
  const std::size_t end = name.empty() ? 0 : static_cast<std::size_t>(name.end() - rest.begin());
  if (end == 0 || end >= rest.size() || (rest[end] != '(' && rest[end] != '/')) return {};
  rest = {};
  return name;
}

/// Returns the function in lines like "at f(...)", "#1 0x2 in f (...)", "2: f" or "0 Lib f + 4".
constexpr std::string_view function_of_call(std::string_view line) noexcept {
  if (line.starts_with("at ")) return leading_name(line.substr(3));
  std::string_view rest = after_frame_number(line);
  if (rest.size() == line.size()) return {};
  if (rest.starts_with("0x")) {
    const auto in = rest.find(" in ");
    return in == rest.npos ? std::string_view() : leading_name(rest.substr(in + 4));
  }
  if (const auto plus = rest.rfind(" + "); plus != rest.npos) {
    const auto gap = rest.substr(0, plus).rfind("  ");
    return leading_name(gap == rest.npos ? rest : rest.substr(gap));
  }
  const std::string_view name = leading_name(rest);
  const bool is_call = line.starts_with("#") || name.find("::") != name.npos;
  return is_call && rest.find_first_of(" (") != 0 ? name : std::string_view();
}

/// Whether `text` is one name, with words like "async" before it and "[as name]" after it.
constexpr bool is_one_name(std::string_view text) noexcept {
  for (const std::string_view word : {"async ", "new "})
    if (text.starts_with(word)) text.remove_prefix(word.size());
  return trim_blanks(text.substr(0, text.find(" [as "))).find(' ') == text.npos;
}

/// Whether `after`, the text after a place at the start of a line, continues like a frame of Ruby,
/// Lua, Zig, Go or Elixir (Module.function with arguments or an arity).
constexpr bool continues_frame(std::string_view after) noexcept {
  for (const std::string_view mark :
       {":in `", ":in '", ": in function ", ": in method ", ": in upvalue ", ": in local ",
        ": in main chunk", ": 0x", " +0x"})
    if (after.starts_with(mark)) return true;
  if (!after.starts_with(": ") || (after.back() != ')' && !is_digit(after.back()))) return false;
  const std::string_view name = leading_name(after.substr(2));
  if (name.find('.') == name.npos) return false;
  const std::string_view rest = after.substr(static_cast<std::size_t>(name.end() - after.begin()));
  return rest.starts_with("(") || rest.starts_with("/");
}

/// Whether the whole line has the form of a frame with a file and a line number. Such a line is a
/// frame even if it is the only one. "at startup in parser.cpp:120" is prose.
constexpr bool is_certain_frame(std::string_view line, std::string_view previous) noexcept {
  const std::string_view text = trim_blanks(line);
  const auto place = find_place(text);
  if (!place || place->line == 0) return false;
  const std::string_view before = text.substr(0, place->begin), after = text.substr(place->end);
  const std::size_t word = before.rfind(' ') + 1;  // 0: there is no blank
  const std::string_view head = before.substr(0, word), lead = before.substr(word);
  if (text.starts_with("File \""))  // Python
    return text[place->begin + place->file.size()] == '"' &&
           (after.empty() || after.starts_with(", in "));
  if (head.starts_with("at ")) {
    if (after.empty())  // Rust, JavaScript, .NET
      return head == "at " || head == "at async " || head.ends_with(") in ");
    const bool is_closed = after == ")" || after.starts_with(") [") || after.starts_with(") ~[");
    return is_closed && lead.find('(') != lead.npos && is_one_name(head.substr(3));
  }
  if (text.starts_with("#")) {  // gdb, sanitizers, Swift and PHP
    const std::string_view numbered = after_frame_number(text);
    if (numbered.size() == text.size()) return false;
    return numbered.starts_with("0x") || (after.empty() && head.ends_with(") at ")) ||
           (numbered.begin() == text.begin() + place->begin && after.starts_with(": "));
  }
  if (!lead.empty()) return false;
  const bool is_indented = line[0] == ' ' || line[0] == '\t';
  if (head.empty() && after.empty())  // Go prints a place below a call
    return is_indented && !previous.empty() && place->file.find('/') != place->file.npos;
  const bool is_in_package = head.starts_with("(") && head.ends_with(") ");  // Elixir
  return (head.empty() || head == "from " || is_in_package) && continues_frame(after);
}

}  // namespace detail

/// Returns the frame in a line; nullopt if there is none. `previous` is the line before it.
constexpr std::optional<TraceLine> read_trace_line(std::string_view line,
                                                   std::string_view previous = {}) noexcept {
  const bool is_indented = !line.empty() && (line[0] == ' ' || line[0] == '\t');
  const std::string_view text = detail::trim_blanks(line);
  const auto place = detail::find_place(text);
  TraceLine out;
  if (place) {
    out.frame.file = place->file;
    out.frame.line = place->line;
  }
  std::string_view call = detail::function_of_call(text);
  if (place && !call.empty() && call.begin() <= place->file.begin() &&
      call.end() >= place->file.end())
    call = {};  // "at /src/a.js:3:5" has no name
  if (place && !call.empty() && call.begin() >= place->file.begin() &&
      call.begin() < place->file.end())
    call = {};
  const bool has_call_words =
      text.starts_with("at ") || text.starts_with("File \"") || text.starts_with("from ");
  if (!call.empty() && (place || !text.starts_with("at ") || text.back() == ')')) {
    out.frame.function = call;
    out.form = TraceForm::kCall;
  } else if (!place) {
    return std::nullopt;
  } else {
    std::string_view rest = text.substr(place->end);
    out.frame.function = detail::function_after(rest);
    if (has_call_words || !out.frame.function.empty()) out.form = TraceForm::kCall;
    out.begins_line = place->begin == 0;
    if (!is_indented && out.begins_line) out.rest = rest;
    if (!is_indented && !out.begins_line && !has_call_words && text[0] != '#') out.rest = text;
    if (out.frame.function.empty() && is_indented && out.begins_line && previous.ends_with(")")) {
      std::string_view name = detail::trim_blanks(previous);
      name = detail::leading_name(name.substr(0, name.rfind('(')));
      out.frame.function = name;
      out.takes_previous = !name.empty();
      out.form = TraceForm::kCall;
    }
  }
  out.is_certain = detail::is_certain_frame(line, previous);
  out.frame.is_library =
      detail::is_library_frame(out.frame) || text.find("(node:") != std::string_view::npos;
  return out;
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_TRACE_LINE_HPP_
