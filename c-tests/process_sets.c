/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Process sets of the hardware in sessions: process_sets [MODE [NAME...]].
 *
 * Of each set that a session lists, in a program that has sessions alone, or with 'world' after MPI_Init: its name in
 * two steps and cut short, its size, and its group, which has the ranks of the communicator that a split by
 * mpi_pset_name gives. Each NAME is listed. With 'bound' process r binds itself to the processing unit r modulo 2
 * before its first session, and elsewhere after it. With 'absent' process 1 begins no session for 3 seconds. With
 * 'native' only sets of the MPI itself are listed, with 'mixed' after MPI_Init; with 'disabled' there is no library.
 * With 'lacking' process 1 has not loaded the library, and the others get an error. With 'early' the session begins
 * before MPI_Init and ends before MPI_Finalize, which deletes the attributes of MPI_COMM_SELF. Prints so and exits with
 * 77 if the MPI has no sessions. */
#define _GNU_SOURCE
#include <hsplit.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Open MPI 5 has sessions, and reports MPI 3.1. */
#if MPI_VERSION < 4 && !(defined OMPI_MAJOR_VERSION && OMPI_MAJOR_VERSION >= 5)
int main(void)
{
    puts("this MPI has no sessions");
    return 77;
}
#else
static int failures, rank, ranks;

static void check(int line, int holds, const char *what)
{
    if (holds)
        return;
    failures++;
    printf("rank %d: line %d: not so: %s\n", rank, line, what);
}
#define CHECK(holds) check(__LINE__, holds, #holds)
#define OK(call) CHECK((call) == MPI_SUCCESS)

/* The rank from the launcher's variables, which exist before MPI starts. */
static int launched(void)
{
    const char *text = getenv("PMI_RANK");

    text = text ? text : getenv("OMPI_COMM_WORLD_RANK");
    return text ? atoi(text) : 0;
}

static void bind_to(int unit)
{
    cpu_set_t mask;

    CPU_ZERO(&mask);
    CPU_SET(unit, &mask);
    sched_setaffinity(0, sizeof mask, &mask);
}

static void name_of(MPI_Session session, int n, char *name)
{
    char cut[8] = "#######";
    int needed = 0, capacity = 5, length;

    OK(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, n, &needed, cut));
    CHECK(!strcmp(cut, "#######"));
    length = needed;
    OK(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, n, &length, name));
    CHECK(needed == (int)strlen(name) + 1);
    OK(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, n, &capacity, cut));
    CHECK(!strncmp(cut, name, 4));
    if (!strncmp(name, "hwloc://", 8))
        CHECK(!strcmp(cut, "hwlo") && capacity == needed);
}

/* The number of processes of a set, from MPI. */
static int size_of(MPI_Session session, const char *name)
{
    MPI_Info info = MPI_INFO_NULL;
    char value[16] = "";
    int found = 0;

    OK(MPI_Session_get_pset_info(session, name, &info));
    if (info == MPI_INFO_NULL)
        return -1;
    OK(MPI_Info_get(info, "mpi_size", 15, value, &found));
    CHECK(found);
    MPI_Info_free(&info);
    return atoi(value);
}

/* The group of a set is that of the communicator which a split by its name gives, and makes a communicator. */
static void look_at(MPI_Session session, MPI_Comm all, const char *name)
{
    MPI_Group group, of_split;
    MPI_Comm split, made;
    MPI_Info info;
    int size, result, sum, one = 1;

    /* A program may ask as often as it likes. (On an emulated machine nothing is asked.) */
    for (int again = 0; again < 1500 && !strcmp(name, "hwloc://Machine") && !getenv("HSPLIT_EMULATE"); again++) {
        OK(MPI_Group_from_session_pset(session, name, &group));
        MPI_Group_free(&group);
    }
    OK(MPI_Group_from_session_pset(session, name, &group));
    MPI_Group_size(group, &size);
    CHECK(size == size_of(session, name));
    if (!strncmp(name, "mpix:", 5)) {
        MPI_Group_free(&group);
        return;
    }
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_pset_name", name);
    OK(MPI_Comm_split_type(all, HSPLIT_COMM_TYPE_RESOURCE_GUIDED, 0, info, &split));
    MPI_Info_free(&info);
    CHECK(split != MPI_COMM_NULL);
    if (split != MPI_COMM_NULL) {
        MPI_Comm_group(split, &of_split);
        MPI_Group_compare(group, of_split, &result);
        CHECK(result == MPI_IDENT);
        MPI_Group_free(&of_split);
        MPI_Comm_free(&split);
    }
    OK(MPI_Comm_create_from_group(group, name, MPI_INFO_NULL, MPI_ERRORS_RETURN, &made));
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, made);
    CHECK(sum == size);
    MPI_Comm_free(&made);
    MPI_Group_free(&group);
}

/* An unknown name gets the native result, whatever its scheme: MPICH 4.0 and Intel MPI end the job there. */
static void unknown(MPI_Session session)
{
#if defined I_MPI_VERSION || (defined MPICH_NUMVERSION && MPICH_NUMVERSION < 50000000)
    (void)session;
#else
    const char *const names[] = {"hwloc://Zork", "hwloc://", "hwloc://Net_level0", "zork://Core", "Core"};
    MPI_Group group;
    MPI_Info info;
    int native, class;

    MPI_Error_class(PMPI_Session_get_num_psets(session, MPI_INFO_NULL, NULL), &native);
    MPI_Error_class(MPI_Session_get_num_psets(session, MPI_INFO_NULL, NULL), &class);
    CHECK(class == native);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        MPI_Error_class(PMPI_Group_from_session_pset(session, names[i], &group), &native);
        MPI_Error_class(MPI_Group_from_session_pset(session, names[i], &group), &class);
        CHECK(class == native);
        MPI_Error_class(PMPI_Session_get_pset_info(session, names[i], &info), &native);
        MPI_Error_class(MPI_Session_get_pset_info(session, names[i], &info), &class);
        CHECK(class == native);
    }
#endif
}

/* The sets have numbers without a gap, and those of the MPI keep theirs. */
static int list(MPI_Session session, char names[][256])
{
    int native, count, length, hardware = 0;
    char name[256];

    OK(PMPI_Session_get_num_psets(session, MPI_INFO_NULL, &native));
    OK(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count));
    CHECK(count < 64);
    for (int n = 0; n < count; n++) {
        name_of(session, n, names[n]);
        for (int before = 0; before < n; before++)
            CHECK(strcmp(names[n], names[before]) != 0);
        hardware += !strncmp(names[n], "hwloc://", 8);
        length = sizeof name;
        if (n < native) {
            PMPI_Session_get_nth_pset(session, MPI_INFO_NULL, n, &length, name);
            CHECK(!strcmp(name, names[n]));
        }
    }
    CHECK(count == native + hardware);
    return count;
}

static int is_listed(const char *name, char names[][256], int count)
{
    for (int n = 0; n < count; n++)
        if (!strcmp(names[n], name))
            return 1;
    return 0;
}

/* Not all processes have the library: the sets cannot be determined. */
static int lacking(void)
{
    MPI_Session session;
    MPI_Group group = MPI_GROUP_EMPTY;
    int class = MPI_SUCCESS, count = 0, native = 0, code;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    /* MPICH 4.0 and Intel MPI do not keep the handler that a session begins with. */
    MPI_Session_set_errhandler(session, MPI_ERRORS_RETURN);
    if (launched() != 1) {
        OK(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count));
        OK(PMPI_Session_get_num_psets(session, MPI_INFO_NULL, &native));
        CHECK(count > native);
        code = MPI_Group_from_session_pset(session, "hwloc://Machine", &group);
        MPI_Error_class(code, &class);
        CHECK(class == MPI_ERR_OTHER && group == MPI_GROUP_NULL);
    } else {
        /* The file still exists when the other process looks for it. */
        sleep(3);
    }
    MPI_Session_finalize(&session);
    return failures;
}

static int is_deleted;

static int deleted(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)value, (void)extra;
    is_deleted = 1;
    return MPI_SUCCESS;
}

static void begin_world(void)
{
    int keyval;

    MPI_Init(NULL, NULL);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, deleted, &keyval, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, keyval, NULL);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "alone";
    const int is_mixed = !strcmp(mode, "mixed"), has_world = is_mixed || !strcmp(mode, "world");
    const int is_early = !strcmp(mode, "early");
    static char names[64][256];
    int count, all_failures = 0;
    MPI_Session session;
    MPI_Group world;
    MPI_Comm all;

    if (!strcmp(mode, "lacking"))
        return lacking();
    if (has_world)
        MPI_Init(&argc, &argv);
    if (!strcmp(mode, "absent") && launched() == 1)
        sleep(3);
    if (!strcmp(mode, "bound"))
        bind_to(launched() % 2);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    /* The binding of the process at that time counts. */
    if (!strcmp(mode, "bound"))
        bind_to(1 - launched() % 2);
    count = list(session, names);
    for (int i = 2; i < argc; i++)
        CHECK(is_listed(argv[i], names, count));
    if (!strcmp(mode, "native") || is_mixed || !strcmp(mode, "disabled"))
        CHECK(strncmp(names[count - 1], "hwloc:", 6) != 0);
    OK(MPI_Group_from_session_pset(session, "mpi://WORLD", &world));
    OK(MPI_Comm_create_from_group(world, "process sets", MPI_INFO_NULL, MPI_ERRORS_RETURN, &all));
    MPI_Group_free(&world);
    MPI_Comm_rank(all, &rank);
    MPI_Comm_size(all, &ranks);
    for (int n = 0; n < count && strcmp(mode, "disabled") != 0 && !is_mixed; n++)
        look_at(session, all, names[n]);
    unknown(session);
    if (!strcmp(mode, "bound")) {
        int size = size_of(session, "hwloc://PU");
        CHECK(size == (ranks + 1 - rank % 2) / 2);
        bind_to(launched() % 2);
        CHECK(size == size_of(session, "hwloc://PU"));
    }
    CHECK(list(session, names) == count);
    MPI_Allreduce(&failures, &all_failures, 1, MPI_INT, MPI_SUM, all);
    if (rank == 0 && all_failures == 0)
        puts("all is right");
    MPI_Comm_free(&all);
    if (is_early)
        begin_world();
    MPI_Session_finalize(&session);
    if (has_world || is_early)
        MPI_Finalize();
    CHECK(is_deleted == is_early);
    return all_failures + failures != 0;
}
#endif
