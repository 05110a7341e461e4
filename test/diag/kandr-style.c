// RUN: %verify -Wno-deprecated-non-prototype %s
// Old-style definitions and old-style loops.
// expected-no-diagnostics
#include <stdlib.h>

typedef struct lnode {
	int datum;
	struct lnode *link;
} LNODE, *LIST;

int
lookup(l, x)
LIST l;
int x;
{
	register int i;

	for (i = 0; l; l = l->link, i++)
		if (l->datum == x)
			return i;
	return -1;
}

LIST
cons(x, l)
int x;
LIST l;
{
	LIST p;

	if ((p = (LIST) malloc(sizeof(LNODE))) == 0)
		return 0;
	p->datum = x, p->link = l;
	return p;
}

LIST
tail(l, n)
LIST l;
int n;
{
	while (n-- > 0 && l)
		l = l->link;
	return l;
}
