/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A library that precedes the C library: /proc/sys/kernel/random/boot_id cannot be read, as in a sandbox that hides it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...)                                                                         \
    {                                                                                                                  \
        int (*next)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name);                \
        va_list arguments;                                                                                             \
        int mode;                                                                                                      \
        va_start(arguments, flags);                                                                                    \
        mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, int) : 0;                                             \
        va_end(arguments);                                                                                             \
        if (strstr(path, "/boot_id")) {                                                                                \
            errno = EACCES;                                                                                            \
            return -1;                                                                                                 \
        }                                                                                                              \
        return next(path, flags, mode);                                                                                \
    }

OPEN(open)
OPEN(open64)
