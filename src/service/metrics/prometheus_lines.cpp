// PrometheusLines: writes lines of name, labels and value.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/metrics/prometheus_lines.hpp"

#include "json/integer.hpp"
#include "json/writer.hpp"

namespace codeweaver::service {
namespace {

void append_label(std::string& out, std::string_view name, std::string_view value) {
  out += out.back() == '{' ? "" : ",";
  out += std::string(name) + "=\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  out += '"';
}

}  // namespace

void PrometheusLines::head(std::string_view name, std::string_view kind, std::string_view help) {
  text_ += "# HELP " + std::string(name) + ' ' + std::string(help) + '\n';
  text_ += "# TYPE " + std::string(name) + ' ' + std::string(kind) + '\n';
}

void PrometheusLines::line(std::string_view name, std::string_view suffix, double number,
                           Labels labels, std::string_view bound) {
  text_ += std::string(name) + std::string(suffix);
  if (labels.size() > 0 || !bound.empty()) {
    text_ += '{';
    for (const auto& [key, value] : labels) append_label(text_, key, value);
    if (!bound.empty()) append_label(text_, "le", bound);
    text_ += '}';
  }
  const auto whole = json::as_integer(number);
  text_ += ' ' + (whole ? std::to_string(*whole) : json::dump(number)) + '\n';
}

void PrometheusLines::value(std::string_view name, double number, Labels labels) {
  line(name, "", number, labels);
}

void PrometheusLines::single(std::string_view name, std::string_view kind, std::string_view help,
                             double number) {
  head(name, kind, help);
  value(name, number);
}

void PrometheusLines::summary(std::string_view name, std::string_view help,
                              const RecentValues& values) {
  const auto spread = values.spread();
  head(name, "summary", help);
  value(name, spread.p50, {{"quantile", "0.5"}});
  value(name, spread.p95, {{"quantile", "0.95"}});
  value(name, spread.p99, {{"quantile", "0.99"}});
  line(name, "_sum", values.sum(), {});
  line(name, "_count", static_cast<double>(values.count()), {});
}

void PrometheusLines::histogram(std::string_view name, const Histogram& values, Labels labels) {
  for (std::size_t i = 0; i < Histogram::kBounds.size(); ++i)
    line(name, "_bucket", static_cast<double>(values.up_to(i)), labels,
         json::dump(Histogram::kBounds[i]));
  line(name, "_bucket", static_cast<double>(values.count()), labels, "+Inf");
  line(name, "_sum", values.sum(), labels);
  line(name, "_count", static_cast<double>(values.count()), labels);
}

}  // namespace codeweaver::service
