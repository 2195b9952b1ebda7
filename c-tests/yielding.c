/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Linked into test programs for MPICH 4.0 with UCX, which polls without ever yielding its core: with 32 ranks on two
 * cores a test then takes minutes. Here a rank whose polls were in vain for a while sleeps a moment. Nothing else
 * changes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

unsigned ucp_worker_progress(void *worker);

unsigned ucp_worker_progress(void *worker)
{
    static unsigned (*progress)(void *);
    static _Thread_local int nothing;
    unsigned events;

    if (!progress)
        *(void **)&progress = dlsym(RTLD_NEXT, "ucp_worker_progress");
    events = progress(worker);
    nothing = events ? 0 : nothing + 1;
    if (nothing > 20)
        usleep(1);
    return events;
}
