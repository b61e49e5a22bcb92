// Intent evaluation: how often intent and kind of labelled queries are recognised correctly.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/intent_evaluation.hpp"

#include <algorithm>
#include <string_view>

#include "codeweaver/detail/query_kind.hpp"
#include "codeweaver/intent_classifier.hpp"
#include "evaluate/json_lines.hpp"
#include "json/member_reader.hpp"

namespace codeweaver::bench {
namespace {

constexpr std::string_view kNoIntent = "none";

double ratio(std::size_t part, std::size_t whole) noexcept {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::vector<std::string> intent_names() {
  std::vector<std::string> names(kIntentTypeNames.begin(), kIntentTypeNames.end());
  names.emplace_back(kNoIntent);
  return names;
}

std::vector<std::string> kind_names() {
  return {text::kQueryKindNames.begin(), text::kQueryKindNames.end()};
}

bool is_one_of(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::optional<evaluate::LineFault> read_query(const json::Value& value, LabelledQuery& query) {
  json::MemberReader reader(value, "query");
  reader.required("query", query.text);
  reader.required("intent", query.intent);
  reader.required("kind", query.kind);
  reader.optional("split", query.split);
  if (auto read = reader.finish(true); !read)
    return evaluate::LineFault{read.error().cause, "Give query, intent and kind as texts."};
  if (!is_one_of(intent_names(), query.intent))
    return evaluate::LineFault{"intent '" + query.intent + "' is unknown",
                               "Use the name of an intent, or none."};
  if (!is_one_of(kind_names(), query.kind))
    return evaluate::LineFault{"kind '" + query.kind + "' is unknown",
                               "Use natural, symbol, snippet or stack_trace."};
  return std::nullopt;
}

Confusion empty_confusion(const std::vector<std::string>& names) {
  Confusion confusion;
  for (const std::string& name : names) confusion.classes.push_back({name, 0, 0, 0});
  confusion.counts.assign(names.size(), std::vector<std::size_t>(names.size(), 0));
  return confusion;
}

void count(Confusion& confusion, std::string_view label, std::string_view prediction) {
  const auto index = [&](std::string_view name) {
    return static_cast<std::size_t>(
        std::find_if(confusion.classes.begin(), confusion.classes.end(),
                     [&](const ClassScore& score) { return score.name == name; }) -
        confusion.classes.begin());
  };
  const std::size_t row = index(label), column = index(prediction);
  ++confusion.counts[row][column];
  ++confusion.classes[row].labelled;
  ++confusion.classes[column].predicted;
  if (row == column) ++confusion.classes[row].correct;
}

json::Value to_json(const Confusion& confusion) {
  json::Array classes;
  for (std::size_t row = 0; row < confusion.classes.size(); ++row) {
    const ClassScore& score = confusion.classes[row];
    json::Value predicted = json::Object{};
    for (std::size_t column = 0; column < confusion.classes.size(); ++column)
      predicted.set(confusion.classes[column].name, confusion.counts[row][column]);
    classes.push_back(json::Object{{"name", score.name},
                                   {"queries", score.labelled},
                                   {"precision", score.precision()},
                                   {"recall", score.recall()},
                                   {"f1", score.f1()},
                                   {"predicted", std::move(predicted)}});
  }
  return json::Object{{"accuracy", confusion.accuracy()},
                      {"macro_f1", confusion.macro_f1()},
                      {"classes", std::move(classes)}};
}

}  // namespace

double ClassScore::precision() const noexcept {
  return ratio(correct, predicted);
}
double ClassScore::recall() const noexcept {
  return ratio(correct, labelled);
}
double ClassScore::f1() const noexcept {
  return ratio(2 * correct, predicted + labelled);
}

double Confusion::accuracy() const noexcept {
  std::size_t correct = 0, all = 0;
  for (const ClassScore& score : classes) correct += score.correct, all += score.labelled;
  return ratio(correct, all);
}

double Confusion::macro_f1() const noexcept {
  double sum = 0;
  std::size_t present = 0;
  for (const ClassScore& score : classes) {
    if (score.labelled + score.predicted == 0) continue;
    sum += score.f1();
    ++present;
  }
  return present == 0 ? 0 : sum / static_cast<double>(present);
}

Result<std::vector<LabelledQuery>> read_labelled_queries(const std::filesystem::path& file,
                                                         const std::string& split) {
  std::vector<LabelledQuery> queries;
  auto done = evaluate::read_json_lines(file, "INVALID_QUERY",
                                        [&](const json::Value& value, const std::string&) {
                                          LabelledQuery query;
                                          auto fault = read_query(value, query);
                                          if (!fault && (split.empty() || query.split == split))
                                            queries.push_back(std::move(query));
                                          return fault;
                                        });
  if (!done) return done.error();
  if (queries.empty())
    return Error{ErrorCategory::kNotFound, "NO_QUERIES",
                 "No query of " + file.string() + " is selected", "choosing queries",
                 "Check the file and the split."};
  return queries;
}

IntentReport evaluate_intents(std::span<const LabelledQuery> queries) {
  const IntentClassifier classifier;
  IntentReport report{queries.size(), empty_confusion(intent_names()),
                      empty_confusion(kind_names())};
  for (const LabelledQuery& query : queries) {
    const auto intent = classifier.classify(query.text);
    count(report.intents, query.intent, intent ? to_string(intent->intent_type) : kNoIntent);
    count(report.kinds, query.kind, to_string(text::query_kind(query.text)));
  }
  return report;
}

json::Value to_json(const IntentReport& report) {
  return json::Object{{"queries", report.queries},
                      {"intents", to_json(report.intents)},
                      {"kinds", to_json(report.kinds)}};
}

}  // namespace codeweaver::bench
