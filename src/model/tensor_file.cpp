// The safetensors format: a length, a JSON header, the bytes of all tensors.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/tensor_file.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/try.hpp"
#include "json/members.hpp"
#include "json/value.hpp"

namespace codeweaver::model {
namespace {

constexpr std::size_t kMostHeaderBytes = 100U << 20;  // limit of the format

Error damaged(const std::string& origin, const std::string& what) {
  return {ErrorCategory::kCorruption, "MODEL_CORRUPT", "model '" + origin + "' " + what,
          "reading tensors", "Restore the file, or use another one"};
}

std::size_t bytes_a_number(std::string_view type) {
  if (type == "F64" || type == "I64") return 8;
  if (type == "F32" || type == "I32") return 4;
  if (type == "F16" || type == "BF16" || type == "I16") return 2;
  return type == "I8" || type == "U8" ? 1 : 0;
}

template <class Number>
Number read(const char* from) {
  Number out;
  std::memcpy(&out, from, sizeof out);
  return out;
}

/// IEEE 754 half precision.
float half(std::uint16_t bits) {
  const float sign = (bits & 0x8000U) != 0 ? -1.0F : 1.0F;
  const int exponent = (bits >> 10) & 31;
  const auto fraction = static_cast<float>(bits & 1023U);
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  if (exponent == 31) return fraction == 0 ? sign * INFINITY : NAN;
  return sign * std::ldexp(1024.0F + fraction, exponent - 25);
}

float number_at(const char* from, std::string_view type) {
  if (type == "F32") return read<float>(from);
  if (type == "F64") return static_cast<float>(read<double>(from));
  if (type == "F16") return half(read<std::uint16_t>(from));
  if (type == "BF16")
    return std::bit_cast<float>(static_cast<std::uint32_t>(read<std::uint16_t>(from)) << 16U);
  if (type == "I64") return static_cast<float>(read<std::int64_t>(from));
  if (type == "I32") return static_cast<float>(read<std::int32_t>(from));
  if (type == "I16") return static_cast<float>(read<std::int16_t>(from));
  if (type == "U8") return static_cast<float>(read<std::uint8_t>(from));
  return static_cast<float>(read<std::int8_t>(from));
}

/// False: not a tensor within `data`.
bool read_tensor(const json::Value& from, std::string_view data, TensorFile::Tensor& out) {
  const auto* type = json::text_in(from, "dtype");
  const auto *shape = json::list_in(from, "shape"), *offsets = json::list_in(from, "data_offsets");
  if (type == nullptr || shape == nullptr || offsets == nullptr || offsets->size() != 2)
    return false;
  out.type = *type;
  std::size_t count = 1;
  for (const auto& one : *shape) {
    const auto* size = one.if_integer();
    if (size == nullptr || *size < 0 ||
        (*size > 0 && count > (std::size_t{1} << 40U) / static_cast<std::size_t>(*size)))
      return false;
    out.shape.push_back(static_cast<std::size_t>(*size));
    count *= out.shape.back();
  }
  const auto *begin = offsets->front().if_integer(), *end = offsets->back().if_integer();
  if (begin == nullptr || end == nullptr || *begin < 0 || *end < *begin ||
      static_cast<std::size_t>(*end) > data.size())
    return false;
  out.bytes =
      data.substr(static_cast<std::size_t>(*begin), static_cast<std::size_t>(*end - *begin));
  const auto width = bytes_a_number(out.type);
  return width == 0 || out.bytes.size() == count * width;
}

}  // namespace

std::size_t TensorFile::Tensor::count() const noexcept {
  std::size_t out = 1;
  for (const auto size : shape) out *= size;
  return out;
}

Result<TensorFile> TensorFile::open(const std::filesystem::path& path) {
  TensorFile out;
  out.origin_ = path.string();
  CODEWEAVER_ASSIGN(out.map_, base::MappedFile::open(path));
  const auto bytes = out.map_.bytes();
  if (bytes.size() < 8) return damaged(out.origin_, "is not a safetensors file");
  const auto length = read<std::uint64_t>(bytes.data());
  if (length > kMostHeaderBytes || length > bytes.size() - 8)
    return damaged(out.origin_, "is truncated or not a safetensors file");
  const auto header = json::parse(bytes.substr(8, static_cast<std::size_t>(length)));
  if (!header || !header->is_object()) return damaged(out.origin_, "has an invalid header");
  const auto data = bytes.substr(8 + static_cast<std::size_t>(length));
  for (const auto& [name, value] : *header->if_object()) {
    if (name == "__metadata__") continue;
    Tensor tensor;
    if (!read_tensor(value, data, tensor))
      return damaged(out.origin_, "has a tensor '" + name + "' outside of the file");
    out.tensors_.emplace(name, std::move(tensor));
  }
  return out;
}

const TensorFile::Tensor* TensorFile::find(std::string_view name) const noexcept {
  const auto found = tensors_.find(name);
  return found == tensors_.end() ? nullptr : &found->second;
}

Result<std::vector<float>> TensorFile::floats(const Tensor& tensor) const {
  const auto width = bytes_a_number(tensor.type);
  if (width == 0) return damaged(origin_, "has numbers of the unsupported type " + tensor.type);
  std::vector<float> out(tensor.count());
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = number_at(tensor.bytes.data() + i * width, tensor.type);
  return out;
}

}  // namespace codeweaver::model
