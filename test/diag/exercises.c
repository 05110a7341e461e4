// RUN: %verify %s
// What is asked in interviews, answered right.
// expected-no-diagnostics
#include <stdbool.h>
#include <stdlib.h>

struct node {
  int val;
  struct node *next;
};

bool has_cycle(struct node *head) {
  struct node *slow = head, *fast = head;
  while (fast && fast->next) {
    slow = slow->next;
    fast = fast->next->next;
    if (slow == fast)
      return true;
  }
  return false;
}

struct node *kth_from_end(struct node *head, unsigned k) {
  struct node *ahead = head;
  while (k-- > 0) {
    if (!ahead)
      return NULL;
    ahead = ahead->next;
  }
  for (; ahead; ahead = ahead->next)
    head = head->next;
  return head;
}

struct node *swap_pairs(struct node *head) {
  struct node dummy = {0, head}, *p = &dummy;
  while (p->next && p->next->next) {
    struct node *a = p->next, *b = a->next;
    a->next = b->next;
    b->next = a;
    p->next = b;
    p = a;
  }
  return dummy.next;
}

/* The list is a ring for a moment. */
struct node *rotate(struct node *head, int k) {
  struct node *last = head;
  int n = 1;
  if (!head || k <= 0)
    return head;
  for (; last->next; n++)
    last = last->next;
  last->next = head;
  for (k = n - k % n; k > 0; k--)
    last = last->next;
  head = last->next;
  last->next = NULL;
  return head;
}

struct node *add(const struct node *a, const struct node *b) {
  struct node sum = {0, NULL}, *end = &sum;
  int carry = 0;
  while (a || b || carry) {
    struct node *digit = malloc(sizeof *digit);
    if (!digit) {
      while (sum.next) {
        digit = sum.next;
        sum.next = digit->next;
        free(digit);
      }
      return NULL;
    }
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

struct node *meeting_point(struct node *a, struct node *b) {
  struct node *p = a, *q = b;
  while (p != q) {
    p = p ? p->next : b;
    q = q ? q->next : a;
  }
  return p;
}

struct node *odd_then_even(struct node *head) {
  if (!head)
    return NULL;
  struct node *odd = head, *even = head->next, *evens = even;
  while (even && even->next) {
    odd = odd->next = even->next;
    even = even->next = odd->next;
  }
  odd->next = evens;
  return head;
}

struct node *reverse_group(struct node *head, int k) {
  struct node *rest = head, *done;
  int n = 0;
  for (; rest && n < k; n++)
    rest = rest->next;
  if (n < k)
    return head;
  for (done = rest; n > 0; n--) {
    struct node *next = head->next;
    head->next = done;
    done = head;
    head = next;
  }
  return done;
}

struct node *remove_all(struct node *head, int val) {
  struct node **link = &head;
  while (*link)
    if ((*link)->val == val) {
      struct node *gone = *link;
      *link = gone->next;
      free(gone);
    } else {
      link = &(*link)->next;
    }
  return head;
}

void bubble_sort(struct node *head) {
  for (bool again = head != NULL; again;) {
    again = false;
    for (struct node *p = head; p->next; p = p->next)
      if (p->val > p->next->val) {
        int val = p->val;
        p->val = p->next->val;
        p->next->val = val;
        again = true;
      }
  }
}
