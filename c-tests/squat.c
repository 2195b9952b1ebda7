/* SPDX-License-Identifier: MIT OR Apache-2.0
 * squat: takes over the abstract sockets by which processes of a node share the machine, as a hostile or a dying
 * process could, and accepts no connection. Reads names from standard input, prints 'ready', and stays until it is
 * killed. */
#define _DEFAULT_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(void)
{
    char name[100];
    int held = 0;

    while (fgets(name, sizeof name, stdin)) {
        struct sockaddr_un address = {.sun_family = AF_UNIX};
        int fd = socket(AF_UNIX, SOCK_STREAM, 0);
        name[strcspn(name, "\n")] = '\0';
        memcpy(address.sun_path + 1, name, strlen(name));
        socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name));
        if (bind(fd, (struct sockaddr *)&address, length) || listen(fd, 16))
            perror(name);
        else
            held++;
    }
    printf("ready %d\n", held);
    fflush(stdout);
    pause();
    return 0;
}
