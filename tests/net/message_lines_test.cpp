// Tests of lines and server-sent events in pieces of any size.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "net/message_lines.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace codeweaver::net {
namespace {

using Strings = std::vector<std::string>;

/// The lines of a text that comes in pieces of `size` bytes.
Strings lines_of(std::string_view text, std::size_t size) {
  Strings lines;
  LineSplitter splitter([&](std::string_view line) {
    lines.emplace_back(line);
    return true;
  });
  for (; !text.empty(); text.remove_prefix(std::min(size, text.size())))
    CHECK(splitter.add(text.substr(0, size)));
  splitter.finish();
  return lines;
}

}  // namespace

TEST_CASE("stream: lines are whole for pieces of any size") {
  constexpr std::string_view kText = "one\r\ntwo\n\nfo\rur\nlast";
  for (std::size_t size = 1; size <= kText.size(); ++size)
    CHECK(lines_of(kText, size) == Strings{"one", "two", "", "fo\rur", "last"});
}

TEST_CASE("stream: a line without an end does not fill the memory") {
  LineSplitter splitter([](std::string_view) { return true; }, 10);
  CHECK(splitter.add("0123456789"));
  CHECK_FALSE(splitter.add("x"));
  CHECK(splitter.is_too_long());
}

TEST_CASE("stream: events have a name and lines of data; comments and unknown fields are skipped") {
  Strings events;
  EventReader reader([&](std::string_view event, std::string_view data) {
    events.push_back(std::string(event) + '|' + std::string(data));
    return data != "stop";
  });
  bool goes_on = true;
  for (const auto* line :
       {": comment", "", "event: delta", "data: {\"a\":1}", "id: 7", "", "data:x", "data:  y", "",
        "event: only", "", "data", "", "data: stop", ""})
    goes_on = reader.add_line(line);
  CHECK_FALSE(goes_on);
  CHECK(events == Strings{"delta|{\"a\":1}", "|x\n y", "|", "|stop"});
}

}  // namespace codeweaver::net
