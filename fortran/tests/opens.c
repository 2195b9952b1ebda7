/* SPDX-License-Identifier: MIT OR Apache-2.0
 * opens LIBRARY...: opens each library in a local scope, and calls its subroutine: `work` of a Fortran library, or
 * `solve` of c-tests/sequential.c. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        void (*work)(void);
        int (*solve)(void);
        void *library = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);

        if (!library) {
            fprintf(stderr, "%s\n", dlerror());
            return 1;
        }
        *(void **)&work = dlsym(library, "work");
        *(void **)&solve = dlsym(library, "solve");
        if (work)
            work();
        else if (solve() != 9)
            return 1;
    }
    return argc == 1;
}
