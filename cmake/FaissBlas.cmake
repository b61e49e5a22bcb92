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
