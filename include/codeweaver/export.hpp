// CODEWEAVER_API: exports the symbols of a namespace from the shared library.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_EXPORT_HPP_
#define CODEWEAVER_EXPORT_HPP_

/// Exports the symbols of the namespace before it, as in `inline namespace v0_1 CODEWEAVER_API`. It
/// has an effect only if CODEWEAVER_SHARED is defined. The build of the library defines that. For
/// programs that use the shared library, its CMake target and its pkg-config file define it. A
/// program that links the static library does not export these symbols.
#if defined(CODEWEAVER_SHARED) && defined(__GNUC__)
#define CODEWEAVER_API __attribute__((visibility("default")))
#else
#define CODEWEAVER_API
#endif

#endif  // CODEWEAVER_EXPORT_HPP_
