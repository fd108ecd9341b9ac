/// Returns the indices of some intervals in the order of their starts, then of their ends; equal ones keep their order.
func ascendingOrder(of intervals: [(start: Int64, end: Int64)]) -> [Int] {
  intervals.indices.ordered { intervals[$0] < intervals[$1] }
}
