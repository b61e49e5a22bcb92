// Tests of literal texts in code, messages with filled-in values, and names in any spelling.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/detail/message_match.hpp"
#include "codeweaver/detail/monotone.hpp"
#include "codeweaver/detail/name_match.hpp"
#include "codeweaver/detail/verbatim_text.hpp"

namespace codeweaver {
namespace {

std::vector<std::string> pieces_of(std::string_view literal) {
  std::vector<std::string> out;
  rank::detail::for_each_piece(literal, [&](std::string_view piece) { out.emplace_back(piece); });
  return out;
}

}  // namespace

TEST_CASE("verbatim text: white space is as formatting left it, words are whole") {
  const std::string_view code = "if (cart.total(  tax ) >\n      limit) return refuse(cart);";
  const auto at = [code](std::string_view text) { return rank::VerbatimText(text).find(code); };
  CHECK(at("cart.total(tax) > limit") == 4);
  CHECK(at("return   refuse(cart)") == code.find("return"));
  CHECK(at("returnrefuse(cart)") == std::string_view::npos);
  CHECK(at("art.total(tax)") == std::string_view::npos);
  CHECK(at("cart.total(tax) > limi") == std::string_view::npos);
}

TEST_CASE("verbatim text: a few words of prose are no text, with marks of code they are") {
  const auto says_enough = [](std::string_view text) {
    return rank::VerbatimText(text).can_match();
  };
  CHECK_FALSE(says_enough("file watcher"));
  CHECK_FALSE(says_enough("watcher."));
  CHECK(says_enough("file.watcher"));
  CHECK_FALSE(says_enough("the file watcher"));
  CHECK_FALSE(says_enough("pipelines, groups and chords."));
  CHECK_FALSE(says_enough("reader's read-only view?"));
  CHECK(says_enough("the file watcher begins to look when"));
  CHECK(says_enough("file->watcher"));
  CHECK(says_enough("return -1"));
}

TEST_CASE("message: pieces of a literal are what stands between its placeholders") {
  using Pieces = std::vector<std::string>;
  CHECK(pieces_of("took %5.2f s, %d%% of %(name)s") == Pieces{"took", "s,", "%% of"});
  CHECK(pieces_of("file %q: %lu of %zd, %x, %l") == Pieces{"file", ":", "of", ",", ","});
  CHECK(pieces_of("no {} in {self.name!r:>10}\\n") == Pieces{"no", "in"});
  CHECK(pieces_of("open ${path}: #{error}") == Pieces{"open", ":"});
  CHECK(pieces_of("$user has \\\"no\\\" mail") == Pieces{"has \"no\" mail"});
  CHECK(pieces_of("a { b") == Pieces{"a { b"});
  CHECK(pieces_of("field %1, %2 expected, %L found, 20 % off") ==
        Pieces{"field", ",", "expected,", "found, 20 % off"});
  CHECK(pieces_of("%1$s of %2$'05d") == Pieces{"of"});
  CHECK(pieces_of("no peer %@ in %d") == Pieces{"no peer", "in"});
  CHECK(pieces_of("bad ~p: ~ts~n in ~/file, ~about ~ten") ==
        Pieces{"bad", ":", "in ~/file, ~about ~ten"});
}

TEST_CASE("message: a format string is found by what was printed through it") {
  struct Row {
    std::string_view code, message;
    double least, most;
  };
  for (const auto& [code, message, least, most] : {
           Row{R"(log.info("Not consuming %s: It is a duplicate of %s", a, b))",
               "Not consuming scan_0042.pdf: It is a duplicate of scan_0007.pdf", 0.9, 1},
           Row{R"(raise Error(f"Task {task.id} was cancelled by {user!r} before it began"))",
               "[2026-11-02 10:11:12,345] [INFO] Task 17 was cancelled by 'ann' before it began",
               0.7, 1},
           Row{"LOG(ERROR) << \"cannot open \" << path << \" for writing: \" << reason;",
               "cannot open /var/lib/a.db for writing: disk is full", 0.5, 0.9},
           Row{"throw Error(\"the first half of it is here \"\n      \"and the rest on a line\")",
               "the first half of it is here and the rest on a line", 1, 1},
           Row{R"(log.info("Not consuming %s: It is broken", a))",
               "Not consuming scan_0042.pdf: It is a duplicate of scan_0007.pdf", 0, 0},
           Row{R"(fail(tr("Invalid block length: field %1, %2 expected").arg(id).arg(size)))",
               "Invalid block length: field 7, 32 expected", 1, 1},
           Row{R"(fail(tr("Invalid inner block length: field %1, %2 expected").arg(id)))",
               "Invalid block length: field 7, 32 expected", 0, 0},
           Row{R"(sprintf(__('Invalid block length: field %1$d, %2$d expected'), $id, $size))",
               "Invalid block length: field 7, 32 expected", 1, 1},
           Row{R"(io:format("Invalid block length: field ~p, ~p expected~n", [Id, Size]))",
               "Invalid block length: field 7, 32 expected", 1, 1},
           Row{R"(print("number of"))", "limit the number of parallel jobs", 0, 0},
           Row{"// it doesn't say 'task' and won't\nfail(\"no such task in the queue\");",
               "no such task in the queue", 1, 1},
       }) {
    CAPTURE(std::string(message));
    const auto found = rank::MessageMatcher(message).match(code);
    CHECK(found.share >= least);
    CHECK(found.share <= most);
    if (least > 0) CHECK(std::string_view("\"'").find(code[found.position]) < 2);
  }
}

TEST_CASE("names: a name is known in every spelling, by its parts, and with a slip") {
  using text::NameMatch;
  struct Row {
    std::string_view typed, name;
    NameMatch match;
  };
  for (const auto& [typed, name, match] : {
           Row{"DocumentClassifier", "DocumentClassifier", NameMatch::kExact},
           Row{"documentclassifier", "DocumentClassifier", NameMatch::kStyle},
           Row{"document_classifier", "DocumentClassifier", NameMatch::kStyle},
           Row{"DocumentClass", "DocumentClassifier", NameMatch::kBegins},
           Row{"groupPrun", "row_group_pruning", NameMatch::kHolds},
           Row{"DocumentClasifier", "DocumentClassifier", NameMatch::kNear},
           Row{"DocumentClassifeir", "DocumentClassifier", NameMatch::kNear},
           Row{"DocmuentClasifier", "DocumentClassifier", NameMatch::kNear},
           Row{"Docmuentlasifier", "DocumentClassifier", NameMatch::kNone},
           Row{"previous_get_tag", "getPreviousTag", NameMatch::kParts},
           Row{"firmware_length_fix", "FixFirmwareLength", NameMatch::kParts},
           Row{"transition_ui_hidden", "transition_app_to_ui_hidden", NameMatch::kParts},
           Row{"stored_data_rotation", "rotate_stored_data", NameMatch::kParts},
           Row{"data_rotation", "rotate_stored_data", NameMatch::kParts},
           Row{"stored_data_rotation", "rotate_data", NameMatch::kNone},
           Row{"scaleX3", "scale3X", NameMatch::kNear},
           Row{"x_of_y", "y_of_x", NameMatch::kNone},
           Row{"get_tag_tag", "getPreviousTag", NameMatch::kNone},  // one tag only
           Row{"tag_of_it", "a_tag_that_is_of_it_and_of_others", NameMatch::kNone},
           Row{"Doc", "DocumentClassifier", NameMatch::kNone},
           Row{"send", "sent", NameMatch::kNone},
           Row{"shop::Cart::add", "add", NameMatch::kExact},
       }) {
    CAPTURE(std::string(typed));
    CHECK(text::NamePattern(typed).match_last(name) == match);
  }
  CHECK(text::NamePattern("merge config", true).match_last("mergeConfig") == NameMatch::kStyle);
  CHECK(text::NamePattern("config merges", true).match_last("mergesConfig") == NameMatch::kNone);
}

TEST_CASE("names: qualifiers are those of the name or of its path, in order, in any spelling") {
  const auto is_qualified = [](std::string_view typed, std::string_view name,
                               std::string_view path) {
    return text::NamePattern(typed).is_qualified_by(name, path);
  };
  CHECK(is_qualified("HybridSearcher::search", "codeweaver::HybridSearcher::search", "a.cpp"));
  CHECK(is_qualified("hybrid_searcher.search", "codeweaver::HybridSearcher::search", "a.cpp"));
  CHECK(is_qualified("argparse.ArgumentParser", "ArgumentParser", "lib/argparse.py"));
  CHECK(is_qualified("shop.cart.Cart.add", "Cart.add", "src/shop/cart.py"));
  CHECK_FALSE(is_qualified("Cart.add", "Basket.add", "src/basket.py"));
  CHECK_FALSE(is_qualified("add.Cart", "Cart.add", "src/shop.py"));
}

TEST_CASE("scores: those of a ranked list fall, and stay as near as can be to what they were") {
  const auto falling = [](std::vector<double> scores) { return rank::falling_scores(scores); };
  CHECK(falling({}).empty());
  CHECK(falling({0.9, 0.5, 0.5}) == std::vector<double>{0.9, 0.5, 0.5});
  CHECK(falling({0.25, 0.75, 0.5, 0.125}) == std::vector<double>{0.5, 0.5, 0.5, 0.125});
}

}  // namespace codeweaver
