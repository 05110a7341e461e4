#include "process.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static bool redirect(const char *output) {
  int in = open("/dev/null", O_RDONLY);
  int out = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  return in >= 0 && out >= 0 && dup2(in, 0) == 0 && dup2(out, 1) == 1 &&
         dup2(out, 2) == 2;
}

__attribute__((noreturn)) static void become(const struct ha_process *process) {
  bool ready = (!process->directory || !chdir(process->directory)) &&
               (!process->output || redirect(process->output));
  if (process->mask)
    sigprocmask(SIG_SETMASK, process->mask, NULL);
  if (ready)
    execvp(process->argv[0], process->argv);
  fprintf(stderr, "heapabs: error: cannot run '%s': %s\n", process->argv[0],
          strerror(errno));
  _exit(127);
}

pid_t ha_process_start(const struct ha_process *process) {
  fflush(NULL);
  pid_t child = fork();
  if (child == 0)
    become(process);
  return child;
}

int ha_process_wait(pid_t id) {
  int status = 0;
  while (waitpid(id, &status, 0) < 0)
    if (errno != EINTR)
      return 127;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int ha_process_run(const struct ha_process *process) {
  pid_t child = ha_process_start(process);
  return child < 0 ? 127 : ha_process_wait(child);
}
