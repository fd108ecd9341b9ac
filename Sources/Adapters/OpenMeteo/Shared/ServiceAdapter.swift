import AQKit

/// An adapter of one of Open-Meteo's services. The requirements are what differs between the services.
protocol ServiceAdapter: HTTPAdapter where Step == Void {
  init(options: SourceOptions) throws
  var access: ServiceAccess { get }
  var news: ResponseNews { get }
  var vocabulary: ServiceVocabulary { get }
  /// The days for which means and maxima are made from the hours; nil for none.
  var dayZone: OpenMeteoAirQuality.DayZone? { get }
  /// Returns the centre of the cell that has a place's values; nil if the response states it.
  func cell(of point: Coordinate) -> Coordinate?
  /// Returns the origin of a variable's values: the model, and an index's edition.
  func origin(of match: VariableTable.Match, in place: PlaceReading) -> AirOrigin?
}

extension ServiceAdapter {
  var dayZone: OpenMeteoAirQuality.DayZone? { nil }
  func cell(of point: Coordinate) -> Coordinate? { nil }

  /// Reads the service's error bodies; a place without data isn't an error.
  public func verdict(on response: TransportResponse) -> TransportResponse.Verdict {
    ServiceError.verdict(on: response)
  }

  /// Reads a response: an object for one place, an array for several, in the order of the query.
  ///
  /// - Throws: ``AQError/Code/malformed`` when the body isn't such a response or has a wrong number of places.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let responses = try ServiceResponse.responses(in: reply.body, vocabulary)
    let points = reply.query.places.map(\.coordinate)
    guard points.isEmpty || responses.count == points.count else {
      throw AQError(
        .malformed,
        "Open-Meteo's response is about a different number of places: \(responses.count) instead of \(points.count)."
      )
    }
    var failures: [AQError] = []
    for (index, response) in responses.enumerated() {
      do {
        try read(
          response.get(), about: points.isEmpty ? nil : points[index], place: index, isReply: !points.isEmpty,
          into: &report)
      } catch {
        let error = AQError.wrapping(error, as: .malformed, source: descriptor.id)
        // A recording's number of places is unknown.
        if points.isEmpty { throw error }
        failures.append(error)
        report.note(AirNote(error, places: [index]))
      }
    }
    if let first = failures.first, failures.count == responses.count { throw first }
    return []
  }

  private func read(
    _ response: ServiceResponse, about point: Coordinate?, place: Int, isReply: Bool,
    into report: inout ReportBuilder
  ) throws {
    guard !response.sections.isEmpty else {
      if let fault = response.fault { throw fault }
      report.note(.notCovered, "The model has no values for this place.", places: [place])
      return
    }
    if !isReply, let stated = response.coordinate, cell(of: stated) != nil {
      report.note(
        .remark,
        "The coordinate is that of an auxiliary grid, near the place that was asked about; the cell of the pollutants isn't stated.",
        places: [place])
    }
    let site = AirSite(
      coordinate: point.flatMap(cell(of:)) ?? response.coordinate ?? point, elevation: response.elevation,
      timeZone: response.timeZone == "GMT" ? nil : response.timeZone, kind: .modelCell)
    var reading = PlaceReading(
      service: self, response: response, place: place, point: point ?? response.coordinate,
      madeAt: response.timeOfMaking(isReply: isReply, receivedAt: report.receivedAt),
      site: report.site(site, place: place))
    // An unreadable section doesn't lose the others.
    var faults = [response.fault].compactMap(\.self)
    var hasSection = false
    for block in ServiceResponse.Block.allCases {
      guard let section = response.sections[block] else { continue }
      if let fault = section.fault {
        faults.append(fault)
      } else {
        reading.add(section, block, to: &report)
        hasSection = true
      }
    }
    if hasSection, response.sections.values.allSatisfy(\.columns.isEmpty) {
      report.note(.notMeasured, "The response has times, but no variable.", places: [place])
    }
    for fault in faults {
      if !hasSection { throw fault }
      report.refuse("a block of values can't be read: \(fault.message)")
    }
  }
}

struct PlaceReading {
  let service: any ServiceAdapter
  let response: ServiceResponse
  let place: Int
  /// The requested point, or else the response's.
  let point: Coordinate?
  /// The time at which the service made the response, as far as is known.
  let madeAt: ClosedRange<AirTime>
  let site: ReportBuilder.SiteReference
  private(set) var hours: [Int64] = []
  private(set) var quarters: [Int64] = []

  struct Meaning {
    let match: VariableTable.Match
    let unit: AirUnit
    let averaging: AveragingPeriod
    let origin: AirOrigin?
    var parameter: AirParameter { match.variable.parameter }
  }

  /// Adds a section. Of `minutely_15`, the instants that `hourly` has are left out.
  mutating func add(
    _ section: ResponseSection, _ block: ServiceResponse.Block, to report: inout ReportBuilder
  ) {
    if section.unread > 0 { report.refuse("a time can't be read", count: section.unread) }
    var stamps = section.stamps
    switch block {
    case .hourly:
      stamps = shifted(stamps)
      hours = stamps
      if response.labelShift != 0 {
        note("Open-Meteo's hourly labels are offset in this time zone; corrected.", in: &report)
      }
    case .quarterHourly: quarters = stamps
    case .daily:
      stamps = shifted(stamps)
      noteDays(section.stamps, in: &report)
    case .current:
      if let stamp = stamps.first { addCurrent(section, at: stamp, to: &report) }
      return
    }
    let said = Set(block == .quarterHourly ? hours : [])
    let hourly = block == .quarterHourly ? response.sections[.hourly]?.columnsByName : nil
    var columns: [(Meaning, [Double])] = []
    for column in section.columns {
      guard let meaning = meaning(of: column, section.units, step: block.step, in: &report),
        var values = values(of: column, meaning, in: &report)
      else { continue }
      var times = stamps
      if meaning.match.variable.timing == .instantOfDay {
        removeMidnights(from: &values, section.stamps, meaning.parameter, in: &report)
      }
      if block == .quarterHourly, meaning.averaging != AveragingPeriod(seconds: block.step),
        values.count == stamps.count, hourly?[column.key] != nil
      {
        let rest = stamps.indices.filter { !said.contains(stamps[$0]) }
        (values, times) = (rest.map { values[$0] }, rest.map { stamps[$0] })
      }
      report.add(
        meaning.parameter, column: values, unit: meaning.unit, at: .unix(times),
        with: .init(averaging: meaning.averaging, origin: meaning.origin), to: site)
      if block == .hourly, service.dayZone != nil { columns.append((meaning, values)) }
    }
    if block == .hourly, let zone = service.dayZone { addDays(of: columns, in: zone, to: &report) }
  }

  /// Adds `current` without the values of `hourly`. If those name several models, it has the first model's.
  private func addCurrent(_ section: ResponseSection, at label: Int64, to report: inout ReportBuilder) {
    let statedStep = section.interval.flatMap { $0 > 0 ? $0 : nil }
    let step = statedStep ?? 3600
    let stamp =
      step % 3600 == 0 ? label.addingReportingOverflow(response.labelShift).partialValue : label
    let (hour, quarter) = (hours.firstIndex(of: stamp), quarters.firstIndex(of: stamp))
    let hourly = response.sections[.hourly]?.columnsByName ?? [:]
    let quarterly = response.sections[.quarterHourly]?.columnsByName ?? [:]
    for column in section.columns {
      guard let meaning = meaning(of: column, section.units, step: step, in: &report) else { continue }
      if statedStep == nil, meaning.match.variable.timing == .precedingStep {
        report.refuse("a value of \(meaning.parameter) doesn't state its period")
        continue
      }
      let twin = hourly[column.key]
      guard !Self.says(twin, at: hour, step: 3600, meaning),
        !Self.says(quarterly[column.key], at: quarter, step: 900, meaning),
        let values = values(of: column, meaning, in: &report)
      else { continue }
      let model = twin?.meaning.flatMap { $0.model == nil ? nil : service.origin(of: $0, in: self) }
      report.add(
        meaning.parameter, values.first, unit: meaning.unit, at: .unix(stamp),
        with: .init(averaging: meaning.averaging, origin: model ?? meaning.origin), to: site)
    }
  }

  /// Returns whether a column has a value of the same meaning at an index.
  private static func says(
    _ column: ResponseSection.Column?, at index: Int?, step: Int64, _ meaning: Meaning
  ) -> Bool {
    guard let index, let values = column?.values, index < values.count, !values[index].isNaN else {
      return false
    }
    return column?.meaning?.variable.averaging(step: step) == meaning.averaging
  }

  /// Notes days that don't begin at local midnight: the service uses the offset at the time of the request for all days.
  private func noteDays(_ midnights: [Int64], in report: inout ReportBuilder) {
    if response.labelShift != 0, !midnights.isEmpty {
      note(
        "Days in this time zone consist of whole hours, so they don't begin at local midnight.",
        count: midnights.count, in: &report)
    }
    guard let offset = response.offset, let zone = response.timeZone.flatMap(AirTime.Zone.init(identifier:))
    else { return }
    let others = midnights.count { Self.years.contains($0) && zone.offset(at: $0) != offset }
    guard others > 0 else { return }
    note(
      "Days on the other side of a clock change are 24 hours that don't begin at local midnight.",
      count: others, in: &report)
  }

  /// Removes the first and last moments of the day that the service states for days on which the sun doesn't rise or set.
  private func removeMidnights(
    from values: inout [Double], _ midnights: [Int64], _ parameter: AirParameter,
    in report: inout ReportBuilder
  ) {
    let days = zip(values.indices, midnights).filter { index, midnight in
      [0, 86_400].contains(values[index] - Double(midnight))
    }
    guard !days.isEmpty else { return }
    for (index, _) in days { values[index] = .nan }
    note(
      "There is no \(parameter) on a day of polar night or polar day.", [parameter], count: days.count,
      in: &report)
  }

  private func shifted(_ stamps: [Int64]) -> [Int64] {
    let shift = response.labelShift
    return shift == 0 ? stamps : stamps.map { $0.addingReportingOverflow(shift).partialValue }
  }

  func note(
    _ text: String, _ parameters: [AirParameter] = [], as code: AirNote.Code = .remark, count: Int = 1,
    in report: inout ReportBuilder
  ) {
    report.note(code, text, parameters: parameters, places: [place], count: count)
  }

  /// The years 1 to 9999 in seconds since 1970, for which zones' rules are used.
  static let years = AirTime.firstSecond...AirTime.lastSecond

  // MARK: Columns

  /// Returns the numbers of a column; nil, with a note or a refusal, if it says nothing about the place.
  private func values(
    of column: ResponseSection.Column, _ meaning: Meaning, in report: inout ReportBuilder
  ) -> [Double]? {
    guard let values = column.values else {
      report.refuse("a column isn't an array")
      return nil
    }
    if column.refused > 0 {
      report.refuse("a value of \(meaning.parameter) isn't a number", count: column.refused)
    }
    guard !covers(meaning.match.variable), values.allSatisfy({ $0.isNaN || $0 == 0 }) else { return values }
    note(
      "The model of \(meaning.parameter) doesn't cover the place.", [meaning.parameter], as: .notCovered,
      in: &report)
    return nil
  }

  /// Returns the meaning of a column; nil, with a note, if AQKit doesn't know it or the model lacks it.
  private func meaning(
    of column: ResponseSection.Column, _ units: [String: String], step: Int64, in report: inout ReportBuilder
  ) -> Meaning? {
    guard let match = column.meaning else {
      let name = column.key.prefix(60)
      report.note(.remark, "The response has a variable that AQKit doesn't know: \(name).")
      return nil
    }
    let variable = match.variable
    guard let unit = units[column.key] else {
      report.refuse("\(variable.name) has no unit")
      return nil
    }
    if unit == "undefined" {
      note(
        "The model doesn't have \(variable.parameter).", [variable.parameter], as: .notMeasured, in: &report)
      return nil
    }
    let isInstant = variable.timing == .instantOfDay && (unit == "unixtime" || unit == "iso8601")
    return Meaning(
      match: match, unit: isInstant ? .unixTime : AirUnit(unit), averaging: variable.averaging(step: step),
      origin: service.origin(of: match, in: self))
  }
}
