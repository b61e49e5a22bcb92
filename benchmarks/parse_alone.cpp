// Parses files in parallel and counts those that gave a tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "parse_alone.hpp"

#include <vector>

#include "base/thread_pool.hpp"
#include "corpus/text_file.hpp"
#include "harness.hpp"
#include "syntax/language.hpp"
#include "syntax/parser.hpp"
#include "syntax/shape.hpp"

namespace codeweaver::bench {

bool parse_alone(std::string_view text, std::string_view language) {
  const auto index = syntax::find_language(language);
  const auto* rules = index ? syntax::rules_of(*index) : nullptr;
  const syntax::ParseLimits limits;
  if (rules == nullptr || !syntax::check_shape(text, limits, !rules->is_prose)) return false;
  return syntax::BudgetedParser(limits.budget).parse(text, *rules) != nullptr;
}

ParseTime parse_alone(const Corpus& corpus, std::size_t workers) {
  constexpr std::size_t kWindow = 64;
  std::vector<std::uint64_t> parsed(corpus.files.size());
  ParseTime out;
  const Stopwatch watch;
  base::ordered_parallel(
      corpus.files.size(), workers, kWindow,
      [&](std::size_t i, std::size_t) {
        const auto& file = corpus.files[i];
        const auto text = corpus::read_text(file.absolute_path);
        if (text && parse_alone(*text, file.language)) parsed[i] = text->size();
      },
      [&](std::size_t i) {
        out.files += parsed[i] > 0 ? 1 : 0;
        out.bytes += parsed[i];
      });
  out.wall = watch.wall();
  out.cpu = watch.cpu();
  return out;
}

}  // namespace codeweaver::bench
