// RUN: %verify %s
// What is asked in interviews, answered nearly right.
#include <stdbool.h>
#include <stdlib.h>

struct node {
  int val;
  struct node *next;
};

/* An even number of nodes ends between two steps. */
bool has_cycle(struct node *head) {
  struct node *slow = head, *fast = head;
  while (fast) {
    slow = slow->next;
    fast = fast->next->next; // expected-warning {{[heapabs-null-deref]}}
    if (slow == fast)
      return true;
  }
  return false;
}

/* More steps than nodes. */
struct node *kth_from_end(struct node *head, unsigned k) {
  struct node *ahead = head;
  while (k-- > 0)
    ahead = ahead->next; // expected-warning {{[heapabs-null-deref]}}
  for (; ahead; ahead = ahead->next)
    head = head->next;
  return head;
}

/* An odd one is left over. */
struct node *swap_pairs(struct node *head) {
  struct node dummy = {0, head}, *p = &dummy;
  while (p->next) {
    struct node *a = p->next, *b = a->next;
    a->next = b->next; // expected-warning {{[heapabs-null-deref]}}
    b->next = a;
    p->next = b;
    p = a;
  }
  return dummy.next;
}

/* The digits so far are lost. */
struct node *add(const struct node *a, const struct node *b) {
  struct node sum = {0, NULL}, *end = &sum;
  int carry = 0;
  while (a || b || carry) {
    struct node *digit = malloc(sizeof *digit);
    if (!digit)
      return NULL; // expected-warning {{[heapabs-leak]}}
    carry += a ? a->val : 0;
    carry += b ? b->val : 0;
    a = a ? a->next : NULL;
    b = b ? b->next : NULL;
    digit->val = carry % 10;
    digit->next = NULL;
    carry /= 10;
    end = end->next = digit;
  }
  return sum.next;
}

/* The shorter one runs out. */
struct node *meeting_point(struct node *a, struct node *b) {
  while (a && a != b) {
    a = a->next;
    b = b->next; // expected-warning {{[heapabs-null-deref]}}
  }
  return a;
}

/* The dummy's address outlives it. */
struct node **last_link(struct node *head) {
  struct node dummy = {0, head}, **link = &dummy.next;
  while (*link)
    link = &(*link)->next;
  return link;
}
struct node *append(struct node *head, struct node *n) {
  bool is_first = !head;
  n->next = NULL;
  *last_link(head) = n; // expected-warning {{[heapabs-invalid-deref]}}
  return is_first ? n : head;
}

/* The removed node is asked for its successor. */
struct node *remove_all(struct node *head, int val) {
  struct node **link = &head;
  while (*link) {
    if ((*link)->val == val) {
      struct node *gone = *link;
      free(gone);
      *link = gone->next; // expected-warning {{[heapabs-use-after-free]}}
    } else {
      link = &(*link)->next;
    }
  }
  return head;
}

/* Nothing to sort. */
void bubble_sort(struct node *head) {
  for (bool again = true; again;) {
    again = false;
    for (struct node *p = head; p->next; p = p->next) // expected-warning {{[heapabs-null-deref]}}
      if (p->val > p->next->val) {
        int val = p->val;
        p->val = p->next->val;
        p->next->val = val;
        again = true;
      }
  }
  if (head)
    head->val = 0;
}
