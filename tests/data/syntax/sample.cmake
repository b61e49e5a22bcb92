include(GNUInstallDirs)

# Adds one plugin.
# name: of the target
function(add_plugin name)
  add_library(${name} MODULE ${ARGN})
endfunction()

macro(set_default variable value)
  set(${variable} ${value})
endmacro()

add_plugin(first first.cpp)
