extension Range where Bound: FixedWidthInteger {
  /// Returns the first number that passes a test, which all numbers behind it pass, too; the upper bound if none does.
  @inlinable package func firstPassing(_ test: (Bound) -> Bool) -> Bound {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if test(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
