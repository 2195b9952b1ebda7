/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A sequential library with stubs of MPI's Fortran, or with -DIN_C of MPI's C, and with -DMAIN a program that uses it,
 * with -DWITH_MPI beside an MPI. */
#ifdef IN_C

static int calls;

int MPI_Init(int *argc, char ***argv)
{
    calls += !argc && !argv;
    return 0;
}

int MPI_Bcast(void *data, int count, int type, int root, int comm)
{
    calls += data && count == 3 && type == -27 && root == 0 && comm == -987654;
    return 0;
}

int MPI_Barrier(int comm)
{
    calls += comm == -987654;
    return 0;
}

int MPI_Finalize(void)
{
    calls++;
    return 0;
}

int solve(void)
{
    int data[3] = {0};

    calls = 0;
    MPI_Init(0, 0);
    for (int i = 0; i < 6; i++)
        MPI_Bcast(data, 3, -27, 0, -987654);
    MPI_Barrier(-987654);
    MPI_Finalize();
    return calls;
}

#elif !defined(MAIN)

/* No MPI has these handles. */
enum { COMM = -987654, TYPE = -27, OP = -53 };

static int calls;

void mpi_init_(int *ierr)
{
    calls++;
    *ierr = 0;
}

void mpi_comm_dup_(const int *comm, int *newcomm, int *ierr)
{
    calls += *comm == COMM;
    *newcomm = *comm;
    *ierr = 0;
}

void mpi_comm_free_(int *comm, int *ierr)
{
    calls += *comm == COMM;
    *ierr = 0;
}

void mpi_barrier_(const int *comm, int *ierr)
{
    calls += *comm == COMM;
    *ierr = 0;
}

void mpi_bcast_(void *data, const int *count, const int *type, const int *root, const int *comm, int *ierr)
{
    calls += data && *count == 3 && *type == TYPE && *root == 0 && *comm == COMM;
    *ierr = 0;
}

void mpi_allreduce_(const void *send, void *receive, const int *count, const int *type, const int *op, const int *comm,
                    int *ierr)
{
    calls += send && receive && *count == 3 && *type == TYPE && *op == OP && *comm == COMM;
    *ierr = 0;
}

void mpi_cart_create_(const int *comm, const int *dimensions, const int *lengths, const int *periods,
                      const int *reorder, int *newcomm, int *ierr)
{
    calls += *comm == COMM && *dimensions == 1 && *lengths == 1 && *periods && *reorder;
    *newcomm = *comm;
    *ierr = 0;
}

void mpi_send_(const void *data, const int *count, const int *type, const int *other, const int *tag, const int *comm,
               int *ierr)
{
    calls += data && *count == 3 && *type == TYPE && *other == 0 && *tag == 1 && *comm == COMM;
    *ierr = 0;
}

int solve(void)
{
    int comm = COMM, copy, grid, type = TYPE, op = OP, zero = 0, one = 1, count = 3, ierr, data[3] = {0}, sums[3];

    calls = 0;
    mpi_init_(&ierr);
    mpi_comm_dup_(&comm, &copy, &ierr);
    mpi_bcast_(data, &count, &type, &zero, &copy, &ierr);
    mpi_allreduce_(data, sums, &count, &type, &op, &copy, &ierr);
    mpi_barrier_(&copy, &ierr);
    mpi_send_(data, &count, &type, &zero, &one, &copy, &ierr);
    mpi_cart_create_(&copy, &one, &one, &one, &one, &grid, &ierr);
    mpi_comm_free_(&grid, &ierr);
    mpi_comm_free_(&copy, &ierr);
    return calls;
}

#else

#include <stdio.h>
#ifdef WITH_MPI
#include <mpi.h>
#endif

int solve(void);

int main(int argc, char **argv)
{
    int calls;

#ifdef WITH_MPI
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
#else
    (void)argc, (void)argv;
#endif
    calls = solve();
    if (calls != 9)
        fprintf(stderr, "%d calls of 9 have reached the stubs\n", calls);
#ifdef WITH_MPI
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
#endif
    return calls != 9;
}

#endif
