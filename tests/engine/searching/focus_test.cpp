// Tests of the shown part of a chunk: the definition that the query names or describes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/answer/focus.hpp"

#include <doctest/doctest.h>

#include "base/lines.hpp"
#include "chunk/chunk.hpp"
#include "engine/searching/answer/focus_units.hpp"
#include "syntax/language.hpp"

namespace codeweaver::engine {
namespace {

/// A text as one chunk, with its definitions as the index has them.
struct OneChunk {
  store::ChunkText chunk;
  std::vector<store::SymbolRecord> definitions;

  explicit OneChunk(std::string text, std::string_view language = "python") {
    auto cut = chunk::chunk_text(text, syntax::find_language(language));
    REQUIRE(cut.pieces.size() == 1);
    const auto& piece = cut.pieces.front();
    chunk.record.begin = piece.range.begin;
    chunk.record.lines = piece.lines;
    chunk.record.symbol = piece.symbol;
    chunk.record.kind = piece.kind;
    chunk.record.is_part = piece.is_part;
    chunk.text = text.substr(piece.range.begin, piece.range.size());
    for (auto& symbol : cut.symbols)
      definitions.push_back({symbol.name, symbol.qualified_name, symbol.kind, symbol.lines, 0});
  }

  std::vector<Focus> all_shown(std::string_view query) const {
    const SearchOptions options;
    const Question question{.query = query, .options = options, .reading = read_query(query)};
    return focus_on(question, chunk, definitions);
  }
  Focus shown(std::string_view query) const { return all_shown(query).front(); }
};

const OneChunk& handlers() {
  static const OneChunk kMade(
      "import json\n\n"
      "def handler_30(event):\n    return json.dumps(event)\n\n"
      "# Tells the owner of a parcel where it is.\n"
      "def handler_31(event):\n    notify(event.owner)\n    return None\n\n"
      "def handler_32(event):\n    return event.size + 32\n");
  return kMade;
}

}  // namespace

TEST_CASE("focus: a directive right above a definition is no comment of it") {
  const OneChunk made("#define MAX_RETRY 5\nclass Util { int add_one(int a) { return a + 1; } };\n",
                      "cpp");
  const SearchOptions options;
  const Question question{.query = "a.cpp:1", .options = options, .reading = read_query("x")};
  const auto foci = focus_on(question, made.chunk, made.definitions, 1);
  REQUIRE(foci.size() == 1);
  CHECK(foci[0].symbol == "MAX_RETRY");
  CHECK(foci[0].lines.start_line == 1);
  CHECK(foci[0].asked_line == 0);
  CHECK(made.shown("class Util").symbol == "Util");
}

TEST_CASE("focus: of merged neighbours the one that the query names is shown, with its lines") {
  const auto focus = handlers().shown("handler_31");
  CHECK(focus.symbol == "handler_31");
  CHECK(focus.kind == "function");
  CHECK(focus.lines == Span{6, 9});  // its comment is of it
  CHECK(focus.text ==
        "# Tells the owner of a parcel where it is.\ndef handler_31(event):\n"
        "    notify(event.owner)\n    return None");
  CHECK(focus.named_line == std::size_t{1});
  CHECK(handlers().shown("handler_32").lines == Span{11, 12});
}

TEST_CASE("focus: the words of a question choose among neighbours, comments included") {
  CHECK(handlers().shown("who tells the owner of a parcel").symbol == "handler_31");
  CHECK(handlers().shown("where is an event written as json").symbol == "handler_30");
}

TEST_CASE("focus: two neighbours that both answer are both shown, each with its own lines") {
  const OneChunk events(
      "def handler_30(event):\n    return event.size\n\n"
      "def handler_31(event):\n    notify_owner(event, parcel=True)\n\n"
      "def handler_32(event):\n    return event.size + 32\n\n"
      "def handler_33(event):\n    queue.append((owner(event), event.parcel))\n");
  const auto both = events.all_shown("the owner of a parcel");
  REQUIRE(both.size() == 2);
  CHECK(both[0].symbol == "handler_31");
  CHECK(both[0].lines == Span{4, 5});
  CHECK(both[0].evidence == 1);
  CHECK(both[1].symbol == "handler_33");
  CHECK(both[1].lines == Span{10, 11});
  CHECK(both[1].evidence <= 1);
  CHECK(both[1].named_line == std::size_t{0});
  CHECK(events.all_shown("handler_33").size() == 1);
  // What three have in common is not told by two of them.
  const auto whole_chunk = events.all_shown("handler of an event");
  REQUIRE(whole_chunk.size() == 1);
  CHECK(whole_chunk.front().text == events.chunk.text);
}

TEST_CASE(
    "focus: a second part has nearly as much of the query as the best, and more than a third") {
  // One names what is asked for, the other merely says it.
  const OneChunk named(
      "def owner_of_parcel(event):\n    return event.who\n\n"
      "def other(event):\n    return owner(event, 'parcel')\n");
  REQUIRE(named.all_shown("the owner of a parcel").size() == 1);
  CHECK(named.shown("the owner of a parcel").symbol == "owner_of_parcel");
}

TEST_CASE("focus: a type and what implements it are one answer") {
  const OneChunk owner(
      "pub struct OwnerFilter {\n    uid: Option<u32>,\n}\n\n"
      "impl OwnerFilter {\n    pub fn matches(&self, uid: u32) -> bool {\n"
      "        self.uid == Some(uid)\n    }\n}\n",
      "rust");
  const auto foci = owner.all_shown("filter by owner uid");
  REQUIRE(foci.size() == 1);
  CHECK(foci.front().text == owner.chunk.text);
}

TEST_CASE("focus: neighbours of one name are both shown, the parts of one are not") {
  const OneChunk two(
      "class Door:\n    def unlock(self):\n        self.open = True\n\n\n"
      "class Safe:\n    def unlock(self):\n        self.code = None\n");
  const auto both = two.all_shown("unlock");
  REQUIRE(both.size() == 2);
  CHECK(both[0].symbol == "Door.unlock");
  CHECK(both[1].symbol == "Safe.unlock");
  CHECK(both[1].lines == Span{7, 8});
  CHECK(both[1].context == std::vector<std::string>{"class Safe:"});
  CHECK(two.all_shown("Door").size() == 1);
}

TEST_CASE("focus: where no part stands out all of the chunk is shown, by its own name") {
  const auto focus = handlers().shown("unrelated words");
  CHECK(focus.text == handlers().chunk.text);
  CHECK(focus.symbol == handlers().chunk.record.symbol);
  REQUIRE(focus.named_line);
}

TEST_CASE(
    "focus: a chunk that is shown whole is called after the part that has most of the query") {
  const auto focus = handlers().shown("why is the owner told nothing when a shop closes at night");
  CHECK(focus.text == handlers().chunk.text);
  CHECK(focus.symbol == "handler_31");
  CHECK(base::split_lines(focus.text)[focus.named_line.value_or(0)] == "def handler_31(event):");
}

TEST_CASE("focus: a method is shown alone where it has what its class has, inside of which it is") {
  const OneChunk shop(
      "class Shop:\n    \"\"\"Sells things.\"\"\"\n\n"
      "    def open(self):\n        self.doors.unlock()\n\n"
      "    def count_stock(self, shelf):\n        return len(shelf.boxes)\n");
  const auto method = shop.shown("where are boxes of a shelf counted");
  CHECK(method.symbol == "Shop.count_stock");
  CHECK(method.lines == Span{7, 8});
  CHECK(method.context == std::vector<std::string>{"class Shop:"});
  CHECK(shop.shown("Shop").symbol == "Shop");
  CHECK(shop.shown("a class that sells things").symbol == "Shop");
  CHECK(shop.shown("unlock the doors and count boxes").symbol == "Shop");
}

TEST_CASE("focus: a line of data gives its name to what is shown") {
  const OneChunk limits("MAX_RETRIES = 5\nMIN_DELAY = 2\nUPLOAD_FOLDER = '/var/uploads'\n");
  CHECK(limits.shown("UPLOAD_FOLDER").symbol == "UPLOAD_FOLDER");
  CHECK(limits.shown("how often do we try, max retries").symbol == "MAX_RETRIES");
  CHECK(limits.shown("MIN_DELAY").text == limits.chunk.text);
  const OneChunk told(
      "# How often an upload is tried.\nRETRIES = 5\n# Seconds of sleep between two.\nPAUSE = 2\n");
  CHECK(told.shown("seconds of sleep").symbol == "PAUSE");
  CHECK(told.shown("how often an upload is tried").symbol == "RETRIES");
  CHECK(limits.shown("MIN_DELAY").named_line == std::size_t{1});
}

TEST_CASE("focus: a definition without the best line gives its name to nothing") {
  const OneChunk script(
      "set -e\nsudo doord || echo \"doord failed to start\"\nfor room in $ROOMS; do\n"
      "  dest=\"/rooms/$room\"\n  furnish \"$dest\"\ndone\n",
      "bash");
  CHECK(script.shown("doord failed to start").symbol.empty());
  const OneChunk pins("#include \"porch_pins.h\"\n\nint spi_open(int bus) {\n  return bus;\n}\n",
                      "c");
  const auto focus = pins.shown("include of the porch pins");
  CHECK(focus.text == pins.chunk.text);
  CHECK(focus.symbol.empty());
  CHECK_FALSE(focus.named_line);
}

TEST_CASE("focus: a directive above a definition is shown with it if it matches as well") {
  const OneChunk fade(
      "#include \"lamp.h\"\n\n#define FADE_LIMIT_MS 400\nint lamp_fade(int ms) {\n"
      "  if (ms > FADE_LIMIT_MS) ms = FADE_LIMIT_MS;\n  return lamp_ramp(ms);\n}\n\n"
      "int lamp_on(void) {\n  return 1;\n}\n",
      "c");
  const auto focus = fade.shown("how is the limit of lamp fade ms applied");
  CHECK(focus.symbol == "lamp_fade");
  CHECK(focus.lines == Span{3, 7});
  CHECK(focus.named_line == std::size_t{1});
  CHECK(fade.shown("lamp_on").lines == Span{9, 11});
}

TEST_CASE("focus: text without definitions is shown as it is") {
  const OneChunk notes("Uploads are retried five times.\n\nThen somebody is told.\n", "");
  const auto focus = notes.shown("uploads retried");
  CHECK(focus.text == notes.chunk.text);
  CHECK(focus.symbol.empty());
  CHECK_FALSE(focus.named_line);
}

TEST_CASE("focus: what is named is the line with its name, below annotations and return types") {
  const OneChunk shop(
      "package shop\n\n@State(Scope.Shop)\n@Mode(Speed.FAST)\n"
      "// Runs the till.\nclass Till {\n  fun open(): Int {\n    return 1\n  }\n}\n",
      "kotlin");
  const auto focus = shop.shown("Till");
  CHECK(focus.symbol == "shop.Till");
  REQUIRE(focus.named_line);
  CHECK(base::split_lines(focus.text)[*focus.named_line] == "class Till {");
  const OneChunk rows("static struct row *\nfind_row(struct table *table)\n{\n  return 0;\n}\n",
                      "c");
  const auto found = rows.shown("find_row");
  CHECK(base::split_lines(found.text)[found.named_line.value_or(0)] ==
        "find_row(struct table *table)");
}

TEST_CASE("focus: a definition is named by its name or by the end of its qualified name") {
  store::SymbolRecord symbol;
  symbol.name = "send";
  symbol.qualified_name = "net::Mailer.send";
  CHECK(is_named(symbol, "send"));
  CHECK(is_named(symbol, "Mailer.send"));
  CHECK(is_named(symbol, "net::Mailer.send"));
  CHECK_FALSE(is_named(symbol, "ailer.send"));
  CHECK_FALSE(is_named(symbol, "net"));
  CHECK(is_data("enumerator"));
  CHECK_FALSE(is_data("function"));
}

}  // namespace codeweaver::engine
