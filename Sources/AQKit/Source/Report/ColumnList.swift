/// The indices of a site's columns in their order: one run nearly always, which needs no memory of its own.
struct ColumnList: RandomAccessCollection, Sendable {
  private var first = 0
  private var runCount = 0
  /// Those behind the run.
  private var others: [Int] = []

  var startIndex: Int { 0 }
  var endIndex: Int { runCount &+ others.count }

  subscript(position: Int) -> Int {
    position < runCount ? first &+ position : others[position &- runCount]
  }

  mutating func append(_ column: Int) {
    if runCount == 0, others.isEmpty {
      (first, runCount) = (column, 1)
    } else if others.isEmpty, column == first &+ runCount {
      runCount &+= 1
    } else {
      others.append(column)
    }
  }

  mutating func removeLast() {
    if others.popLast() == nil { runCount &-= 1 }
  }

  mutating func removeAll(where isUnwanted: (Int) -> Bool) {
    var kept = ColumnList()
    for column in self where !isUnwanted(column) { kept.append(column) }
    self = kept
  }
}
