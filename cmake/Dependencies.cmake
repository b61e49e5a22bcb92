# Every third-party library, found once. Each is linked by one room only (see Modules.cmake).
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(simdjson CONFIG REQUIRED)
find_package(tomlplusplus CONFIG REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)  # FAISS's exported target names it
find_package(faiss CONFIG REQUIRED)
# FAISS's target names the BLAS that the system chose. Three routines of it are linked and none is ever called (queries
# come one by one, nothing is trained), while OpenBLAS takes 3 ms to load and starts threads that spin in every process:
# the reference archives will do.
find_library(CODEWEAVER_BLAS_ARCHIVE libblas.a PATH_SUFFIXES blas)
find_library(CODEWEAVER_LAPACK_ARCHIVE liblapack.a PATH_SUFFIXES lapack)
find_library(CODEWEAVER_GFORTRAN NAMES gfortran libgfortran.so.5)  # the run-time library of both
if(CODEWEAVER_BLAS_ARCHIVE AND CODEWEAVER_LAPACK_ARCHIVE AND CODEWEAVER_GFORTRAN)
  set_target_properties(faiss PROPERTIES INTERFACE_LINK_LIBRARIES
    "OpenMP::OpenMP_CXX;${CODEWEAVER_LAPACK_ARCHIVE};${CODEWEAVER_BLAS_ARCHIVE};${CODEWEAVER_GFORTRAN};Threads::Threads;m")
else()
  message(STATUS "No libblas.a, liblapack.a or libgfortran: linking the shared BLAS, which makes programs start slower")
endif()
find_package(zstd CONFIG REQUIRED)
pkg_check_modules(libgit2 REQUIRED IMPORTED_TARGET GLOBAL libgit2)
pkg_check_modules(libzip REQUIRED IMPORTED_TARGET GLOBAL libzip)
find_package(pugixml CONFIG REQUIRED)
pkg_check_modules(re2 REQUIRED IMPORTED_TARGET GLOBAL re2)
if(CODEWEAVER_PCRE2)
  pkg_check_modules(pcre2 REQUIRED IMPORTED_TARGET GLOBAL libpcre2-8)
endif()
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET GLOBAL libxxhash)
if(CODEWEAVER_NET)
  find_package(CURL 7.85 REQUIRED)
endif()
if(CODEWEAVER_POSTGRES)
  pkg_check_modules(libpq REQUIRED IMPORTED_TARGET GLOBAL libpq)
endif()
if(CODEWEAVER_SERVICE)
  find_package(Boost 1.81 CONFIG REQUIRED)  # Asio and Beast, headers only
endif()
if(CODEWEAVER_CLI)
  find_package(CLI11 CONFIG REQUIRED)
endif()
if(CODEWEAVER_TESTS)
  find_package(doctest CONFIG REQUIRED)
endif()
