/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Included in front of everything when building for SimGrid's SMPI: what the raw bindings ask for, where its mpi.h has
 * it in a form that no constant can be made of (a variable, a call, members of an enum, a macro for a type). */
#ifndef HSPLIT_SMPI_H
#define HSPLIT_SMPI_H

#include <mpi.h>

/* The bindings' own constants, which nothing here uses: a variable and a call are no initial values in C. */
#undef MPI_COMM_SELF
#define MPI_COMM_WORLD ((MPI_Comm)-1)
#define MPI_COMM_SELF ((MPI_Comm)-1)

#undef MPI_Comm_copy_attr_function
#undef MPI_Comm_delete_attr_function
typedef MPI_Copy_function MPI_Comm_copy_attr_function;
typedef MPI_Delete_function MPI_Comm_delete_attr_function;

/* bindgen gives members of an enum a prefix, so those that are used become macros, too. */
#define HSPLIT_SAME(name, value) _Static_assert(MPI_ERR_##name == (value), "error classes of SMPI")
HSPLIT_SAME(COMM, 1);
HSPLIT_SAME(ARG, 2);
HSPLIT_SAME(TYPE, 3);
HSPLIT_SAME(INTERN, 5);
HSPLIT_SAME(COUNT, 6);
HSPLIT_SAME(RANK, 7);
HSPLIT_SAME(TRUNCATE, 9);
HSPLIT_SAME(OTHER, 12);
HSPLIT_SAME(IN_STATUS, 13);
HSPLIT_SAME(DIMS, 17);
HSPLIT_SAME(SIZE, 31);
HSPLIT_SAME(DISP, 32);
HSPLIT_SAME(INFO, 33);
#define MPI_ERR_COMM 1
#define MPI_ERR_ARG 2
#define MPI_ERR_TYPE 3
#define MPI_ERR_INTERN 5
#define MPI_ERR_COUNT 6
#define MPI_ERR_RANK 7
#define MPI_ERR_TRUNCATE 9
#define MPI_ERR_OTHER 12
#define MPI_ERR_IN_STATUS 13
#define MPI_ERR_DIMS 17
#define MPI_ERR_SIZE 31
#define MPI_ERR_DISP 32
#define MPI_ERR_INFO 33

#endif
