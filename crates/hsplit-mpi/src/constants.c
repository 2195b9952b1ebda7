/* SPDX-License-Identifier: MIT OR Apache-2.0
 * MPI constants that are casts or addresses in mpi.h, which a header translator cannot see, and Fortran's handles,
 * whose conversions are macros in one MPI, functions in another and functions of other names in the standard ABI. */
#include <mpi.h>
#include <stddef.h>
#include <string.h>

#if defined(OPEN_MPI)
/* Open MPI's predefined handles are addresses in its library, which need not be there when this one is loaded. */
#undef OMPI_PREDEFINED_GLOBAL
#define OMPI_PREDEFINED_GLOBAL(type, global) ((type)symbol(#global))
#elif defined(SMPI_H)
/* So are SimGrid's. MPI_COMM_WORLD is a variable there, and what belongs to one simulated process is asked for. */
#undef SMPI_PREDEFINED_POINTER
#define SMPI_PREDEFINED_POINTER(type, global) ((type)symbol(#global))
#undef MPI_COMM_WORLD
#undef MPI_COMM_SELF
#undef MPI_INFO_ENV
#define MPI_COMM_WORLD (*(MPI_Comm *)symbol("MPI_COMM_WORLD"))
#define MPI_COMM_SELF (((MPI_Comm(*)(void))symbol("smpi_process_comm_self"))())
#define MPI_INFO_ENV (((MPI_Info(*)(void))symbol("smpi_process_info_env"))())
#endif

#if defined(MPI_UNWEIGHTED)
#define WEIGHTS(name) name
#else
/* Variables of MPICH's library. */
static int *variable(void *address)
{
    return address ? *(int **)address : NULL;
}
#define WEIGHTS(name) variable(symbol(#name))
#endif

typedef MPI_Comm (*comm_from_fortran)(int);
typedef int (*comm_to_fortran)(MPI_Comm);
typedef MPI_Datatype (*type_from_fortran)(int);
typedef MPI_Op (*op_from_fortran)(int);
typedef MPI_Win (*win_from_fortran)(int);
typedef MPI_Request (*request_from_fortran)(int);
typedef MPI_Info (*info_from_fortran)(int);
typedef int (*info_to_fortran)(MPI_Info);
typedef int (*group_to_fortran)(MPI_Group);
typedef int (*win_to_fortran)(MPI_Win);

#if defined(OPEN_MPI) || defined(SMPI_H)
#define COMM_F2C ((comm_from_fortran)symbol("PMPI_Comm_f2c"))
#define COMM_C2F ((comm_to_fortran)symbol("PMPI_Comm_c2f"))
#define TYPE_F2C ((type_from_fortran)symbol("PMPI_Type_f2c"))
#define OP_F2C ((op_from_fortran)symbol("PMPI_Op_f2c"))
#define WIN_F2C ((win_from_fortran)symbol("PMPI_Win_f2c"))
#define REQUEST_F2C ((request_from_fortran)symbol("PMPI_Request_f2c"))
#define INFO_F2C ((info_from_fortran)symbol("PMPI_Info_f2c"))
#define INFO_C2F ((info_to_fortran)symbol("PMPI_Info_c2f"))
#define GROUP_C2F ((group_to_fortran)symbol("PMPI_Group_c2f"))
#define WIN_C2F ((win_to_fortran)symbol("PMPI_Win_c2f"))
#elif defined(MPI_ABI_VERSION)
#define COMM_F2C ((comm_from_fortran)symbol("PMPI_Comm_fromint"))
#define COMM_C2F ((comm_to_fortran)symbol("PMPI_Comm_toint"))
#define TYPE_F2C ((type_from_fortran)symbol("PMPI_Type_fromint"))
#define OP_F2C ((op_from_fortran)symbol("PMPI_Op_fromint"))
#define WIN_F2C ((win_from_fortran)symbol("PMPI_Win_fromint"))
#define REQUEST_F2C ((request_from_fortran)symbol("PMPI_Request_fromint"))
#define INFO_F2C ((info_from_fortran)symbol("PMPI_Info_fromint"))
#define INFO_C2F ((info_to_fortran)symbol("PMPI_Info_toint"))
#define GROUP_C2F ((group_to_fortran)symbol("PMPI_Group_toint"))
#define WIN_C2F ((win_to_fortran)symbol("PMPI_Win_toint"))
#else
/* In MPICH's family, a handle is the integer of Fortran. (MPICH 4.2 and 4.3 have no macros for this.) */
static int same(int handle)
{
    return handle;
}

#define COMM_F2C same
#define COMM_C2F same
#define TYPE_F2C same
#define OP_F2C same
#define WIN_F2C same
#define REQUEST_F2C same
#define INFO_F2C same
#define INFO_C2F same
#define GROUP_C2F same
#define WIN_C2F same
#endif

/* As in constants.rs. */
struct hsplit_constants {
    MPI_Comm comm_null, comm_world, comm_self;
    MPI_Group group_null;
    MPI_Info info_null, info_env;
    MPI_Errhandler errors_are_fatal, errors_return;
    MPI_Datatype byte, int_, uint64, double_, datatype_null;
    MPI_Op min, max, sum, op_null, no_op, operations[12];
    MPI_Win win_null;
    MPI_Request request_null;
    MPI_Status *status_ignore;
    void *in_place;
    int *unweighted, *weights_empty;
    comm_from_fortran comm_f2c;
    comm_to_fortran comm_c2f;
    type_from_fortran type_f2c;
    op_from_fortran op_f2c;
    win_from_fortran win_f2c;
    request_from_fortran request_f2c;
    info_from_fortran info_f2c;
    info_to_fortran info_c2f;
    group_to_fortran group_c2f;
    win_to_fortran win_c2f;
};

/* symbol gives the address of what the MPI in this process exports under a name. */
void hsplit_constants(struct hsplit_constants *constants, void *(*symbol)(const char *))
{
    (void)symbol;
    constants->comm_null = MPI_COMM_NULL;
    constants->comm_world = MPI_COMM_WORLD;
    constants->comm_self = MPI_COMM_SELF;
    constants->group_null = MPI_GROUP_NULL;
    constants->info_null = MPI_INFO_NULL;
    constants->info_env = MPI_INFO_ENV;
    constants->errors_are_fatal = MPI_ERRORS_ARE_FATAL;
    constants->errors_return = MPI_ERRORS_RETURN;
    constants->byte = MPI_BYTE;
    constants->int_ = MPI_INT;
    constants->uint64 = MPI_UINT64_T;
    constants->double_ = MPI_DOUBLE;
    constants->datatype_null = MPI_DATATYPE_NULL;
    constants->min = MPI_MIN;
    constants->max = MPI_MAX;
    constants->sum = MPI_SUM;
    constants->op_null = MPI_OP_NULL;
    constants->no_op = MPI_NO_OP;
    MPI_Op operations[] = {MPI_MAX, MPI_MIN, MPI_SUM,  MPI_PROD, MPI_LAND,   MPI_BAND,
                           MPI_LOR, MPI_BOR, MPI_LXOR, MPI_BXOR, MPI_MAXLOC, MPI_MINLOC};
    memcpy(constants->operations, operations, sizeof operations);
    constants->win_null = MPI_WIN_NULL;
    constants->request_null = MPI_REQUEST_NULL;
    constants->status_ignore = MPI_STATUS_IGNORE;
    constants->in_place = MPI_IN_PLACE;
    constants->unweighted = WEIGHTS(MPI_UNWEIGHTED);
    constants->weights_empty = WEIGHTS(MPI_WEIGHTS_EMPTY);
    constants->comm_f2c = COMM_F2C;
    constants->comm_c2f = COMM_C2F;
    constants->type_f2c = TYPE_F2C;
    constants->op_f2c = OP_F2C;
    constants->win_f2c = WIN_F2C;
    constants->request_f2c = REQUEST_F2C;
    constants->info_f2c = INFO_F2C;
    constants->info_c2f = INFO_C2F;
    constants->group_c2f = GROUP_C2F;
    constants->win_c2f = WIN_C2F;
}

/* A number in every MPI, an enum member in some. */
const int hsplit_comm_type_shared = MPI_COMM_TYPE_SHARED;
/* Negative numbers, others in each MPI. */
const int hsplit_root = MPI_ROOT;
const int hsplit_proc_null = MPI_PROC_NULL;
/* Classes of errors after the failure of a process. Open MPI has them from version 5 on. */
#if defined(MPIX_ERR_PROC_FAILED) && !defined(OPEN_MPI)
const int hsplit_failed_process = MPIX_ERR_PROC_FAILED;
const int hsplit_revoked = MPIX_ERR_REVOKED;
#else
const int hsplit_failed_process = 75;
const int hsplit_revoked = 77;
#endif
/* Kinds of topologies. */
const int hsplit_cart = MPI_CART;
const int hsplit_graph = MPI_GRAPH;
const int hsplit_dist_graph = MPI_DIST_GRAPH;
/* What a datatype is that MPI has from the start. */
const int hsplit_combiner_named = MPI_COMBINER_NAMED;
