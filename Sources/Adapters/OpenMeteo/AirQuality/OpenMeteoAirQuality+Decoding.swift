public import AQKit

extension OpenMeteoAirQuality {
  /// Reads a response: an object for one place, an array for several, in the order of the query.
  ///
  /// - Throws: ``AQError/Code/malformed`` when the body isn't such a response or has a wrong number of places.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    try read(reply, into: &report)
    return []
  }

  /// Reads the service's error bodies; a place without data isn't an error.
  public func verdict(on response: TransportResponse) -> TransportResponse.Verdict {
    ServiceError.verdict(on: response)
  }
}

extension OpenMeteoAirQuality: ServiceReading {
  var vocabulary: ServiceVocabulary { Self.vocabulary }
  var kind: AirReport.Kind { .forecast }

  /// Returns the cell of the pollutants. The coordinates in the response belong to an auxiliary grid, and are only used
  /// if the query is unknown.
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

/// The grids of the Copernicus Atmosphere Monitoring Service behind Open-Meteo's air quality.
///
/// Source: Open-Meteo's air-quality documentation, and the domain definitions of the service's source code
/// (August 2026): CAMS Europe 0.1°, 30.05…71.95° N, 24.95° W…44.95° E; CAMS global 0.4° from −90°, −180°.
enum CAMSGrid {
  /// The area of CAMS Europe's cells.
  static let europe: GeoShape.BoundingBox? = try? GeoShape.BoundingBox(
    south: 30, west: -25, north: 72, east: 45)

  /// Returns the largest cells within which all points have the same cell of each model in a domain.
  ///
  /// The nearest centres of CAMS Europe change at multiples of 0.1°, those of CAMS global at 0.2° and every 0.4° from there,
  /// and those of its greenhouse gases (0.1° from −90°, −180°) at 0.05° and every 0.1° from there.
  static func shared(in domain: OpenMeteoAirQuality.Domain) -> SourceDescriptor.Grid? {
    switch domain {
    case .auto: SourceDescriptor.Grid(step: 0.05)
    case .europe: SourceDescriptor.Grid(step: 0.1)
    case .global: SourceDescriptor.Grid(step: 0.2)
    }
  }

  /// Returns whether a point lies in CAMS Europe.
  static func isEuropean(_ point: Coordinate) -> Bool { europe?.contains(point) ?? false }

  /// Returns the centre of the cell that has a point's pollutants: that of CAMS Europe if it covers the point, else
  /// that of CAMS global.
  ///
  /// The coordinates in a response belong to an auxiliary grid and are not this centre.
  static func cell(of point: Coordinate, in domain: OpenMeteoAirQuality.Domain) -> Coordinate {
    func snapped(
      _ value: Double, from origin: Double, step: Double, within cells: ClosedRange<Double>
    ) -> Double {
      let steps = ((value - origin) / step).rounded()
      let centre = ((origin + steps * step) * 100).rounded() / 100
      return min(max(centre, cells.lowerBound), cells.upperBound)
    }
    let isEuropean = domain != .global && isEuropean(point)
    let latitude =
      isEuropean
      ? snapped(point.latitude, from: 71.95, step: 0.1, within: 30.05...71.95)
      : snapped(point.latitude, from: -90, step: 0.4, within: -90...90)
    var longitude =
      isEuropean
      ? snapped(point.longitude, from: -24.95, step: 0.1, within: -24.95...44.95)
      : snapped(point.longitude, from: -180, step: 0.4, within: -180...180)
    if longitude >= 180 { longitude -= 360 }
    return (try? Coordinate(latitude, longitude)) ?? point
  }

  /// Returns the model behind a parameter's values; `mixed` if the service may have blended two.
  static func model(
    of variable: ServiceVariable, isEuropean: Bool?, in domain: OpenMeteoAirQuality.Domain
  )
    -> String
  {
    switch (variable.models, domain) {
    case (.greenhouseGases, _): return "cams_global_greenhouse_gases"
    case (_, .europe), (.europe, _), (.pollen, _): return "cams_europe"
    case (_, .global), (.global, _): return "cams_global"
    default:
      return isEuropean ?? true ? "mixed" : "cams_global"
    }
  }
}
