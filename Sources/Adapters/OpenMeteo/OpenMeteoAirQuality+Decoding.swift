public import AQKit

extension OpenMeteoAirQuality {
  /// Reads an answer: an object for one place, an array for several, matched by position.
  ///
  /// - Throws: ``AQError/Code/malformed`` when the body is no such answer or has another number of places.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let answers = try AirQualityAnswer.answers(in: reply.body)
    let points = reply.query.places.map(\.coordinate)
    guard points.isEmpty || answers.count == points.count else {
      throw AQError(
        .malformed,
        "Open-Meteo's answer is about another number of places: \(answers.count) instead of \(points.count).",
        source: Self.descriptor.id)
    }
    for (index, answer) in answers.enumerated() {
      try add(answer, point: points.isEmpty ? nil : points[index], place: index, to: &report)
    }
    return []
  }

  private func add(
    _ answer: AirQualityAnswer, point: Coordinate?, place: Int, to report: inout ReportBuilder
  ) throws {
    guard answer.hourly != nil || answer.current != nil else {
      report.note(AirNote(.notCovered, "The model has no values for this place.", places: [place]))
      return
    }
    // The coordinates in the answer belong to an auxiliary grid; without a question they are all there is.
    let stated = answer.latitude.flatMap { latitude in
      answer.longitude.flatMap { longitude in try? Coordinate(latitude, longitude) }
    }
    let site = Site(
      coordinate: point.map { CAMSGrid.cell(of: $0, in: domain) } ?? stated,
      elevation: answer.elevation, timeZone: answer.timeZone.flatMap { $0 == "GMT" ? nil : $0 },
      kind: .modelCell)
    let reference = report.site(site, place: place, kind: .forecast)
    let location = point ?? stated
    let stamps = try hourly(of: answer, at: location, to: reference, &report)
    try current(of: answer, at: location, besides: stamps, to: reference, &report)
  }

  /// Adds the columns of `hourly`, and returns their time stamps.
  private func hourly(
    of answer: AirQualityAnswer, at point: Coordinate?, to site: ReportBuilder.SiteReference,
    _ report: inout ReportBuilder
  ) throws -> [Int64] {
    guard let section = answer.hourly else { return [] }
    let stamps = try section.stamps(assuming: answer.offset)
    for column in section.columns {
      guard
        let (parameter, unit, origin) = meaning(
          of: column.key, in: answer.hourlyUnit(column.key), at: point, &report)
      else { continue }
      guard let values = column.values else {
        throw AQError(
          .malformed, "A column of Open-Meteo is no array.", source: Self.descriptor.id)
      }
      refuseValues(column.refused, &report)
      report.add(parameter, column: values, unit: unit, unixStamps: stamps, origin: origin, to: site)
    }
    return stamps
  }

  /// Adds `current`, leaving out what `hourly` has said already. Where the keys of `hourly` name several models those
  /// of `current` name none, and its values are of the first.
  private func current(
    of answer: AirQualityAnswer, at point: Coordinate?, besides stamps: [Int64],
    to site: ReportBuilder.SiteReference, _ report: inout ReportBuilder
  ) throws {
    guard let section = answer.current else { return }
    let stamp = try section.stamp(assuming: answer.offset)
    let hour = stamps.firstIndex(of: stamp)
    for column in section.columns {
      let twin = Self.column(like: column.key, in: answer.hourly?.columns ?? [])
      if let hour, let values = twin?.column.values,
        hour < values.count, !values[hour].isNaN
      {
        continue
      }
      guard
        let (parameter, unit, meant) = meaning(
          of: column.key, in: answer.currentUnit(column.key), at: point, &report)
      else { continue }
      let origin = twin?.model.map { Origin(model: $0) } ?? meant
      refuseValues(column.refused, &report)
      report.add(
        parameter, column.values?.first, unit: unit, at: .unix(stamp), origin: origin, to: site)
    }
  }

  /// The column of a key, else the first of several models' columns of its variable, with the model.
  private static func column(like key: String, in columns: [AirQualityAnswer.Section.Column]) -> (
    column: AirQualityAnswer.Section.Column, model: String?
  )? {
    if let column = columns.first(where: { $0.key == key }) { return (column, nil) }
    for column in columns where column.key.hasPrefix("\(key)_") {
      if let (variable, model) = AirQualityVariable.find(column.key), let model, variable.name == key {
        return (column, model)
      }
    }
    return nil
  }

  private func refuseValues(_ count: Int, _ report: inout ReportBuilder) {
    if count > 0 { report.refuse("a value is no number", count: count) }
  }

  /// What a key stands for; nil, and a note, for one that AQKit doesn't know or that the domain doesn't have.
  private func meaning(
    of key: String, in unit: String?, at point: Coordinate?, _ report: inout ReportBuilder
  ) -> (AirParameter, AirUnit, Origin)? {
    guard let (variable, model) = AirQualityVariable.find(key) else {
      report.note(AirNote(.remark, "The answer has a variable that AQKit doesn't know: \(key.prefix(60))."))
      return nil
    }
    guard let unit else {
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
}
