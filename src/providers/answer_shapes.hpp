// Requests for answers and their reply streams, in the format of each service.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/answer_model.hpp"
#include "codeweaver/remote_models.hpp"
#include "json/value.hpp"
#include "net/message_lines.hpp"
#include "net/service_client.hpp"

namespace codeweaver::providers {

/// A request for a streamed answer.
net::Call answer_call(const RemoteModel& model, const AnswerPrompt& prompt,
                      std::size_t token_limit);

/// Reads the reply stream of a service. Not thread-safe.
class AnswerStream {
 public:
  /// `take_text` receives the pieces of the text. It must outlive this object.
  AnswerStream(std::string_view provider, const TakeText& take_text);

  /// False: the stream has ended or failed.
  bool add(std::string_view piece) { return lines_.add(piece); }
  /// Call it at the end of the stream.
  void finish() { lines_.finish(); }

  /// Whether the service reported the end of the answer.
  bool has_ended() const noexcept { return has_ended_; }
  /// Whether `take_text` stopped the stream.
  bool is_unwanted() const noexcept { return is_unwanted_; }
  /// Whether the answer reached the token limit.
  bool is_cut() const noexcept { return is_cut_; }
  /// An error message from the service, or a description of invalid data.
  const std::optional<std::string>& fault() const noexcept { return fault_; }

 private:
  bool take(std::string_view data);
  void tell(std::string_view text);
  void take_anthropic(const json::Value& data);
  void take_openai(const json::Value& data);
  void take_ollama(const json::Value& data);

  std::string_view provider_;
  const TakeText& take_text_;
  net::EventReader events_;
  net::LineSplitter lines_;
  bool has_ended_ = false, is_cut_ = false, is_unwanted_ = false;
  std::optional<std::string> fault_{};
};

}  // namespace codeweaver::providers
