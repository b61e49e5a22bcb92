// Tests of child processes on Windows: arguments, variables and exit states.
// SPDX-License-Identifier: MIT OR Apache-2.0
// The second wants the first.
// clang-format off
#include <windows.h>
#include <shellapi.h>
// clang-format on

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/os/files.hpp"
#include "base/os/processes.hpp"
#include "base/os/windows/command_line.hpp"
#include "base/os/windows/win32.hpp"

namespace codeweaver::os {
namespace {

std::string all_of(Handle pipe) {
  std::string text;
  std::array<char, 64> piece{};
  for (std::ptrdiff_t size = 1; size > 0; text.append(piece.data(), static_cast<std::size_t>(size)))
    size = std::max<std::ptrdiff_t>(read_some(pipe, piece.data(), piece.size()), 0);
  return text;
}

TEST_CASE("os: words are quoted so that Windows makes the same of them") {
  const std::vector<std::string> words{"program",           "",          "a b",  "tab\there",
                                       "say \"hi\"",        "C:\\a b\\", "\\\"", "\\\\server\\x",
                                       "\xC3\xA9t\xC3\xA9", "%PATH%"};
  int count = 0;
  wchar_t** const found = ::CommandLineToArgvW(command_line(words).c_str(), &count);
  REQUIRE(found != nullptr);
  REQUIRE(static_cast<std::size_t>(count) == words.size());
  for (std::size_t i = 0; i < words.size(); ++i) CHECK(to_utf8(found[i]) == words[i]);
  ::LocalFree(found);
}

TEST_CASE("os: variables are sorted by name, and end twice") {
  using namespace std::string_literals;
  CHECK(environment_block({"b=2", "A=1", "a_b=3"}) == L"A=1\0a_b=3\0b=2\0"s);
  CHECK(environment_block({}) == L"\0"s);
}

TEST_CASE("os: a child gets its variables, and tells how it ended") {
  auto variables = own_environment();
  variables.push_back("GIVEN=a b");
  ChildProcess child;
  REQUIRE(start_child({"cmd.exe", "/c", "echo %GIVEN%&exit 7"}, &variables, ChildErrors::kDropped,
                      child) == 0);
  CHECK(all_of(child.output.get()) == "a b\r\n");
  const auto end = wait_for_child(child.id);
  CHECK(end.exit_code == 7);
  CHECK(end.signal == 0);
}

TEST_CASE("os: a child that waits for input is killed, and its end is seen") {
  ReaderProcess reader;
  REQUIRE(start_reader({"cmd.exe", "/c", "set /p X="}, own_environment(), reader) == 0);
  CHECK_FALSE(end_of_child(reader.id));
  const auto watch = watch_process(reader.id);
  CHECK(watch.is_open());
  kill_child(reader.id);
  CHECK(wait_for_child(reader.id).signal != 0);
}

}  // namespace
}  // namespace codeweaver::os
