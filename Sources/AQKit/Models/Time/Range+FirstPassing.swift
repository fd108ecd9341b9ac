extension Range<Int> {
  /// Returns the first index that passes a test, which all indices behind it pass, too; the upper bound if none does.
  @inlinable package func firstPassing(_ test: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if test(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
