/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A launcher that knows where its node is in a torus: pmix_server KIND PROGRAM [ARGUMENT...]
 *
 * It starts two processes of PROGRAM on this node and tells them by PMIx that the node is at 1,2,5 of a torus of 4x4x8.
 * KIND: 'numbers', the shape is an array of numbers; 'text', it is a text; 'shapeless', there is none; 'outside', the
 * coordinates are beyond the shape; 'none', no coordinates. Ends with 0 where both processes do. */
#define _GNU_SOURCE
#include <pmix.h>
#include <pmix_server.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROCESSES 2

static const pmix_nspace_t namespace = "hsplit-test";
static const char host[] = "n0";

static void done(pmix_status_t status, void *is_done)
{
    *(volatile int *)is_done = status == PMIX_SUCCESS ? 1 : -1;
}

/* Waits for an operation that a thread of PMIx's ends. */
static void check(const char *what, pmix_status_t status, volatile int *is_done)
{
    while (status == PMIX_SUCCESS && is_done && !*is_done)
        usleep(1000);
    if ((status == PMIX_SUCCESS && (!is_done || *is_done == 1)) || status == PMIX_OPERATION_SUCCEEDED)
        return;
    fprintf(stderr, "%s: %s\n", what, PMIx_Error_string(status));
    exit(1);
}

static pmix_status_t of_client(const pmix_proc_t *proc, void *object, pmix_op_cbfunc_t callback, void *data)
{
    (void)proc, (void)object, (void)callback, (void)data;
    return PMIX_OPERATION_SUCCEEDED;
}

static pmix_status_t aborted(const pmix_proc_t *proc, void *object, int status, const char message[],
                             pmix_proc_t procs[], size_t count, pmix_op_cbfunc_t callback, void *data)
{
    (void)proc, (void)object, (void)status, (void)message, (void)procs, (void)count, (void)callback, (void)data;
    exit(1);
}

/* All processes are here, so what they have told is all there is. */
static pmix_status_t fenced(const pmix_proc_t procs[], size_t count, const pmix_info_t info[], size_t infos, char *data,
                            size_t size, pmix_modex_cbfunc_t callback, void *object)
{
    (void)procs, (void)count, (void)info, (void)infos;
    callback(PMIX_SUCCESS, data, size, object, NULL, NULL);
    return PMIX_SUCCESS;
}

static pmix_server_module_t module = {
    .client_connected = of_client, .client_finalized = of_client, .abort = aborted, .fence_nb = fenced};

/* Makes info of a key and an array, which stays for ever. */
static void load_array(pmix_info_t *info, const char *key, pmix_data_type_t type, void *elements, size_t count)
{
    pmix_data_array_t *array = calloc(1, sizeof *array);

    array->type = type;
    array->size = count;
    array->array = elements;
    memset(info, 0, sizeof *info);
    snprintf(info->key, sizeof info->key, "%s", key);
    info->value.type = PMIX_DATA_ARRAY;
    info->value.data.darray = array;
}

/* What the node's processes are told of the node. */
static size_t describe(const char *kind, pmix_info_t *infos)
{
    static uint32_t at[] = {1, 2, 5}, physical[] = {9, 9}, shape[] = {4, 4, 8}, number, size = PROCESSES;
    static pmix_coord_t views[2];
    static pmix_geometry_t device;
    size_t count = 0;

    at[2] = strcmp(kind, "outside") ? 5 : 8;
    views[0] = (pmix_coord_t){.view = PMIX_COORD_PHYSICAL_VIEW, .coord = physical, .dims = 2};
    views[1] = (pmix_coord_t){.view = PMIX_COORD_LOGICAL_VIEW, .coord = at, .dims = 3};
    device =
        (pmix_geometry_t){.uuid = (char *)"fabric://0", .osname = (char *)"hsn0", .coordinates = views, .ncoords = 2};
    PMIX_INFO_LOAD(&infos[count++], PMIX_HOSTNAME, host, PMIX_STRING);
    PMIX_INFO_LOAD(&infos[count++], PMIX_NODEID, &number, PMIX_UINT32);
    PMIX_INFO_LOAD(&infos[count++], PMIX_LOCAL_SIZE, &size, PMIX_UINT32);
    PMIX_INFO_LOAD(&infos[count++], PMIX_LOCAL_PEERS, "0,1", PMIX_STRING);
    if (strcmp(kind, "none") != 0)
        load_array(&infos[count++], PMIX_FABRIC_COORDINATES, PMIX_GEOMETRY, &device, 1);
    if (!strcmp(kind, "numbers") || !strcmp(kind, "outside"))
        load_array(&infos[count++], PMIX_FABRIC_SHAPE, PMIX_UINT32, shape, 3);
    if (!strcmp(kind, "text"))
        PMIX_INFO_LOAD(&infos[count++], PMIX_FABRIC_SHAPE_STRING, "4x4x8", PMIX_STRING);
    return count;
}

static void register_job(const char *kind)
{
    static pmix_info_t node[8], infos[16], of[PROCESSES][3];
    uint32_t size = PROCESSES, number = 0;
    size_t count = 0;
    char *nodes, *ranks;
    volatile int is_done = 0;

    PMIx_generate_regex(host, &nodes);
    PMIx_generate_ppn("0,1", &ranks);
    PMIX_INFO_LOAD(&infos[count++], PMIX_UNIV_SIZE, &size, PMIX_UINT32);
    PMIX_INFO_LOAD(&infos[count++], PMIX_JOB_SIZE, &size, PMIX_UINT32);
    PMIX_INFO_LOAD(&infos[count++], PMIX_JOBID, namespace, PMIX_STRING);
    PMIX_INFO_LOAD(&infos[count++], PMIX_NODE_MAP, nodes, PMIX_REGEX);
    PMIX_INFO_LOAD(&infos[count++], PMIX_PROC_MAP, ranks, PMIX_REGEX);
    PMIX_INFO_LOAD(&infos[count++], PMIX_LOCAL_SIZE, &size, PMIX_UINT32);
    PMIX_INFO_LOAD(&infos[count++], PMIX_LOCAL_PEERS, "0,1", PMIX_STRING);
    load_array(&infos[count++], PMIX_NODE_INFO_ARRAY, PMIX_INFO, node, describe(kind, node));
    for (pmix_rank_t rank = 0; rank < PROCESSES; rank++) {
        uint16_t local = (uint16_t)rank;

        PMIX_INFO_LOAD(&of[rank][0], PMIX_RANK, &rank, PMIX_PROC_RANK);
        PMIX_INFO_LOAD(&of[rank][1], PMIX_NODEID, &number, PMIX_UINT32);
        PMIX_INFO_LOAD(&of[rank][2], PMIX_LOCAL_RANK, &local, PMIX_UINT16);
        load_array(&infos[count++], PMIX_PROC_DATA, PMIX_INFO, of[rank], 3);
    }
    check("PMIx_server_register_nspace",
          PMIx_server_register_nspace(namespace, PROCESSES, infos, count, done, (void *)&is_done), &is_done);
}

static pid_t start(pmix_rank_t rank, char **program)
{
    volatile int is_done = 0;
    char **environment = NULL;
    pmix_proc_t process;
    pid_t pid;

    PMIX_LOAD_PROCID(&process, namespace, rank);
    check("PMIx_server_register_client",
          PMIx_server_register_client(&process, getuid(), getgid(), NULL, done, (void *)&is_done), &is_done);
    for (char **variable = environ; *variable; variable++)
        PMIX_ARGV_APPEND(pid, environment, *variable);
    check("PMIx_server_setup_fork", PMIx_server_setup_fork(&process, &environment), NULL);
    pid = fork();
    if (pid == 0) {
        execvpe(program[0], program, environment);
        perror(program[0]);
        _exit(127);
    }
    return pid;
}

int main(int argc, char **argv)
{
    pmix_info_t infos[2];
    int status, failed = 0;

    if (argc < 3)
        return 2;
    PMIX_INFO_LOAD(&infos[0], PMIX_HOSTNAME, host, PMIX_STRING);
    PMIX_INFO_LOAD(&infos[1], PMIX_SERVER_TMPDIR, getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", PMIX_STRING);
    check("PMIx_server_init", PMIx_server_init(&module, infos, 2), NULL);
    register_job(argv[1]);
    for (pmix_rank_t rank = 0; rank < PROCESSES; rank++)
        start(rank, argv + 2);
    for (int process = 0; process < PROCESSES; process++)
        failed |= wait(&status) < 0 || status != 0;
    PMIx_server_finalize();
    return failed;
}
