# SPDX-License-Identifier: MIT OR Apache-2.0
# The traffic of 4096 ranks of a periodic grid of 16 x 16 x 16 in 100 steps, with 64 KiB to each neighbour in each
# step, as hsplit monitor reads it. Ranks are on 64 nodes of two packages with 32 cores each, in order.
function at(x, y, z)
{
    return (x + 16) % 16 + 16 * ((y + 16) % 16) + 256 * ((z + 16) % 16)
}

BEGIN {
    for (rank = 0; rank < 4096; rank++) {
        x = rank % 16
        y = int(rank / 16) % 16
        z = int(rank / 256)
        split("", sent)
        for (side = -1; side <= 1; side += 2)
            sent[at(x + side, y, z)] = sent[at(x, y + side, z)] = sent[at(x, y, z + side)] = 100
        print "hsplit-monitor part 1"
        print "rank " rank " of 4096"
        print "host node" int(rank / 64)
        print "place Machine " int(rank / 64) " Package " int(rank / 32) % 2 " Core " rank % 32
        print "date 2026-11-25T12:00:00Z"
        print "seconds 60"
        print "mpi none, made by grid.awk"
        print "counted p2p collectives rma"
        print "collectives meaning"
        for (peer = 0; peer < 4096; peer++)
            if (peer in sent)
                print "p2p " peer " " sent[peer] " " sent[peer] * 65536
        print "end"
    }
}
