// CODEWEAVER_API: exports the symbols of a namespace from the shared library.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_EXPORT_HPP_
#define CODEWEAVER_EXPORT_HPP_

/// Goes after the name of a namespace. CODEWEAVER_SHARED is defined when the library is compiled.
/// The CMake target and the pkg-config file of the shared library define it for programs. In a
/// program that links the static library, the symbols stay hidden.
#if defined(CODEWEAVER_SHARED) && defined(__GNUC__)
#define CODEWEAVER_API __attribute__((visibility("default")))
#else
#define CODEWEAVER_API
#endif

#endif  // CODEWEAVER_EXPORT_HPP_
