/* SPDX-License-Identifier: MIT OR Apache-2.0
 * opens LIBRARY: calls the subroutine of a Fortran library that is opened in a local scope. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    void (*work)(void);
    void *library = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW | RTLD_LOCAL);

    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    *(void **)&work = dlsym(library, "work");
    work();
    return 0;
}
