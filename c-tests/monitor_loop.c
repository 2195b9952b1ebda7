/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Ranks are reordered by the counts of a session: monitor_loop loop|model.
 *
 * 'loop' takes 16 ranks in cyclic order over four nodes of four cores, 'model' four on two nodes. */
#include "monitor_sessions.h"

/* Each rank's data is there after it has moved: 'value' was set by the rank that had this role. */
static void check_moved(MPI_Comm comm, MPI_Comm newcomm, int receive_from, int send_to)
{
    int old, new, value, players[MOST];

    MPI_Comm_rank(comm, &old);
    MPI_Comm_rank(newcomm, &new);
    CHECK_INT(receive_from, new);
    MPI_Allgather(&new, 1, MPI_INT, players, 1, MPI_INT, comm);
    CHECK_INT(players[send_to], old);
    value = 1000 + old;
    OK(HSPLIT_Comm_migrate(comm, newcomm, &value, 1, MPI_INT));
    CHECK_INT(value, 1000 + new);
}

/* Groups of four ranks with neighbouring numbers are spread over four nodes: monitor, reorder, move the data,
 * continue. */
static void loop(void)
{
    MPI_Comm newcomm, again;
    HSPLIT_Monitor m;
    MPI_Info info = test_info("hsplit_metric", "messages"), steps = test_info("hsplit_steps", "10");
    long long inside[MOST];
    int depth, receive_from, send_to, relation, role;

    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &m));
    for (int i = 1; i < 4; i++)
        pass(MPI_COMM_WORLD, rank / 4 * 4 + (rank + i) % 4, rank / 4 * 4 + (rank + 4 - i) % 4, 500);
    OK(HSPLIT_Monitor_levels(m, BYTES, MOST, &depth, inside, NULL));
    CHECK_INT(inside[0], 0);
    CHECK_INT(inside[depth - 1], 16 * 1500);
    for (int way = 0; way < 2; way++) {
        OK(HSPLIT_Monitor_reorder(m, way ? info : steps, &newcomm, &receive_from, &send_to));
        check_moved(MPI_COMM_WORLD, newcomm, receive_from, send_to);
        MPI_Comm_compare(MPI_COMM_WORLD, newcomm, &relation);
        CHECK_INT(relation, MPI_SIMILAR);
        if (!way)
            MPI_Comm_free(&newcomm);
    }
    OK(HSPLIT_Monitor_free(&m));
    /* The same traffic stays inside nodes now, and another order gains nothing. */
    OK(HSPLIT_Monitor_start(newcomm, MPI_INFO_NULL, &m));
    role = receive_from;
    for (int i = 1; i < 4; i++)
        pass(newcomm, role / 4 * 4 + (role + i) % 4, role / 4 * 4 + (role + 4 - i) % 4, 500);
    OK(HSPLIT_Monitor_levels(m, BYTES, MOST, &depth, inside, NULL));
    CHECK_INT(inside[0], 16 * 1500);
    OK(HSPLIT_Monitor_reorder(m, MPI_INFO_NULL, &again, &receive_from, &send_to));
    CHECK_INT(receive_from, role);
    CHECK_INT(send_to, role);
    MPI_Comm_compare(newcomm, again, &relation);
    CHECK_INT(relation, MPI_CONGRUENT);
    MPI_Comm_free(&again);
    /* A key forbids it; outputs may be NULL. */
    MPI_Info_set(info, "hsplit_reorder", "no");
    OK(HSPLIT_Monitor_reorder(m, info, &again, NULL, NULL));
    MPI_Comm_free(&again);
    OK(HSPLIT_Monitor_free(&m));
    MPI_Comm_free(&newcomm);
    MPI_Info_free(&info);
    MPI_Info_free(&steps);
}

/* Four ranks in cyclic order over two nodes: a long message to one rank, many short ones to another. By bytes the first
 * two ranks belong together, by the time of messages the first and the last. */
static void model(void)
{
    const int partner = rank ^ 1, friend = 3 - rank;
    MPI_Info info = test_info("hsplit_cost", "hops");
    MPI_Comm newcomm;
    HSPLIT_Monitor m;
    int far, near;

    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &m));
    for (int i = 0; i < 5; i++)
        pass(MPI_COMM_WORLD, partner, partner, 4000);
    for (int i = 0; i < 200; i++)
        pass(MPI_COMM_WORLD, friend, friend, 50);
    for (int way = 0; way < 2; way++) {
        OK(HSPLIT_Monitor_reorder(m, way ? info : MPI_INFO_NULL, &newcomm, NULL, NULL));
        OK(HSPLIT_Comm_get_distance(newcomm, 0, way ? 1 : 3, &near, NULL));
        OK(HSPLIT_Comm_get_distance(newcomm, 0, way ? 3 : 1, &far, NULL));
        CHECK_INT(near, 2);
        CHECK(far > near);
        MPI_Comm_free(&newcomm);
    }
    OK(HSPLIT_Monitor_free(&m));
    MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    rank = test_rank();
    if (argc > 1 && !strcmp(argv[1], "model"))
        model();
    else
        loop();
    return test_end();
}
