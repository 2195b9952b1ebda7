/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Linked into test programs with a sanitizer.
 *
 * Shared objects stay loaded, so that what is reported at the end of a program can be told by its object. MPIs close
 * their plugins in MPI_Finalize, and what comes to stand at their addresses would be named instead. */
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

/* LLVM calls these, which the runtime of gcc 12 lacks: there the plain functions are watched. */
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
