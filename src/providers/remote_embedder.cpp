// Splits texts into batches, and converts replies to rows of norm 1.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "providers/remote_embedder.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/text/token_count.hpp"

namespace codeweaver::providers {
namespace {

/// Searches allow 3 s, but loading a model may take longer once.
constexpr std::chrono::milliseconds kQueryPatience{10'000};
/// If a shorter text is refused, its length is not the reason.
constexpr std::size_t kShortestTextBytes = 256;

/// The beginning of a text, cut between characters.
std::string_view beginning(std::string_view text, std::size_t bytes) {
  if (bytes >= text.size()) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80) --bytes;
  return text.substr(0, bytes);
}

/// Copies a row with norm 1. A row of zeros stays unchanged. False: a value is not finite.
bool copy_normalised(const std::vector<float>& row, std::span<float> out) {
  double square = 0;
  for (const float x : row) square += static_cast<double>(x) * static_cast<double>(x);
  if (!std::isfinite(square)) return false;
  const double factor = square > 0 ? 1 / std::sqrt(square) : 0;
  std::ranges::transform(row, out.begin(), [&](float x) {
    return static_cast<float>(static_cast<double>(x) * factor);
  });
  return true;
}

}  // namespace

RemoteEmbedder::RemoteEmbedder(RemoteModel model, std::unique_ptr<net::ServiceClient> client)
    : model_(std::move(model)),
      known_(known_model(model_.provider, model_.model)),
      client_(std::move(client)) {
  info_.provider = model_.provider;
  info_.model = model_.model;
  info_.is_remote = true;
  info_.dimension = model_.dimension != 0            ? model_.dimension
                    : model_.expected_dimension != 0 ? model_.expected_dimension
                                                     : known_.dimension;
}

Result<std::shared_ptr<const Embedder>> RemoteEmbedder::create(const RemoteModel& model,
                                                               const Means& means,
                                                               const CallContext& context) {
  CODEWEAVER_ASSIGN(auto whole, completed(model, Role::kEmbedder));
  CODEWEAVER_ASSIGN(auto client, make_client(whole, Role::kEmbedder, means));
  std::shared_ptr<RemoteEmbedder> made(new RemoteEmbedder(std::move(whole), std::move(client)));
  if (made->info_.dimension == 0) CODEWEAVER_TRY(made->learn_dimension(context));
  return std::shared_ptr<const Embedder>(std::move(made));
}

Result<void> RemoteEmbedder::learn_dimension(const CallContext& context) {
  constexpr std::string_view kText = "dimension";
  auto call = embedding_call(model_, std::span(&kText, 1), TextKind::kDocument);
  call.operation = "determining the dimension of its vectors";
  call.context = context;
  call.patience = kQueryPatience;
  call.is_repeated = false;
  CODEWEAVER_ASSIGN(const auto reply, client_->send(call));
  if (reply.status < 200 || reply.status >= 300)
    return model_refusal(*client_, model_, call, reply);
  CODEWEAVER_ASSIGN(const auto rows, read_embeddings(*client_, model_, call, 1, reply));
  info_.dimension = rows.front().size();
  return {};
}

std::string RemoteEmbedder::seen(std::string_view text, TextKind kind) const {
  if (known_.text_tokens != 0) {
    const auto tokens = text::count_tokens(text);
    if (tokens > known_.text_tokens)
      text = beginning(text, text.size() * known_.text_tokens / tokens);
  }
  const auto prefix = kind == TextKind::kQuery ? known_.query_prefix : known_.document_prefix;
  return std::string(prefix).append(text);
}

Result<void> RemoteEmbedder::embed_documents(std::span<const std::string_view> texts,
                                             std::span<float> out,
                                             const CallContext& context) const {
  CODEWEAVER_TRY(check_output(info_, texts, out));
  std::vector<std::string> sent;
  for (const auto text : texts) sent.push_back(seen(text, TextKind::kDocument));
  const std::vector<std::string_view> views(sent.begin(), sent.end());
  for (std::size_t first = 0; first < views.size();) {
    std::size_t count = 0, tokens = 0;
    while (first + count < views.size() && count < most_texts(model_)) {
      tokens += text::count_tokens(views[first + count]);
      if (count > 0 && tokens > known_.request_tokens) break;
      ++count;
    }
    CODEWEAVER_TRY(embed_batch(std::span(views).subspan(first, count), TextKind::kDocument,
                               out.subspan(first * info_.dimension, count * info_.dimension),
                               context));
    first += count;
  }
  return {};
}

Result<void> RemoteEmbedder::embed_query(std::string_view text, std::span<float> out,
                                         const CallContext& context) const {
  const auto sent = seen(text, TextKind::kQuery);
  const std::string_view view = sent;
  return embed_batch(std::span(&view, 1), TextKind::kQuery, out, context);
}

Result<void> RemoteEmbedder::embed_batch(std::span<const std::string_view> texts, TextKind kind,
                                         std::span<float> out, const CallContext& context) const {
  auto call = embedding_call(model_, texts, kind);
  call.context = context;
  if (kind == TextKind::kQuery) {
    call.patience = kQueryPatience;
    call.is_repeated = false;  // a user is waiting
  }
  CODEWEAVER_ASSIGN(const auto reply, client_->send(call));
  if (reply.status < 200 || reply.status >= 300) {
    const auto refused = model_refusal(*client_, model_, call, reply);
    return is_too_large(reply) ? embed_in_halves(texts, call, kind, out, refused) : refused;
  }
  CODEWEAVER_ASSIGN(const auto rows, read_embeddings(*client_, model_, call, texts.size(), reply));
  return take_rows(call, rows, out);
}

Result<void> RemoteEmbedder::embed_in_halves(std::span<const std::string_view> texts,
                                             const net::Call& call, TextKind kind,
                                             std::span<float> out, const Error& refused) const {
  if (texts.size() == 1) {
    const auto half = beginning(texts[0], texts[0].size() / 2);
    if (half.size() < kShortestTextBytes) return refused;
    return embed_batch(std::span(&half, 1), kind, out, call.context);
  }
  const auto half = texts.size() / 2;
  CODEWEAVER_TRY(
      embed_batch(texts.first(half), kind, out.first(half * info_.dimension), call.context));
  return embed_batch(texts.subspan(half), kind, out.subspan(half * info_.dimension), call.context);
}

Result<void> RemoteEmbedder::take_rows(const net::Call& call,
                                       const std::vector<std::vector<float>>& rows,
                                       std::span<float> out) const {
  const auto dimension = info_.dimension;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].size() != dimension)
      return Error{ErrorCategory::kInvalidArgument,
                   "DIMENSION_MISMATCH",
                   "Model '" + model_.model + "' of the " + client_->options().name + " at " +
                       client_->url().origin() + " returns vectors of " +
                       std::to_string(rows[i].size()) + " numbers instead of " +
                       std::to_string(dimension),
                   call.operation,
                   "The model behind this name changed, or embedding.dimension is wrong. "
                   "Set the former model, or rebuild the index",
                   RemedyKind::kRebuild};
    if (!copy_normalised(rows[i], out.subspan(i * dimension, dimension)))
      return client_->invalid_reply(call, "a value that is not a finite number");
  }
  return {};
}

}  // namespace codeweaver::providers

namespace codeweaver::inline v0_1 {

Result<std::shared_ptr<const Embedder>> make_remote_embedder(const RemoteModel& model,
                                                             const CallContext& call) {
  CODEWEAVER_ASSIGN(const auto means, providers::real_means(model));
  return providers::RemoteEmbedder::create(model, means, call);
}

}  // namespace codeweaver::inline v0_1
