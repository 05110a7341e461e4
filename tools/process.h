/* Running other programs. */
#ifndef HEAPABS_TOOLS_PROCESS_H
#define HEAPABS_TOOLS_PROCESS_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

struct ha_process {
  char *const *argv;
  const char *directory; /* where it runs; NULL: here */
  const char *output;    /* a file for stdout and stderr, stdin empty; NULL: ours */
  const sigset_t *mask;  /* signals it is to start with blocked; NULL: as ours */
};

/* Its id; -1 if there can be no more processes.  One that cannot be executed says so on
 * stderr and ends with 127, as a shell does. */
pid_t ha_process_start(const struct ha_process *process);
/* Its exit status, 128 + N if signal N ended it. */
int ha_process_wait(pid_t id);
int ha_process_run(const struct ha_process *process);

#endif
