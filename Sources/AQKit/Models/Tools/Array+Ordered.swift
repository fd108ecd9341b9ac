extension Range<Int> {
  /// Returns the numbers sorted by a rule: the order of an array by its indices. Sorting elements themselves compiles the
  /// whole algorithm again for each type; this has one copy.
  @inline(never)
  package func ordered(by precedes: (Int, Int) throws -> Bool) rethrows -> [Int] { try sorted(by: precedes) }
}

extension Array {
  /// Returns the elements sorted by a rule, like `sorted(by:)` but with one copy of the algorithm for all types. For few or
  /// small elements: it copies those that it compares.
  @inline(never)
  package func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
    indices.ordered { precedes(self[$0], self[$1]) }.map { self[$0] }
  }
}

extension Array where Element: Comparable {
  /// The middle element in order, of two the smaller; nil if there is none.
  package var lowerMedian: Element? {
    let order = indices.ordered { self[$0] < self[$1] }
    return isEmpty ? nil : self[order[(count - 1) / 2]]
  }
}
