#include "AllocationCounter.h"

#include <stdlib.h>

#ifdef __GLIBC__

// The executable's own malloc stands before the C library's, which does the work under its other name.
#include <errno.h>
#include <malloc.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static __thread int counting;
static __thread int64_t count, held, peak;

static void taken(void *memory) {
  count += 1;
  held += (int64_t)malloc_usable_size(memory);
  if (held > peak) peak = held;
}

static void given_back(void *memory) { held -= (int64_t)malloc_usable_size(memory); }

void *malloc(size_t size) {
  void *memory = __libc_malloc(size);
  if (counting && memory) taken(memory);
  return memory;
}

void *calloc(size_t number, size_t size) {
  void *memory = __libc_calloc(number, size);
  if (counting && memory) taken(memory);
  return memory;
}

void *realloc(void *old, size_t size) {
  if (counting && old) given_back(old);
  void *memory = __libc_realloc(old, size);
  if (counting) {
    if (memory) taken(memory);
    else if (old && size > 0) held += (int64_t)malloc_usable_size(old);
  }
  return memory;
}

void *memalign(size_t alignment, size_t size) {
  void *memory = __libc_memalign(alignment, size);
  if (counting && memory) taken(memory);
  return memory;
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *taken_memory = memalign(alignment, size);
  if (!taken_memory) return ENOMEM;
  *memory = taken_memory;
  return 0;
}

void free(void *memory) {
  if (counting && memory) given_back(memory);
  __libc_free(memory);
}

int allocation_counting_works(void) { return 1; }

void allocation_counting_begin(void) {
  count = held = peak = 0;
  counting = 1;
}

allocation_totals allocation_counting_end(void) {
  counting = 0;
  return (allocation_totals){count, peak};
}

#else

int allocation_counting_works(void) { return 0; }
void allocation_counting_begin(void) {}
allocation_totals allocation_counting_end(void) { return (allocation_totals){0, 0}; }

#endif
