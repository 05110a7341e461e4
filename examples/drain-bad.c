/* Empties a queue and counts its jobs.  The loop's step reads the job that its body
 * has just given back. */
#include <stdlib.h>

struct job {
  struct job *next;
};
struct queue {
  struct job *head, *tail;
};

unsigned drain(struct queue *q) {
  unsigned count = 0;
  for (struct job *j = q->head; j; j = j->next) {
    free(j);
    count++;
  }
  q->head = q->tail = NULL;
  return count;
}
