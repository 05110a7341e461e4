/* In the place of heapabs.h: nothing at all. */
#define HEAPABS_H
#define HA_REQUIRES(...)
#define HA_ENSURES(...)
#define HA_ASSIGNS(...)
#define HA_ASSERT(...) ((void)0)
#define HA_ASSUME(...) ((void)0)
#define HA_INVARIANT(...) ((void)0)
#define HA_TRACK(...) ((void)0)
#define HA_GHOST(...) ((void)0)
