/* SPDX-License-Identifier: MIT OR Apache-2.0
 * lacking MPI FILE...: a name of MPI in the files that the process's MPI lacks is not found, and a name that it has is
 * this library's. Compiled with -DLATE the program needs no MPI, and loads the file MPI. */
#define _GNU_SOURCE
#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef LATE
#include <mpi.h>
#endif

/* Names with the prefix MPI_ that are the library's own. */
static int is_own(const char *name)
{
    return strstr(name, "hlevel") || strstr(name, "hw_subdomain") || strstr(name, "hsplit") ||
           strstr(name, "hw_resource");
}

static const char *file_of(void *function)
{
    Dl_info info;
    return dladdr(function, &info) && info.dli_fname ? info.dli_fname : "?";
}

static void check(const char *name, int *lacking, int *wrong)
{
    char native[136], fortran[136];
    void *found = dlsym(RTLD_DEFAULT, name);
    snprintf(native, sizeof native, "P%s", name);
    snprintf(fortran, sizeof fortran, "%s_", name);
    for (char *letter = fortran; *letter; letter++)
        *letter = (char)tolower(*letter);
    if (dlsym(RTLD_DEFAULT, native)) {
        if (!found || !strstr(file_of(found), "libhsplit"))
            ++*wrong, printf("%s is %s\n", name, found ? file_of(found) : "not found");
        return;
    }
    ++*lacking;
    if (found || dlsym(RTLD_DEFAULT, fortran))
        ++*wrong, printf("the MPI lacks %s, which is found\n", name);
}

int main(int argc, char **argv)
{
    int lacking = 0, wrong = 0;
    char name[128];
#ifdef LATE
    if (!dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL)) {
        printf("%s\n", dlerror());
        return 1;
    }
#else
    MPI_Init(&argc, &argv);
#endif
    for (int file = 2; file < argc; file++) {
        FILE *names = fopen(argv[file], "r");
        while (names && fscanf(names, "%127s", name) == 1)
            if (!strncmp(name, "MPI_", 4) && islower((unsigned char)name[5]) && !is_own(name))
                check(name, &lacking, &wrong);
        if (names)
            fclose(names);
    }
#ifndef LATE
    MPI_Finalize();
#endif
    printf("%d lacking, %d wrong\n", lacking, wrong);
    return wrong != 0;
}
