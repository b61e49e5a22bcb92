// Calls of parts of a C program; converts their failures to errors.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "given_parts.hpp"

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/log_line.hpp"
#include "handles.hpp"

namespace codeweaver::c {
namespace {

class GivenEmbedder : public Embedder {
 public:
  explicit GivenEmbedder(const cw_embedder& given) : given_(given) {
    const std::string_view name = given.name != nullptr ? given.name : "";
    const auto slash = name.find('/');
    info_.provider = slash == std::string_view::npos ? "c" : std::string(name.substr(0, slash));
    info_.model = slash == std::string_view::npos ? name : name.substr(slash + 1);
    info_.dimension = given.dimension;
  }
  GivenEmbedder(const GivenEmbedder&) = delete;
  GivenEmbedder& operator=(const GivenEmbedder&) = delete;
  ~GivenEmbedder() override {
    if (given_.release != nullptr) given_.release(given_.context);
  }

  const EmbedderInfo& info() const noexcept override { return info_; }
  Result<void> embed_documents(std::span<const std::string_view> texts,
                               std::span<float> out) const override {
    return embed(texts, false, out);
  }
  Result<void> embed_query(std::string_view text, std::span<float> out) const override {
    return embed(std::span(&text, 1), true, out);
  }

 private:
  Result<void> embed(std::span<const std::string_view> texts, bool is_query,
                     std::span<float> out) const {
    if (out.size() != texts.size() * info_.dimension)
      return invalid("The output has " + std::to_string(out.size()) + " numbers, expected " +
                         std::to_string(texts.size() * info_.dimension),
                     "embedding texts");
    std::vector<const char*> starts;
    std::vector<std::size_t> lengths;
    for (const auto text : texts) {
      starts.push_back(text.data() != nullptr ? text.data() : "");
      lengths.push_back(text.size());
    }
    const int code = given_.embed(starts.data(), lengths.data(), texts.size(), is_query ? 1 : 0,
                                  out.data(), given_.context);
    if (code == 0) return {};
    return Error{ErrorCategory::kUnavailable, "EMBEDDER_FAILED",
                 "The embedder " + info_.provider + '/' + info_.model + " returned the code " +
                     std::to_string(code),
                 "embedding texts", "Fix the embedder."};
  }

  cw_embedder given_;
  EmbedderInfo info_;
};

class GivenLogger : public Logger {
 public:
  GivenLogger(cw_log_callback callback, void* context) : callback_(callback), context_(context) {}
  bool accepts(LogLevel) const noexcept override { return true; }
  void log(const LogRecord& record) override {
    auto line = base::log_line(record, std::chrono::system_clock::now(), LogFormat::kJson);
    while (line.ends_with('\n')) line.pop_back();
    callback_(static_cast<cw_log_level>(record.level), line.c_str(), context_);
  }

 private:
  cw_log_callback callback_;
  void* context_;
};

}  // namespace

Result<std::shared_ptr<const Embedder>> given_embedder(const cw_embedder& given) {
  auto embedder = std::make_shared<const GivenEmbedder>(given);  // releases the context
  if (given.embed == nullptr || given.dimension == 0 || embedder->info().model.empty())
    return invalid("cw_embedder has no model, no dimension or no function",
                   "taking the caller's embedder");
  return std::shared_ptr<const Embedder>(std::move(embedder));
}

std::shared_ptr<Logger> given_logger(cw_log_callback callback, void* context) {
  return std::make_shared<GivenLogger>(callback, context);
}

}  // namespace codeweaver::c
