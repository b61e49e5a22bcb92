// codeweaver index --estimate: the cost of the vectors of an index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/commands/embedding_estimate.hpp"

#include <iomanip>

#include "cli/render/print_json.hpp"
#include "codeweaver/embedder.hpp"
#include "settings/options.hpp"
#include "settings/providers.hpp"

namespace codeweaver::cli {
namespace {

constexpr double kMillionTokens = 1e6;

json::Value estimate_json(const EmbeddingEstimate& estimate, const std::string& model,
                          std::optional<double> price) {
  json::Value out = json::Object{{"model", model},
                                 {"files", estimate.files},
                                 {"chunks", estimate.chunks},
                                 {"tokens", estimate.tokens},
                                 {"requests", estimate.requests},
                                 {"kept_chunks", estimate.kept_chunks}};
  if (price) out.set("price", *price);
  return out;
}

void print_estimate(const EmbeddingEstimate& estimate, const std::string& model, bool is_remote,
                    std::optional<double> price, const Streams& streams) {
  auto& out = streams.out;
  if (!is_remote) {
    out << printable(model) << " is local: nothing would be sent ("
        << counted(estimate.chunks, "chunk") << " of " << counted(estimate.files, "file") << ").\n";
    return;
  }
  out << counted(estimate.chunks, "chunk") << " of " << counted(estimate.files, "file")
      << " would be sent to " << printable(model) << ": about " << counted(estimate.tokens, "token")
      << " in " << counted(estimate.requests, "request") << ".\n";
  if (estimate.kept_chunks > 0)
    out << "The index already has the vectors of " << counted(estimate.kept_chunks, "more chunk")
        << ".\n";
  if (price)
    out << "Price: about " << std::fixed << std::setprecision(2) << *price << std::defaultfloat
        << " (from embedding.price_per_million_tokens).\n";
  out << "Nothing was sent.\n";
}

}  // namespace

int print_embedding_estimate(Session& session, const Project& project, OutputFormat format,
                             std::stop_token stop) {
  const auto effective = session.load_settings(project);
  if (!effective) return session.fail(effective.error());
  if (const auto checked = settings::check_providers(*effective); !checked)
    return session.fail(checked.error());
  const auto& settings = effective->settings;
  const auto embedder = session.opener()->embedder(settings, project.state_dir, nullptr, stop);
  if (!embedder) return session.fail(embedder.error());
  const auto estimate = estimate_embedding(project, settings::index_options(settings), **embedder,
                                           settings.embedding.batch_size, std::move(stop));
  if (!estimate) return session.fail(estimate.error());
  const auto& info = (*embedder)->info();
  const auto model = info.provider + '/' + info.model;
  std::optional<double> price;
  if (settings.embedding.price_per_million_tokens > 0)
    price = settings.embedding.price_per_million_tokens * static_cast<double>(estimate->tokens) /
            kMillionTokens;
  if (format == OutputFormat::kJson)
    print_json(session.streams(), estimate_json(*estimate, model, price));
  else
    print_estimate(*estimate, model, info.is_remote, price, session.streams());
  return kOk;
}

}  // namespace codeweaver::cli
