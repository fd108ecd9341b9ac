#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

/// What was taken from the heap by the calling thread between begin and end.
typedef struct {
  /// How often memory was asked for.
  int64_t count;
  /// The most bytes that were held at once, beyond those held at the beginning.
  int64_t peak;
} allocation_totals;

/// Whether allocations can be counted here: with glibc they can.
int allocation_counting_works(void);
void allocation_counting_begin(void);
allocation_totals allocation_counting_end(void);

#endif
