// Built-in names, by families of languages.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/builtin_names.hpp"

#include <algorithm>

namespace codeweaver::syntax {
namespace {

/// Words separated by blanks, with blanks at both ends.
struct BuiltinNames {
  std::string_view languages, names;
};

constexpr BuiltinNames kBuiltinNames[] = {
    {" c cpp objc ",
     " alignof auto bool byte char const_cast constexpr decltype defined double dynamic_cast float "
     "int int8_t int16_t int32_t int64_t long noexcept nullptr ptrdiff_t reinterpret_cast short "
     "signed size_t sizeof ssize_t static_assert static_cast std string string_view typeid "
     "typename "
     "uint8_t uint16_t uint32_t uint64_t uintptr_t unsigned void wchar_t "},
    {" csharp java kotlin scala dart groovy ",
     " Any Boolean Byte Char Double Float Int Integer List Long Map Object Set Short String Unit "
     "Void bool boolean byte char decimal double dynamic float int long nameof object short sizeof "
     "string super this typeof uint ulong ushort var void "},
    {" javascript typescript tsx vue svelte astro ",
     " Array Boolean Error Map Number Object Partial Promise Readonly Record Set String Symbol any "
     "bigint boolean never null number object require string super symbol undefined unknown void "},
    {" go ",
     " any append bool byte cap clear close complex64 complex128 copy delete error float32 float64 "
     "int int8 int16 int32 int64 len make max min new nil panic print println recover rune string "
     "uint uint8 uint16 uint32 uint64 uintptr "},
    {" rust ",
     " Box Default Err From Into None Ok Option Result Self Some String Vec as_ref as_str assert "
     "assert_eq bool char clone collect default f32 f64 format i8 i16 i32 i64 i128 into into_iter "
     "is_empty isize iter iter_mut len map new panic println self std str super to_owned to_string "
     "u8 u16 u32 u64 u128 unwrap usize vec "},
    {" python starlark cython gdscript ",
     " Any Dict List Optional Tuple Union abs all any bool bytes callable dict enumerate filter "
     "float format frozenset getattr hasattr hash int isinstance issubclass iter len list map max "
     "min next object open print property range repr reversed round set setattr sorted "
     "staticmethod "
     "str sum super tuple type zip "},
    {" ruby crystal ",
     " attr_accessor attr_reader attr_writer each extend freeze include include? is_a? lambda map "
     "new nil? private proc puts raise require require_relative respond_to? super to_s to_sym "},
    {" php ",
     " array bool callable count empty float int isset mixed null object parent self static string "
     "strlen unset void "},
    {" swift ",
     " Any Array Bool Dictionary Double Float Int Optional Result Self String Void init self "
     "super "},
};

bool is_word_of(std::string_view words, std::string_view word) noexcept {
  if (word.empty() || word.find(' ') != std::string_view::npos) return false;
  for (auto at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1))
    if (at > 0 && words[at - 1] == ' ' && words[at + word.size()] == ' ') return true;
  return false;
}

}  // namespace

bool is_builtin_name(std::string_view language, std::string_view name) noexcept {
  return std::ranges::any_of(kBuiltinNames, [&](const BuiltinNames& family) {
    return is_word_of(family.languages, language) && is_word_of(family.names, name);
  });
}

}  // namespace codeweaver::syntax
