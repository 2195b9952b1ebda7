# SPDX-License-Identifier: MIT OR Apache-2.0
# awk -v rows=R -v columns=C -v high=H -v wide=W -f product.awk: what SUMMA's broadcasts along binary trees send, in the
# mean of all steps of a product on a grid of R x C ranks, of which a host has a rectangle of H x W: simple, ranks
# placed by node, round robin and shuffled, and along the hardware (RR-9077, section 7.3). Columns: messages between
# hosts, those through the cable that has most of them, hops between hosts on the longest way, and what a simple product
# has of each for one along the hardware. The last row counts messages where each rank sends all that its host needs at
# once.

BEGIN {
    hosts = rows * columns / (high * wide)
    steps = rows * columns / common(rows, columns)
    shuffle(rows * columns)
    count = split("by-node round-robin shuffled hardware", placements, " ")
    for (i = 1; i <= count; i++)
        product(placements[i])
    for (i = 1; i <= count; i++)
        print_row(placements[i], "hardware")
    at_once = rows * (columns / wide - 1) / wide + columns * (rows / high - 1) / high
    printf "hardware at once,%.1f,,,%.2f,,\n", at_once, messages["shuffled"] / steps / at_once
}

function common(one, other)
{
    return other ? common(other, one % other) : one
}

function host_of(row, column, placement)
{
    if (placement == "hardware")
        return int(row / high) * (columns / wide) + int(column / wide)
    if (placement == "by-node")
        return int((row * columns + column) / (high * wide))
    if (placement == "round-robin")
        return (row * columns + column) % hosts
    return int(seat[row * columns + column] / (high * wide))
}

function shuffle(ranks, i, other)
{
    srand(1)
    for (i = 0; i < ranks; i++) {
        other = int(rand() * (i + 1))
        seat[i] = seat[other]
        seat[other] = i
    }
}

function product(placement, step, line, longest)
{
    for (step = 0; step < steps; step++) {
        longest = 0
        for (line = 0; line < rows; line++)
            longest = most(longest, broadcast("row", line, columns, int(step * columns / steps), wide, placement))
        hops[placement] += longest
        longest = 0
        for (line = 0; line < columns; line++)
            longest = most(longest, broadcast("column", line, rows, int(step * rows / steps), high, placement))
        hops[placement] += longest
    }
}

# One row or column: along the hardware first to one rank of each part, which are as far from its beginning as the root
# is, and then in each part.
function broadcast(kind, line, length_of_line, root, part, placement, first, longest)
{
    if (placement != "hardware")
        return tree(kind, line, 0, 1, length_of_line, root, placement)
    longest = tree(kind, line, root % part, part, length_of_line / part, int(root / part), placement)
    for (first = 0; first < length_of_line; first += part)
        tree(kind, line, first, 1, part, root % part, placement)
    return longest
}

# A binary tree of members first, first + stride and so on: the hops between hosts on its longest way.
function tree(kind, line, first, stride, members, root, placement, k, at, to, depth, longest)
{
    longest = depth[0] = 0
    for (k = 1; k < members; k++) {
        at = member(kind, line, first + stride * ((parent(k) + root) % members), placement)
        to = member(kind, line, first + stride * ((k + root) % members), placement)
        depth[k] = depth[parent(k)]
        if (at != to) {
            depth[k]++
            messages[placement]++
            cable[placement] = most(cable[placement], ++out[placement, at])
            cable[placement] = most(cable[placement], ++into[placement, to])
        }
        longest = most(longest, depth[k])
    }
    return longest
}

# In Open MPI's binary tree, level by level: 1 and 2 below 0, 3 and 5 below 1, 4 and 6 below 2.
function parent(k, level)
{
    for (level = 1; 2 * level - 1 <= k; level *= 2)
        continue
    return k - level / 2 < level - 1 ? k - level / 2 : k - level
}

function member(kind, line, place, placement)
{
    return kind == "row" ? host_of(line, place, placement) : host_of(place, line, placement)
}

function most(one, other)
{
    return one > other ? one : other
}

function print_row(name, beside)
{
    printf "%s,%.1f,%.1f,%.1f,%.2f,%.2f,%.2f\n", name, messages[name] / steps, cable[name] / steps, hops[name] / steps,
        messages[name] / messages[beside], cable[name] / cable[beside], hops[name] / hops[beside]
}
