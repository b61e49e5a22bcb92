// A record of tab-separated lines: language, inputs, bytes, CPU seconds, faults, refusals.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "fuzz/table.hpp"

#include <cstdio>
#include <fstream>
#include <sstream>

namespace codeweaver::fuzz {

namespace {

std::string cell(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.1f", value);
  return buffer;
}

void add_line(const std::string& line, std::map<std::string, Tally>& all) {
  std::istringstream in(line);
  std::string language, refusal;
  Tally run;
  if (!(in >> language >> run.inputs >> run.bytes >> run.cpu_seconds >> run.faults)) return;
  Tally& sum = all[language];
  sum.inputs += run.inputs;
  sum.bytes += run.bytes;
  sum.cpu_seconds += run.cpu_seconds;
  sum.faults += run.faults;
  while (in >> refusal) {
    const std::size_t at = refusal.find('=');
    if (at != std::string::npos)
      sum.refusals[refusal.substr(0, at)] += std::stoull(refusal.substr(at + 1));
  }
}

}  // namespace

bool append_to_record(const std::string& path, const std::string& language, const Tally& tally) {
  std::ofstream out(path, std::ios::app);
  out << language << '\t' << tally.inputs << '\t' << tally.bytes << '\t' << cell(tally.cpu_seconds)
      << '\t' << tally.faults;
  for (const auto& [code, count] : tally.refusals) out << '\t' << code << '=' << count;
  out << '\n';
  return out.good();
}

std::string table_of_record(const std::string& path) {
  std::map<std::string, Tally> all;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) add_line(line, all);
  std::string out =
      "| Grammar | Inputs | CPU seconds | Found | Without a tree |\n"
      "|---|---|---|---|---|\n";
  for (const auto& [language, tally] : all) {
    out += "| " + language + " | " + std::to_string(tally.inputs) + " | " +
           cell(tally.cpu_seconds) + " | " + std::to_string(tally.faults) + " | ";
    std::string refusals;
    for (const auto& [code, count] : tally.refusals)
      refusals += (refusals.empty() ? "" : ", ") + code + ' ' + std::to_string(count);
    out += refusals + " |\n";
  }
  return out;
}

}  // namespace codeweaver::fuzz
