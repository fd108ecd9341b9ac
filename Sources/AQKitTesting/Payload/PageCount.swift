import AQKit

/// The statement of a JSON response about its pages.
struct PageCount {
  /// The number of elements of the longest array of objects or arrays.
  private(set) var rows = 0
  private(set) var total: Int?
  private(set) var pages: Int?
  private(set) var hasNext = false
  /// The members that state it.
  private(set) var words = ""

  /// Whether it speaks of pages: a total without rows may be a value, such as that of all pollen.
  var isPaged: Bool { !words.isEmpty && (rows > 0 || pages != nil || hasNext) }

  private static let totals: Set<String> = [
    "found", "total", "totalcount", "totalelements", "totalresults", "totalitems", "totalhits",
  ]
  private static let pageTotals: Set<String> = ["totalpages", "pagecount", "lastpage"]
  private static let nexts: Set<String> = [
    "next", "nextpage", "nextlink", "@odata.nextlink", "nexturl", "nextpagetoken",
  ]
  private static let flags: Set<String> = ["hasmore", "hasnext", "hasnextpage", "more"]

  init?(json bytes: [UInt8]) {
    guard let root = try? AQJSON(parsing: bytes, allowsNaN: true) else { return nil }
    read(root, depth: 0)
  }

  /// Reads a value; of a row, where a total is just another value, only the rows within it.
  private mutating func read(_ json: AQJSON, depth: Int, isRow: Bool = false) {
    if let elements = try? json.elements {
      if elements.contains(where: { $0.kind == .object || $0.kind == .array }) {
        rows = max(rows, elements.count)
      }
      if depth < 2, !isRow { for element in elements { read(element, depth: depth + 1, isRow: true) } }
      return
    }
    guard let members = try? json.members, depth < 3 else { return }
    for (name, value) in members {
      if isRow {
        if value.kind == .array, depth < 2 { read(value, depth: depth + 1, isRow: true) }
        continue
      }
      let key = name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
      if Self.totals.contains(key), let number = value.intValue, number >= 0 {
        total = Int(clamping: number)
      } else if Self.pageTotals.contains(key), let number = value.intValue, number >= 0 {
        pages = Int(clamping: number)
      } else if Self.nexts.contains(key), value.stringValue.flatMap(ISO8601.stamp) == nil {
        let isNext = value.stringValue.map { !$0.isEmpty } ?? (value.intValue != nil || value.kind == .object)
        hasNext = hasNext || isNext
      } else if Self.flags.contains(key), let flag = value.boolValue {
        hasNext = hasNext || flag
      } else {
        read(value, depth: depth + 1)
        continue
      }
      words += "\(words.isEmpty ? "" : ", ")\(name): \(value.rawText.prefix(60))"
    }
  }
}
