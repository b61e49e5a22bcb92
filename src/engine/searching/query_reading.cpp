// QueryReading: what a query asks the index for, after what it looks like.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/query_reading.hpp"

#include "codeweaver/text/analyzer.hpp"
#include "codeweaver/text/query_kind.hpp"
#include "codeweaver/text/trace_query.hpp"

namespace codeweaver::engine {
namespace {

QueryReading reading_of(const text::StackTrace& trace) {
  QueryReading out{text::trace_text(trace), text::analyze_trace(trace), {}, {}};
  for (const auto& frame : text::frames_of_interest(trace))
    if (const auto name = text::last_name_of(frame.function); !name.empty())
      out.symbols.push_back({std::string(name), std::string(text::file_name_of(frame.file))});
  return out;
}

/// The query without white space and call brackets around it, when that is one name; else empty.
std::string bare_name(std::string_view query) {
  const auto first = query.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  query = query.substr(first, query.find_last_not_of(" \t\r\n") - first + 1);
  if (query.ends_with("()")) query.remove_suffix(2);
  return text::is_qualified_name(query) ? std::string(query) : std::string();
}

}  // namespace

QueryReading read_query(std::string_view query) {
  if (const auto trace = text::read_stack_trace(query)) return reading_of(*trace);
  QueryReading out{std::string(query), text::analyze_query(query), {}, text::asked_kind(query)};
  if (auto name = bare_name(query); !name.empty()) out.symbols.push_back({std::move(name), {}});
  return out;
}

}  // namespace codeweaver::engine
