// Compiles rows of the language table into per-symbol rules.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/rules.hpp"

#include <algorithm>
#include <array>
#include <mutex>

#include "syntax/grammar.hpp"
#include "syntax/language_table.hpp"
#include "syntax/rule_problems.hpp"
#include "syntax/scanner_guard.hpp"

namespace codeweaver::syntax {

namespace {

constexpr std::array<std::pair<std::string_view, Hook>, 18> kHooks = {
    {{"elixir", Hook::kElixir},
     {"objc", Hook::kObjc},
     {"hcl", Hook::kHcl},
     {"section", Hook::kSection},
     {"stage", Hook::kStage},
     {"mlvalue", Hook::kMlValue},
     {"haskell", Hook::kHaskell},
     {"testmacro", Hook::kTestMacro},
     {"testcall", Hook::kTestCall},
     {"binding", Hook::kBinding},
     {"maker", Hook::kMaker},
     {"trait", Hook::kTrait},
     {"attribute", Hook::kAttribute},
     {"definecall", Hook::kDefineCall},
     {"constants", Hook::kConstants},
     {"rclass", Hook::kRClass},
     {"rcall", Hook::kRCall},
     {"rfields", Hook::kRFields}}};

/// Cuts `text` at the first `mark`. Returns the rest after it, or an empty view.
std::string_view cut(std::string_view& text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + mark.size());
  text = text.substr(0, at);
  return rest;
}

/// Fills one Rules from one row.
class Compiler {
 public:
  Compiler(Rules& rules, const SyntaxRules& row) : rules_(rules), row_(row) {}

  void run() {
    const std::size_t count = ts_language_symbol_count(rules_.grammar);
    rules_.symbol_flags.assign(count, 0);
    rules_.symbol_rules.resize(count);
    rules_.symbol_members.resize(count);
    rules_.symbol_calls.assign(count, -1);
    rules_.separator = row_.separator;
    rules_.import_calls = split_words(row_.import_calls);
    mark_all(row_.packages, kPackage);
    mark_all(row_.imports, kImport);
    mark_all(row_.types, kType);
    mark_all(row_.embedded, kEmbedded);
    for (const std::string_view text : split_words(row_.definitions))
      add_definition(text, rules_.symbol_rules, kDefines);
    for (const std::string_view text : split_words(row_.members))
      add_definition(text, rules_.symbol_members, kMember);
    for (const std::string_view text : split_words(row_.calls)) add_call(text);
    read_features();
    mark_by_name(count);
    rules_.body = optional_field("body");
    rules_.name = optional_field("name");
    rules_.value = optional_field("value");
    rules_.right = optional_field("right");
    rules_.rhs = optional_field("rhs");
    if (row_.features.find("receivers") != std::string_view::npos)
      rules_.receiver = field("receiver");
  }

 private:
  Symbols symbols(std::string_view type, TSSymbolType wanted = TSSymbolTypeRegular) {
    Symbols found;
    const std::uint32_t count = ts_language_symbol_count(rules_.grammar);
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto symbol = static_cast<TSSymbol>(i);
      if (ts_language_symbol_type(rules_.grammar, symbol) == wanted &&
          type == ts_language_symbol_name(rules_.grammar, symbol))
        found.push_back(symbol);
    }
    if (found.empty()) rules_.problems.push_back("no node type '" + std::string(type) + "'");
    return found;
  }

  TSFieldId optional_field(std::string_view name) const {
    return ts_language_field_id_for_name(rules_.grammar, name.data(),
                                         static_cast<std::uint32_t>(name.size()));
  }

  TSFieldId field(std::string_view name) {
    const TSFieldId id = optional_field(name);
    if (id == 0) rules_.problems.push_back("no field '" + std::string(name) + "'");
    return id;
  }

  void mark_all(std::string_view list, std::uint16_t flag) {
    for (const std::string_view type : split_words(list))
      for (const TSSymbol symbol : symbols(type)) rules_.symbol_flags[symbol] |= flag;
  }

  Step hook(std::string_view name) {
    for (const auto& [known, value] : kHooks)
      if (known == name) return {.kind = Step::Kind::kHook, .hook = value};
    rules_.problems.push_back("no hook '" + std::string(name) + "'");
    return {};
  }

  Step step(std::string_view text) {
    const std::string_view rest = text.substr(1);
    if (text == "@") return {.kind = Step::Kind::kFirst};
    if (text[0] == '#') return {.kind = Step::Kind::kChild, .symbols = symbols(rest)};
    if (text[0] == '*') return {.kind = Step::Kind::kFollow, .field = field(rest)};
    if (text[0] == '%') return hook(rest);
    if (text[0] == '~') return {.kind = Step::Kind::kConstant, .text = rest};
    return {.kind = Step::Kind::kField, .field = field(text)};
  }

  std::vector<Step> path(std::string_view text) {
    std::vector<Step> steps;
    while (!text.empty()) {
      const std::string_view rest = cut(text, "/");
      steps.push_back(step(text));
      text = rest;
    }
    return steps;
  }

  std::vector<Condition> conditions(std::string_view text) {
    std::vector<Condition> all;
    while (!text.empty()) {
      const std::string_view rest = cut(text, "&");
      all.push_back(condition(text));
      text = rest;
    }
    return all;
  }

  Condition condition(std::string_view text) {
    using enum Condition::Kind;
    if (text == "top") return {.kind = kTop};
    if (text == "body") return {.kind = Condition::Kind::kBody};
    if (text == "fn") return {.kind = kFunction};
    if (text == "val") return {.kind = kValue};
    if (text == "call") return {.kind = Condition::Kind::kCall};
    if (text == "depth2") return {.kind = kDepth2};
    if (text == "member") return {.kind = Condition::Kind::kMember};
    if (text == "and") return {.kind = kAnd};
    if (text.starts_with("=#")) return {.kind = kNamedBy, .symbols = symbols(text.substr(2))};
    const Condition::Kind kind = text[0] == '!' ? kNoChild : kChild;
    if (text[0] == '!') text.remove_prefix(1);
    if (text[0] == '#') return {.kind = kind, .symbols = symbols(text.substr(1))};
    if (text[0] == '\'' && text.size() > 2)
      return {.kind = kind,
              .symbols = symbols(text.substr(1, text.size() - 2), TSSymbolTypeAnonymous)};
    rules_.problems.push_back("no condition '" + std::string(text) + "'");
    return {};
  }

  void add_definition(std::string_view text, std::vector<std::vector<std::uint16_t>>& by_symbol,
                      std::uint16_t flag) {
    std::string_view left = text;
    const std::string_view condition_text = cut(left, "?");
    const std::string_view kind_text = left.substr(left.rfind('=') + 1);
    left = left.substr(0, left.rfind('='));
    const std::string_view path_text = cut(left, ":");
    DefinitionRule rule{.path = path(path_text),
                        .kind = find_kind(kind_text),
                        .conditions = conditions(condition_text)};
    if (rule.kind == nullptr) rules_.problems.push_back("no kind '" + std::string(kind_text) + "'");
    const auto index = static_cast<std::uint16_t>(rules_.definitions.size());
    rules_.definitions.push_back(std::move(rule));
    for (const TSSymbol symbol : symbols(left)) {
      by_symbol[symbol].push_back(index);
      rules_.symbol_flags[symbol] |= flag;
    }
  }

  void add_call(std::string_view text) {
    const std::string_view path_text = cut(text, ":");
    rules_.calls.push_back(step(path_text));
    for (const TSSymbol symbol : symbols(text)) {
      rules_.symbol_calls[symbol] = static_cast<std::int16_t>(rules_.calls.size() - 1);
      rules_.symbol_flags[symbol] |= kCall;
    }
  }

  void read_features() {
    for (const std::string_view word : split_words(row_.features)) {
      if (word == "docstrings")
        rules_.has_docstrings = true;
      else if (word == "strings_before")
        rules_.has_strings_before = true;
      else if (word == "doc_attributes")
        rules_.has_doc_attributes = true;
      else if (word == "macros")
        rules_.has_macros = true;
      else if (word == "guarded")
        rules_.is_guarded = true;
      else if (word == "clauses")
        rules_.merges_clauses = true;
      else if (word == "routines")
        rules_.has_routines = true;
      else if (word == "front_matter")
        rules_.has_front_matter = true;
      else if (word == "headings")
        rules_.has_headings = true;
      else if (word == "receivers")
        continue;
      else if (word == "dashes")
        rules_.has_dashes = true;
      else if (word == "prose")
        rules_.is_prose = true;
      else if (const Rewrite* rewrite = find_rewrite(word); rewrite != nullptr)
        rules_.rewrite = rewrite;
      else
        rules_.problems.push_back("no feature '" + std::string(word) + "'");
    }
  }

  void mark_by_name(std::size_t count);

  Rules& rules_;
  const SyntaxRules& row_;
};

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_any(std::string_view text, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// Flags that are the same in all grammars.
std::uint16_t common_flags(std::string_view type) {
  std::uint16_t flags = 0;
  if (contains(type, "comment") || type == "haddock") flags |= kComment | kTransparent;
  if (is_any(type, {"attribute_item", "annotation", "marker_annotation", "attribute_list",
                    "decorator", "metadata", "attribute_declaration"}))
    flags |= kDecorator;
  if (contains(type, "decorator") || contains(type, "attribute") || contains(type, "annotation") ||
      contains(type, "modifier") || contains(type, "template_parameter") ||
      contains(type, "requires"))
    flags |= kTransparent;
  if (type.ends_with("identifier") || type.ends_with("name") || type.ends_with("_key") ||
      type.ends_with("operator_name") ||
      is_any(type, {"constant", "alias", "word", "operator", "variable"}))
    flags |= kNameLike;
  if (contains(type, "body") || type.ends_with("block") || type.ends_with("_block") ||
      is_any(type, {"declaration_list", "compound_statement", "enumerator_list", "script_block",
                    "statement_block", "field_declaration_list", "enum_body"}))
    flags |= kBody;
  if (contains(type, "body") || type == "block" || contains(type, "list") ||
      contains(type, "statements") || contains(type, "section"))
    flags |= kListLike;
  if (is_any(type, {"arrow_function", "function_expression", "generator_function", "function",
                    "function_definition", "class"}))
    flags |= kFunctionValue;
  if (type == "array" || type.ends_with("_sequence")) flags |= kSequence;
  if (type == "function_declarator" || type == "abstract_function_declarator")
    flags |= kFunctionDeclarator;
  return flags;
}

void Compiler::mark_by_name(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto symbol = static_cast<TSSymbol>(i);
    if (ts_language_symbol_type(rules_.grammar, symbol) == TSSymbolTypeRegular)
      rules_.symbol_flags[i] |= common_flags(ts_language_symbol_name(rules_.grammar, symbol));
  }
}

std::unique_ptr<const Rules> compile(LanguageIndex language) {
  const SyntaxRules& row = LanguageTable::instance().row(language).syntax;
  const TSLanguage* grammar = find_grammar(row.grammar);
  if (grammar == nullptr) return nullptr;
  auto rules = std::make_unique<Rules>();
  rules->grammar = grammar;
  rules->language = language;
  for (TSFieldId id = 1; id <= ts_language_field_count(grammar); ++id)
    rules->fields.emplace(ts_language_field_name_for_id(grammar, id), id);
  Compiler(*rules, row).run();
  rules->grammar = guarded_grammar(grammar, rules->is_guarded);
  return rules;
}

}  // namespace

std::span<const std::uint16_t> Rules::rules_of(TSSymbol symbol) const noexcept {
  if (symbol >= symbol_rules.size()) return {};
  return symbol_rules[symbol];
}

std::span<const std::uint16_t> Rules::members_of(TSSymbol symbol) const noexcept {
  if (symbol >= symbol_members.size()) return {};
  return symbol_members[symbol];
}

const Step* Rules::call_of(TSSymbol symbol) const noexcept {
  if (symbol >= symbol_calls.size() || symbol_calls[symbol] < 0) return nullptr;
  return &calls[static_cast<std::size_t>(symbol_calls[symbol])];
}

const Rules* rules_of(LanguageIndex language) {
  struct Slot {
    std::once_flag once;
    std::unique_ptr<const Rules> rules;
  };
  static std::vector<Slot> slots(languages().size());  // filled lazily, each slot once
  if (language >= slots.size()) return nullptr;
  Slot& slot = slots[language];
  std::call_once(slot.once, [&] { slot.rules = compile(language); });
  return slot.rules.get();
}

std::vector<std::string> rule_problems(LanguageIndex language) {
  const Rules* rules = rules_of(language);
  if (rules == nullptr) return {"no grammar"};
  std::vector<std::string> problems = rules->problems;
  const bool is_empty =
      rules->definitions.empty() && LanguageTable::instance().row(language).syntax.embedded.empty();
  if (is_empty) problems.push_back("the row neither defines nor embeds anything");
  return problems;
}

}  // namespace codeweaver::syntax
