// Converts a stack trace to query terms: the functions and files of its frames, and its message.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_TRACE_QUERY_HPP_
#define CODEWEAVER_TEXT_TRACE_QUERY_HPP_

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/detail/bm25f.hpp"
#include "codeweaver/detail/stack_trace.hpp"
#include "codeweaver/text/analyzer.hpp"

namespace codeweaver::inline v0_1::text {

/// Maximum number of frames to search for. Frames farther out rarely contain the cause.
inline constexpr std::size_t kMaxTraceFrames = 8;

/// The name of a file, without folders.
constexpr std::string_view file_name_of(std::string_view path) noexcept {
  return path.substr(path.find_last_of("/\\") + 1);
}
/// The name of a file, without folders and extension.
constexpr std::string_view file_stem_of(std::string_view path) noexcept {
  const std::string_view name = file_name_of(path);
  return name.substr(0, name.rfind('.'));
}
/// The last part of a qualified name: `load` for "std::Cache.load".
constexpr std::string_view last_name_of(std::string_view name) noexcept {
  std::size_t begin = name.size();
  while (begin > 0 && byte_class(name[begin - 1]) != ByteClass::kSeparator) --begin;
  return name.substr(begin);
}

namespace detail {

/// Returns the last two parts of a qualified name, usually type and function. The parts before them
/// are packages, whose words are too common.
constexpr std::string_view type_and_function(std::string_view name) noexcept {
  std::size_t words = 0, begin = name.size();
  bool in_word = false;
  while (begin > 0) {
    const bool is_word = byte_class(name[begin - 1]) != ByteClass::kSeparator;
    if (is_word && !in_word && ++words > 2) break;
    in_word = is_word;
    --begin;
  }
  return name.substr(begin);
}

/// Appends the words of a message, without numbers and addresses.
inline void append_words(std::string_view message, std::string& out) {
  for_each_word(message, [&out](std::string_view word) {
    if (is_digit(word[0])) return;
    if (!out.empty()) out += ' ';
    out += word;
  });
}

}  // namespace detail

/// Returns the frames to search for, innermost first, at most kMaxTraceFrames: frames of the
/// project, or library frames if there are no others.
inline std::vector<TraceFrame> frames_of_interest(const StackTrace& trace) {
  std::vector<TraceFrame> frames;
  for (const bool is_library : {false, true}) {
    std::copy_if(trace.frames.begin(), trace.frames.end(), std::back_inserter(frames),
                 [=](const TraceFrame& frame) { return frame.is_library == is_library; });
    if (!frames.empty()) break;
  }
  if (frames.size() > kMaxTraceFrames) frames.resize(kMaxTraceFrames);
  return frames;
}

/// Returns the trace as text, for models: the messages, then the function and file of each frame.
inline std::string trace_text(const StackTrace& trace) {
  std::string out;
  for (const std::string_view message : trace.messages) detail::append_words(message, out);
  for (const TraceFrame& frame : frames_of_interest(trace)) {
    detail::append_words(detail::type_and_function(frame.function), out);
    detail::append_words(file_stem_of(frame.file), out);
  }
  return out;
}

/// Returns the terms of the trace. Function names have the largest weights, then file names, then
/// the message. Weights decrease for outer frames.
inline std::vector<rank::QueryTerm> analyze_trace(const StackTrace& trace) {
  detail::QueryTermSet terms;
  float share = 1;
  for (const TraceFrame& frame : frames_of_interest(trace)) {
    const auto weights = [share](float word, float identifier) {
      return QueryWeights{word * share, identifier * share, 0.6F * share, 0};
    };
    const std::string_view function = detail::type_and_function(frame.function);
    detail::collect_query_terms(last_name_of(function), weights(2.0F, 3.0F), true, terms);
    detail::collect_query_terms(function, weights(1.0F, 2.0F), true, terms);
    detail::collect_query_terms(file_stem_of(frame.file), weights(1.5F, 2.5F), true, terms);
    share *= 0.8F;
  }
  std::string message;
  for (const std::string_view line : trace.messages) detail::append_words(line, message);
  detail::collect_query_terms(message, {}, /*keep_stop_words=*/false, terms);
  return std::move(terms).take();
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_TRACE_QUERY_HPP_
