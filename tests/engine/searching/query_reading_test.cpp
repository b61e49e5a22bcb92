// Tests of the reading of a query: names, questions, traces, reports.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/question/query_reading.hpp"

#include <doctest/doctest.h>

namespace codeweaver::engine {

TEST_CASE("query: a name is looked up, a question is not, a trace gives its functions") {
  REQUIRE(read_query(" parse_config() ").symbols.size() == 1);
  CHECK(read_query(" parse_config() ").symbols[0].name == "parse_config");
  CHECK(read_query("a::b").symbols.at(0).name == "a::b");
  CHECK(read_query("a::b").is_one_name);
  CHECK(read_query("where is the config parsed").symbols.empty());
  CHECK_FALSE(read_query("where is the config parsed").is_one_name);
  CHECK(read_query("").terms.empty());
  const auto trace = read_query(
      "Traceback (most recent call last):\n  File \"app/load.py\", line 3, in load_all\n    "
      "load_one(x)\n  File \"app/one.py\", line 9, in load_one\n    raise ValueError(x)\n"
      "ValueError: bad value\n");
  CHECK_FALSE(trace.is_report);
  const auto frame = read_query(
      "Traceback (most recent call last):\n  File \"app/one.py\", line 9, in load_one\n    raise "
      "ValueError(x)\nValueError: bad value\n");
  REQUIRE(frame.symbols.size() == 1);
  CHECK_FALSE(frame.is_one_name);  // it names the function, but asks for the cause of the error
  CHECK(
      read_query("Upload fails\n\nWhen the archive is not reachable for a while, the upload of an "
                 "invoice fails at once and is not tried again, which it should be.")
          .is_report);
  REQUIRE_FALSE(trace.symbols.empty());
  CHECK(trace.symbols[0].name == "load_one");
  CHECK(trace.symbols[0].file_name == "one.py");
}

}  // namespace codeweaver::engine
