// Entry point shared by every doctest suite.
// SPDX-License-Identifier: MIT OR Apache-2.0
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
