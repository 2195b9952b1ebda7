# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: MIT OR Apache-2.0
# Reads a description of an emulated cluster; sourced by 'cluster' and 'inside'.
#
# read_spec FILE fills these arrays, with an entry for each switch and host, parents first.
names=() kinds=() parents=() delays=() rates=() # parents: numbers, -1 for none; delays in ns; rates in bit/s
declare -A number_of=()
hosts=() # the hosts' numbers

die() {
    echo "cluster: $*" >&2
    exit 1
}

read_spec() { # FILE
    local line=0 kind name parent delay rate rest
    [ -r "$1" ] || die "$1: cannot be read"
    while read -r kind name parent delay rate rest || [ -n "$kind" ]; do
        where="$1:$((++line))"
        case $kind in
        '' | '#'*) ;;
        switch | host) add_line "$kind" "$name" "$parent" "$delay" "$rate" "$rest" ;;
        *) die "$where: '$kind' is neither 'switch' nor 'host'" ;;
        esac
    done <"$1"
    [ ${#hosts[@]} -gt 0 ] || die "$1: there is no host"
}

add_line() { # KIND NAME PARENT DELAY RATE REST, where NAME may have a range: n[0-3]
    local name
    [ -z "$6" ] || [[ $6 == '#'* ]] || die "$where: too many words"
    for name in $(expand "$2"); do
        add_node "$1" "$name" "$3" "$4" "$5"
    done
}

expand() { # NAME
    if [[ $1 =~ ^([^][]*)\[([0-9]{1,4})-([0-9]{1,4})\]$ ]]; then
        seq -f "${BASH_REMATCH[1]}%.0f" "${BASH_REMATCH[2]}" "${BASH_REMATCH[3]}"
    else
        echo "$1"
    fi
}

add_node() { # KIND NAME PARENT DELAY RATE
    local kind=$1 name=$2 parent=-1 delay=0 rate=0 number=${#names[@]}
    [[ $name =~ ^[A-Za-z0-9][A-Za-z0-9-]*$ ]] || die "$where: '$name' cannot be a name"
    [ -z "${number_of[$name]:-}" ] || die "$where: there are two of '$name'"
    if [ -n "$3" ]; then
        parent=${number_of[$3]:-}
        [ -n "$parent" ] && [ "${kinds[parent]}" = switch ] || die "$where: no line above describes a switch '$3'"
        to_number "${4:-0us}" us=1000 ms=1000000 && delay=$result || die "$where: '$4' is no delay such as 250us or 2ms"
        to_number "${5:-0Mbit}" Mbit=1000000 Gbit=1000000000 && rate=$result ||
            die "$where: '$5' is no rate such as 100Mbit or 1Gbit"
    elif [ "$kind" = host ]; then
        die "$where: the host '$name' is at no switch"
    elif [ "$number" -gt 0 ]; then
        die "$where: the switch '$name' is below no other, and '${names[0]}' is the outermost already"
    fi
    [ "$kind" = switch ] || hosts+=("$number")
    number_of[$name]=$number
    names+=("$name") kinds+=("$kind") parents+=("$parent") delays+=("$delay") rates+=("$rate")
}

to_number() { # WORD UNIT=FACTOR...: the result is in $result
    local word=$1 unit
    for unit in "${@:2}"; do
        if [[ $word =~ ^[0-9]{1,9}"${unit%=*}"$ ]]; then
            result=$((10#${word%"${unit%=*}"} * ${unit#*=}))
            return 0
        fi
    done
    return 1
}

host_names() {
    local number
    for number in "${hosts[@]}"; do
        echo "${names[number]}"
    done
}

# The names on the way from the outermost switch to a node, each followed by a separator.
path_to() { # NUMBER SEPARATOR
    local number=$1 path=
    while [ "$number" -ge 0 ]; do
        path=${names[number]}$2$path
        number=${parents[number]}
    done
    echo "$path"
}

# The switches or hosts directly below a switch, as a list with commas.
below() { # NUMBER KIND
    local number list=
    for number in "${!names[@]}"; do
        [ "${parents[number]}" != "$1" ] || [ "${kinds[number]}" != "$2" ] || list=$list,${names[number]}
    done
    echo "${list#,}"
}

# In the form of Slurm's topology.conf for the plugin topology/tree.
slurm_topology() {
    local number switches nodes
    for number in "${!names[@]}"; do
        [ "${kinds[number]}" = switch ] || continue
        switches=$(below "$number" switch) nodes=$(below "$number" host)
        echo "SwitchName=${names[number]}${switches:+ Switches=$switches}${nodes:+ Nodes=$nodes}"
    done
}

# In libhsplit's own form: the contents of a switch follow it, further to the right.
file_topology() { # [NUMBER MARGIN]
    local number=${1:-0} margin=${2:-} child nodes
    nodes=$(below "$number" host)
    echo "${margin}switch ${names[number]}${nodes:+: $nodes}"
    for child in "${!names[@]}"; do
        [ "${parents[child]}" != "$number" ] || [ "${kinds[child]}" != switch ] || file_topology "$child" "$margin    "
    done
}

# As coordinates of each host (RR-9077, section 4.2): its switch at each level, and its port of the last one.
coordinates_topology() {
    local number parent depth coords=(0) depths=(1) counts=() dims=(1)
    for number in "${!names[@]}"; do
        [ "$number" -gt 0 ] || continue
        parent=${parents[number]}
        depth=${depths[parent]} coords[number]="${coords[parent]} ${counts[parent]:-0}"
        depths[number]=$((depth + 1)) counts[parent]=$((${counts[parent]:-0} + 1))
        [ "${dims[depth]:-0}" -ge "${counts[parent]}" ] || dims[depth]=${counts[parent]}
    done
    depth=${depths[${hosts[0]}]}
    for number in "${hosts[@]}"; do
        [ "${depths[number]}" = "$depth" ] ||
            die "coordinates: '${names[number]}' is below another number of switches than '${names[${hosts[0]}]}'"
    done
    echo "nlevels $depth"
    echo "dims ${dims[*]:0:depth}"
    for number in "${hosts[@]}"; do
        echo "${names[number]} ${coords[number]}"
    done
}

# Slurm's variables for the processes of a job on a host: a name for each level of switches, counted from the leaves. A
# name is empty if the host has no switch of that level.
slurm_variables() { # NUMBER
    local number heights=() own=() path='' words=''
    for ((number = ${#names[@]} - 1; number > 0; number--)); do
        [ "${kinds[number]}" = switch ] && [ "${heights[parents[number]]:-0}" -le "${heights[number]:-0}" ] || continue
        heights[parents[number]]=$((${heights[number]:-0} + 1))
    done
    for ((number = parents[$1]; number >= 0; number = parents[number])); do
        own[${heights[number]:-0}]=${names[number]}
    done
    for ((number = ${heights[0]:-0}; number >= 0; number--)); do
        path=$path${own[number]:-}. words=${words}switch.
    done
    echo "export SLURM_TOPOLOGY_ADDR=$path${names[$1]} SLURM_TOPOLOGY_ADDR_PATTERN=${words}node"
}
