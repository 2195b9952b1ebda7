/* SPDX-License-Identifier: MIT OR Apache-2.0
 * foreign_process HOW: obstructs processes that share the machine of a node, as a hostile or a broken process could be.
 * Reads the names of their abstract sockets from standard input, prints 'ready', and stays until it is killed.
 *
 *     hold      holds the names, and does not listen
 *     listen    listens, and never accepts
 *     accept    accepts, and never reads or writes
 *     half      accepts, sends half a record, and stays
 *     close     accepts, and closes
 *     promise   has the memory file that promises a machine, and never has the machine
 *     forged    offers a memory file of bytes that are none of the library's
 *     short     ... of too few bytes
 *     unsealed  ... that it could still write into
 *     large     ... of more bytes than any machine has
 *     flood     connects to every listener, as often as it can, and never reads */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { NAMES = 64 };

static struct sockaddr_un addresses[NAMES];
static socklen_t lengths[NAMES];
static struct pollfd listening[NAMES];

static int is(const char *how, const char *word)
{
    return !strcmp(how, word);
}

/* The memory file that would belong to the socket hsplit-USER-KEY. */
static void offer(const char *how, const char *name)
{
    char file[128];
    const char *key = strrchr(name, '-');
    int fd;

    snprintf(file, sizeof file, "hsplit%s%s", key ? key : "-0", is(how, "promise") ? "-soon" : "");
    fd = memfd_create(file, MFD_ALLOW_SEALING);
    if (ftruncate(fd, is(how, "short") ? 10 : is(how, "large") ? 1L << 30 : is(how, "promise") ? 0 : 4096))
        perror(file);
    if (!is(how, "unsealed"))
        fcntl(fd, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_WRITE | F_SEAL_SEAL);
}

static void answer(const char *how, int from)
{
    int fd = accept(from, NULL, NULL);

    if (is(how, "half") && write(fd, "hsplit", 6) != 6)
        perror("write");
    if (is(how, "close"))
        close(fd);
}

/* Unused connections, as many as possible. */
static void flood(int count)
{
    int kept[512], at = 0;

    memset(kept, -1, sizeof kept);
    for (int i = 0;; i = (i + 1) % count) {
        int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
        if (connect(fd, (struct sockaddr *)&addresses[i], lengths[i])) {
            close(fd);
            usleep(200);
            continue;
        }
        if (kept[at] >= 0)
            close(kept[at]);
        kept[at] = fd;
        at = (at + 1) % 512;
    }
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "hold";
    char name[100];
    int count = 0, held = 0;

    signal(SIGPIPE, SIG_IGN);
    while (count < NAMES && fgets(name, sizeof name, stdin)) {
        struct sockaddr_un *address = &addresses[count];
        int fd = socket(AF_UNIX, SOCK_STREAM, 0);
        name[strcspn(name, "\n")] = '\0';
        address->sun_family = AF_UNIX;
        memcpy(address->sun_path + 1, name, strlen(name));
        lengths[count] = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name));
        if (!is(how, "flood")) {
            if (bind(fd, (struct sockaddr *)address, lengths[count]) || (!is(how, "hold") && listen(fd, 16)))
                perror(name);
            else
                held++;
            if (strstr("promise forged short unsealed large", how))
                offer(how, name);
        }
        listening[count++] = (struct pollfd){fd, POLLIN, 0};
    }
    printf("ready %d\n", is(how, "flood") ? count : held);
    fflush(stdout);
    if (is(how, "flood") && count)
        flood(count);
    while (is(how, "accept") || is(how, "half") || is(how, "close")) {
        poll(listening, (nfds_t)count, -1);
        for (int i = 0; i < count; i++)
            if (listening[i].revents & POLLIN)
                answer(how, listening[i].fd);
    }
    pause();
    return 0;
}
