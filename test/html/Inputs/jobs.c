/* A queue of jobs, for the pages of the tests. */
#include <stdlib.h>

struct job {
  struct job *next, *prev;
  int id;
};
struct queue {
  struct job *head, *tail;
  unsigned len;
};

/* Takes a job out of the middle; wrong for the first. */
void queue_remove(struct queue *q, struct job *job) {
  job->prev->next = job->next;
  if (job->next)
    job->next->prev = job->prev;
  else
    q->tail = job->prev;
  q->len--;
}

unsigned drain(struct queue *q) {
  unsigned count = 0;
  for (struct job *j = q->head; j; j = j->next) {
    free(j);
    count++;
  }
  q->head = q->tail = NULL;
  return count;
}

/* Puts a new job before the first one with a larger id. */
struct job *insert(struct job **list, int id) {
  struct job **link = list;
  while (*link && (*link)->id < id)
    link = &(*link)->next;
  struct job *made = malloc(sizeof *made);
  made->id = id;
  made->next = *link;
  *link = made;
  return made;
}

unsigned length(const struct job *list) {
  unsigned count = 0;
  for (const struct job *p = list; p; p = p->next)
    count++;
  return count;
}

void forget(struct queue *q, void (*callback)(struct job *)) {
  for (struct job *j = q->head; j; j = j->next)
    callback(j);
}
