// A record of tab-separated lines: language, inputs, bytes, CPU seconds, faults, "asan", refusals.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "fuzz/table.hpp"

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string_view>

namespace codeweaver::fuzz {

namespace {

std::string cell(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.1f", value);
  return buffer;
}

constexpr std::string_view kSanitized = "asan";  // a run under sanitizers

void add(const Tally& run, Tally& sum) {
  sum.inputs += run.inputs;
  sum.bytes += run.bytes;
  sum.cpu_seconds += run.cpu_seconds;
  sum.sanitized_seconds += run.sanitized_seconds;
  sum.faults += run.faults;
  for (const auto& [code, count] : run.refusals) sum.refusals[code] += count;
}

void add_line(const std::string& line, std::map<std::string, Tally>& all) {
  std::istringstream in(line);
  std::string language, word;
  Tally run;
  if (!(in >> language >> run.inputs >> run.bytes >> run.cpu_seconds >> run.faults)) return;
  while (in >> word) {
    const std::size_t at = word.find('=');
    if (word == kSanitized) run.sanitized_seconds = run.cpu_seconds;
    if (at != std::string::npos)
      run.refusals[word.substr(0, at)] += std::stoull(word.substr(at + 1));
  }
  add(run, all[language]);
}

std::string row(const std::string& name, const Tally& tally) {
  std::string refusals;
  for (const auto& [code, count] : tally.refusals)
    refusals += (refusals.empty() ? "" : ", ") + code + ' ' + std::to_string(count);
  return "| " + name + " | " + std::to_string(tally.inputs) + " | " + cell(tally.cpu_seconds) +
         " | " + cell(tally.sanitized_seconds) + " | " + std::to_string(tally.faults) + " | " +
         refusals + " |\n";
}

}  // namespace

bool append_to_record(const std::string& path, const std::string& language, const Tally& tally) {
  std::ofstream out(path, std::ios::app);
  out << language << '\t' << tally.inputs << '\t' << tally.bytes << '\t' << cell(tally.cpu_seconds)
      << '\t' << tally.faults;
  if (tally.sanitized_seconds > 0) out << '\t' << kSanitized;
  for (const auto& [code, count] : tally.refusals) out << '\t' << code << '=' << count;
  out << '\n';
  return out.good();
}

std::string table_of_record(const std::string& path) {
  std::map<std::string, Tally> all;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) add_line(line, all);
  std::string out =
      "| Grammar | Inputs | CPU seconds | of them under sanitizers | Found | Without a tree |\n"
      "|---|---|---|---|---|---|\n";
  Tally sum;
  for (const auto& [language, tally] : all) {
    out += row(language, tally);
    add(tally, sum);
  }
  out += row("all", sum);
  return out;
}

}  // namespace codeweaver::fuzz
