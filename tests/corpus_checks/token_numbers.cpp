// Prints the tokens of texts; tests compare them with the reference tokenizers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <cstdlib>
#include <iostream>
#include <string>

#include "base/file.hpp"
#include "json/value.hpp"
#include "json/writer.hpp"
#include "tokens/tokenizer.hpp"

/// token_numbers TOKENIZER_JSON MOST: each line of standard input is a list of one text or of two;
/// each line of standard output a list of two, their tokens and of which text each is.
int main(int count, char** given) {
  if (count != 3) return 2;
  using codeweaver::json::Array;
  const auto file = codeweaver::base::read_file(given[1], 1U << 28);
  if (!file) return 2;
  const auto tokenizer = codeweaver::tokens::Tokenizer::parse(*file, given[1]);
  if (!tokenizer) {
    std::cerr << tokenizer.error().message() << '\n';
    return 1;
  }
  const auto most = static_cast<std::size_t>(std::atoll(given[2]));
  for (std::string line; std::getline(std::cin, line);) {
    const auto texts = codeweaver::json::parse(line);
    const auto* list = texts ? texts->if_array() : nullptr;
    if (list == nullptr || list->empty()) return 2;
    const auto text = [&](std::size_t i) { return *(*list)[i].if_string(); };
    const auto made = list->size() == 1 ? tokenizer->encode(text(0), most)
                                        : tokenizer->encode(text(0), text(1), most);
    Array ids(made.ids.begin(), made.ids.end()), types(made.types.begin(), made.types.end());
    std::cout << codeweaver::json::dump(Array{std::move(ids), std::move(types)}) << '\n';
  }
}
