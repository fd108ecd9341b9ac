public import AQKit

extension OpenMeteoAirQuality {
  /// Reads an answer: an object for one place, an array for several, in the order of the query.
  ///
  /// - Throws: ``AQError/Code/malformed`` when the body is no such answer or has a wrong number of places.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    try read(reply, into: &report)
    return []
  }

  /// Reads the service's error bodies; a place without data is no error.
  public func verdict(on response: TransportResponse) -> HTTPVerdict { ServiceError.verdict(on: response) }
}

extension OpenMeteoAirQuality: ServiceReading {
  var vocabulary: ServiceVocabulary { Self.vocabulary }
  var kind: AirReport.Kind { .forecast }

  /// The cell of the pollutants. The coordinates in the answer belong to an auxiliary grid, and are used only if the
  /// query is unknown.
  func siteCoordinate(of answer: ServiceAnswer, askedFor point: Coordinate?) -> Coordinate? {
    point.map { CAMSGrid.cell(of: $0, in: domain) } ?? answer.coordinate
  }

  var remarkOnStatedCoordinate: String? {
    "The coordinate is that of an auxiliary grid, near the place that was asked about; the cell of the pollutants isn't stated."
  }

  func origin(of match: VariableTable.Match, in context: AnswerContext) -> AirOrigin? {
    let model = match.model ?? CAMSGrid.model(of: match.variable, isEuropean: context.isEuropean, in: domain)
    guard match.variable.models == .index, let scale = match.variable.parameter.indexScale else {
      return AirOrigin(model: model)
    }
    let editions = [context.madeAt.lowerBound, context.madeAt.upperBound].map {
      OpenMeteoIndexEdition.inForce(scale: scale, at: $0)
    }
    return AirOrigin(model: model, edition: editions[0] == editions[1] ? editions[0]?.identifier : nil)
  }

  func covers(_ variable: ServiceVariable, in context: AnswerContext) -> Bool {
    guard variable.models == .pollen || variable.models == .europe else { return true }
    return context.isEuropean ?? true
  }

  private static let vocabulary = ServiceVocabulary(hourly: AirQualityVariable.table)
}
