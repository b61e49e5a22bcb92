/* Ring buffer. */
#include <stdlib.h>
#include "ring.h"

#define RING_SIZE 64
#define RING_NEXT(i) (((i) + 1) % RING_SIZE)

/* One slot. */
struct slot {
    int value;
    struct slot *next;
};

typedef struct {
    int head, tail;
} ring_t;

enum color { RED, GREEN };

static int counter = 0;

/**
 * Makes a ring.
 * Returns NULL when out of memory.
 */
ring_t *ring_new(size_t size)
{
    ring_t *ring = malloc(sizeof *ring);
    return ring;
}

// Prototype only.
int ring_push(ring_t *ring, int value);

static const char *(*callbacks[4])(int);

int ring_pop(ring_t *ring) /* trailing */
{
    return RING_NEXT(ring->tail);
}
