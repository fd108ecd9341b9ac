extension Range<Int> {
  /// Returns the numbers sorted by a rule: the order of an array by its indices.
  ///
  /// Sorting elements themselves compiles the whole algorithm anew for each type; this has one copy.
  @inline(never)
  package func ordered(by precedes: (Int, Int) throws -> Bool) rethrows -> [Int] { try sorted(by: precedes) }
}
