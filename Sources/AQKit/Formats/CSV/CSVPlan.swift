/// The content of each field of a row, derived from the header.
struct CSVPlan {
  /// A field that varies from row to row (a time or a value), or consecutive fields that are ignored.
  struct Slot {
    enum Role: Equatable {
      case time
      /// The continuation of the time with this number.
      case furtherTime(Int)
      /// A value of the column with this number.
      case value(Int)
      case ignored
    }

    let field: Int
    let role: Role
    /// The number of fields; 1 for a time or a value.
    var count = 1
  }

  /// The time, the values and the ignored fields, in the order of the row.
  let slots: [Slot]
  let fieldCount: Int
  /// The number columns: first values, then their quality.
  let valueCount: Int
  let qualities: [Quality]
  let siteID: Int?
  let siteName: Int?
  let latitude: Int?
  let longitude: Int?
  let instrument: Int?
  let parameter: Int?
  let unit: Int?
  let columns: [PayloadFormat.CSVLayout.ValueColumn]

  /// The quality columns of a value column: numbers, and the field of a flag.
  struct Quality {
    var uncertainty: Int?
    var detectionLimit: Int?
    var completeness: Int?
    var flag: Int?
  }

  /// Finds the columns in a header. Throws ``AQError/Code/malformed`` when a required column is missing or the name of a
  /// time, a value, its parameter or its unit occurs twice, ``AQError/Code/invalidRequest`` for an impossible layout.
  init(_ layout: PayloadFormat.CSVLayout, header: [String], line: Int) throws(AQError) {
    let single = Set(
      [layout.time, layout.value, layout.parameter, layout.unit].compactMap(\.self) + layout.furtherTimes
        + layout.columns.map(\.header))
    var fields: [String: Int] = [:]
    for (index, name) in header.enumerated() {
      let name = layout.headerAliases[name] ?? name
      if fields.updateValue(index, forKey: name) != nil, single.contains(name) {
        throw AQError(
          .malformed, "line \(line): the column “\(name.shortened(to: 60))” occurs twice in the header.")
      }
    }
    func needed(_ name: String) throws(AQError) -> Int {
      guard let field = fields[name] else {
        throw AQError(.malformed, "line \(line): the header has no column “\(name)”.")
      }
      return field
    }
    func optional(_ name: String?) -> Int? { name.flatMap { fields[$0] } }
    // The role of each field; nil for one that all rows of a group share.
    var roles = [Slot.Role?](repeating: .ignored, count: header.count)
    var isUsedTwice = false
    func take(_ field: Int, as role: Slot.Role) {
      isUsedTwice = isUsedTwice || roles[field] != .ignored
      roles[field] = role
    }
    take(try needed(layout.time), as: .time)
    for (index, name) in layout.furtherTimes.enumerated() {
      take(try needed(name), as: .furtherTime(index))
    }
    if let value = layout.value, let parameter = layout.parameter, let unit = layout.unit {
      take(try needed(value), as: .value(0))
      self.parameter = try needed(parameter)
      self.unit = try needed(unit)
      columns = []
    } else {
      columns = layout.columns.filter { fields[$0.header] != nil }
      guard !columns.isEmpty else {
        let names = layout.columns.map(\.header).joined(separator: ", ")
        throw AQError(.malformed, "line \(line): the header has none of the columns \(names).")
      }
      for (index, column) in columns.enumerated() {
        take(try needed(column.header), as: .value(index))
      }
      parameter = nil
      unit = nil
    }
    let named = columns
    let valueColumns = max(1, named.count)
    var numbers = valueColumns
    func number(_ name: String?) -> Int? {
      guard let field = optional(name) else { return nil }
      if case .value(let known)? = roles[field], known >= valueColumns { return known }
      take(field, as: .value(numbers))
      numbers += 1
      return numbers - 1
    }
    qualities = (0..<valueColumns).map { index in
      let quality = named.indices.contains(index) ? named[index].quality ?? layout.quality : layout.quality
      return Quality(
        uncertainty: number(quality.uncertainty), detectionLimit: number(quality.detectionLimit),
        completeness: number(quality.completeness), flag: optional(quality.flag))
    }
    valueCount = numbers
    fieldCount = header.count
    siteID = optional(layout.siteID)
    siteName = optional(layout.siteName)
    latitude = optional(layout.latitude)
    longitude = optional(layout.longitude)
    instrument = optional(layout.instrument)
    let keys = [siteID, siteName, latitude, longitude, instrument, parameter, unit] + qualities.map(\.flag)
    // All rows of a group share a key, so it can't be a time or a value as well.
    for case let key? in keys {
      isUsedTwice = isUsedTwice || (roles[key] ?? .ignored) != .ignored
      roles[key] = nil
    }
    if isUsedTwice { throw AQError(.invalidRequest, "The layout uses one column twice.") }
    slots = Self.slots(roles)
  }

  /// Returns the slots of fields with a role; neighbouring ignored fields have one.
  private static func slots(_ roles: [Slot.Role?]) -> [Slot] {
    var slots: [Slot] = []
    for (field, role) in roles.enumerated() {
      guard let role else { continue }
      if role == .ignored, let last = slots.last, last.role == .ignored, last.field + last.count == field {
        slots[slots.count - 1].count += 1
      } else {
        slots.append(Slot(field: field, role: role))
      }
    }
    return slots
  }
}

/// Guesses a row's group from its first bytes. For unordered rows a guess is cheaper than finding the group's key;
/// a comparison confirms it.
struct CSVHints {
  /// The number of bytes looked at, at most the shortest first segment, so that they never include a time.
  private var length = maximumLength
  /// The last group of rows with certain first bytes.
  private var table = ContiguousArray<Int32>(repeating: 0, count: 1_024)
  private var groupCount = 0

  private static let maximumLength = 24

  mutating func add(groupWithKeyLength keyLength: Int) {
    groupCount += 1
    let shortest = min(length, keyLength)
    // Fewer bytes may be available now, so everything must be learned again.
    if shortest == length, groupCount * 16 <= table.count { return }
    length = shortest
    while groupCount * 16 > table.count { table.append(contentsOf: repeatElement(0, count: table.count)) }
    for index in table.indices { table[index] = 0 }
  }

  /// Returns the likely group of the row at an offset; any group if unknown.
  @inline(__always)
  func group(_ bytes: RawSpan, _ start: Int) -> Int { Int(table[slot(bytes, start)]) }

  @inline(__always)
  mutating func learn(_ bytes: RawSpan, _ start: Int, is group: Int) {
    table[slot(bytes, start)] = Int32(truncatingIfNeeded: group)
  }

  @inline(__always)
  private func slot(_ bytes: RawSpan, _ start: Int) -> Int {
    guard bytes.byteCount &- start >= Self.maximumLength else { return 0 }
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    var left = length
    var at = start
    while left > 0 {
      let word = EightBytes.load(bytes, at: at)
      let kept = left >= 8 ? word : word &<< UInt64(truncatingIfNeeded: 64 &- 8 &* left)
      let product = (state ^ kept).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      state = product.high ^ product.low
      left &-= 8
      at &+= 8
    }
    return Int(truncatingIfNeeded: state) & (table.count &- 1)
  }
}
