# SPDX-License-Identifier: MIT OR Apache-2.0
# Writes a platform for SimGrid: hosts, links, and the route between each two hosts. Rates are in bytes a second,
# latencies in seconds.

BEGIN {
    shape_size = split(topology, shape, " ")
    print "<?xml version=\"1.0\"?>"
    print "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">"
    print "<platform version=\"4.1\">\n<zone id=\"all\" routing=\"Full\">"
    for (i = 0; i < hosts; i++)
        printf "<host id=\"n%d\" speed=\"1Gf\" core=\"%d\"/>\n", i, cores
    read_clusters()
    for (i = 0; i < hosts; i++) {
        # One core copies as fast as "copy"; all of a host share its memory.
        link("k" i, copy, copy_latency, "FATPIPE")
        link("m" i, memory, 0, "SHARED")
        link("c" i, rate, shape[1] == "grid" ? own[cluster_of[i]] / 2 : latency, "SPLITDUPLEX")
    }
    make_links()
    for (i = 0; i < hosts; i++)
        for (j = 0; j < hosts; j++) {
            printf "<route src=\"n%d\" dst=\"n%d\" symmetrical=\"NO\">", i, j
            if (i == j)
                printf "<link_ctn id=\"k%d\"/><link_ctn id=\"m%d\"/>", i, i
            else {
                pass("c" i, "UP")
                across("p", i, j)
                between(i, j)
                pass("c" j, "DOWN")
            }
            print "</route>"
        }
    print "</zone>\n</platform>"
}

function link(name, rate, latency, policy)
{
    printf "<link id=\"%s\" bandwidth=\"%.0fBps\" latency=\"%.9gs\"", name, rate, latency
    printf " sharing_policy=\"%s\"/>\n", policy
}

function cable(name)
{
    link(name, uplink_rate, uplink_latency, "SPLITDUPLEX")
}

function pass(name, direction)
{
    printf "<link_ctn id=\"%s\" direction=\"%s\"/>", name, direction
}

# tree LEAF UPLINKS: leaf switches of LEAF hosts with UPLINKS cables, one to each upper switch. With "clusters" each of
# these is a leaf switch, and LEAF is -.
# dragonfly GROUPS ROUTERS HOSTS: groups of routers that are all connected, a cable between each two groups.
# torus X Y Z: a host at each point. grid: clusters (Table 4 of the framework). flat: one switch.
function make_links(i, j, k)
{
    if (shape[1] == "tree")
        for (i = 0; i <= leaf_of(hosts - 1); i++)
            for (j = 0; j < shape[3]; j++)
                cable("u" i "_" j)
    if (shape[1] == "dragonfly")
        for (i = 0; i < shape[2]; i++) {
            for (j = 0; j < shape[3]; j++)
                for (k = j + 1; k < shape[3]; k++)
                    cable("l" i "_" j "_" k)
            for (j = i + 1; j < shape[2]; j++)
                cable("g" i "_" j)
        }
    if (shape[1] == "torus")
        for (i = 0; i < hosts; i++)
            for (k = 0; k < 3; k++)
                cable("t" i "_" k)
    if (shape[1] == "grid") {
        for (i = 0; i < count; i++)
            for (j = i + 1; j < count; j++)
                link("w" i "_" j, uplink_rate, far[i, j] - (own[i] + own[j]) / 2, "SPLITDUPLEX")
    }
    # What carries one message at a time (in-order.cpp): each rank copies one out of its memory and one into it inside
    # its host, and each two hosts have one connection, which delivers in order. On a grid it has this window under way:
    # SimGrid's own windows (network/TCP-gamma) are those of one message, so that a message in segments would have one
    # for each.
    for (i = 0; i < ranks; i++) {
        link("s" i, copy, 0, "SHARED")
        link("r" i, copy, 0, "SHARED")
    }
    for (i = 0; i < hosts; i++)
        for (j = i + 1; j < hosts; j++)
            link("p" i "_" j, window ? window / (2 * far[cluster_of[i], cluster_of[j]]) : rate, 0, "SPLITDUPLEX")
}

function leaf_of(host)
{
    return count ? cluster_of[host] : int(host / shape[2])
}

# The cable from a to b, of a pair that has one.
function across(kind, a, b)
{
    if (a < b)
        pass(kind a "_" b, "UP")
    else
        pass(kind b "_" a, "DOWN")
}

function in_group(group, a, b)
{
    if (a != b)
        across("l" group "_", a, b)
}

function between(i, j, a, b, from, to, k)
{
    if (shape[1] == "tree") {
        a = leaf_of(i)
        b = leaf_of(j)
        if (a != b) {
            pass("u" a "_" j % shape[3], "UP")
            pass("u" b "_" j % shape[3], "DOWN")
        }
    }
    if (shape[1] == "dragonfly") {
        from = int(i / shape[4])
        to = int(j / shape[4])
        a = int(from / shape[3])
        b = int(to / shape[3])
        if (a == b)
            in_group(a, from % shape[3], to % shape[3])
        else {
            # The router of a group that has the cable to another group.
            in_group(a, from % shape[3], b % shape[3])
            across("g", a, b)
            in_group(b, a % shape[3], to % shape[3])
        }
    }
    if (shape[1] == "torus") {
        stride = 1
        from = i
        for (k = 0; k < 3; k++) {
            from = along(from, int(j / stride) % shape[k + 2], k, shape[k + 2], stride)
            stride *= shape[k + 2]
        }
    }
    if (shape[1] == "grid" && cluster_of[i] != cluster_of[j])
        across("w", cluster_of[i], cluster_of[j])
}

# One dimension of a torus, the shorter way round.
function along(from, goal, dimension, size, stride, at, step, next_one)
{
    at = int(from / stride) % size
    step = (goal - at + size) % size * 2 <= size ? 1 : -1
    while (at != goal) {
        next_one = (at + step + size) % size
        if (step > 0)
            pass("t" from "_" dimension, "UP")
        from += (next_one - at) * stride
        if (step < 0)
            pass("t" from "_" dimension, "DOWN")
        at = next_one
    }
    return from
}

# "clusters" has their sizes, "distances" the matrix of latencies in microseconds, row by row, of a grid.
function read_clusters(sizes, all, i, j, host)
{
    count = split(clusters, sizes, " ")
    split(distances, all, " ")
    host = 0
    for (i = 0; i < count; i++) {
        own[i] = all[i * count + i + 1] * 1e-6
        for (j = 0; j < count; j++)
            far[i, j] = all[i * count + j + 1] * 1e-6
        for (j = 0; j < sizes[i + 1]; j++)
            cluster_of[host++] = i
    }
}
