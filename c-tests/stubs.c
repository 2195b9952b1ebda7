/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Functions with OpenMP's names that are no runtime, as some programs include for builds without OpenMP. A library for
 * the program bind_stubs.c, with -DLONE: omp_set_num_threads alone; with -DNOTHING: all that libhsplit calls, which
 * take and give nonsense; with -DSERIAL: they return the values that were set, and there are no teams; with -DALONE:
 * also a GOMP_parallel whose team is its caller alone. */

/* The last number of threads and the number of calls, for the program. */
extern int stubs_threads, stubs_calls;
int stubs_threads = 1, stubs_calls;

void omp_set_num_threads(int threads)
{
    stubs_calls++;
    stubs_threads = threads;
}

#ifndef LONE
int omp_get_max_threads(void)
{
#ifdef NOTHING
    return -1;
#else
    return stubs_threads;
#endif
}

int omp_get_thread_num(void)
{
#ifdef NOTHING
    return -7;
#else
    return 0;
#endif
}

int omp_in_parallel(void)
{
    return 0;
}
#endif

#ifdef ALONE
void GOMP_parallel(void (*work)(void *), void *data, unsigned threads, unsigned flags)
{
    (void)threads;
    (void)flags;
    work(data);
}
#endif
