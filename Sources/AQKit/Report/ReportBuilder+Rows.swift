extension ReportBuilder {
  /// The content of a field for a value, as a service writes it.
  public enum Cell: Hashable, Sendable {
    /// A number.
    case number(Double)
    /// A gap at that time, such as `null` or a blank string.
    case gap
    /// The field is absent, which isn't even a gap.
    case nothing
  }

  /// A value as a service writes it: ``AQJSON`` or ``AQText``.
  public protocol Value {
    /// Returns the content of the field.
    ///
    /// - Parameter words: The strings that mean a missing value, besides a blank one; nil if JSON must not have numbers in
    ///   strings.
    /// - Throws: ``AQError/Code/malformed`` for anything that isn't a number or a gap.
    func cell(missing words: Set<String>?) throws(AQError) -> Cell
  }

  /// A row as a service writes it, whose values have names: an object in JSON, a row of CSV, an XML element, or a type of your
  /// own.
  public protocol Row {
    /// Returns the content of the field with a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - words: The strings that mean a missing value; a blank one always does.
    /// - Throws: ``AQError/Code/malformed`` for anything that isn't a number or a gap.
    func cell(named name: String, missing words: Set<String>) throws(AQError) -> Cell

    /// The reason why the row can't be read, and its position; by default nil, for a row that can.
    var fault: (reason: String, position: String)? { get }
  }

  /// Adds the values of a row. A row that can't be read is refused and counted; a value that isn't a number is refused and
  /// counted alone, with the position of the first.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - columns: The columns to add; missing ones are skipped.
  ///   - words: The strings that mean a missing value; a blank one always does.
  ///   - stamp: The provider's time stamp.
  ///   - flags: The provider's quality flags, besides the columns'.
  ///   - site: The site.
  public mutating func add(
    _ row: some Row, _ columns: [ReportColumn], missing words: Set<String> = [], at stamp: TimeStamp,
    flags: Set<AirReading.QualityFlag> = [], to site: SiteReference
  ) {
    if let fault = row.fault { return refuse(fault.reason, at: fault.position) }
    for column in columns {
      var details = column.details
      details.flags.formUnion(flags)
      do {
        let cell = try row.cell(named: column.name, missing: words)
        add(cell, of: column.parameter, column.unit, stamp, details, to: site)
      } catch {
        refuse(error, asValueOf: column.parameter)
      }
    }
  }

  /// Adds a value as the service writes it: a number is a value, `null` a gap, and a missing member is skipped. Anything else
  /// is refused, counted and noted with the position of the first; the rest of the element is kept.
  ///
  /// - Parameters:
  ///   - parameter: The parameter.
  ///   - value: The value.
  ///   - words: The strings that mean a missing value, besides a blank one. With nil, the default, numbers in strings of JSON
  ///     (`"12.5"`) are refused.
  ///   - unit: The provider's unit.
  ///   - stamp: The provider's time stamp.
  ///   - details: The service's further statements about the value.
  ///   - site: The site.
  public mutating func add(
    _ parameter: AirParameter, _ value: some Value, missing words: Set<String>? = nil, unit: AirUnit,
    at stamp: TimeStamp, with details: Details = Details(), to site: SiteReference
  ) {
    do {
      add(try value.cell(missing: words), of: parameter, unit, stamp, details, to: site)
    } catch {
      refuse(error, asValueOf: parameter)
    }
  }

  /// Adds what a field contains.
  private mutating func add(
    _ cell: Cell, of parameter: AirParameter, _ unit: AirUnit, _ stamp: TimeStamp, _ details: Details,
    to site: SiteReference
  ) {
    switch cell {
    case .number(let number): add(parameter, number, unit: unit, at: stamp, with: details, to: site)
    case .gap: add(parameter, nil, unit: unit, at: stamp, with: details, to: site)
    case .nothing: break
    }
  }

  /// Adds a column from a JSON array of numbers and `null`, one per time. Any other element is refused, counted and noted, and
  /// the rest is kept. A missing or `null` column is skipped.
  public mutating func add(
    _ parameter: AirParameter, column values: AQJSON, unit: AirUnit, at times: Times,
    with details: Details = Details(), quality: Quality = Quality(), to site: SiteReference
  ) {
    guard let values = values.ifPresent else { return }
    do throws(AQError) {
      let numbers = if let all = try? values.doubles() { all } else { try numbersOneByOne(values) }
      add(parameter, column: numbers, unit: unit, at: times, with: details, quality: quality, to: site)
    } catch {
      refuse(Self.withoutPositions(error.message))
    }
  }

  /// Returns the numbers of an array; any other element leaves a gap and is refused.
  private mutating func numbersOneByOne(_ values: AQJSON) throws(AQError) -> [Double] {
    var numbers: [Double] = []
    for element in try values.elements {
      do {
        numbers.append(try element.ifPresent?.double() ?? .nan)
      } catch {
        refuse(Self.withoutPositions(error.message), at: element.path)
        numbers.append(.nan)
      }
    }
    return numbers
  }
}

extension ReportBuilder.Row {
  /// Nil: the row can be read.
  public var fault: (reason: String, position: String)? { nil }
}

extension AQJSON: ReportBuilder.Value, ReportBuilder.Row {
  /// Returns a number, a gap for `null`, and nothing for a missing member. If there are words for a missing value (a number
  /// may be such a word), a string may also contain the number, and a blank string is a gap.
  ///
  /// - Throws: ``AQError/Code/malformed`` for anything else.
  public func cell(missing words: Set<String>?) throws(AQError) -> ReportBuilder.Cell {
    if isMissing { return .nothing }
    if isNull { return .gap }
    if let words, kind == .string || kind == .number && !words.isEmpty {
      let text = AQText(try string(acceptingNumber: true), at: "").content ?? ""
      if text.isEmpty || words.contains(text) { return .gap }
    }
    return .number(try double(acceptingText: words != nil))
  }

  /// Returns the content of a member of an object; throws the errors of `cell(missing:)`.
  public func cell(named name: String, missing words: Set<String>) throws(AQError) -> ReportBuilder.Cell {
    try self[name].cell(missing: words)
  }
}

extension AQText: ReportBuilder.Value {
  /// Returns the number; a gap for a blank string and a word for a missing value.
  ///
  /// - Throws: ``AQError/Code/malformed`` for anything else, and if there is no text.
  public func cell(missing words: Set<String>?) throws(AQError) -> ReportBuilder.Cell {
    guard content != "", let number = try double(missing: words ?? []) else { return .gap }
    return .number(number)
  }

  /// Returns the content of a string that may be missing.
  fileprivate func optionalCell(missing words: Set<String>) throws(AQError) -> ReportBuilder.Cell {
    content == nil ? .nothing : try cell(missing: words)
  }
}

extension AQCSV.Row: ReportBuilder.Row {
  /// Returns the number in a column; throws ``AQError/Code/malformed`` for text that is neither a number nor a missing value.
  public func cell(named name: String, missing words: Set<String>) throws(AQError) -> ReportBuilder.Cell {
    try self[name].optionalCell(missing: words)
  }

  /// The line, if it can't be split into fields.
  public var fault: (reason: String, position: String)? {
    isBroken ? ("a row can't be read as fields", "line \(line)") : nil
  }
}

extension AQXML: ReportBuilder.Row {
  /// Returns the number in the first child with a name or, if there is none, in the attribute; throws
  /// ``AQError/Code/malformed`` for text that is neither a number nor a missing value.
  public func cell(named name: String, missing words: Set<String>) throws(AQError) -> ReportBuilder.Cell {
    try (self[name]?.text ?? attribute(name)).optionalCell(missing: words)
  }
}

extension ReportBuilder {
  /// Returns the parameter with a provider's name, or nil after refusing the name.
  ///
  /// ``SourceDescriptor/parameterNames`` define names, with precedence over AQKit's own.
  /// ``SourceDescriptor/parameter(named:)`` does the same without a note, for choosing the parameters of a request.
  ///
  /// - Parameters:
  ///   - name: The provider's name.
  ///   - count: The number of values that it covers.
  public mutating func parameter(named name: String, count: Int = 1) -> AirParameter? {
    if let parameter = descriptor.parameter(named: name) { return parameter }
    refuse(unknownParameter: name, count: count)
    return nil
  }

  /// Returns the unit with a provider's spelling. ``SourceDescriptor/unitNames`` define spellings, with precedence over
  /// AQKit's own; a value in an unknown unit is refused.
  public func unit(named spelling: String) -> AirUnit {
    descriptor.unit(named: spelling) ?? AirUnit(spelling)
  }

  /// Refuses and counts values of a parameter that no offer names.
  mutating func refuse(unknownParameter name: String, count: Int) {
    let reason = "no offer of the source names the parameter “\(name.shortened(to: 40))”"
    refuse(
      reason, count: max(1, count), at: nil,
      message: "Refused: \(reason)\(AirParameter.suggestion(for: name)); name it there, or say in the "
        + "declaration's parameterNames what it means.")
  }
}
