# SPDX-License-Identifier: MIT OR Apache-2.0
# A compiler that links with an MPI, as a wrapper in CC or FC, has chosen it: hsplit_family is its family, or nothing.
set(hsplit_family "")
set(hsplit_probe "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/hsplit_probe")
file(WRITE "${hsplit_probe}.c" "#include <mpi.h>
#if defined OPEN_MPI
int hsplit_family_openmpi;
#elif defined MPI_ABI_VERSION
int hsplit_family_abi;
#else
int hsplit_family_mpich;
#endif
int main(void) { return MPI_Init(0, 0); }
")
foreach(hsplit_compiler IN ITEMS "${CMAKE_C_COMPILER}" "${CMAKE_CXX_COMPILER}" "${CMAKE_Fortran_COMPILER}")
  if(hsplit_compiler AND NOT hsplit_family)
    execute_process(COMMAND "${hsplit_compiler}" "${hsplit_probe}.c" -o "${hsplit_probe}"
      RESULT_VARIABLE hsplit_result OUTPUT_QUIET ERROR_QUIET)
    if(hsplit_result EQUAL 0)
      execute_process(COMMAND "${hsplit_compiler}" -E "${hsplit_probe}.c" OUTPUT_VARIABLE hsplit_output ERROR_QUIET)
      if(hsplit_output MATCHES "hsplit_family_([a-z]+)")
        set(hsplit_family ${CMAKE_MATCH_1})
      endif()
    endif()
  endif()
endforeach()
unset(hsplit_probe)
unset(hsplit_compiler)
unset(hsplit_result)
unset(hsplit_output)
