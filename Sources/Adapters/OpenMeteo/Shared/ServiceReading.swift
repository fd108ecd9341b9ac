import AQKit

/// The differences between the adapters of Open-Meteo's services in reading a response; the rest is shared.
protocol ServiceReading: HTTPAdapter where Step == Void {
  /// The variables of the service.
  var vocabulary: ServiceVocabulary { get }
  /// The kind of report.
  var kind: AirReport.Kind { get }
  /// Returns the coordinate of the site.
  func siteCoordinate(of answer: ServiceAnswer, askedFor point: Coordinate?) -> Coordinate?
  /// A note on a coordinate that only the response states; nil for none.
  var remarkOnStatedCoordinate: String? { get }
  /// Returns the origin of a variable's values: the model, and an index's edition.
  func origin(of match: VariableTable.Match, in context: AnswerContext) -> AirOrigin?
  /// The days for which means and maxima are made from the hours; nil for none.
  var dayZone: OpenMeteoAirQuality.DayZone? { get }
  /// Returns whether a variable covers the place.
  func covers(_ variable: ServiceVariable, in context: AnswerContext) -> Bool
}

/// The facts known about a response when its columns are interpreted.
struct AnswerContext {
  /// Whether the requested point, or else the response's, lies in CAMS Europe.
  let isEuropean: Bool?
  /// The time at which the service made the response, as far as is known.
  let madeAt: ClosedRange<AirTime>
  /// The index of the query's place.
  let place: Int
}

extension ServiceReading {
  func siteCoordinate(of answer: ServiceAnswer, askedFor point: Coordinate?) -> Coordinate? {
    answer.coordinate ?? point
  }

  func covers(_ variable: ServiceVariable, in context: AnswerContext) -> Bool { true }

  var remarkOnStatedCoordinate: String? { nil }

  var dayZone: OpenMeteoAirQuality.DayZone? { nil }

  /// Reads a response: an object for one place, an array for several, in the order of the query.
  ///
  /// - Throws: ``AQError/Code/malformed`` when the body isn't such a response or has a wrong number of places.
  func read(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws {
    let answers = try ServiceAnswer.answers(in: reply.body, vocabulary)
    let points = reply.query.places.map(\.coordinate)
    guard points.isEmpty || answers.count == points.count else {
      throw AQError(
        .malformed,
        "Open-Meteo's answer is about a different number of places: \(answers.count) instead of \(points.count)."
      )
    }
    var failures: [AQError] = []
    for (index, answer) in answers.enumerated() {
      do {
        try add(
          answer.get(), point: points.isEmpty ? nil : points[index], place: index,
          isReply: !points.isEmpty, to: &report)
      } catch {
        let error = AQError.wrapping(error, as: .malformed, source: descriptor.id)
        failures.append(error)
        // A recording's number of places is unknown.
        if points.isEmpty { throw error }
        report.note(AirNote(.failed, error.message, places: [index], failure: error.code))
      }
    }
    if let first = failures.first, failures.count == answers.count { throw first }
  }

  private func add(
    _ answer: ServiceAnswer, point: Coordinate?, place: Int, isReply: Bool, to report: inout ReportBuilder
  ) throws {
    guard answer.hasValues else {
      if let fault = answer.fault { throw fault }
      report.note(AirNote(.notCovered, "The model has no values for this place.", places: [place]))
      return
    }
    let site = AirSite(
      coordinate: siteCoordinate(of: answer, askedFor: point), elevation: answer.elevation,
      timeZone: zone(of: answer), kind: .modelCell)
    if !isReply, let remark = remarkOnStatedCoordinate, answer.coordinate != nil {
      report.note(AirNote(.remark, remark, places: [place]))
    }
    let reference = report.site(site, place: place, kind: kind)
    let currentStamp = try? answer.current.stamp(assuming: answer.offset)
    let context = AnswerContext(
      isEuropean: (point ?? answer.coordinate).map(CAMSGrid.isEuropean),
      madeAt: Self.time(ofMaking: answer, isReply: isReply, current: currentStamp, report.receivedAt),
      place: place)
    var writer = SectionWriter(service: self, answer: answer, context: context, site: reference)
    // An unreadable section doesn't lose the others.
    var faults = [answer.fault].compactMap { $0 }
    var blocks = 0
    for (section, write) in [
      (answer.daily, { try $0.daily(into: &$1) }), (answer.hourly, { try $0.hourly(into: &$1) }),
      (answer.quarterHourly, { try $0.quarterHourly(into: &$1) }),
      (answer.current, { try $0.current(into: &$1) }),
    ] as [(AnswerSection, (inout SectionWriter<Self>, inout ReportBuilder) throws -> Void)]
    where section.columns != nil {
      do {
        try write(&writer, &report)
        blocks += 1
      } catch {
        faults.append(AQError.wrapping(error, as: .malformed, source: descriptor.id))
      }
    }
    if blocks > 0, answer.isWithoutVariables {
      report.note(AirNote(.notMeasured, "The answer has times and no variable.", places: [place]))
    }
    for fault in faults {
      if blocks == 0 { throw fault }
      report.refuse("a block of values can't be read: \(fault.message)")
    }
  }

  /// Returns the time at which a response was made: the hour of its current values, or the arrival of a live reply.
  /// Recorded bytes may be old, but no forecast extends further than a week.
  private static func time(
    ofMaking answer: ServiceAnswer, isReply: Bool, current: Int64?, _ receivedAt: AirTime
  ) -> ClosedRange<AirTime> {
    if let current {
      let time = min(receivedAt, AirTime(secondsSince1970: current).adding(seconds: 3600))
      return time...time
    }
    guard !isReply, let stamps = try? answer.hourly.stamps(assuming: answer.offset).stamps,
      let last = stamps.lazy.filter({ $0 < .max }).max()
    else {
      return receivedAt...receivedAt
    }
    return min(receivedAt, AirTime(secondsSince1970: last).adding(seconds: -7 * 86_400))...receivedAt
  }

  /// Returns the zone of the place: the requested one, else the response's, unless it is just the default.
  private func zone(of answer: ServiceAnswer) -> String? {
    if case .fixed(let zone) = dayZone { return zone.identifier }
    return answer.timeZone.flatMap { $0 == "GMT" ? nil : $0 }
  }
}
