// GivenSearchOptions: reads and applies search options.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/given_search_options.hpp"

#include <algorithm>
#include <utility>

namespace codeweaver::json {
namespace {

template <class T>
Misfit read_as(const Value& value, OptionValue& out) {
  return read(value, out.emplace<T>());
}

}  // namespace

Misfit read(const SearchOption& option, const Value& value, OptionValue& out) {
  switch (option.type) {
    case OptionType::kText:
    case OptionType::kChoice:
      return read_as<std::string>(value, out);
    case OptionType::kTexts:
      return read_as<std::vector<std::string>>(value, out);
    case OptionType::kCount:
      return read_as<std::uint64_t>(value, out);
    case OptionType::kNumber:
      return read_as<double>(value, out);
    case OptionType::kFlag:
      return read_as<bool>(value, out);
  }
  return {};
}

Misfit GivenSearchOptions::give(const SearchOption& option, OptionValue value) {
  const auto* name = std::get_if<std::string>(&value);
  if (option.type == OptionType::kChoice && name != nullptr && name->empty()) return std::nullopt;
  if (auto misfit = check_option(option, value)) return misfit;
  std::erase_if(values_, [&](const auto& known) { return known.first == &option; });
  values_.emplace_back(&option, std::move(value));
  return std::nullopt;
}

void GivenSearchOptions::read(MemberReader& reader, OptionPlace place) {
  const auto take = [&](const SearchOption& option, std::string_view key, const Value& member) {
    if (member.is_null()) return;
    OptionValue value;
    auto misfit = json::read(option, member, value);
    if (!misfit) misfit = give(option, std::move(value));
    if (misfit) reader.note(key, *misfit);
  };
  for (const auto& option : search_option_table()) {
    if (!option.is_on(place)) continue;
    Value member;
    if (!option.old_name.empty()) {
      reader.old_name(option.old_name, member);
      take(option, option.old_name, member);
      member = Value();
    }
    reader.nullable(option.name, member);
    take(option, option.name, member);
  }
}

Result<GivenSearch> given_search(SearchOptions base, std::vector<NamedValue> values) {
  GivenSearchOptions given;
  for (NamedValue& one : values)
    if (const auto misfit = given.give(*one.option, std::move(one.value)))
      return option_error(*one.option, one.name, *misfit);
  return GivenSearch{given.apply_to(std::move(base)), given.queries()};
}

const OptionValue* GivenSearchOptions::find(std::string_view name) const {
  const auto found =
      std::ranges::find_if(values_, [&](const auto& known) { return known.first->name == name; });
  return found == values_.end() ? nullptr : &found->second;
}

std::vector<std::string> GivenSearchOptions::queries() const {
  const auto* given = find("queries");
  return given != nullptr ? std::get<std::vector<std::string>>(*given) : std::vector<std::string>();
}

SearchOptions GivenSearchOptions::apply_to(SearchOptions options) const {
  for (const auto& [option, value] : values_)
    if (option->store != nullptr) option->store(options, value);
  return options;
}

}  // namespace codeweaver::json
