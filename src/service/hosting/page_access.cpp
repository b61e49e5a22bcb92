// PageAccess: random codes and constant-time comparison.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/page_access.hpp"

#include <random>
#include <utility>

namespace codeweaver::service {
namespace {

constexpr std::size_t kCodeBytes = 16, kPageTokenBytes = 32;

bool is_same_secret(std::string_view given, std::string_view secret) {
  if (given.size() != secret.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < secret.size(); ++i)
    difference |= static_cast<unsigned>(static_cast<unsigned char>(given[i]) ^
                                        static_cast<unsigned char>(secret[i]));
  return difference == 0;
}

}  // namespace

std::string random_digits(std::size_t bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::random_device random;  // the kernel's
  std::string out;
  for (std::size_t i = 0; i < bytes; ++i) {
    const unsigned byte = random() & 0xFF;
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

PageAccess::PageAccess(std::string token)
    : token_(token.empty() ? random_digits(kPageTokenBytes) : std::move(token)),
      code_(random_digits(kCodeBytes)),
      end_(std::chrono::steady_clock::now() + kCodeLife) {}

void PageAccess::when_redeemed(std::function<void()> then) {
  const std::lock_guard lock(mutex_);
  when_redeemed_ = std::move(then);
}

std::optional<std::string> PageAccess::redeem(std::string_view code) {
  std::function<void()> then;
  {
    const std::lock_guard lock(mutex_);
    if (is_redeemed_ || !is_same_secret(code, code_) || std::chrono::steady_clock::now() > end_)
      return std::nullopt;
    is_redeemed_ = true;
    then = std::exchange(when_redeemed_, {});
  }
  if (then) then();
  return token_;
}

bool PageAccess::admits(std::string_view token) const {
  const std::lock_guard lock(mutex_);
  return is_redeemed_ && is_same_secret(token, token_);
}

}  // namespace codeweaver::service
