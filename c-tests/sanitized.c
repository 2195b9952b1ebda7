/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Linked into test programs with a sanitizer.
 *
 * Shared objects stay loaded, so that reports at the end of a program name the right object. MPIs close their plugins
 * in MPI_Finalize, and reports would name the objects that are loaded at their addresses later. */
#include <string.h>

int dlclose(void *object);
void *__tsan_memcpy(void *to, const void *from, size_t bytes);
void *__tsan_memmove(void *to, const void *from, size_t bytes);
void *__tsan_memset(void *to, int value, size_t bytes);

int dlclose(void *object)
{
    (void)object;
    return 0;
}

/* LLVM calls these functions, which the runtime of gcc 12 lacks: there the plain functions are intercepted. */
void *__tsan_memcpy(void *to, const void *from, size_t bytes)
{
    return memcpy(to, from, bytes);
}

void *__tsan_memmove(void *to, const void *from, size_t bytes)
{
    return memmove(to, from, bytes);
}

void *__tsan_memset(void *to, int value, size_t bytes)
{
    return memset(to, value, bytes);
}
