// The HTTP API: receives content pushed by other tools and reconciles it with its source.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <string>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/contract.hpp"
#include "json/body.hpp"
#include "json/line_reader.hpp"
#include "json/push_stream.hpp"
#include "json/push_types.hpp"
#include "json/reconcile_types.hpp"
#include "json/request_types.hpp"
#include "json/writer.hpp"
#include "service/api/api.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kLines = "application/x-ndjson";
constexpr json::BodyRules kLineRules{.max_depth = 64, .replaces_bad_text = false};
constexpr json::BodyRules kListRules{
    .max_depth = 64, .max_values = json::kMaxListValues, .replaces_bad_text = false};

/// Reads the body of a request piece by piece, on the calling thread.
class BodyReader {
 public:
  explicit BodyReader(http::Exchange& exchange) : exchange_(exchange) {}

  bool is_stream() const { return media_type(exchange_.request()) == kLines; }
  json::ByteSource bytes() {
    return [this](std::span<char> buffer) { return exchange_.read_body(buffer); };
  }
  /// Up to `most` bytes.
  Result<std::string> read_up_to(std::size_t most) {
    std::string text;
    std::string piece(std::size_t{64} << 10, '\0');
    while (text.size() < most) {
      const auto wanted = std::min(piece.size(), most - text.size());
      CODEWEAVER_ASSIGN(const auto got, exchange_.read_body(std::span(piece.data(), wanted)));
      if (got == 0) break;
      text.append(piece, 0, got);
    }
    return text;
  }

 private:
  http::Exchange& exchange_;
};

Result<PushReply> push(ProjectHost& host, http::Exchange& exchange, const PushEnvelope& envelope,
                       const PushSource& next) {
  CODEWEAVER_ASSIGN(const auto project, host.resolve(envelope.project, {}, call_of(exchange)));
  CODEWEAVER_ASSIGN(auto* const workspace, project->workspace());
  return workspace->push(envelope, next, call_of(exchange));
}

Result<PushReply> push_document(ProjectHost& host, http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto text, BodyReader(exchange).read_up_to(PushLimits::kBatchBytes + 1));
  CODEWEAVER_ASSIGN(auto batch, json::read_push_batch(text));
  const auto envelope = batch.envelope;
  return push(host, exchange, envelope, entries_of(std::move(batch)));
}

Result<PushReply> push_lines(ProjectHost& host, http::Exchange& exchange) {
  BodyReader body(exchange);
  CODEWEAVER_ASSIGN(auto stream, json::PushStream::open(body.bytes()));
  return push(host, exchange, stream.envelope(), [&] { return stream.next(); });
}

Result<ApiReply> take_push(ProjectHost& host, http::Exchange& exchange) {
  const auto reply =
      BodyReader(exchange).is_stream() ? push_lines(host, exchange) : push_document(host, exchange);
  if (!reply) return reply.error();
  return ApiReply{json::to_json(*reply)};
}

Result<ApiReply> reconcile(ProjectHost& host, http::Exchange& exchange, ReconcileRequest request,
                           const ManifestSource& manifest) {
  if (request.mode == ReconcileMode::kFix)
    if (auto refused = host.refuses_changes(bearer_token(exchange.request())))
      return *std::move(refused);
  CODEWEAVER_ASSIGN(const auto project, host.resolve(request.project, {}, call_of(exchange)));
  if (!request.orphans) request.orphans = project->settings().reconcile.orphan_policy;
  CODEWEAVER_ASSIGN(auto* const workspace, project->workspace());
  CODEWEAVER_ASSIGN(const auto report, workspace->reconcile(request, manifest, call_of(exchange)));
  return ApiReply{json::to_json(report)};
}

/// Yields the items of a list in order.
ManifestSource entries_of_list(const json::Array& list) {
  return [&list, at = std::size_t{0}]() mutable -> Result<std::optional<ManifestEntry>> {
    if (at == list.size()) return std::optional<ManifestEntry>{};
    auto entry = json::read_manifest_entry(list[at++]);
    if (!entry)
      return bad_request("manifest item " + std::to_string(at - 1) + ": " + entry.error().cause);
    return std::optional(std::move(*entry));
  };
}

/// A request that may contain its manifest as a list.
Result<ApiReply> reconcile_document(ProjectHost& host, http::Exchange& exchange) {
  CODEWEAVER_ASSIGN(const auto text, BodyReader(exchange).read_up_to(PushLimits::kBatchBytes + 1));
  if (text.size() > PushLimits::kBatchBytes)
    return bad_request("the request has more than " + std::to_string(PushLimits::kBatchBytes) +
                       " bytes");
  const auto document = json::parse_body(text, kListRules);
  if (!document) return bad_request(document.error().cause);
  const auto* const manifest = document->find("manifest");
  json::Object plain;
  if (!document->is_object()) return bad_request("the body is not an object");
  for (const auto& member : *document->if_object())
    if (member.key != "manifest") plain.push_back(member);
  CODEWEAVER_ASSIGN(auto request, json::read_reconcile_request(json::dump(std::move(plain))));
  if (manifest == nullptr || manifest->is_null())
    return reconcile(host, exchange, std::move(request), {});
  if (!manifest->is_array()) return bad_request("manifest is not a list");
  return reconcile(host, exchange, std::move(request), entries_of_list(*manifest->if_array()));
}

/// The first line is the request; each further line is an entry of the manifest.
Result<ApiReply> reconcile_lines(ProjectHost& host, http::Exchange& exchange) {
  using State = json::LineReader::State;
  BodyReader body(exchange);
  json::LineReader lines(body.bytes(), PushLimits::kLineBytes);
  CODEWEAVER_ASSIGN(const auto first, lines.next());
  if (first != State::kWhole)
    return bad_request(first == State::kEnd ? "the stream is empty" : "the first line is too long");
  CODEWEAVER_ASSIGN(auto request, json::read_reconcile_request(lines.line()));
  std::size_t number = 1;
  const auto next = [&]() -> Result<std::optional<ManifestEntry>> {
    CODEWEAVER_ASSIGN(const auto state, lines.next());
    ++number;
    const auto wrong = [&](const std::string& cause) {
      return bad_request("line " + std::to_string(number) + ": " + cause);
    };
    if (state == State::kEnd) return std::optional<ManifestEntry>{};
    if (state == State::kTooLong) return wrong("it is too long");
    const auto value = json::parse_body(lines.line(), kLineRules);
    if (!value) return wrong(value.error().cause);
    auto entry = json::read_manifest_entry(*value);
    if (!entry) return wrong(entry.error().cause);
    return std::optional(std::move(*entry));
  };
  return reconcile(host, exchange, std::move(request), next);
}

Result<ApiReply> take_reconcile(ProjectHost& host, http::Exchange& exchange) {
  return BodyReader(exchange).is_stream() ? reconcile_lines(host, exchange)
                                          : reconcile_document(host, exchange);
}

}  // namespace

void add_push_routes(std::vector<ApiRoute>& routes, const std::shared_ptr<ProjectHost>& host) {
  constexpr std::string_view kTag = "push";
  const auto add = [&](ApiRoute route) {
    route.streams_body = true;
    route.has_no_time_limit = true;
    routes.push_back(std::move(route));
  };
  add({"POST",
       "/api/v1/push",
       "push",
       kTag,
       "Store a batch of items from another tool: one JSON document, or any number of JSON lines.",
       {},
       {{kJsonType, "push_batch"}, {kLines, ""}},
       {{200, "The accepted and rejected items.", {{kJsonType, "push_reply"}}}},
       contract_handler([host](http::Exchange& exchange) { return take_push(*host, exchange); })});
  add({"POST",
       "/api/v1/reconcile",
       "reconcile",
       kTag,
       "Compare a namespace with its source, and repair it in mode fix. The manifest is a member "
       "of the request, or JSON lines after the request.",
       {},
       {{kJsonType, "reconcile_call"}, {kLines, ""}},
       {{200, "The differences and the repairs.", {{kJsonType, "reconcile_report"}}}},
       contract_handler(
           [host](http::Exchange& exchange) { return take_reconcile(*host, exchange); },
           contract::kReconcileFailed)});
  routes.back().changes = false;  // only mode fix changes something, and reconcile() checks that
}

}  // namespace codeweaver::service
