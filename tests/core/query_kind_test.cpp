// Tests of query kinds and of parsed stack traces.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/detail/query_kind.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "codeweaver/detail/trace_query.hpp"
#include "codeweaver/intent_classifier.hpp"

using namespace codeweaver;        // NOLINT(google-build-using-namespace)
using namespace codeweaver::text;  // NOLINT(google-build-using-namespace)

namespace {

constexpr std::string_view kPython =
    "Traceback (most recent call last):\n"
    "  File \"/usr/lib/python3.11/runpy.py\", line 196, in _run_module\n"
    "    return f()\n"
    "  File \"src/store/loader.py\", line 7, in load_all\n"
    "    row = rows[0]\n"
    "IndexError: list index out of range";

struct Trace {
  std::string_view text;
  std::vector<std::string_view> frames;  ///< "function@file", innermost first
  std::string_view message;
};

const Trace kTraces[] = {
    {kPython,
     {"load_all@src/store/loader.py", "_run_module@/usr/lib/python3.11/runpy.py"},
     "IndexError: list index out of range"},
    {"java.io.IOException: closed\n\tat java.base/java.util.ArrayList.get(ArrayList.java:3)\n"
     "\tat org.shop.Pool.borrow(Pool.java:131)\n\t... 3 more",
     {"java.util.ArrayList.get@ArrayList.java", "org.shop.Pool.borrow@Pool.java"},
     "java.io.IOException: closed"},
    {"Unhandled exception. System.FormatException: bad id\n"
     "   at Shop.Ids.Parse(String text) in /src/Ids.cs:line 9",
     {"Shop.Ids.Parse@/src/Ids.cs"},
     "Unhandled exception. System.FormatException: bad id"},
    {"TypeError: x is undefined\n    at async Cart.total (/app/src/cart.js:4:23)\n"
     "    at /app/src/view.js:1:2",
     {"Cart.total@/app/src/cart.js", "@/app/src/view.js"},
     "TypeError: x is undefined"},
    {"panic: nil map\n\ngoroutine 7 [running]:\nshop.io/cart.(*Cart).Add(...)\n"
     "\t/src/cart/cart.go:48 +0x1b4",
     {"cart.(*Cart).Add@/src/cart/cart.go"},
     "panic: nil map"},
    {"thread 'main' panicked at src/cost.rs:21:17:\nindex out of bounds\nstack backtrace:\n"
     "   2: planner::cost::estimate\n             at ./src/cost.rs:21:17",
     {"@src/cost.rs", "planner::cost::estimate@", "@./src/cost.rs"},
     "index out of bounds"},
    {"lib/cart.rb:27:in `total': undefined method (NoMethodError)\n\tfrom lib/show.rb:14:in `show'",
     {"total@lib/cart.rb", "show@lib/show.rb"},
     "undefined method (NoMethodError)"},
    {"PHP Fatal error:  Uncaught Exception: no locale\n#0 /srv/lib/Page.php(20): I18n->load('x')",
     {"I18n->load@/srv/lib/Page.php"},
     "PHP Fatal error:  Uncaught Exception: no locale"},
    {"Program received signal SIGSEGV\n#0  0x0005 in node_free (n=0x0) at tree.c:118\n"
     "#1  main () at main.c:6",
     {"node_free@tree.c", "main@main.c"},
     "Program received signal SIGSEGV"},
    {"==1==ERROR: AddressSanitizer: heap-use-after-free\n    #0 0x4f in Queue::front() queue.cc:52",
     {"Queue::front@queue.cc"},
     "==1==ERROR: AddressSanitizer: heap-use-after-free"},
    {"** (ArgumentError) bad price\n    (shop 0.4.1) lib/price.ex:12: Shop.Price.add(nil, 3)\n"
     "    (shop 0.4.1) lib/cart.ex:48: Shop.Cart.total/1",
     {"Shop.Price.add@lib/price.ex", "Shop.Cart.total@lib/cart.ex"},
     "** (ArgumentError) bad price"},
    {"src/store.cpp:31:5: error: expected a type", {"@src/store.cpp"}, "error: expected a type"},
};

}  // namespace

TEST_CASE("query kind: names round-trip and unknown ones give nothing") {
  for (const std::string_view name : kQueryKindNames)
    CHECK(to_string(*parse_query_kind(name)) == name);
  CHECK(!parse_query_kind("prose"));
}

TEST_CASE("query kind: words, names, code and traces are told apart") {
  const std::pair<std::string_view, std::string_view> table[] = {
      {"where are uploads retried", "natural"},
      {"sha256 of a file", "natural"},
      {"the proxy cannot reach example.com:8080", "natural"},
      {"fix the crash in parser.cpp:120", "natural"},
      {"close() leaks a socket; why?", "natural"},
      {"", "natural"},
      {"parse_header", "symbol"},
      {"std::vector<T>::push_back", "symbol"},
      {"tests for LruCache", "symbol"},
      {"Cart.total()", "symbol"},
      {"for (int i = 0; i < n; ++i) sum += a[i];", "snippet"},
      {"server:\n  port: 8080", "snippet"},
      {"why is this undefined: items.map(i => { i.id })", "snippet"},
  };
  for (const auto& [query, kind] : table) {
    CAPTURE(query);
    CHECK(to_string(query_kind(query)) == kind);
  }
  for (const Trace& trace : kTraces) {
    CAPTURE(trace.text);
    CHECK(query_kind(trace.text) == QueryKind::kStackTrace);
  }
}

TEST_CASE("stack trace: functions, files and the message are found in every runtime's form") {
  for (const Trace& wanted : kTraces) {
    CAPTURE(wanted.text);
    const auto trace = read_stack_trace(wanted.text);
    REQUIRE(trace);
    std::vector<std::string> frames;
    for (const TraceFrame& frame : trace->frames)
      frames.push_back(std::string(frame.function) + "@" + std::string(frame.file));
    CHECK(frames == std::vector<std::string>(wanted.frames.begin(), wanted.frames.end()));
    CHECK(std::find(trace->messages.begin(), trace->messages.end(), wanted.message) !=
          trace->messages.end());
  }
}

TEST_CASE("stack trace: one frame is enough if the whole line has the form of a frame") {
  struct Frame {
    std::string_view text, function, file;
    std::uint32_t line;
  };
  const Frame table[] = {
      {"at readConfig (src/app.js:6:11)", "readConfig", "src/app.js", 6},
      {"    at async Cart.total [as sum] (/app/src/cart.js:4:23)\n", "Cart.total",
       "/app/src/cart.js", 4},
      {"at file:///app/view.mjs:1:2", "", "///app/view.mjs", 1},
      {"File \"src/c.py\", line 7, in load_settings", "load_settings", "src/c.py", 7},
      {"  File \"src/c.py\", line 7", "", "src/c.py", 7},
      {"at shop.Main.run(Main.java:7)", "shop.Main.run", "Main.java", 7},
      {"at shop.Main.run(Main.java:7) ~[shop.jar:1.0]", "shop.Main.run", "Main.java", 7},
      {"at Shop.Ids.Parse(String text) in /src/Ids.cs:line 9", "Shop.Ids.Parse", "/src/Ids.cs", 9},
      {"#1 0x0 in main src/e.c:4", "main", "src/e.c", 4},
      {"#1  main () at main.c:6", "main", "main.c", 6},
      {"#0 /srv/lib/Page.php(20): I18n->load('x')", "I18n->load", "/srv/lib/Page.php", 20},
      {"goroutine 1\n\t/x/src/e.c:4", "", "/x/src/e.c", 4},
      {"\t/src/cart/cart.go:48 +0x1b4", "", "/src/cart/cart.go", 48},
      {"at ./src/cost.rs:21:17", "", "./src/cost.rs", 21},
      {"from lib/show.rb:14:in `show'", "show", "lib/show.rb", 14},
      {"lib/cart.lua:27: in function 'total'", "total", "lib/cart.lua", 27},
      {"(shop 0.4.1) lib/cart.ex:48: Shop.Cart.total/1", "Shop.Cart.total", "lib/cart.ex", 48},
  };
  for (const auto& [text, function, file, line] : table) {
    CAPTURE(text);
    const auto trace = read_stack_trace(text);
    REQUIRE(trace);
    REQUIRE(trace->frames.size() == 1);
    CHECK(trace->frames[0].function == function);
    CHECK(trace->frames[0].file == file);
    CHECK(trace->frames[0].line == line);
  }
}

TEST_CASE("stack trace: a sentence with a place, an address or a name is no frame") {
  for (const std::string_view text :
       {"at startup in parser.cpp:120", "at startup parser.cpp:120", "fix at night (see a.js:3)",
        "at the end of the loop (a.js:3)", "at readConfig (src/app.js)", "at shop.Main.run(Main)",
        "File \"src/c.py\" is missing", "File \"src/c.py\", line 7 has a typo",
        "#12 fails in parser.cpp:120", "#12 parser.cpp:120", "see parser.cpp:120",
        "a list:\n  redis.local:6379", "from main.c:6 to main.c:9",
        "why does main.c:6 call f(x)"}) {
    CAPTURE(text);
    CHECK(!read_stack_trace(text));
  }
}

TEST_CASE("stack trace: any beginning and any end of a trace is read without harm") {
  for (const Trace& trace : kTraces)
    for (std::size_t i = 0; i <= trace.text.size(); ++i) {
      query_kind(std::string(trace.text.substr(0, i)));
      query_kind(std::string(trace.text.substr(i)));
    }
}

TEST_CASE("trace query: names of own frames count most; libraries, numbers and addresses nothing") {
  const auto trace = read_stack_trace(kPython);
  REQUIRE(trace);
  const auto terms = analyze_trace(*trace);
  const auto weight = [&](std::string_view text) {
    const auto at = std::find_if(terms.begin(), terms.end(),
                                 [&](const rank::QueryTerm& term) { return term.text == text; });
    return at == terms.end() ? 0.0F : at->weight;
  };
  CHECK(weight("loadall") > weight("loader"));
  CHECK(weight("loader") == 0);  // stemmed
  CHECK(weight("indexerror") > weight("range"));
  CHECK(weight("loadall") > weight("indexerror"));
  CHECK(weight("runpy") == 0);
  CHECK(weight("196") == 0);
  CHECK(trace_text(*trace) == "IndexError list index out of range load_all loader");
}

TEST_CASE("trace query: a trace of libraries alone is searched by their names") {
  const auto trace =
      read_stack_trace("at java.util.List.get(List.java:3)\nat java.io.A.b(A.java:4)");
  REQUIRE(trace);
  CHECK(frames_of_interest(*trace).size() == 2);
}

TEST_CASE("intent: a stack trace is debug, whatever its words; code and names hold no cue") {
  const IntentClassifier classifier;
  for (const Trace& trace : kTraces) {
    const auto intent = classifier.classify(trace.text);
    REQUIRE(intent);
    CHECK(intent->intent_type == IntentType::kDebug);
    CHECK(intent->validate());
  }
  CHECK(!classifier.classify("crate::error::ParseError"));
  CHECK(!classifier.classify("try {\n  run();\n} catch (Error e) {\n  log.error(e);\n}"));
  CHECK(
      classifier.classify("make this faster: for row in rows: run(\"INSERT\", row)")->intent_type ==
      IntentType::kOptimize);
}

TEST_CASE("intent: compounds that name a thing hold no cue, requests and labels lead") {
  const IntentClassifier classifier;
  const auto type = [&](std::string_view query) {
    const auto intent = classifier.classify(query);
    return intent ? to_string(intent->intent_type) : "none";
  };
  CHECK(type("bug tracker client") == "none");
  CHECK(type("document object model nodes") == "none");
  CHECK(type("why is the build so slow") == "optimize");
  CHECK(type("docs: how to configure the proxy") == "document");
  CHECK(type("add a failing test for the parser") == "test");
  CHECK(type("does the queue keep its order") == "understand");
  CHECK(type("the queue does keep its order") == "none");
}

TEST_CASE("query kind: an address with a port and a place in a file are no names") {
  for (const std::string_view text : {"localhost:8080", "127.0.0.1:9328", "redis.example.com:6379",
                                      "db.internal:5432 timeout", "tokens.py:41", "[::1]:9328"}) {
    CAPTURE(text);
    CHECK(query_kind(text) != QueryKind::kSymbol);
  }
  for (const std::string_view text : {"std::array", "Utf8::from", "a::b2", "v2::Client", "Map::2d",
                                      "auth.py:UserAuth.validate", "Foo#bar"}) {
    CAPTURE(text);
    CHECK(query_kind(text) == QueryKind::kSymbol);
  }
}
