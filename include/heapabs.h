/* Contracts for heapabs, in C comments that the compiler carries along.
 *
 *   HA_REQUIRES(list(next, x))
 *   HA_ENSURES(list(next, result) && content(next, result) == old(content(next, x)))
 *   struct node *reverse(struct node *x);
 *
 * The formulas are those of docs/contracts.md.  On functions, before the declaration or
 * after its parameters: HA_REQUIRES, HA_ENSURES, HA_ASSIGNS.  In bodies, as statements:
 * HA_ASSERT, HA_ASSUME, HA_INVARIANT (at the start of a loop's body), HA_TRACK,
 * HA_GHOST.
 *
 * None of them makes code, under any compiler: in bodies they are the size of a string,
 * on functions an attribute that clang keeps for other languages and ignores.  The
 * object file is the one that `((void)0)` in their places gives. */
#ifndef HEAPABS_H
#define HEAPABS_H

#if defined(__clang__)
#define HA_ON_FUNCTION_(kind, ...)                                                     \
  __attribute__((swift_attr("heapabs:" kind ":" #__VA_ARGS__)))
#else
#define HA_ON_FUNCTION_(kind, ...)
#endif
#define HA_IN_BODY_(kind, ...) ((void)sizeof("heapabs:" kind ":" #__VA_ARGS__))

/* What a caller must see to; what the function then sees to; what it may change. */
#define HA_REQUIRES(...) HA_ON_FUNCTION_("requires", __VA_ARGS__)
#define HA_ENSURES(...) HA_ON_FUNCTION_("ensures", __VA_ARGS__)
#define HA_ASSIGNS(...) HA_ON_FUNCTION_("assigns", __VA_ARGS__)

/* Checked here; taken for granted here; checked whenever control passes. */
#define HA_ASSERT(...) HA_IN_BODY_("asserts", __VA_ARGS__)
#define HA_ASSUME(...) HA_IN_BODY_("assumes", __VA_ARGS__)
#define HA_INVARIANT(...) HA_IN_BODY_("invariant", __VA_ARGS__)
/* A predicate worth looking at: a hint that proves nothing. */
#define HA_TRACK(...) HA_IN_BODY_("tracks", __VA_ARGS__)
/* A name for a value as it is here: HA_GHOST(set all = content(next, x)). */
#define HA_GHOST(...) HA_IN_BODY_("ghost", __VA_ARGS__)

#endif
