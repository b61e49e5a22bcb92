// Golden test: definitions and uses in one sample file of each language.
// After an intended change run `CODEWEAVER_UPDATE_GOLDEN=1 test_syntax -tc="golden*"`, and read the
// diff of tests/data/syntax/*.golden before committing it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "syntax/samples.hpp"
#include "syntax/syntax_tree.hpp"

using namespace codeweaver;
using namespace codeweaver::syntax;

namespace {

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

/// One line a definition: line, depth, kind, class, qualified name, signature, doc.
std::string describe(const SyntaxTree& tree, std::string_view text) {
  std::ostringstream out;
  std::vector<int> depth;
  for (const Definition& d : tree.definitions()) {
    depth.push_back(d.parent < 0 ? 0 : depth[static_cast<std::size_t>(d.parent)] + 1);
    const auto first = std::count(text.begin(), text.begin() + d.range.begin, '\n') + 1;
    const auto last = std::count(text.begin(), text.begin() + d.range.end, '\n') + 1;
    out << std::string(static_cast<std::size_t>(depth.back()) * 2, ' ') << d.kind << ' '
        << d.qualified_name << " [" << d.name << "] line " << d.line << " of " << first << '-'
        << last << " : " << to_string(d.semantic_class);
    if (!d.doc.empty()) out << " \"" << first_line(d.doc) << '"';
    out << '\n';
  }
  std::set<std::string> calls, imports, types;
  for (const Reference& r : tree.references())
    (r.kind == Reference::Kind::kCall     ? calls
     : r.kind == Reference::Kind::kImport ? imports
                                          : types)
        .insert(r.name);
  for (const auto& [label, names] :
       {std::pair{"calls", calls}, {"imports", imports}, {"types", types}}) {
    out << label << ':';
    for (const std::string& name : names) out << " <" << name << '>';
    out << '\n';
  }
  return out.str();
}

}  // namespace

TEST_CASE("golden: the definitions and references of every sample are as recorded") {
  const bool updates = std::getenv("CODEWEAVER_UPDATE_GOLDEN") != nullptr;
  std::set<std::string_view> seen;
  for (const Sample& sample : samples()) {
    CAPTURE(sample.path.filename().string());
    seen.insert(languages()[sample.language].id);
    const auto tree = SyntaxTree::parse(sample.text, sample.language);
    REQUIRE(tree);
    const std::string actual = describe(*tree, sample.text);
    const std::filesystem::path golden = sample.path.string() + ".golden";
    if (updates) std::ofstream(golden, std::ios::binary) << actual;
    CHECK(actual == read_whole(golden));
  }
  for (const LanguageInfo& info : languages()) {
    CAPTURE(info.id);
    CHECK(info.has_grammar == seen.contains(info.id));
  }
}
