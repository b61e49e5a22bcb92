// Tests of source places: which queries name a file and a line.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/source_places.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace codeweaver::engine {
namespace {

std::string place_of(std::string_view query) {
  const auto place = read_place(query);
  return place ? place->file + '@' + std::to_string(place->line) : "none";
}

}  // namespace

TEST_CASE("source place: paths with lines, of all writings; no host, no range of words") {
  CHECK(place_of("src/a.py:12") == "src/a.py@12");
  CHECK(place_of(" a.py:12:5 ") == "a.py@12");
  CHECK(place_of("a.py#L12") == "a.py@12");
  CHECK(place_of("a.py:12-20") == "a.py@12");
  CHECK(place_of("C:\\work\\a.cpp:7") == "C:\\work\\a.cpp@7");
  CHECK(place_of("src/a.py") == "src/a.py@0");
  CHECK(place_of("Makefile:3") == "Makefile@3");
  CHECK(place_of("localhost:80") == "none");
  CHECK(place_of("a.py:0") == "none");
  CHECK(place_of("src/") == "none");
  CHECK(place_of("where is a.py:12") == "none");
  CHECK(place_of("") == "none");
}

}  // namespace codeweaver::engine
