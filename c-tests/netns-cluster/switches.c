/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The switches and cables of an emulated cluster, in one process: every host's eth0 is a TAP device that this process
 * holds.
 *
 * Not every kernel can delay packets (netem), and none of the queueing disciplines shares a cable between two hosts as
 * a switch does. So frames pass through this process, store and forward: at every hop a frame waits until the cable is
 * free in its direction, is sent at the cable's rate, travels for its delay, and has then arrived whole at the next
 * switch or host. Queues have no limit; TCP's windows bound them.
 *
 * stdin: a line for each switch and host, parents first: 'PARENT DELAY_NS BITS_PER_SECOND PID', where PARENT is the
 * number of an earlier line or -1, BITS_PER_SECOND 0 stands for a cable that takes no time, and PID is a process in the
 * host's network namespace, 0 for a switch. Host number k, counted from 1, has the address 02:00:00:00:hi(k):lo(k).
 * Prints 'ready' on stdout when all devices exist. Ends when it is killed; the devices end with it.
 *
 * switches FILE: FILE has the traffic of each cable until now, as in 'traffic'. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { UP, DOWN };
enum { LARGEST_FRAME = 16384, BURST = 16 };

/* A switch or a host, with the cable to its parent. */
struct node {
    int parent, depth, tap;
    int64_t delay;
    double ns_per_byte;
    /* The time when the cable is free again, in each direction. */
    int64_t free_at[2];
};

/* The traffic of a cable in one direction. Data frames have a segment of TCP with data; the others are TCP's own. */
struct traffic {
    uint64_t frames, data_frames, data_bytes;
};

/* A frame that reaches a node at a certain time. */
struct frame {
    int64_t due;
    uint64_t number;
    int at, destination, length;
    unsigned char bytes[LARGEST_FRAME];
};

static struct node *nodes;
static int node_count;
/* Of each node's cable, up and down. */
static struct traffic (*traffic)[2];
/* The hosts' numbers among the nodes. */
static int *hosts;
static int host_count;

static void fail(const char *what)
{
    fprintf(stderr, "switches: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void *grown(void *array, size_t count, size_t size)
{
    /* Doubles at every power of two. */
    if ((count & (count - 1)) == 0)
        array = realloc(array, (count ? 2 * count : 1) * size);
    if (!array)
        fail("memory");
    return array;
}

static int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

/* The frames in transit: a binary heap, the earliest first, and in the order of their arrival if two are due
 * together. */
static struct frame **queue;
static size_t queue_length;

static int before(const struct frame *a, const struct frame *b)
{
    return a->due < b->due || (a->due == b->due && a->number < b->number);
}

static void enqueue(struct frame *frame)
{
    size_t i = queue_length;

    queue = grown(queue, queue_length, sizeof *queue);
    for (queue_length++; i > 0 && before(frame, queue[(i - 1) / 2]); i = (i - 1) / 2)
        queue[i] = queue[(i - 1) / 2];
    queue[i] = frame;
}

static struct frame *dequeue(void)
{
    struct frame *first = queue[0], *last = queue[--queue_length];
    size_t i = 0, child;

    while ((child = 2 * i + 1) < queue_length) {
        if (child + 1 < queue_length && before(queue[child + 1], queue[child]))
            child++;
        if (!before(queue[child], last))
            break;
        queue[i] = queue[child];
        i = child;
    }
    queue[i] = last;
    return first;
}

/* Frames are reused: an allocation at every arrival would cost more than forwarding. */
static struct frame **spare;
static size_t spare_count;

static struct frame *new_frame(void)
{
    struct frame *frame = spare_count ? spare[--spare_count] : malloc(sizeof *frame);

    if (!frame)
        fail("memory");
    return frame;
}

static void release(struct frame *frame)
{
    spare = grown(spare, spare_count, sizeof *spare);
    spare[spare_count++] = frame;
}

/* The node below `at` on the route to `destination`; -1 if the route does not go down. */
static int child_towards(int at, int destination)
{
    int node = destination;

    while (nodes[node].depth > nodes[at].depth + 1)
        node = nodes[node].parent;
    return nodes[node].parent == at ? node : -1;
}

/* The data in a frame's segment of TCP. Hosts send IPv4 and ARP. */
static int tcp_data(const struct frame *frame)
{
    const unsigned char *ip = frame->bytes + 14, *tcp;

    if (frame->length < 34 || frame->bytes[12] != 8 || frame->bytes[13] != 0 || ip[9] != 6)
        return 0;
    tcp = ip + 4 * (ip[0] & 15);
    if (tcp + 20 > frame->bytes + frame->length)
        return 0;
    return (ip[2] << 8 | ip[3]) - (int)(tcp - ip) - 4 * (tcp[12] >> 4);
}

static void count(struct traffic *way, const struct frame *frame)
{
    int data = tcp_data(frame);

    way->frames++;
    if (data > 0) {
        way->data_frames++;
        way->data_bytes += (uint64_t)data;
    }
}

/* Sends a frame over the next cable of its route. */
static void forward(struct frame *frame)
{
    static uint64_t frames;
    int child = child_towards(frame->at, frame->destination);
    int direction = child < 0 ? UP : DOWN;
    struct node *cable = &nodes[direction == UP ? frame->at : child];
    int64_t start = frame->due > cable->free_at[direction] ? frame->due : cable->free_at[direction];

    count(&traffic[cable - nodes][direction], frame);
    cable->free_at[direction] = start + (int64_t)(frame->length * cable->ns_per_byte);
    frame->due = cable->free_at[direction] + cable->delay;
    frame->at = direction == UP ? cable->parent : child;
    frame->number = frames++;
    enqueue(frame);
}

/* Forwards every frame that is due. A frame that a host does not accept is lost, as on any network. */
static void forward_all_due(void)
{
    int64_t time = now();

    while (queue_length && queue[0]->due <= time) {
        struct frame *frame = dequeue();
        if (frame->at != frame->destination) {
            forward(frame);
            continue;
        }
        if (write(nodes[frame->at].tap, frame->bytes, (size_t)frame->length) < 0 && errno == EBADFD)
            fail("a device is gone");
        release(frame);
    }
}

static void send_to(const struct frame *frame, int destination)
{
    struct frame *copy = new_frame();

    memcpy(copy, frame, offsetof(struct frame, bytes) + (size_t)frame->length);
    copy->destination = destination;
    forward(copy);
}

/* Reads the frames that a host sends. */
static void receive(int host)
{
    static struct frame frame;

    for (int i = 0; i < BURST; i++) {
        ssize_t length = read(nodes[host].tap, frame.bytes, sizeof frame.bytes);
        if (length < 14)
            return;
        frame.at = host;
        frame.due = now();
        frame.length = (int)length;
        int number = frame.bytes[4] << 8 | frame.bytes[5];
        int to_all = frame.bytes[0] & 1;
        for (int k = 1; k <= host_count; k++)
            if (hosts[k - 1] != host && (to_all || k == number))
                send_to(&frame, hosts[k - 1]);
    }
}

/* A TAP device belongs to the network namespace of the process that creates it, at that time. */
static int tap_in_namespace_of(long pid)
{
    struct ifreq request = {.ifr_flags = IFF_TAP | IFF_NO_PI};
    char path[64];

    snprintf(path, sizeof path, "/proc/%ld/ns/net", pid);
    int namespace = open(path, O_RDONLY | O_CLOEXEC);
    if (namespace < 0 || setns(namespace, CLONE_NEWNET))
        fail(path);
    close(namespace);
    int tap = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    strcpy(request.ifr_name, "eth0");
    if (tap < 0 || ioctl(tap, TUNSETIFF, &request))
        fail("/dev/net/tun");
    return tap;
}

static void read_plan(void)
{
    long pid;
    double bits;
    struct node node;

    while (scanf("%d %ld %lf %ld", &node.parent, &node.delay, &bits, &pid) == 4) {
        if (node.parent >= node_count) {
            errno = EINVAL;
            fail("plan");
        }
        node.depth = node.parent < 0 ? 0 : nodes[node.parent].depth + 1;
        node.ns_per_byte = bits > 0 ? 8e9 / bits : 0;
        node.free_at[UP] = node.free_at[DOWN] = 0;
        node.tap = -1;
        if (pid) {
            node.tap = tap_in_namespace_of(pid);
            hosts = grown(hosts, (size_t)host_count, sizeof *hosts);
            hosts[host_count++] = node_count;
        }
        nodes = grown(nodes, (size_t)node_count, sizeof *nodes);
        nodes[node_count++] = node;
    }
}

/* Other processes read the file while this process writes it. */
static void open_counts(const char *path)
{
    size_t size = (size_t)node_count * sizeof *traffic;
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

    if (file < 0 || ftruncate(file, (off_t)size))
        fail(path);
    traffic = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (traffic == MAP_FAILED)
        fail(path);
    close(file);
}

/* Ranks that poll take all cores: a switch that waits for its turn would be slower than its cables. */
static void take_precedence(void)
{
    struct sched_param highest = {.sched_priority = 50};

    if (sched_setscheduler(0, SCHED_FIFO, &highest))
        setpriority(PRIO_PROCESS, 0, -20);
    prctl(PR_SET_TIMERSLACK, 1UL);
    mlockall(MCL_CURRENT | MCL_FUTURE);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        errno = EINVAL;
        fail("FILE");
    }
    read_plan();
    open_counts(argv[1]);
    struct pollfd *polled = calloc((size_t)host_count, sizeof *polled);
    if (!polled)
        fail("no hosts");
    for (int k = 0; k < host_count; k++)
        polled[k] = (struct pollfd){.fd = nodes[hosts[k]].tap, .events = POLLIN};
    take_precedence();
    puts("ready");
    fclose(stdout);
    for (;;) {
        int64_t left = queue_length ? queue[0]->due - now() : 0;
        struct timespec wait = {0};
        if (left > 0)
            wait = (struct timespec){left / 1000000000, left % 1000000000};
        int ready = ppoll(polled, (nfds_t)host_count, queue_length ? &wait : NULL, NULL);
        for (int k = 0; k < host_count && ready > 0; k++)
            if (polled[k].revents)
                receive(hosts[k]);
        forward_all_due();
    }
}
