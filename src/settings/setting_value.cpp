// Reads, checks and prints values of settings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "settings/setting_value.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <thread>
#include <type_traits>
#include <utility>

#include "base/ascii.hpp"
#include "base/json_text.hpp"
#include "base/utf8.hpp"
#include "settings/toml_file.hpp"

namespace codeweaver::settings {
namespace {

template <class T>
constexpr bool kIsUnusable = std::is_same_v<T, UnusableValue>;

/// Returns a pointer that must only be read: the table has only accessors for writing.
Field field_of(const Key& key, const Settings& settings) {
  return key.field(const_cast<Settings&>(settings));
}

/// Calls `take` with each part between commas, without spaces around it; empty parts are skipped.
template <class Take>
void split_at_commas(std::string_view text, Take take) {
  while (!text.empty()) {
    const auto comma = std::min(text.find(','), text.size());
    if (const auto part = base::trimmed(text.substr(0, comma)); !part.empty()) take(part);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
}

template <class Number>
std::optional<Number> whole_number(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<bool> read_bool(std::string_view text) {
  for (const std::string_view word : {"true", "yes", "on", "1"})
    if (text == word) return true;
  for (const std::string_view word : {"false", "no", "off", "0"})
    if (text == word) return false;
  return std::nullopt;
}

TextList read_list(std::string_view text) {
  TextList list;
  split_at_commas(text, [&](std::string_view part) { list.emplace_back(part); });
  return list;
}

/// Reads "a=b,c=d"; nullopt: a part has no '='.
std::optional<TextMap> read_map(std::string_view text) {
  TextMap map;
  bool is_map = true;
  split_at_commas(text, [&](std::string_view part) {
    const auto equals = part.find('=');
    if (equals == std::string_view::npos)
      is_map = false;
    else
      map[std::string(base::trimmed(part.substr(0, equals)))] =
          base::trimmed(part.substr(equals + 1));
  });
  return is_map ? std::optional(map) : std::nullopt;
}

const Choice* find_choice(const Key& key, std::string_view text) {
  const auto found = std::ranges::find(key.choices, text, &Choice::name);
  return found == key.choices.end() ? nullptr : &*found;
}

/// The place of a value in the choices of its key.
std::size_t choice_place(const Key& key, std::uint8_t value) {
  return static_cast<std::size_t>(std::ranges::find(key.choices, value, &Choice::value) -
                                  key.choices.begin());
}

bool in_range(const Key& key, double number) {
  return number >= key.min && number <= key.max;
}

/// Replaces other names of a value by ours.
std::string canonical_text(const Key& key, const std::string& text) {
  return key.name.ends_with(".provider") && text == "voyageai" ? "voyage" : text;
}

std::string number_text(double number) {
  if (!std::isfinite(number)) return std::isnan(number) ? "nan" : "inf";
  std::string text;
  base::append_json_number(text, number);
  return text;
}

std::string quoted_text(std::string_view text) {
  std::string out;
  base::append_json_string(out, text);  // basic strings of TOML have the same escapes
  return out;
}

std::string text_of(bool value) {
  return value ? "true" : "false";
}
std::string text_of(std::int64_t value) {
  return std::to_string(value);
}
std::string text_of(std::uint64_t value) {
  return std::to_string(value);
}
std::string text_of(double value) {
  return number_text(value);
}
std::string text_of(const std::string& value) {
  return quoted_text(value);
}
std::string text_of(const TextList& list) {
  std::string text = "[";
  for (const std::string& item : list) text += (text.size() > 1 ? ", " : "") + quoted_text(item);
  return text + "]";
}
std::string text_of(const TextMap& map) {
  std::string text = "{";
  for (const auto& [name, value] : map)
    text += (text.size() > 1 ? ", " : "") + quoted_text(name) + " = " + quoted_text(value);
  return text + "}";
}

std::string_view kind_of(bool) {
  return "boolean";
}
std::string_view kind_of(std::int64_t) {
  return "integer";
}
std::string_view kind_of(std::uint64_t) {
  return "integer";
}
std::string_view kind_of(double) {
  return "number";
}
std::string_view kind_of(const std::string&) {
  return "text";
}
std::string_view kind_of(std::uint8_t) {
  return "text";
}
std::string_view kind_of(const TextList&) {
  return "list of texts";
}
std::string_view kind_of(const TextMap&) {
  return "table of texts";
}

bool is_within(std::string_view text, char open, char close) {
  return text.size() >= 2 && text.front() == open && text.back() == close;
}

/// Reads a list, table or text in the form of value_text(), with brackets or quotes; nullopt: the
/// text has another form.
std::optional<GivenValue> read_shown(const Field& field, std::string_view text) {
  if (std::holds_alternative<TextList*>(field) && is_within(text, '[', ']'))
    return read_toml_value(text);
  if (std::holds_alternative<TextMap*>(field) && is_within(text, '{', '}'))
    return read_toml_value(text);
  const bool is_text =
      std::holds_alternative<std::string*>(field) || std::holds_alternative<std::uint8_t*>(field);
  if (!is_text || (!is_within(text, '"', '"') && !is_within(text, '\'', '\''))) return std::nullopt;
  auto value = read_toml_value(text);  // a command may also begin and end with a quoted word
  return std::holds_alternative<std::string>(value) ? std::optional(std::move(value))
                                                    : std::nullopt;
}

/// Replaces control characters and Unicode line breaks by escapes.
std::string in_one_line(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> kEscapes[] = {
      {"\n", "\\n"},
      {"\r", "\\r"},
      {"\t", "\\t"},
      {"\xC2\x85", "\\u0085"},
      {"\xE2\x80\xA8", "\\u2028"},
      {"\xE2\x80\xA9", "\\u2029"}};
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  while (!text.empty()) {
    const auto* const found = std::ranges::find_if(
        kEscapes, [&](const auto& escape) { return text.starts_with(escape.first); });
    const auto byte = static_cast<unsigned char>(text.front());
    if (found != std::end(kEscapes)) {
      out += found->second;
      text.remove_prefix(found->first.size());
      continue;
    }
    if (byte < 0x20 || byte == 0x7F)
      ((out += "\\u00") += kDigits[byte >> 4]) += kDigits[byte & 15];
    else
      out += text.front();
    text.remove_prefix(1);
  }
  return out;
}

/// Returns a limit as a number; a looser limit is a larger number. `zero`: the meaning of 0.
double looseness(const Key& key, const Settings& settings, double zero) {
  const Field field = field_of(key, settings);
  if (auto* const* chosen = std::get_if<std::uint8_t*>(&field))
    return static_cast<double>(choice_place(key, **chosen));
  auto* const* number = std::get_if<std::uint64_t*>(&field);
  const double value = number != nullptr ? static_cast<double>(**number) : 0;
  if (value == 0) return zero == kOneACore ? std::thread::hardware_concurrency() : zero;
  return key.has(kAtLeast) ? -value : value;
}

}  // namespace

bool loosens(const Key& key, const GivenValue& value, const Settings& settings) {
  if (!key.has(kAtMost) && !key.has(kAtLeast)) return false;
  Settings changed = settings;
  if (!store_value(key, value, changed) || changed == settings) return false;
  // Replacing a number by 0 removes the limit, whatever 0 means on this machine.
  return looseness(key, changed, key.zero == 0 ? 0 : kNoLimit) > looseness(key, settings, key.zero);
}

GivenValue read_text(const Key& key, std::string_view text) {
  Settings scratch;
  const Field field = key.field(scratch);
  const std::string_view plain = base::trimmed(text);
  if (auto shown = read_shown(field, plain)) return *std::move(shown);
  if (std::holds_alternative<bool*>(field)) {
    if (const auto value = read_bool(plain)) return *value;
  } else if (std::holds_alternative<std::uint64_t*>(field)) {
    if (const auto value = whole_number<std::int64_t>(plain)) return *value;
  } else if (std::holds_alternative<double*>(field)) {
    if (const auto value = whole_number<double>(plain)) return *value;
  } else if (std::holds_alternative<TextList*>(field)) {
    return read_list(text);
  } else if (std::holds_alternative<TextMap*>(field)) {
    if (auto value = read_map(text)) return *std::move(value);
  }
  return std::string(text);
}

bool store_value(const Key& key, const GivenValue& value, Settings& settings) {
  const Field field = key.field(settings);
  if (auto* const* number = std::get_if<std::uint64_t*>(&field)) {
    const auto* given = std::get_if<std::int64_t>(&value);
    if (given == nullptr || !in_range(key, static_cast<double>(*given))) return false;
    **number = static_cast<std::uint64_t>(*given);
    return true;
  }
  if (auto* const* number = std::get_if<double*>(&field)) {
    const auto* integer = std::get_if<std::int64_t>(&value);
    const auto* given = std::get_if<double>(&value);
    if (integer == nullptr && given == nullptr) return false;
    const double candidate = given != nullptr ? *given : static_cast<double>(*integer);
    if (!in_range(key, candidate)) return false;
    **number = candidate;
    return true;
  }
  if (auto* const* text = std::get_if<std::string*>(&field)) {
    const auto* given = std::get_if<std::string>(&value);
    if (given == nullptr) return false;
    if (!key.choices.empty() && find_choice(key, *given) == nullptr) return false;
    **text = canonical_text(key, *given);
    return true;
  }
  if (auto* const* chosen = std::get_if<std::uint8_t*>(&field)) {
    const auto* given = std::get_if<std::string>(&value);
    const auto* const choice = given == nullptr ? nullptr : find_choice(key, *given);
    if (choice != nullptr) **chosen = choice->value;
    return choice != nullptr;
  }
  const auto store_equal = [&]<class T>(T* target) {
    const auto* given = std::get_if<T>(&value);
    if (given != nullptr) *target = *given;
    return given != nullptr;
  };
  if (auto* const* claim = std::get_if<bool*>(&field)) return store_equal(*claim);
  if (auto* const* list = std::get_if<TextList*>(&field)) return store_equal(*list);
  return store_equal(std::get<TextMap*>(field));
}

Error invalid_value(std::string_view name, const Key& key, const GivenValue& value,
                    std::string context) {
  return {ErrorCategory::kInvalidArgument, "INVALID_SETTING",
          std::string(name) + " is " + describe_value(value) + "; allowed: " + describe_type(key),
          std::move(context), "Correct the value."};
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kShownBytes = 120;
  if (text.size() <= kShownBytes) return in_one_line(text);
  return in_one_line(base::utf8_prefix(text, kShownBytes)) + "...";
}

std::string describe_value(const GivenValue& value) {
  return std::visit(
      [](const auto& given) -> std::string {
        if constexpr (kIsUnusable<std::decay_t<decltype(given)>>)
          return given.description;
        else
          return shortened(text_of(given)) + " (" + std::string(kind_of(given)) + ")";
      },
      value);
}

std::string describe_type(const Key& key) {
  const Settings defaults;
  const Field field = field_of(key, defaults);
  std::string text(std::visit([](const auto* value) { return kind_of(*value); }, field));
  if (!key.choices.empty()) {
    text = "one of ";
    for (const Choice& choice : key.choices)
      text.append(&choice == &key.choices.front() ? "" : ", ").append(choice.name);
    return text;
  }
  const bool is_integer = std::holds_alternative<std::uint64_t*>(field);
  if (!is_integer && !std::holds_alternative<double*>(field)) return text;
  const auto bound = [&](double number) {
    return is_integer ? std::to_string(static_cast<std::uint64_t>(number)) : number_text(number);
  };
  return text + " from " + bound(key.min) + " to " + bound(key.max);
}

std::string value_text(const Key& key, const Settings& settings) {
  const Field field = field_of(key, settings);
  return std::visit(
      [&]<class T>(const T* value) {
        if constexpr (std::is_same_v<T, std::uint8_t>)
          return quoted_text(key.choices[choice_place(key, *value)].name);
        else
          return text_of(*value);
      },
      field);
}

}  // namespace codeweaver::settings
