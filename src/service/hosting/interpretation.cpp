// The line that tells a user how a query with exact parts was read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/interpretation.hpp"

#include <algorithm>

#include "base/counted.hpp"
#include "codeweaver/query_parser.hpp"

namespace codeweaver::service {
namespace {

bool asks_for_uses(const QueryPart& part) {
  return part.kind == QueryPart::Kind::kReference || part.kind == QueryPart::Kind::kReferenceOf ||
         std::ranges::any_of(part.parts, asks_for_uses);
}

}  // namespace

std::string interpretation_of(const FindCodeResponseSummary& answer) {
  if (answer.interpreted_query.empty()) return {};
  auto out = "Interpreted as " + answer.interpreted_query + "; its exact parts match " +
             base::counted(answer.exact_files, "file");
  const auto query = parse_query(answer.interpreted_query);
  if (query && query->exact && asks_for_uses(*query->exact))
    out += "; uses are found by name, not resolved";
  return out;
}

}  // namespace codeweaver::service
