public import AQKit

extension OpenMeteoAirQuality {
  /// Reads an answer: an object for one place, an array for several, matched by position.
  ///
  /// - Throws: ``AQError/Code/malformed`` when the body is no such answer or has another number of places.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let root = try AQJSON(parsing: reply.body, allowsNaN: true)
    let answers = root.kind == .array ? try root.array() : [root]
    let points = reply.query.places.map(\.coordinate)
    guard points.isEmpty || answers.count == points.count else {
      throw AQError(
        .malformed, "Open-Meteo answered for \(answers.count) places instead of \(points.count).",
        source: Self.descriptor.id)
    }
    for (index, answer) in answers.enumerated() {
      try decode(answer, point: points.isEmpty ? nil : points[index], place: index, into: &report)
    }
    return []
  }

  private func decode(_ answer: AQJSON, point: Coordinate?, place: Int, into report: inout ReportBuilder)
    throws
  {
    guard answer.kind == .object else {
      throw AQError(.malformed, "An answer of Open-Meteo is an object.", source: Self.descriptor.id)
    }
    if answer["hourly"].isMissing, answer["current"].isMissing {
      report.note(AirNote(.notCovered, "The model has no values for this place.", places: [place]))
      return
    }
    // The coordinates in the answer belong to an auxiliary grid; without a question they are all there is.
    let stated = answer["latitude"].double.flatMap { latitude in
      answer["longitude"].double.flatMap { longitude in try? Coordinate(latitude, longitude) }
    }
    let site = Site(
      coordinate: point.map { CAMSGrid.cell(of: $0, in: domain) } ?? stated,
      elevation: answer["elevation"].double,
      timeZone: answer["timezone"].string.flatMap { $0 == "GMT" ? nil : $0 }, kind: .modelCell)
    let reference = report.site(site, place: place, kind: .forecast)
    let offset = answer["utc_offset_seconds"].double.map { Int64(max(-86_400, min(86_400, $0))) } ?? 0
    let location = point ?? stated
    let stamps = try hourly(answer, at: location, offset, reference, &report)
    try current(answer, at: location, offset, besides: stamps, reference, &report)
  }

  /// Reads the columns of `hourly`, and returns the time stamps of each parameter.
  private func hourly(
    _ answer: AQJSON, at point: Coordinate?, _ offset: Int64, _ site: ReportBuilder.SiteReference,
    _ report: inout ReportBuilder
  ) throws -> [String: Set<Int64>] {
    let section = answer["hourly"]
    guard !section.isMissing else { return [:] }
    let units = answer["hourly_units"]
    let stamps = try Self.stamps(section.require("time"), units["time"].string, offset)
    var read: [String: Set<Int64>] = [:]
    for (key, column) in try section.members where key != "time" {
      guard let (parameter, unit, origin) = meaning(of: key, units, at: point, &report) else { continue }
      report.add(
        parameter, column: try values(of: column, &report), unit: unit, unixStamps: stamps, origin: origin,
        to: site)
      read[key] = Set(stamps)
    }
    return read
  }

  /// Reads `current`, leaving out what `hourly` has said already.
  private func current(
    _ answer: AQJSON, at point: Coordinate?, _ offset: Int64, besides hourly: [String: Set<Int64>],
    _ site: ReportBuilder.SiteReference, _ report: inout ReportBuilder
  ) throws {
    let section = answer["current"]
    guard !section.isMissing else { return }
    let units = answer["current_units"]
    guard let stamp = try Self.stamps([section.require("time")], units["time"].string, offset).first else {
      return
    }
    for (key, value) in try section.members where key != "time" && key != "interval" {
      if hourly[key]?.contains(stamp) ?? false { continue }
      guard let (parameter, unit, origin) = meaning(of: key, units, at: point, &report) else { continue }
      report.add(
        parameter, values(of: [value], &report).first, unit: unit, at: .unix(stamp), origin: origin,
        to: site)
    }
  }

  /// The numbers of a column, NaN where there is none. What is no number is refused and leaves a gap.
  private func values(of column: AQJSON, _ report: inout ReportBuilder) throws -> [Double] {
    if let values = try? column.doubles() { return values }
    return values(of: try column.array(), &report)
  }

  private func values(of elements: [AQJSON], _ report: inout ReportBuilder) -> [Double] {
    elements.map { element in
      if element.isNull { return .nan }
      if let value = element.double { return value }
      report.refuse("a value is no number")
      return .nan
    }
  }

  /// What a key stands for; nil, and a note, for one that AQKit doesn't know or that the domain doesn't have.
  private func meaning(of key: String, _ units: AQJSON, at point: Coordinate?, _ report: inout ReportBuilder)
    -> (AirParameter, AirUnit, Origin)?
  {
    guard let (variable, model) = AirQualityVariable.find(key) else {
      report.note(AirNote(.remark, "The answer has a variable that AQKit doesn't know: \(key.prefix(60))."))
      return nil
    }
    guard let unit = units[key].string else {
      report.refuse("\(variable.name) has no unit")
      return nil
    }
    if unit == "undefined" {
      report.note(
        AirNote(
          .notMeasured, "The model doesn't have \(variable.parameter).", parameters: [variable.parameter]))
      return nil
    }
    let origin = Origin(model: model ?? CAMSGrid.model(of: variable, at: point, in: domain))
    return (variable.parameter, AirUnit(unit), origin)
  }

  private static func stamps(_ times: AQJSON, _ format: String?, _ offset: Int64) throws -> [Int64] {
    try stamps(times.array(), format, offset)
  }

  /// Time stamps as unix seconds. A label without an offset is local to the one offset that holds for the whole answer.
  private static func stamps(_ times: [AQJSON], _ format: String?, _ offset: Int64) throws -> [Int64] {
    if format == "unixtime" { return try times.map { try $0.int() } }
    return try times.map { time in
      let label = try time.string()
      guard let civil = CivilTime(iso8601: label) else {
        throw AQError(.malformed, "A time of Open-Meteo can't be read.", source: descriptor.id)
      }
      return civil.secondsAsUTC - (civil.offset ?? offset)
    }
  }
}
