// Tests of transformer folders: parsed settings, names of models, and rejected folders.
// integration/test_onnx_models.py compares the outputs with ONNX Runtime's Python module.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "onnx/model_folder.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/temporary_folder.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/onnx_models.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/sparse_encoder.hpp"

namespace codeweaver::onnx {
namespace {

/// A folder with a tokenizer and bytes in place of a model.
class Folder {
 public:
  Folder() {
    std::filesystem::create_directories(path());
    std::filesystem::copy(
        std::filesystem::path(CODEWEAVER_TEST_DATA) / "tokenizers" / "uncased.json",
        path() / "tokenizer.json");
    write("model.onnx", "weights");
  }

  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path() / name).parent_path());
    std::ofstream(path() / name, std::ios::binary) << text;
  }
  std::filesystem::path path() const { return holder_ / "tiny"; }
  ModelFolder read() const {
    auto made = ModelFolder::read(path());
    if (!made) FAIL(made.error().message());
    return *std::move(made);
  }
  Error refusal() const {
    const auto made = ModelFolder::read(path());
    REQUIRE_FALSE(made);
    return made.error();
  }

 private:
  test::TemporaryFolder holder_;
};

}  // namespace

TEST_CASE("model folder: the most tokens are those of the model, and fewer where the folder says") {
  const Folder folder;
  CHECK(folder.read().most_tokens == 512);
  folder.write("config.json", R"({"model_type": "bert", "max_position_embeddings": 256})");
  CHECK(folder.read().most_tokens == 256);
  folder.write("tokenizer_config.json", R"({"model_max_length": 1000000000000000019884624838656})");
  CHECK(folder.read().most_tokens == 256);
  folder.write("tokenizer_config.json", R"({"model_max_length": 200})");
  CHECK(folder.read().most_tokens == 200);
  folder.write("sentence_bert_config.json", R"({"max_seq_length": 128})");
  CHECK(folder.read().most_tokens == 128);
  folder.write("sentence_bert_config.json", R"({"max_seq_length": 4096})");
  CHECK(folder.read().most_tokens == 256);  // there are no more positions
  folder.write("config.json", R"({"model_type": "xlm-roberta", "max_position_embeddings": 514,
                                  "pad_token_id": 1})");
  CHECK(folder.read().most_tokens == 512);
}

TEST_CASE("model folder: pooling, prompts and layers are those that it names") {
  const Folder folder;
  const auto plain = folder.read();
  CHECK_FALSE(plain.pooling);
  CHECK(plain.query_prompt.empty());
  CHECK_FALSE(plain.has_more_layers);
  folder.write("1_Pooling/config.json", R"({"word_embedding_dimension": 16,
      "pooling_mode_cls_token": false, "pooling_mode_lasttoken": true})");
  folder.write("config_sentence_transformers.json",
               R"({"prompts": {"query": "find: ", "passage": "text: "}})");
  folder.write("modules.json", R"([{"type": "a.Transformer"}, {"type": "a.Pooling"},
                                   {"type": "sentence_transformers.models.Normalize"}])");
  const auto described = folder.read();
  CHECK(described.pooling == Pooling::kLast);
  CHECK(described.query_prompt == "find: ");
  CHECK(described.document_prompt == "text: ");
  CHECK_FALSE(described.has_more_layers);
  folder.write("modules.json", R"([{"type": "T"}, {"type": "P"}, {"type": "a.Dense"}])");
  CHECK(folder.read().has_more_layers);
  folder.write("1_Pooling/config.json",
               R"({"pooling_mode_cls_token": true, "pooling_mode_max_tokens": true})");
  CHECK(folder.refusal().code == "MODEL_NOT_SUPPORTED");
  folder.write("1_Pooling/config.json", R"({"pooling_mode_weightedmean_tokens": true})");
  CHECK(folder.refusal().code == "MODEL_NOT_SUPPORTED");
  folder.write("1_Pooling/config.json", "{");
  CHECK(folder.refusal().code == "MODEL_CORRUPT");
}

TEST_CASE("model folder: its name tells it from any other, and from itself with a file changed") {
  const Folder folder;
  const auto name = folder.read().name;
  CHECK(name.starts_with("tiny-"));
  CHECK(folder.read().name == name);
  folder.write("README.md", "says nothing of the model");
  CHECK(folder.read().name == name);
  for (const auto& [file, text] : {std::pair{"model.onnx", "weighty"},
                                   {"model.onnx_data", "more"},
                                   {"config.json", "{}"},
                                   {"config_sentence_transformers.json", "{}"}}) {
    CAPTURE(file);
    const auto before = folder.read().name;
    folder.write(file, text);
    CHECK(folder.read().name != before);
  }
}

TEST_CASE("model folder: the model is the one of the usual name, or the only one") {
  const Folder folder;
  folder.write("onnx/model_quantized.onnx", "smaller");
  CHECK(folder.read().file == folder.path() / "model.onnx");
  std::filesystem::remove(folder.path() / "model.onnx");
  CHECK(folder.read().file == folder.path() / "onnx" / "model_quantized.onnx");
  folder.write("onnx/model_O3.onnx", "faster");
  const auto several = folder.refusal();
  CHECK(several.code == "MODEL_AMBIGUOUS");
  CHECK(several.cause.find("onnx/model_O3.onnx, onnx/model_quantized.onnx") != std::string::npos);
  const auto named = ModelFolder::read(folder.path() / "onnx" / "model_O3.onnx");
  REQUIRE(named);
  CHECK(named->name.starts_with("tiny-"));
  std::filesystem::remove_all(folder.path() / "onnx");
  CHECK(folder.refusal().category == ErrorCategory::kNotFound);
  CHECK(ModelFolder::read(folder.path() / "none.onnx").error().category ==
        ErrorCategory::kNotFound);
}

TEST_CASE("onnx models: without the library none is made, and the error says how to get it") {
  const Folder folder;
  const OnnxModel model{.path = folder.path(), .library = folder.path() / "libonnxruntime.so"};
  for (const auto& error : {make_onnx_embedder(model).error(), make_onnx_reranker(model).error(),
                            make_onnx_sparse_encoder(model).error()}) {
    CHECK(error.code == "ONNX_RUNTIME_NOT_FOUND");
    CHECK(error.category == ErrorCategory::kUnsupported);
    CHECK(error.cause.find(model.library.string()) != std::string::npos);
    CHECK(error.action.find("onnx.library") != std::string::npos);
  }
}

}  // namespace codeweaver::onnx
