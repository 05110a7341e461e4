/* Records on disk that many processes share: LMDB, which only store.c sees.
 *
 * Whatever is wrong with the file, the store goes without or starts anew: one that is
 * no database, is cut off, is damaged or was written by another version is deleted and
 * made again.  Records are found by the beginning of their keys; nothing is changed
 * once written.  When the file is full it is emptied. */
#ifndef HEAPABS_DOMAIN_STORE_H
#define HEAPABS_DOMAIN_STORE_H

#include <stdbool.h>
#include <stddef.h>

struct ha_store;

struct ha_bytes {
  const void *at;
  size_t size;
};

/* NULL if that cannot be, or if there is no LMDB. */
struct ha_store *ha_store_open(const char *file, const char *version);
void ha_store_close(struct ha_store *store);

/* Shows all records whose keys begin with `prefix`, in order, until told to stop. */
void ha_store_each(struct ha_store *store, struct ha_bytes prefix,
                   bool (*show)(void *context, struct ha_bytes value), void *context);
/* Adds records, all or none. */
void ha_store_add(struct ha_store *store, const struct ha_bytes *keys,
                  const struct ha_bytes *values, unsigned count);

#endif
