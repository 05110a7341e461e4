/* Parent and child share one pipe.  The parent polls it with the nearest of two
 * deadlines, the function's and the unit's; whoever misses one is killed.  The child
 * dies with its parent, never runs the compiler's exit or crash handlers (they would
 * delete the compile's output) and never writes to its terminal. */
#include "isolate.h"
#include "../refine/engine.h"
#include "wire.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A child whose engine overlooks its budget gets this much more before it is killed.
 * The engines count the time they work; this is time on the wall, of which a busy
 * machine needs more. */
static double with_grace(double ms) { return 4 * ms + 250; }

/* So many times the grace for one that has not had the processor for its budget. */
enum { PATIENCE = 4 };

/* Functions that kill their child, one after another, before the unit is given up. */
enum { MAX_CHILDREN = 32 };

struct session {
  const struct ha_job *job;
  const struct ha_limits *limits;
  double unit_deadline;
  /* What the child has said so far. */
  bool planned, done, busy; /* busy: at function `current` */
  unsigned count, current, next;
  double function_deadline, function_end; /* the end: however busy the machine is */
  pid_t child;
  double cpu_before; /* what the child had worked when it came to the function */
};

/* What a child has worked so far. */
static double worked(pid_t child) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &time) != 0)
    return 0;
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static uint64_t address_space_in_use(void) {
  unsigned long long pages = 0;
  FILE *statm = fopen("/proc/self/statm", "re");
  if (!statm)
    return 0;
  if (fscanf(statm, "%llu", &pages) != 1)
    pages = 0;
  fclose(statm);
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void limit_memory(uint64_t extra) {
  struct rlimit limit;
  uint64_t now = address_space_in_use();
  if (!now || getrlimit(RLIMIT_AS, &limit) != 0)
    return;
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > now + extra)
    limit.rlim_cur = now + extra;
  setrlimit(RLIMIT_AS, &limit);
}

/* The compiler's handlers print a stack and delete its outputs; ours must not. */
static void default_signals(void) {
  static const int signals[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGILL,  SIGTRAP, SIGABRT,
                                SIGBUS,  SIGFPE,  SIGSEGV, SIGTERM, SIGPIPE, SIGSYS,
                                SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2, SIGALRM};
  for (unsigned i = 0; i < sizeof signals / sizeof signals[0]; i++)
    signal(signals[i], SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void silence(bool keep_stderr) {
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0)
    return;
  dup2(null, STDIN_FILENO);
  dup2(null, STDOUT_FILENO);
  if (!keep_stderr)
    dup2(null, STDERR_FILENO);
}

_Noreturn void ha_isolate_finish(struct ha_wire *wire) {
  ha_wire_begin(wire, HA_RECORD_DONE);
  ha_wire_send(wire);
  _exit(0);
}

_Noreturn void ha_isolate_renew(void) { _exit(0); }

static _Noreturn void child(const struct session *s, int fd, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(0);
  default_signals();
  struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  limit_memory(s->limits->memory);
  silence(s->limits->keep_stderr);
  struct ha_wire *wire = ha_wire_new(fd);
  s->job->work(s->job->context, s->next, s->unit_deadline, wire);
  ha_isolate_finish(wire);
}

/* What a record means for the supervision, before the client sees it. */
static void follow(struct session *s, struct ha_record record) {
  switch (record.kind) {
  case HA_RECORD_PLAN:
    s->planned = true;
    s->count = ha_record_u32(&record);
    break;
  case HA_RECORD_BEGIN:
    s->busy = true;
    s->current = ha_record_u32(&record);
    s->next = s->current + 1;
    s->function_deadline = ha_now_ms() + with_grace(s->limits->function_ms);
    s->function_end = ha_now_ms() + PATIENCE * with_grace(s->limits->function_ms);
    s->cpu_before = worked(s->child);
    break;
  case HA_RECORD_SKIP:
    s->busy = false;
    s->next = ha_record_u32(&record) + 1;
    break;
  case HA_RECORD_END:
    s->busy = false;
    break;
  case HA_RECORD_DONE:
    s->done = true;
    break;
  default:
    break;
  }
}

static double deadline(const struct session *s) {
  double unit = with_grace(s->unit_deadline - ha_now_ms()) + ha_now_ms();
  return s->busy && s->function_deadline < unit ? s->function_deadline : unit;
}

/* A child that is late at its function because others have the processor, not because
 * it overlooks its budget, gets the function's time again. */
static bool is_starved(struct session *s) {
  double now = ha_now_ms();
  bool has_worked = worked(s->child) - s->cpu_before >= 2 * s->limits->function_ms;
  if (!s->busy || now < s->function_deadline || now >= s->function_end || has_worked)
    return false;
  s->function_deadline = now + s->limits->function_ms;
  return true;
}

/* True if the pipe can be read (or has ended) before the deadline. */
static bool readable(struct session *s, int fd) {
  for (;;) {
    double left = deadline(s) - ha_now_ms();
    struct pollfd poller = {.fd = fd, .events = POLLIN};
    int ready = poll(&poller, 1,
                     left < 0     ? 0
                     : left > 1e9 ? 1000000000
                                  : (int)left + 1);
    if (ready > 0)
      return true;
    if (ready < 0 && errno != EINTR)
      return false;
    if (ready == 0 && !is_starved(s))
      return false;
  }
}

/* Reads until the child is done, dead or late; true if it was late. */
static bool listen_to(struct session *s, int fd) {
  struct ha_reader *reader = ha_reader_new(fd);
  bool late = false;
  while (reader && !s->done) {
    late = !readable(s, fd);
    if (late || !ha_reader_fill(reader))
      break;
    struct ha_record record;
    while (ha_reader_next(reader, &record)) {
      follow(s, record);
      s->job->record(s->job->context, &record);
    }
  }
  if (reader)
    ha_reader_free(reader);
  return late;
}

/* The wait status, or -1 where the compiler ignores SIGCHLD and nothing is left. */
static int reap(pid_t pid) {
  int status;
  pid_t got;
  do
    got = waitpid(pid, &status, 0);
  while (got < 0 && errno == EINTR);
  return got == pid ? status : -1;
}

static const char *describe_death(int status, bool late, char *text, size_t size) {
  if (late)
    snprintf(text, size, "the analysis did not stop at its time limit");
  else if (status >= 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    snprintf(text, size, "the analysis ran out of memory");
  else if (status >= 0 && WIFSIGNALED(status))
    snprintf(text, size, "the analysis crashed (%s)", strsignal(WTERMSIG(status)));
  else
    snprintf(text, size, "the analysis ended early");
  return text;
}

/* One child from function `next` on.  False if it could not even be started. */
static bool run_child(struct session *s, char *why, size_t size) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return false;
  pid_t parent = getpid(), pid = fork();
  if (pid == 0)
    child(s, ends[1], parent);
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return false;
  }
  s->busy = false;
  s->child = pid;
  bool late = listen_to(s, ends[0]);
  if (!s->done)
    late ? kill(pid, SIGKILL) : 0;
  close(ends[0]);
  describe_death(reap(pid), late, why, size);
  return true;
}

static void give_up(struct session *s, const char *why) {
  if (!s->planned) {
    s->job->failed(s->job->context, why);
    return;
  }
  for (; s->next < s->count; s->next++)
    s->job->lost(s->job->context, s->next, why);
}

void ha_isolate(const struct ha_job *job, const struct ha_limits *limits) {
  struct session s = {.job = job, .limits = limits};
  s.unit_deadline = ha_now_ms() + limits->unit_ms;
  for (unsigned children = 0; !s.done; children++) {
    char why[128] = "the analysis could not be started";
    unsigned before = s.next;
    bool started = run_child(&s, why, sizeof why);
    if (s.done)
      return;
    if (s.busy)
      job->lost(job->context, s.current, why);
    bool stuck = !started || (!s.busy && s.next == before);
    if (stuck || children + 1 == MAX_CHILDREN || ha_now_ms() >= s.unit_deadline) {
      give_up(&s, stuck ? why : "the unit's budget is spent");
      return;
    }
  }
}
