// RUN: %verify -Wno-deprecated-non-prototype %s
// Old-style definitions with old-style mistakes.
#include <stdlib.h>

typedef struct lnode {
	int datum;
	struct lnode *link;
} LNODE, *LIST;

LIST
cons(x, l)
int x;
LIST l;
{
	LIST p;

	p = (LIST) malloc(sizeof(LNODE));
	p->datum = x; // expected-warning {{[heapabs-null-deref]}}
	p->link = l;
	return p;
}

/* The count is tested, the list is not. */
LIST
tail(l, n)
LIST l;
int n;
{
	if (!l)
		return 0;
	while (n-- > 0)
		l = l->link; // expected-warning {{[heapabs-null-deref]}}
	return l;
}
