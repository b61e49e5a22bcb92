// A copy of a function of GCC 12's libstdc++, so that the module also runs with that of GCC 11.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <condition_variable>

#if defined(__GLIBCXX__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12

namespace std {

// As in libstdc++, where it became noexcept under the version GLIBCXX_3.4.30.
void condition_variable::wait(unique_lock<mutex>& lock) noexcept {
  _M_cond.wait(*lock.mutex());
}

}  // namespace std

#endif
