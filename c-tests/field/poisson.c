/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Poisson's equation on a square, by PETSc: rank 0 prints the residuals of the solver and the error of the result. */
#include <math.h>
#include <petscksp.h>

enum { SIDE = 40 };

static PetscErrorCode monitor(KSP solver, PetscInt step, PetscReal norm, void *context)
{
    (void)solver, (void)context;
    return PetscPrintf(PETSC_COMM_WORLD, "%d %.10e\n", (int)step, (double)norm);
}

static PetscErrorCode fill(Mat matrix)
{
    PetscInt first, end;
    PetscCall(MatGetOwnershipRange(matrix, &first, &end));
    for (PetscInt row = first; row < end; row++) {
        PetscInt x = row % SIDE, y = row / SIDE;
        PetscCall(MatSetValue(matrix, row, row, 4 + 1e-3 * x, INSERT_VALUES));
        if (x > 0)
            PetscCall(MatSetValue(matrix, row, row - 1, -1, INSERT_VALUES));
        if (x < SIDE - 1)
            PetscCall(MatSetValue(matrix, row, row + 1, -1, INSERT_VALUES));
        if (y > 0)
            PetscCall(MatSetValue(matrix, row, row - SIDE, -1, INSERT_VALUES));
        if (y < SIDE - 1)
            PetscCall(MatSetValue(matrix, row, row + SIDE, -1, INSERT_VALUES));
    }
    PetscCall(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
    return MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY);
}

/* The exact result is a vector of ones. */
static PetscErrorCode solve(Mat matrix)
{
    Vec exact, right, result;
    KSP solver;
    PetscReal error;
    PetscCall(MatCreateVecs(matrix, &exact, &right));
    PetscCall(VecDuplicate(exact, &result));
    PetscCall(VecSet(exact, 1));
    PetscCall(MatMult(matrix, exact, right));
    PetscCall(KSPCreate(PETSC_COMM_WORLD, &solver));
    PetscCall(KSPSetOperators(solver, matrix, matrix));
    PetscCall(KSPSetTolerances(solver, 1e-8, PETSC_DEFAULT, PETSC_DEFAULT, 500));
    PetscCall(KSPMonitorSet(solver, monitor, NULL, NULL));
    PetscCall(KSPSetFromOptions(solver));
    PetscCall(KSPSolve(solver, right, result));
    PetscCall(VecAXPY(result, -1, exact));
    PetscCall(VecNorm(result, NORM_INFINITY, &error));
    PetscCall(PetscPrintf(PETSC_COMM_WORLD, "the error is %s\n", error < 1e-5 ? "small" : "large"));
    PetscCall(KSPDestroy(&solver));
    PetscCall(VecDestroy(&exact));
    PetscCall(VecDestroy(&right));
    return VecDestroy(&result);
}

int main(int argc, char **argv)
{
    Mat matrix;
    PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
    PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, SIDE * SIDE, SIDE * SIDE, 5, NULL, 5, NULL,
                           &matrix));
    PetscCall(fill(matrix));
    PetscCall(solve(matrix));
    PetscCall(MatDestroy(&matrix));
    return PetscFinalize();
}
