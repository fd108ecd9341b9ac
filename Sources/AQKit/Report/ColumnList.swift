/// The indices of a site's columns in order: nearly always a single run, which needs no extra memory.
struct ColumnList: RandomAccessCollection, Sendable {
  private var first = 0
  private var runCount = 0
  /// The kinds behind the run.
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

extension ReportBuilder {
  /// Returns the column of a site for an identity, added if it is new.
  mutating func column(_ identity: Identity, of site: SiteReference) -> Int {
    if let known = knownColumn(identity, ofSite: site.index) { return known }
    append(
      Column(identity, limits(of: identity), sentinels: descriptor.sentinels), toSite: site.index)
    undoLog.record(.column(ofSite: site.index))
    return columns.count - 1
  }

  func parameter(ofColumn index: Int) -> AirParameter {
    seriesKinds[columns[index].identity.kind].parameter
  }

  /// Finds the column of a site: among the first few, which nearly always are all of them, else by its identity.
  func knownColumn(_ identity: Identity, ofSite site: Int) -> Int? {
    for position in 0..<min(sites[site].columns.count, Self.fewColumns) {
      let index = sites[site].columns[position]
      if columns[index].identity.kind == identity.kind, columns[index].identity.origin == identity.origin {
        return index
      }
    }
    if sites[site].furtherColumns.isEmpty { return nil }
    return sites[site].furtherColumns[identity.hashValue]?.first { columns[$0].identity == identity }
  }

  mutating func append(_ column: consuming Column, toSite site: Int) {
    if sites[site].columns.count >= Self.fewColumns {
      sites[site].furtherColumns[column.identity.hashValue, default: []].append(columns.count)
    }
    sites[site].columns.append(columns.count)
    columns.append(column)
  }

  /// Removes the newest column, which is the last one of its site.
  mutating func removeLastColumn(ofSite site: Int) {
    let hash = columns.removeLast().identity.hashValue
    sites[site].columns.removeLast()
    guard let known = sites[site].furtherColumns[hash] else { return }
    let others = known.filter { $0 < columns.count }
    sites[site].furtherColumns[hash] = others.isEmpty ? nil : others
  }

  /// The number of columns of a site that are compared one by one.
  private static let fewColumns = 64
}
