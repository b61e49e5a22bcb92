// Errors, texts and stops of the C ABI.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/version.hpp"
#include "handles.hpp"

namespace codeweaver::c {
namespace {

/// Used if there is no memory for another error; freeing it does nothing.
cw_error& out_of_memory() noexcept {
  static cw_error error{{ErrorCategory::kIo, "OUT_OF_MEMORY", "Out of memory", "", ""},
                        "Out of memory"};
  return error;
}

}  // namespace

cw_error* error_of(Error error) noexcept {
  try {
    if (error.code == "OUT_OF_MEMORY") return &out_of_memory();
    auto message = error.message();
    return new cw_error{std::move(error), std::move(message)};
  } catch (...) {
    return &out_of_memory();
  }
}

}  // namespace codeweaver::c

extern "C" {

uint32_t cw_abi_version(void) {
  return CW_ABI_VERSION;
}

const char* cw_version(void) {
  static const std::string version(codeweaver::kVersion);
  return version.c_str();
}

cw_category cw_error_category(const cw_error* error) {
  return static_cast<cw_category>(error->error.category);
}

const char* cw_error_code(const cw_error* error) {
  return error->error.code.c_str();
}

const char* cw_error_cause(const cw_error* error) {
  return error->error.cause.c_str();
}

const char* cw_error_context(const cw_error* error) {
  return error->error.context.c_str();
}

const char* cw_error_action(const cw_error* error) {
  return error->error.action.c_str();
}

const char* cw_error_message(const cw_error* error) {
  return error->message.c_str();
}

void cw_error_free(cw_error* error) {
  if (error != &codeweaver::c::out_of_memory()) delete error;
}

const char* cw_text_data(const cw_text* text) {
  return text->text.c_str();
}

size_t cw_text_size(const cw_text* text) {
  return text->text.size();
}

void cw_text_free(cw_text* text) {
  delete text;
}

cw_stop* cw_stop_new(void) {
  try {
    return new cw_stop;
  } catch (...) {
    return nullptr;
  }
}

void cw_stop_request(cw_stop* stop) {
  stop->source.request_stop();
}

void cw_stop_free(cw_stop* stop) {
  delete stop;
}

}  // extern "C"
