/* Compiles only with -DNAME="…" and -I for list.h. */
#include <list.h>

_Static_assert(sizeof NAME == 4, "two letters and a space");

int named(struct node *list) { return list ? list->data : (int)sizeof NAME; }
