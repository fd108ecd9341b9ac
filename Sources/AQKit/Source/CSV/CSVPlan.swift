/// Which field of a row holds what, found from the header.
struct CSVPlan {
  /// A field that differs from row to row: the time, or a value.
  struct Slot {
    let field: Int
    /// The number of the column of values; nil for the time.
    let value: Int?
  }

  /// The time and the values, in the order of the row.
  let slots: [Slot]
  /// How many fields a row has.
  let fieldCount: Int
  /// The columns of values.
  let valueCount: Int
  let siteID: Int?
  let siteName: Int?
  let latitude: Int?
  let longitude: Int?
  let instrument: Int?
  let parameter: Int?
  let unit: Int?
  /// The columns of values in the wide form.
  let columns: [CSVLayout.ValueColumn]

  /// Finds the columns.
  ///
  /// - Throws: ``AQError/Code/malformed`` when one that is needed is missing, or a name stands twice.
  init(_ layout: CSVLayout, header: [String], line: Int) throws(AQError) {
    var fields: [String: Int] = [:]
    for (index, name) in header.enumerated() {
      let name = layout.headerAliases[name] ?? name
      if fields.updateValue(index, forKey: name) != nil, name == layout.time || name == layout.value {
        throw AQError(.malformed, "line \(line): the column “\(name.prefix(60))” stands twice in the header.")
      }
    }
    func needed(_ name: String) throws(AQError) -> Int {
      guard let field = fields[name] else {
        throw AQError(.malformed, "line \(line): the header has no column “\(name)”.")
      }
      return field
    }
    func optional(_ name: String?) -> Int? { name.flatMap { fields[$0] } }
    var slots = [Slot(field: try needed(layout.time), value: nil)]
    if let value = layout.value, let parameter = layout.parameter, let unit = layout.unit {
      slots.append(Slot(field: try needed(value), value: 0))
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
        slots.append(Slot(field: try needed(column.header), value: index))
      }
      parameter = nil
      unit = nil
    }
    guard Set(slots.map(\.field)).count == slots.count else {
      throw AQError(.invalidRequest, "The layout uses one column twice.")
    }
    valueCount = slots.count - 1
    self.slots = slots.sorted { $0.field < $1.field }
    fieldCount = header.count
    siteID = optional(layout.siteID)
    siteName = optional(layout.siteName)
    latitude = optional(layout.latitude)
    longitude = optional(layout.longitude)
    instrument = optional(layout.instrument)
  }
}
