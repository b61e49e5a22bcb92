// CODEWEAVER_API: what follows is shown by the shared library.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_EXPORT_HPP_
#define CODEWEAVER_EXPORT_HPP_

/// Written behind the name of a namespace. CODEWEAVER_SHARED is set where the library is compiled,
/// and in programs that link the shared one, by its CMake target or pkg-config file. An archive
/// stays hidden in what it is linked into.
#if defined(CODEWEAVER_SHARED) && defined(__GNUC__)
#define CODEWEAVER_API __attribute__((visibility("default")))
#else
#define CODEWEAVER_API
#endif

#endif  // CODEWEAVER_EXPORT_HPP_
