// Access control lists in SDDL, the text form that Windows defines for them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/windows/private_access.hpp"

#include <aclapi.h>
#include <sddl.h>

#include <array>
#include <new>

namespace codeweaver::os {
namespace {

/// The user's id in SDDL; empty: unknown.
std::wstring own_user() {
  HANDLE token = nullptr;
  if (!::OpenProcessToken(::GetCurrentProcess(), TOKEN_QUERY, &token)) return {};
  const Descriptor opened(handle_of(token));
  alignas(TOKEN_USER) std::array<char, 256> bytes{};
  DWORD size = 0;
  if (!::GetTokenInformation(token, TokenUser, bytes.data(), bytes.size(), &size)) return {};
  const auto& user = *reinterpret_cast<const TOKEN_USER*>(bytes.data());
  LPWSTR text = nullptr;
  if (!::ConvertSidToStringSidW(user.User.Sid, &text)) return {};
  std::wstring name = text;
  ::LocalFree(text);
  return name;
}

PSECURITY_DESCRIPTOR new_descriptor() noexcept {
  try {
    const auto user = own_user();
    if (user.empty()) return nullptr;
    // Protected from inherited rights. Full access, inherited by files and folders below.
    const std::wstring text = L"D:P(A;OICI;FA;;;" + user + L")(A;OICI;FA;;;SY)";
    PSECURITY_DESCRIPTOR made = nullptr;
    ::ConvertStringSecurityDescriptorToSecurityDescriptorW(text.c_str(), SDDL_REVISION_1, &made,
                                                           nullptr);
    return made;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace

SECURITY_ATTRIBUTES* for_owner_alone() noexcept {
  static SECURITY_ATTRIBUTES attributes{sizeof attributes, new_descriptor(), FALSE};
  return attributes.lpSecurityDescriptor != nullptr ? &attributes : nullptr;
}

bool keep_for_owner_alone(Handle open) noexcept {
  const auto* const attributes = for_owner_alone();
  BOOL is_there = FALSE, is_default = FALSE;
  PACL rights = nullptr;
  if (attributes == nullptr || !::GetSecurityDescriptorDacl(attributes->lpSecurityDescriptor,
                                                            &is_there, &rights, &is_default))
    return false;
  return ::SetSecurityInfo(native(open), SE_FILE_OBJECT,
                           DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION, nullptr,
                           nullptr, rights, nullptr) == ERROR_SUCCESS;
}

}  // namespace codeweaver::os
