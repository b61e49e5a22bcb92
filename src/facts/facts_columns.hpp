// The columns of packed facts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "facts/facts.hpp"

namespace codeweaver::facts {

/// Values of the same meaning are next to each other, which compresses better.
enum class Column : std::uint8_t {
  kNameSizes,
  kNameBytes,
  kScopeKinds,
  kScopeParents,
  kScopeOwners,
  kListSizes,
  kListItems,
  kDeclKinds,
  kDeclMarks,
  kDeclPlaces,
  kDeclIds,
  kExprKinds,
  kExprFirst,
  kExprSecond,
  kUseLines,
  kUseColumns,
  kUseExprs,
  kUseScopes,
  kCount,
};
inline constexpr std::size_t kColumns = static_cast<std::size_t>(Column::kCount);

/// The numbers of a declaration. A bit of its marks says whether it has one.
inline constexpr std::array kDeclIds{
    &Decl::name,     &Decl::scope,     &Decl::owner,           &Decl::owner_name,
    &Decl::inner,    &Decl::type,      &Decl::values,          &Decl::parameters,
    &Decl::bases,    &Decl::module,    &Decl::type_parameters, &Decl::own_type_parameters,
    &Decl::imported, &Decl::signature,
};
/// What is true of a declaration. The lowest bit of its marks says whether it has a place; these
/// are the next bits.
inline constexpr std::array kDeclFlags{
    &Decl::is_local,      &Decl::is_receiver,    &Decl::is_property,  &Decl::is_async,
    &Decl::is_rest,       &Decl::is_declaration, &Decl::is_macro,     &Decl::is_constant,
    &Decl::is_private,    &Decl::is_static,      &Decl::is_abstract,  &Decl::gives_value,
    &Decl::gives_nothing, &Decl::is_fixture,     &Decl::is_type_only,
};
inline constexpr bool is_list(Id Decl::*member) noexcept {
  return member == &Decl::values || member == &Decl::parameters || member == &Decl::bases ||
         member == &Decl::type_parameters || member == &Decl::own_type_parameters;
}

/// The scope that a use usually has: that of its name.
inline Id usual_scope(const Expr& expr, Id before) noexcept {
  return expr.kind == ExprKind::kName ? expr.b : before;
}

}  // namespace codeweaver::facts
