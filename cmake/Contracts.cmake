# Embeds the JSON schemas of docs/contracts in the service module, so that the program can show them.
file(GLOB _contracts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/contracts/*.json)
list(SORT _contracts)
set(_rows "")
foreach(_file IN LISTS _contracts)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${_file})
  get_filename_component(_name ${_file} NAME_WE)
  file(READ ${_file} _text)
  string(APPEND _rows "    {\"${_name}\", R\"__json__(${_text})__json__\"},\n")
endforeach()
set(CODEWEAVER_CONTRACTS_SOURCE ${PROJECT_BINARY_DIR}/contract_schemas.cpp)
file(CONFIGURE OUTPUT ${CODEWEAVER_CONTRACTS_SOURCE} @ONLY CONTENT [=[
// Generated from docs/contracts by cmake/Contracts.cmake.
#include "service/api/contract_schemas.hpp"

namespace codeweaver::service {
namespace {

constexpr ContractSchema kSchemas[] = {
@_rows@};

}  // namespace

std::span<const ContractSchema> contract_schemas() {
  return kSchemas;
}

}  // namespace codeweaver::service
]=])
