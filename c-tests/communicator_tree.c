/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Communicators around a communicator: parents, children, roots and depths. 8 ranks on two nodes of two packages of two
 * cores. */
#include "navigation.h"

/* Up, down and sideways over a whole hierarchy. No split is at the NUMA node, which is the whole node; it counts all
 * the same. */
static void whole_hierarchy(void)
{
    static const int depths[3] = {1, 3, 4};
    MPI_Comm newcomms[4], rootscomms[4], children[4];
    int depth, members[MOST], count;

    OK(HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, 4, &depth, newcomms, rootscomms));
    CHECK_INT(depth, 3);
    CHECK_DEPTH(MPI_COMM_WORLD, 0, "System - Cluster");
    CHECK(parent_of(MPI_COMM_WORLD) == MPI_COMM_NULL && roots_of(MPI_COMM_WORLD) == MPI_COMM_NULL);
    CHECK_INT(children_of(MPI_COMM_WORLD, children, 4), 1);
    CHECK(children[0] == newcomms[0]);
    for (int i = 0; i < depth; i++) {
        CHECK(parent_of(newcomms[i]) == (i ? newcomms[i - 1] : MPI_COMM_WORLD));
        CHECK(roots_of(newcomms[i]) == rootscomms[i]);
        CHECK_DEPTH(newcomms[i], depths[i], level_names[depths[i] - 1]);
        CHECK_INT(children_of(newcomms[i], children, 4), i + 1 < depth);
        if (i + 1 < depth)
            CHECK(children[0] == newcomms[i + 1]);
        if (rootscomms[i] != MPI_COMM_NULL) {
            CHECK_DEPTH(rootscomms[i], MPI_UNDEFINED, "Unknown");
            CHECK(parent_of(rootscomms[i]) == MPI_COMM_NULL);
        }
        /* The result of the map for the prefix of that length. */
        OK(HSPLIT_Comm_get_rank(MPI_COMM_WORLD, depths[i], spots[test_rank()].coords, MOST, &count, members));
        CHECK_MEMBERS(newcomms[i], members, count);
    }
    /* Nothing is kept: the links end with the communicators at both ends. */
    test_free(&rootscomms[1]);
    CHECK(roots_of(newcomms[1]) == MPI_COMM_NULL);
    MPI_Comm_free(&newcomms[1]);
    CHECK(parent_of(newcomms[2]) == MPI_COMM_NULL);
    CHECK_DEPTH(newcomms[2], 4, "Core");
    CHECK_INT(children_of(newcomms[0], children, 4), 0);
    OK(HSPLIT_Comm_hierarchy_free(depth, newcomms, rootscomms));
    CHECK_INT(children_of(MPI_COMM_WORLD, NULL, 0), 0);
}

/* A duplicate gives the same results as its original, but its children are its own. */
static void duplicates(void)
{
    MPI_Comm node, copy, package, of_copy, children[2];

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_SUBDOMAIN, 0, MPI_INFO_NULL, &node));
    OK(MPI_Comm_split_type(node, MPI_COMM_TYPE_HW_SUBDOMAIN, 0, MPI_INFO_NULL, &package));
    MPI_Comm_dup(node, &copy);
    CHECK(parent_of(copy) == MPI_COMM_WORLD);
    CHECK_DEPTH(copy, 1, "Machine");
    CHECK_INT(children_of(copy, children, 2), 0);
    OK(MPI_Comm_split_type(copy, MPI_COMM_TYPE_HW_SUBDOMAIN, 0, MPI_INFO_NULL, &of_copy));
    CHECK(parent_of(of_copy) == copy && parent_of(package) == node);
    CHECK_INT(children_of(copy, children, 2), 1);
    CHECK(children[0] == of_copy);
    CHECK_INT(children_of(node, children, 2), 1);
    CHECK(children[0] == package);
    /* A duplicate does not stand for its original. */
    MPI_Comm_free(&node);
    CHECK(parent_of(package) == MPI_COMM_NULL && parent_of(copy) == MPI_COMM_WORLD);
    MPI_Comm_free(&package);
    MPI_Comm_free(&of_copy);
    MPI_Comm_free(&copy);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    CHECK_DEPTH(copy, 0, "System - Cluster");
    OK(MPI_Comm_split_type(copy, MPI_COMM_TYPE_HW_SUBDOMAIN, 0, MPI_INFO_NULL, &node));
    CHECK(parent_of(node) == copy);
    MPI_Comm_free(&copy);
    CHECK(parent_of(node) == MPI_COMM_NULL);
    MPI_Comm_free(&node);
}

/* In order of creation, with a list that is too short for all; freed ones leave no gap. */
static void many_children(void)
{
    enum { CHILDREN = 9 };
    MPI_Comm made[CHILDREN], children[CHILDREN + 1];

    for (int i = 0; i < CHILDREN; i++)
        OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_SUBDOMAIN, 0, MPI_INFO_NULL, &made[i]));
    children[4] = MPI_COMM_SELF;
    CHECK_INT(children_of(MPI_COMM_WORLD, children, 4), CHILDREN);
    for (int i = 0; i < 4; i++)
        CHECK(children[i] == made[i]);
    CHECK(children[4] == MPI_COMM_SELF);
    MPI_Comm_free(&made[0]);
    MPI_Comm_free(&made[5]);
    CHECK_INT(children_of(MPI_COMM_WORLD, children, CHILDREN + 1), CHILDREN - 2);
    for (int i = 0; i < CHILDREN - 2; i++)
        CHECK(children[i] == made[i + 1 + (i >= 4)]);
    for (int i = 0; i < CHILDREN; i++)
        test_free(&made[i]);
    CHECK_INT(children_of(MPI_COMM_WORLD, children, CHILDREN + 1), 0);
}

/* MPIs reuse the handle of a freed communicator: a new communicator has none of the old links. If handles are
 * addresses, the allocator decides when: rounds continue until every rank has had a reused one. */
static void reused_handles(void)
{
    enum { ROUNDS = 20, MOST_ROUNDS = 500 };
    MPI_Comm parent, child, other[8];
    int reused = 0, least = 0;

    for (int round = 0; round < ROUNDS || (!least && round < MOST_ROUNDS); round++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &parent);
        OK(MPI_Comm_split_type(parent, MPI_COMM_TYPE_HW_SUBDOMAIN, 0, MPI_INFO_NULL, &child));
        MPI_Comm freed = parent;
        MPI_Comm_free(&parent);
        for (int i = 0; i < 8; i++) {
            MPI_Comm_dup(MPI_COMM_SELF, &other[i]);
            reused += other[i] == freed;
            CHECK(parent_of(child) == MPI_COMM_NULL);
            CHECK_INT(children_of(other[i], NULL, 0), 0);
        }
        freed = child;
        MPI_Comm_free(&child);
        for (int i = 0; i < 8; i++) {
            CHECK(parent_of(other[i]) == MPI_COMM_NULL);
            MPI_Comm_free(&other[i]);
        }
        MPI_Comm_dup(MPI_COMM_WORLD, &parent);
        reused += parent == freed;
        CHECK(parent_of(parent) == MPI_COMM_NULL);
        CHECK_INT(children_of(parent, NULL, 0), 0);
        MPI_Comm_free(&parent);
        MPI_Allreduce(&reused, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    }
    CHECK(reused > 0);
}

/* Communicators of the program's own, guided splits, and the native split of a node. */
static void other_splits(void)
{
    MPI_Comm half, reversed, made, roots, children[4];
    MPI_Info core = test_info("mpi_hw_resource_type", "Core");
    MPI_Info memory = test_info("mpi_hw_resource_type", "mpi_shared_memory");
    MPI_Info all = test_info("mpi_hw_resource_type", "cluster");

    CHECK_DEPTH(MPI_COMM_SELF, MPI_UNDEFINED, "Unknown");
    MPI_Comm_split(MPI_COMM_WORLD, test_rank() % 2, 0, &half);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -test_rank(), &reversed);
    CHECK_DEPTH(half, MPI_UNDEFINED, "Unknown");
    CHECK_DEPTH(reversed, 0, "System - Cluster");
    CHECK(parent_of(half) == MPI_COMM_NULL && roots_of(half) == MPI_COMM_NULL);
    CHECK_INT(children_of(MPI_COMM_WORLD, NULL, 0), 0);
    OK(MPI_Comm_split_type(half, MPI_COMM_TYPE_HW_GUIDED, 0, core, &made));
    CHECK(parent_of(made) == half && roots_of(made) == MPI_COMM_NULL);
    CHECK_DEPTH(made, 4, "Core");
    MPI_Comm_free(&made);
    OK(MPI_Comm_hsplit_with_roots(reversed, core, &made, &roots));
    CHECK(parent_of(made) == reversed && roots_of(made) == roots && roots != MPI_COMM_NULL);
    MPI_Comm_free(&roots);
    MPI_Comm_free(&made);
    OK(MPI_Comm_split_type(reversed, MPI_COMM_TYPE_HW_GUIDED, 0, memory, &made));
    CHECK(parent_of(made) == reversed);
    CHECK_INT(children_of(reversed, children, 4), 1);
    CHECK_DEPTH(made, 1, "Machine");
    MPI_Comm_free(&made);
    OK(MPI_Comm_split_type(reversed, MPI_COMM_TYPE_HW_GUIDED, 0, all, &made));
    CHECK_DEPTH(made, 0, "System - Cluster");
    MPI_Comm_free(&made);
    MPI_Comm_free(&half);
    MPI_Comm_free(&reversed);
    MPI_Info_free(&core);
    MPI_Info_free(&memory);
    MPI_Info_free(&all);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    two_nodes();
    whole_hierarchy();
    duplicates();
    many_children();
    reused_handles();
    other_splits();
    return test_end();
}
