public import AQKit

extension MappedAdapter {
  /// Reads a reply by the description.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    if reply.response.status == 404 { return followUps(reply) }
    let root = DeviceReply(try reply.json()).row
    // An undecidable condition isn't a refusal.
    for refusal in description.refusals where (try? refusal.conditions.hold(in: root)) ?? false {
      let message = refusal.message?.text(in: root) ?? "The device refuses the request."
      throw AQError(refusal.code, message.shortened(to: 400), source: descriptor.id)
    }
    guard
      description.expected.isEmpty || description.expected.contains(where: { $0.first(in: root) != nil })
    else { throw foreign }
    var isKnown = !description.expected.isEmpty
    for part in description.parts {
      let rows = part.rows(of: root)
      let isNewest = part.newest(of: rows)
      try report.each(rows) { row, report in
        guard row.value.kind == .object else { throw row.value.error(expected: "an object") }
        guard try part.conditions.hold(in: row) else { return }
        if try read(row, of: part, isAlone: rows.count == 1, isNewest, into: &report) { isKnown = true }
      }
    }
    guard isKnown else { throw foreign }
    return []
  }

  private var foreign: AQError {
    AQError(.malformed, "This isn't a response of \(description.name).", source: descriptor.id)
  }

  /// Adds the values of a row; returns whether it has any.
  private func read(
    _ row: DeviceRow, of part: DeviceDescription.Part, isAlone: Bool, _ isNewest: (DeviceRow) -> Bool,
    into report: inout ReportBuilder
  ) throws -> Bool {
    let site = report.site(try site(of: row, part.site, isAlone: isAlone), kind: part.kind)
    let stamp = stamp(of: row, part.time, isNewest, into: &report)
    var hasAny = false
    for reading in part.readings {
      guard let value = reading.paths.first(in: row) else { continue }
      hasAny = true
      do throws(AQError) {
        if try reading.conditions.hold(in: row) {
          add(value, reading, row, at: stamp, to: site, into: &report)
        } else {
          report.note(
            .remark, "A value of \(reading.parameter) is excluded by a condition of the description.")
        }
      } catch {
        report.refuse("a condition of \(reading.parameter) can't be evaluated")
      }
    }
    return hasAny
  }

  private func site(
    of row: DeviceRow, _ site: DeviceDescription.Site, isAlone: Bool
  ) throws(AQError) -> AirSite {
    let id = site.id?.text(in: row)
    guard id != nil || site.id == nil || isAlone else {
      throw AQError(.malformed, "a row has no site identifier")
    }
    let isIndoor: Bool? =
      switch site.indoor {
      case nil: nil
      case .always(let isIndoor): isIndoor
      case .condition(let condition):
        condition.test.isOfPresence || condition.paths.text(in: row) != nil
          ? try? condition.holds(in: row) : nil
      case .conditions(let yes, let no):
        if (try? yes?.holds(in: row)) == true {
          true
        } else {
          (try? no?.holds(in: row)) == true ? false : nil
        }
      }
    return AirSite(
      id: id ?? descriptor.id.rawValue,
      name: options["siteName"] ?? site.name?.text(in: row) ?? description.name,
      coordinate: coordinate ?? Self.stated(site, in: row), kind: .lowCostSensor,
      isIndoor: self.isIndoor ?? isIndoor)
  }

  /// Returns the coordinate that the reply states; 0, 0 counts as missing.
  private static func stated(_ site: DeviceDescription.Site, in row: DeviceRow) -> Coordinate? {
    guard let latitude = try? site.latitude.first(in: row)?.double(acceptingText: true),
      let longitude = try? site.longitude.first(in: row)?.double(acceptingText: true),
      latitude != 0 || longitude != 0
    else { return nil }
    return try? Coordinate(latitude, longitude)
  }

  /// Returns the time of a row's values: that of receipt if the description has none, the device's clock isn't set, or the
  /// row is the newest and its time is missing or unreadable. Other rows' values without a time are refused and counted.
  private func stamp(
    of row: DeviceRow, _ time: DeviceDescription.Time?, _ isNewest: (DeviceRow) -> Bool,
    into report: inout ReportBuilder
  ) -> TimeStamp {
    guard let time else { return .received }
    var zone: TimeStamp.Zone?
    if let template = time.zone {
      guard let name = template.filled(options), let named = try? TimeStamp.Zone(named: name) else {
        return .received
      }
      zone = named
    }
    let format = TimeStamp.Format(named: time.format, in: zone)
    let stamp = time.stamp(in: row, format)
    if time.isMissing(in: row) { return isNewest(row) ? .received : stamp }
    guard let instant = stamp.instant(receivedAt: report.receivedAt) else {
      return isNewest(row) ? report.stampOfNewest(stamp) : stamp
    }
    return time.earliest.map { instant < $0 } ?? false ? .received : stamp
  }

  private func origin(of reading: DeviceDescription.Reading, in row: DeviceRow) -> AirOrigin? {
    let (instrument, method) = (reading.instrument?.text(in: row), reading.method?.text(in: row))
    guard instrument != nil || method != nil || reading.edition != nil else { return nil }
    let isNamed = instrument != nil || method != nil
    return AirOrigin(
      instrument: isNamed ? AirSite.Instrument(instrument, method: method) : nil, edition: reading.edition)
  }

  private func add(
    _ value: AQJSON, _ reading: DeviceDescription.Reading, _ row: DeviceRow, at stamp: TimeStamp,
    to site: ReportBuilder.SiteReference, into report: inout ReportBuilder
  ) {
    guard let measured = DeviceNumber(value) else {
      // It is refused like any other text that isn't a number.
      return report.add(
        reading.parameter, value, unit: .one, at: stamp,
        with: .init(timeConvention: reading.convention, averaging: reading.averaging), to: site)
    }
    let described = reading.unit.text(in: row)
    guard let spelling = measured.unit ?? described else {
      return report.refuse("the unit of \(reading.parameter) isn't stated")
    }
    let unit = AirUnit(spelling)
    guard unit.fits(reading.parameter) else {
      return report.refuse("a value of \(reading.parameter) is in “\(spelling.shortened(to: 20))”")
    }
    // Bounds in numbers are in the described unit, whatever unit a number brings along.
    let describedUnit = described.map { AirUnit($0) }.flatMap { $0.fits(reading.parameter) ? $0 : nil }
    // A number with a unit of its own isn't scaled. Rounded, because 3 · 0.1 is 0.30000000000000004.
    let scale = measured.unit == nil ? reading.scale : nil
    var number = measured.value.map { value in
      scale.map { (value * $0).rounded(significantDigits: 15) } ?? value
    }
    // Sentinels are numbers of the reply, before they are scaled, so the declaration has none.
    let isSentinel = measured.value.map { (reading.sentinels + description.sentinels).contains($0) } ?? false
    if measured.isDash || isSentinel {
      report.refuse("a number of \(reading.parameter) \(ReportBuilder.sentinelWords)")
      number = nil
    }
    report.add(
      reading.parameter, number, unit: unit, at: stamp,
      with: .init(
        timeConvention: reading.convention, averaging: reading.averaging, flags: reading.quality(in: row),
        completeness: reading.completeness.first(in: row).flatMap { try? $0.double(acceptingText: true) }
          .map(AirReading.Completeness.init(percent:)), origin: origin(of: reading, in: row),
        correction: reading.correction,
        bounds: reading.range?.bounds(in: describedUnit ?? unit)),
      to: site)
  }
}

extension DeviceDescription.Reading {
  /// Returns the flags of a value in a row. A flag whose condition can't be evaluated isn't set.
  fileprivate func quality(in row: DeviceRow) -> Set<AirReading.QualityFlag> {
    Set(flags.lazy.filter { (try? $0.conditions.hold(in: row)) ?? false }.map(\.flag))
  }
}

extension DeviceDescription.Part {
  /// Returns whether a row is certainly the newest of its site: its only one, or any if the reply states one time for all.
  fileprivate func newest(of rows: [DeviceRow]) -> (DeviceRow) -> Bool {
    let isOfWholeReply = time?.fields.allSatisfy { $0.allSatisfy(\.isFromRoot) } ?? true
    if rows.count == 1 || isOfWholeReply { return { _ in true } }
    func id(_ row: DeviceRow) -> String { site.id?.text(in: row) ?? "" }
    let counts = rows.filter { $0.value.kind == .object && ((try? conditions.hold(in: $0)) ?? false) }
      .reduce(into: [String: Int]()) { $0[id($1), default: 0] += 1 }
    return { counts[id($0)] == 1 }
  }

  /// Returns the rows at the first path that has any: objects, and the elements of arrays.
  func rows(of root: DeviceRow) -> [DeviceRow] {
    if rows.isEmpty { return Self.expanded(root) }
    for path in rows {
      let found = path.found(in: root).flatMap(Self.expanded)
      if !found.isEmpty { return found }
    }
    return []
  }

  private static func expanded(_ row: DeviceRow) -> [DeviceRow] {
    guard let elements = try? row.value.elements else { return row.value.kind == .object ? [row] : [] }
    return elements.enumerated().map { DeviceRow(value: $1, key: "\($0)", reply: row.reply) }
      .filter { !$0.value.isNull }
  }
}

extension DeviceDescription.Time {
  fileprivate func stamp(in row: DeviceRow, _ format: TimeStamp.Format) -> TimeStamp {
    func written(_ paths: [DevicePath]) -> TimeStamp { .written(paths.text(in: row) ?? "", as: format) }
    switch place {
    case .at(let paths): return written(paths)
    case .fields(let paths): return .written(fields: paths.map { [$0].text(in: row) ?? "" }, as: format)
    case .ends(let from, let to): return .interval(from: written(from), to: written(to))
    }
  }

  fileprivate var fields: [[DevicePath]] {
    switch place {
    case .at(let paths): [paths]
    case .fields(let paths): paths.map { [$0] }
    case .ends(let from, let to): [from, to]
    }
  }

  fileprivate func isMissing(in row: DeviceRow) -> Bool {
    fields.contains { $0.text(in: row)?.allSatisfy(\.isWhitespace) ?? true }
  }
}

/// A number as devices write it, possibly as a string with its unit, such as `63%`.
private struct DeviceNumber {
  /// The number; nil for `null` and for a string that means a missing value.
  var value: Double?
  var unit: String?
  /// Whether it is a string without a number, such as `--`.
  var isDash = false

  /// The strings that devices write instead of a number, in lower case.
  private static let dashes: Set<String> = [
    "", "-", "--", "---", "--.-", "-.-", "null", "n/a", "na", "nan", "none",
  ]

  init?(_ json: AQJSON) {
    switch json.kind {
    case .null: return
    case .number:
      guard let number = json.doubleValue else { return nil }
      value = number
    case .string:
      let text = (json.stringValue ?? "").trimmed
      if Self.dashes.contains(text.lowercased()) {
        isDash = true
        return
      }
      let isNumeric = text.allSatisfy { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }
      let digits = isNumeric ? text[...] : text.prefix { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
      guard let number = Double(digits) else { return nil }
      value = number
      let rest = text[digits.endIndex...].trimmed
      if !rest.isEmpty { unit = rest }
    default: return nil
    }
  }
}
