// StackTrace: the error message and the frames of a pasted stack trace, from many runtimes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_STACK_TRACE_HPP_
#define CODEWEAVER_TEXT_STACK_TRACE_HPP_

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/detail/trace_line.hpp"

namespace codeweaver::inline v0_1::text {

/// The contents of a stack trace. Views point into the input text.
struct StackTrace {
  std::vector<std::string_view> messages;  ///< error messages, in order
  std::vector<TraceFrame> frames;          ///< innermost first
};

namespace detail {

/// Texts that occur only in traces. kBareMarks are those whose lines have no other information.
inline constexpr std::string_view kTraceMarks[] = {"Traceback (most recent call",
                                                   "stack backtrace:",
                                                   "Stack trace:",
                                                   "stack traceback:",
                                                   "Backtrace:",
                                                   "panicked at ",
                                                   "Program received signal",
                                                   "AddressSanitizer:",
                                                   "Exception in thread",
                                                   "Caused by:",
                                                   "[running]:",
                                                   "Fatal error:",
                                                   "Unhandled exception",
                                                   "panic: ",
                                                   "Error: "};
inline constexpr std::string_view kBareMarks[] = {"Traceback (most recent call",
                                                  "stack backtrace:",
                                                  "Stack trace:",
                                                  "stack traceback:",
                                                  "Backtrace:",
                                                  "[running]:"};

template <std::size_t N>
constexpr bool holds_any(std::string_view line, const std::string_view (&marks)[N]) noexcept {
  return std::any_of(marks, marks + N, [line](std::string_view mark) {
    return line.find(mark) != std::string_view::npos;
  });
}

/// Reads a text line by line; see read_stack_trace().
class TraceReader {
 public:
  std::optional<StackTrace> read(std::string_view text) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      read_line(text.substr(begin, end - begin));
      begin = end + 1;
    }
    if (trace_.frames.empty() || !is_convincing()) return std::nullopt;
    if (is_outermost_first_) std::reverse(trace_.frames.begin(), trace_.frames.end());
    return std::move(trace_);
  }

 private:
  void read_line(std::string_view line) {
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    ++lines_;
    const bool is_marked = holds_any(line, kTraceMarks);
    has_mark_ = has_mark_ || is_marked;
    if (line.find("most recent call last") != std::string_view::npos) is_outermost_first_ = true;
    if (auto frame = read_trace_line(line, previous_)) {
      if (frame->form == TraceForm::kCall) ++calls_;
      has_certain_frame_ = has_certain_frame_ || frame->is_certain;
      if (!frame->rest.empty()) trace_.messages.push_back(frame->rest);
      // Go prints the function on the line before its file.
      if (frame->takes_previous && !trace_.messages.empty() && trace_.messages.back() == previous_)
        trace_.messages.pop_back();
      starts_with_place_ = starts_with_place_ || (lines_ == 1 && frame->begins_line);
      trace_.frames.push_back(frame->frame);
    } else if (!line.empty() && line.front() != ' ' && line.front() != '\t' &&
               !holds_any(line, kBareMarks)) {
      trace_.messages.push_back(line);  // indented lines are source code
    }
    previous_ = line;
  }

  /// Whether the frames are enough to call the text a stack trace. One of these is required:
  /// - a frame whose whole line has the form of a frame, or a mark of traces
  /// - two calls, or a call in a text of several lines
  /// - two frames in a text of several lines
  /// - a place ("parser.cpp:120") at the start of the text, and a message
  bool is_convincing() const noexcept {
    const std::size_t frames = trace_.frames.size();
    return has_certain_frame_ || calls_ >= 2 || (calls_ == 1 && lines_ > 1) || has_mark_ ||
           (frames >= 2 && lines_ > 1) || (starts_with_place_ && !trace_.messages.empty());
  }

  StackTrace trace_;
  std::string_view previous_;
  std::size_t lines_ = 0, calls_ = 0;
  bool has_mark_ = false, is_outermost_first_ = false, starts_with_place_ = false,
       has_certain_frame_ = false;
};

}  // namespace detail

/// Returns the stack trace that `text` contains; nullopt if there is none. Supports traces of
/// Python, the JVM, .NET, JavaScript, Go, Rust, Ruby, PHP, Elixir, Lua, Swift, Zig, gdb and
/// sanitizers, and any lines with file:line. Cost: a few passes over each line.
inline std::optional<StackTrace> read_stack_trace(std::string_view text) {
  return detail::TraceReader().read(text);
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_STACK_TRACE_HPP_
