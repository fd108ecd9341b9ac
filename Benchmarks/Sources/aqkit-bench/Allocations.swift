import AllocationCounter

/// The memory that a piece of work took from the heap.
enum Allocations {
  /// Returns the number of allocations, and the maximum of bytes held at the same time; nil if that can't be counted.
  static func of(_ work: () throws -> Void) rethrows -> (count: Int, peak: Int)? {
    guard allocation_counting_works() != 0 else { return nil }
    allocation_counting_begin()
    defer { _ = allocation_counting_end() }
    try work()
    let totals = allocation_counting_end()
    return (Int(totals.count), Int(totals.peak))
  }
}
