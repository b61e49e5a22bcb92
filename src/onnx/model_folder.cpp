// ModelFolder: reads the files of sentence-transformers and Optimum.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "onnx/model_folder.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "json/members.hpp"

namespace codeweaver::onnx {
namespace {

constexpr std::uint64_t kMostTokenizerFile = 256U << 20, kMostConfigFile = 16U << 20;
constexpr std::int64_t kUnlimitedTokens = 1'000'000;  // larger limits mean no limit
constexpr char kFolderContext[] = "reading an ONNX model folder";

using Paths = std::vector<std::filesystem::path>;

Paths models_in(const std::filesystem::path& folder) {
  Paths out;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == ".onnx") out.push_back(entry.path());
  std::ranges::sort(out);
  return out;
}

Error no_model(const std::filesystem::path& folder, const Paths& several) {
  if (several.empty())
    return {ErrorCategory::kNotFound, error_code::kPathNotFound,
            folder.string() + " has no model.onnx and no onnx/model.onnx", kFolderContext,
            "Check the path. The folder must contain model.onnx and tokenizer.json."};
  std::string names;
  for (const auto& file : several)
    names += (names.empty() ? "" : ", ") + file.lexically_relative(folder).string();
  return {ErrorCategory::kInvalidArgument, "MODEL_AMBIGUOUS",
          folder.string() + " has several models, and none is named model.onnx: " + names,
          kFolderContext, "Give the path of the file instead of the folder."};
}

/// model.onnx, or else the only model, in the folder or in its subfolder onnx.
Result<std::filesystem::path> model_file(const std::filesystem::path& path) {
  if (path.extension() == ".onnx") return path;
  Paths all;
  for (const auto& folder : {path, path / "onnx"}) {
    const auto models = models_in(folder);
    const auto usual = std::ranges::find(models, folder / "model.onnx");
    if (usual != models.end()) return *usual;
    all.insert(all.end(), models.begin(), models.end());
  }
  if (all.size() == 1) return all.front();
  return no_model(path, all);
}

/// The folder with tokenizer.json: that of the model, or its parent if that is named onnx.
std::filesystem::path folder_of(const std::filesystem::path& file) {
  const auto beside = std::filesystem::absolute(file).lexically_normal().parent_path();
  std::error_code ignored;
  return std::filesystem::exists(beside / "tokenizer.json", ignored) || beside.filename() != "onnx"
             ? beside
             : beside.parent_path();
}

/// Hashes the model and the files with its weights, whose names begin with the model's name.
Result<void> add_model(const std::filesystem::path& file, base::Hasher128& hash) {
  Paths parts;
  std::error_code error;
  const auto name = file.filename().string();
  const auto folder = std::filesystem::absolute(file).parent_path();
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().filename().string().starts_with(name)) parts.push_back(entry.path());
  std::ranges::sort(parts);
  if (parts.empty()) parts.push_back(file);  // opening it reports the error
  for (const auto& part : parts) {
    CODEWEAVER_ASSIGN(const auto map, base::MappedFile::open(part));
    hash.add(map.bytes());
  }
  return {};
}

/// The optional configuration files of a model, and the hash of their contents.
class Configs {
 public:
  Configs(std::filesystem::path folder, base::Hasher128& hash)
      : folder_(std::move(folder)), hash_(hash) {}

  /// Null: no such file. Errors: kCorruption "MODEL_CORRUPT".
  Result<json::Value> read(const char* name) {
    std::error_code ignored;
    if (!std::filesystem::exists(folder_ / name, ignored)) return json::Value();
    CODEWEAVER_ASSIGN(const auto text, base::read_file(folder_ / name, kMostConfigFile));
    hash_.add(name);
    hash_.add(text);
    auto value = json::parse(text);
    if (value) return value;
    return Error{ErrorCategory::kCorruption, "MODEL_CORRUPT",
                 (folder_ / name).string() + " is not readable: " + value.error().cause,
                 kFolderContext, "Restore the file, or use another model."};
  }

 private:
  std::filesystem::path folder_;
  base::Hasher128& hash_;
};

/// An integer above 0. nullopt: another value, or one that means no limit.
std::optional<std::int64_t> limit_in(const json::Value& config, std::string_view key) {
  const auto* number = json::integer_in(config, key);
  if (number == nullptr || *number < 1 || *number > kUnlimitedTokens) return std::nullopt;
  return *number;
}

/// The usable positions of a model. RoBERTa and its relatives leave out the first ones.
std::optional<std::int64_t> positions_of(const json::Value& config) {
  auto out = limit_in(config, "max_position_embeddings");
  const auto* text = json::text_in(config, "model_type");
  const bool is_roberta = text != nullptr && (text->find("roberta") != std::string::npos ||
                                              *text == "camembert" || *text == "mpnet");
  if (out && is_roberta) {
    const auto* number = json::integer_in(config, "pad_token_id");
    out = std::max<std::int64_t>(1, *out - (number == nullptr ? 1 : *number) - 1);
  }
  return out;
}

Result<void> read_limits(Configs& configs, ModelFolder& out) {
  CODEWEAVER_ASSIGN(const auto config, configs.read("config.json"));
  CODEWEAVER_ASSIGN(const auto sentence, configs.read("sentence_bert_config.json"));
  CODEWEAVER_ASSIGN(const auto tokenizer, configs.read("tokenizer_config.json"));
  auto most = limit_in(sentence, "max_seq_length");
  if (!most) most = limit_in(tokenizer, "model_max_length");
  if (const auto positions = positions_of(config))
    most = most ? std::min(*most, *positions) : *positions;
  if (most) out.most_tokens = static_cast<std::size_t>(*most);
  return {};
}

Result<void> read_pooling(Configs& configs, ModelFolder& out) {
  CODEWEAVER_ASSIGN(const auto config, configs.read("1_Pooling/config.json"));
  static constexpr std::pair<const char*, Pooling> kModes[] = {
      {"pooling_mode_mean_tokens", Pooling::kMean},
      {"pooling_mode_cls_token", Pooling::kCls},
      {"pooling_mode_max_tokens", Pooling::kMax},
      {"pooling_mode_lasttoken", Pooling::kLast}};
  const auto* const members = config.if_object();
  if (members == nullptr) return {};
  std::size_t count = 0;
  for (const auto& [key, value] : *members) {
    const auto* const is_on = value.if_bool();
    if (!key.starts_with("pooling_mode_") || is_on == nullptr || !*is_on) continue;
    ++count;
    for (const auto& [mode, pooling] : kModes)
      if (key == mode) out.pooling = pooling;
  }
  if (count == 0 || (count == 1 && out.pooling)) return {};
  return Error{ErrorCategory::kUnsupported, "MODEL_NOT_SUPPORTED",
               "model '" + out.file.string() +
                   "' uses a pooling, or a combination of poolings, that is not supported",
               kFolderContext, "Use a model with mean, cls, max or last-token pooling."};
}

/// Detects layers after the pooling. Normalize does not count, because vectors are normalised here.
Result<void> read_layers(Configs& configs, ModelFolder& out) {
  CODEWEAVER_ASSIGN(const auto modules, configs.read("modules.json"));
  const auto* const list = modules.if_array();
  for (std::size_t i = 2; list != nullptr && i < list->size(); ++i) {
    const auto* const text = json::text_in((*list)[i], "type");
    if (text == nullptr || !text->ends_with("Normalize")) out.has_more_layers = true;
  }
  return {};
}

Result<void> read_prompts(Configs& configs, ModelFolder& out) {
  CODEWEAVER_ASSIGN(const auto config, configs.read("config_sentence_transformers.json"));
  const auto* const prompts = config.find("prompts");
  const auto prompt = [&](const char* name) {
    const auto* const text = json::text_in(prompts, name);
    return text == nullptr ? std::string() : *text;
  };
  out.query_prompt = prompt("query");
  for (const auto* name : {"document", "passage", "corpus"})
    if (out.document_prompt.empty()) out.document_prompt = prompt(name);
  return {};
}

}  // namespace

Result<ModelFolder> ModelFolder::read(const std::filesystem::path& path) {
  CODEWEAVER_ASSIGN(auto file, model_file(path));
  const auto folder = folder_of(file);
  base::Hasher128 hash;
  CODEWEAVER_TRY(add_model(file, hash));
  CODEWEAVER_ASSIGN(const auto json,
                    base::read_file(folder / "tokenizer.json", kMostTokenizerFile));
  hash.add(json);
  CODEWEAVER_ASSIGN(auto tokenizer, tokens::Tokenizer::parse(json, folder.string()));
  ModelFolder out{.file = std::move(file), .name = {}, .tokenizer = std::move(tokenizer)};
  Configs configs(folder, hash);
  CODEWEAVER_TRY(read_limits(configs, out));
  CODEWEAVER_TRY(read_pooling(configs, out));
  CODEWEAVER_TRY(read_layers(configs, out));
  CODEWEAVER_TRY(read_prompts(configs, out));
  out.name = folder.filename().string() + '-' + hash.value().hex().substr(0, 12);
  return out;
}

}  // namespace codeweaver::onnx
