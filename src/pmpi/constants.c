/* SPDX-License-Identifier: MIT OR Apache-2.0
 * MPI constants that are casts or addresses in mpi.h, which a header translator cannot see. */
#include <mpi.h>

const MPI_Info hsplit_info_env = MPI_INFO_ENV;
const MPI_Datatype hsplit_byte = MPI_BYTE;
const MPI_Op hsplit_min = MPI_MIN;
const MPI_Op hsplit_sum = MPI_SUM;
const MPI_Datatype hsplit_int = MPI_INT;
