import AQKit

/// Adds the sections of one response to a report.
struct SectionWriter<Service: ServiceReading> {
  let service: Service
  let answer: ServiceAnswer
  let context: AnswerContext
  let site: ReportBuilder.SiteReference
  /// The time stamps of `hourly`.
  private var hours: [Int64] = []
  /// The time stamps of `minutely_15`.
  private var quarters: [Int64] = []
  /// The columns of `hourly` from which days are made.
  private var days: [(Meaning, [Double])] = []

  init(service: Service, answer: ServiceAnswer, context: AnswerContext, site: ReportBuilder.SiteReference) {
    self.service = service
    self.answer = answer
    self.context = context
    self.site = site
  }

  mutating func hourly(into report: inout ReportBuilder) throws {
    guard let columns = answer.hourly.columns else { return }
    hours = try shifted(stamps(of: answer.hourly, &report))
    if answer.labelShift != 0 {
      report.note(
        AirNote(
          .remark, "Open-Meteo's hourly labels are offset in this time zone; corrected.",
          places: [context.place]))
    }
    for column in columns {
      guard let (meaning, values) = try content(of: column, in: answer.hourly, step: 3600, &report) else {
        continue
      }
      add(values, meaning, at: hours, to: &report)
      if service.dayZone != nil { days.append((meaning, values)) }
    }
    addDays(into: &report)
  }

  /// Adds `minutely_15`, without the instants that `hourly` has.
  mutating func quarterHourly(into report: inout ReportBuilder) throws {
    guard let columns = answer.quarterHourly.columns else { return }
    let stamps = try stamps(of: answer.quarterHourly, &report)
    quarters = stamps
    let said = Set(hours)
    for column in columns {
      guard let (meaning, values) = try content(of: column, in: answer.quarterHourly, step: 900, &report)
      else { continue }
      let twin = answer.hourly.column(like: column.key)
      guard twin != nil, meaning.averaging != AveragingPeriod(seconds: 900), values.count == stamps.count
      else {
        add(values, meaning, at: stamps, to: &report)
        continue
      }
      let rest = stamps.indices.filter { !said.contains(stamps[$0]) }
      add(rest.map { values[$0] }, meaning, at: rest.map { stamps[$0] }, to: &report)
    }
  }

  /// Adds `current`, without the values that `hourly` has. If the keys of `hourly` name several models, those of
  /// `current` name none, and its values are the first model's.
  func current(into report: inout ReportBuilder) throws {
    guard let columns = answer.current.columns else { return }
    var stamp = try answer.current.stamp(assuming: answer.offset)
    let statedStep = answer.current.interval.flatMap { $0 > 0 ? $0 : nil }
    let step = statedStep ?? 3600
    if step % 3600 == 0 { stamp = stamp.addingReportingOverflow(answer.labelShift).partialValue }
    let (hour, quarter) = (hours.firstIndex(of: stamp), quarters.firstIndex(of: stamp))
    for column in columns {
      let twin = answer.hourly.column(like: column.key)
      guard let meaning = meaning(of: column, in: answer.current.units, step: step, &report) else { continue }
      if statedStep == nil, meaning.match.variable.timing == .precedingStep {
        report.refuse("a sum of \(meaning.parameter) doesn't say of how long")
        continue
      }
      if Self.says(twin, at: hour, step: 3600, meaning) { continue }
      if Self.says(answer.quarterHourly.column(like: column.key), at: quarter, step: 900, meaning) {
        continue
      }
      guard let values = try numbers(of: column, &report), isCovered(meaning.match, values, &report) else {
        continue
      }
      let origin = twin?.meaning.flatMap { twin in
        twin.model.flatMap { _ in service.origin(of: twin, in: context) }
      }
      report.add(
        meaning.parameter, values.first, unit: meaning.unit, at: .unix(stamp),
        with: .init(averaging: meaning.averaging, origin: origin ?? meaning.origin), to: site)
    }
  }

  /// Returns whether a column has a value of the same meaning at an index.
  private static func says(
    _ column: AnswerSection.Column?, at index: Int?, step: Int64, _ meaning: Meaning
  ) -> Bool {
    guard let index, let values = column?.values, index < values.count, !values[index].isNaN else {
      return false
    }
    return column?.meaning?.variable.averaging(step: step) == meaning.averaging
  }

  func daily(into report: inout ReportBuilder) throws {
    guard let columns = answer.daily.columns else { return }
    let midnights = try stamps(of: answer.daily, &report)
    let stamps = shifted(midnights)
    if answer.labelShift != 0, !midnights.isEmpty {
      report.note(
        AirNote(
          .remark, "Days in this time zone consist of whole hours, so they don't begin at local midnight.",
          places: [context.place], count: midnights.count))
    }
    noteClockChanges(midnights, &report)
    for column in columns {
      guard let (meaning, found) = try content(of: column, in: answer.daily, step: 86_400, &report) else {
        continue
      }
      var values = found
      if meaning.match.variable.timing == .instantOfDay {
        removeMidnights(from: &values, midnights, meaning.parameter, &report)
      }
      add(values, meaning, at: stamps, to: &report)
    }
  }

  /// Adds a note on days that don't start at local midnight, as far as the zone's rules are known: the service starts
  /// all days of a response by the offset at the time of the request.
  private func noteClockChanges(_ midnights: [Int64], _ report: inout ReportBuilder) {
    guard let offset = answer.offset, let zone = answer.timeZone.flatMap(AirTime.Zone.init(identifier:))
    else {
      return
    }
    let others = midnights.count { Self.years.contains($0) && zone.offset(at: $0) != offset }
    guard others > 0 else { return }
    report.note(
      AirNote(
        .remark, "Days on the other side of a clock change are 24 hours that don't begin at local midnight.",
        places: [context.place], count: others))
  }

  /// Adds the mean and the maximum of each local day for pollutants and pollen, and the maximum for indices; only for
  /// days that are complete in the response, because another one may have the rest.
  private func addDays(into report: inout ReportBuilder) {
    let real = hours.filter(Self.years.contains)
    guard let zone = dayZone(&report), let first = real.min(), let last = real.max() else { return }
    let order = hours.indices.filter { Self.years.contains(hours[$0]) }.sorted {
      (hours[$0], $0) < (hours[$1], $1)
    }
    let isLast = order.indices.map { $0 + 1 == order.count || hours[order[$0]] != hours[order[$0 + 1]] }
    let kept = zip(order, isLast).filter(\.1).map(\.0)
    let starts = ContiguousArray(kept.map { hours[$0] })
    guard let timeline = try? AirTimeline(starts: starts, ends: starts) else { return }
    for (meaning, values) in days where values.count == hours.count {
      let statistics: [AirParameter.DayStatistic] =
        switch meaning.parameter.family {
        case .gas, .particle, .pollen: [.mean, .maximum]
        case .index: [.maximum]
        default: []
        }
      let plausible = ValueLimits(of: meaning.parameter, in: meaning.unit).plausible
      let series = try? AirSeries(
        meaning.parameter, unit: meaning.unit, averaging: meaning.averaging, timeline: timeline,
        values: kept.map { plausible.contains(values[$0]) ? values[$0] : .nan })
      for statistic in statistics {
        guard let daily = try? series?.daily(statistic, in: zone) else { continue }
        let whole = (0..<daily.count).filter {
          daily.timeline.startSeconds(at: $0) > first - 3600
            && daily.timeline.endSeconds(at: $0) <= last + 3600
        }
        guard let one = whole.first, let other = whole.last,
          let span = try? AirInterval(
            start: AirTime(secondsSince1970: daily.timeline.startSeconds(at: one)),
            end: AirTime(secondsSince1970: daily.timeline.endSeconds(at: other)))
        else { continue }
        report.add(daily.clamped(to: span), origin: meaning.origin, to: site)
      }
    }
  }

  /// Returns the zone of the requested days; nil, with a note that names it, if its rules are unknown.
  private func dayZone(_ report: inout ReportBuilder) -> AirTime.Zone? {
    switch service.dayZone {
    case nil: return nil
    case .fixed(let zone)?: return zone
    case .ofEachPlace?:
      let name = answer.timeZone ?? "GMT"
      if let zone = AirTime.Zone(identifier: name) { return zone }
      report.note(
        AirNote(
          .remark,
          "No days can be formed: time zone “\(name.prefix(60))” isn't available on this system.",
          places: [context.place]))
      return nil
    }
  }

  /// Removes the first and last moments of the day that the service states for days on which the sun doesn't rise or set.
  private func removeMidnights(
    from values: inout [Double], _ midnights: [Int64], _ parameter: AirParameter,
    _ report: inout ReportBuilder
  ) {
    var days = 0
    for (index, midnight) in midnights.enumerated() where index < values.count {
      let distance = values[index] - Double(midnight)
      guard distance == 0 || distance == 86_400 else { continue }
      values[index] = .nan
      days += 1
    }
    guard days > 0 else { return }
    report.note(
      AirNote(
        .remark, "There is no \(parameter) on a day of polar night or polar day.", parameters: [parameter],
        places: [context.place], count: days))
  }

  // MARK: Columns

  /// The years 1 to 9999 in seconds since 1970, for which zones' rules are used.
  private static var years: Range<Int64> { -62_135_596_800..<253_402_300_800 }

  /// Returns the times of a section.
  ///
  /// - Throws: ``AQError/Code/malformed`` when there are none, none is readable, or no column of a variable is an
  ///   array.
  private func stamps(of section: AnswerSection, _ report: inout ReportBuilder) throws -> [Int64] {
    let known = (section.columns ?? []).filter { $0.meaning != nil }
    guard known.isEmpty || known.contains(where: { $0.values != nil || $0.instants != nil }) else {
      throw AQError(.malformed, "A column of Open-Meteo isn't an array.")
    }
    let (stamps, unread) = try section.stamps(assuming: answer.offset)
    if unread > 0 { report.refuse("a time can't be read", count: unread) }
    return stamps
  }

  /// Returns the meaning and the numbers of a column; nil, with a note or a refusal, if it says nothing about the place.
  private func content(
    of column: AnswerSection.Column, in section: AnswerSection, step: Int64, _ report: inout ReportBuilder
  ) throws -> (Meaning, [Double])? {
    guard let meaning = meaning(of: column, in: section.units, step: step, &report),
      let values = try numbers(of: column, &report), isCovered(meaning.match, values, &report)
    else { return nil }
    return (meaning, values)
  }

  private func add(
    _ values: [Double], _ meaning: Meaning, at stamps: [Int64], to report: inout ReportBuilder
  ) {
    report.add(
      meaning.parameter, column: values, unit: meaning.unit, at: .unix(stamps),
      with: .init(averaging: meaning.averaging, origin: meaning.origin), to: site)
  }

  private func shifted(_ stamps: [Int64]) -> [Int64] {
    let shift = answer.labelShift
    return shift == 0 ? stamps : stamps.map { $0.addingReportingOverflow(shift).partialValue }
  }

  private func numbers(of column: AnswerSection.Column, _ report: inout ReportBuilder) throws -> [Double]? {
    guard let (values, refused) = try column.numbers(assuming: answer.offset) else {
      report.refuse("a column isn't an array")
      return nil
    }
    if refused > 0 { report.refuse("a value isn't a number", count: refused) }
    return values
  }

  /// Returns whether a column covers the place: outside its domain, an absent value or a zero has no meaning.
  private func isCovered(
    _ match: VariableTable.Match, _ values: [Double], _ report: inout ReportBuilder
  ) -> Bool {
    guard !service.covers(match.variable, in: context), values.allSatisfy({ $0.isNaN || $0 == 0 }) else {
      return true
    }
    report.note(
      AirNote(
        .notCovered, "The model of \(match.variable.parameter) doesn't cover the place.",
        parameters: [match.variable.parameter], places: [context.place]))
    return false
  }

  private struct Meaning {
    let match: VariableTable.Match
    let unit: AirUnit
    let averaging: AveragingPeriod
    let origin: AirOrigin?
    var parameter: AirParameter { match.variable.parameter }
  }

  /// Returns the meaning of a column; nil, with a note, if AQKit doesn't know it or the model lacks it.
  private func meaning(
    of column: AnswerSection.Column, in units: [String: String], step: Int64, _ report: inout ReportBuilder
  ) -> Meaning? {
    guard let match = column.meaning else {
      let name = column.key.prefix(60)
      report.note(AirNote(.remark, "The answer has a variable that AQKit doesn't know: \(name)."))
      return nil
    }
    let variable = match.variable
    guard let unit = units[column.key] else {
      report.refuse("\(variable.name) has no unit")
      return nil
    }
    if unit == "undefined" {
      report.note(
        AirNote(
          .notMeasured, "The model doesn't have \(variable.parameter).", parameters: [variable.parameter],
          places: [context.place]))
      return nil
    }
    let isInstant = variable.timing == .instantOfDay && (unit == "unixtime" || unit == "iso8601")
    return Meaning(
      match: match, unit: isInstant ? .unixTime : AirUnit(unit), averaging: variable.averaging(step: step),
      origin: service.origin(of: match, in: context))
  }
}
