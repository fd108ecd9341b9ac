import AQKit

extension OpenMeteoAirQuality {
  var vocabulary: ServiceVocabulary { .airQuality }

  /// Returns the cell of the pollutants; the coordinates in a response belong to an auxiliary grid.
  func cell(of point: Coordinate) -> Coordinate? { CAMSGrid.cell(of: point, in: domain) }

  func origin(of match: VariableTable.Match, in place: PlaceReading) -> AirOrigin? {
    let model = match.model ?? CAMSGrid.model(of: match.variable, isEuropean: place.isEuropean, in: domain)
    guard match.variable.models == .index, let scale = match.variable.parameter.indexScale else {
      return AirOrigin(model: model)
    }
    let edition = OpenMeteoIndexEdition.inForce(scale: scale, at: place.madeAt.lowerBound)
    let isCertain = edition == OpenMeteoIndexEdition.inForce(scale: scale, at: place.madeAt.upperBound)
    return AirOrigin(model: model, edition: isCertain ? edition?.identifier : nil)
  }
}

extension ServiceResponse {
  /// Returns the time at which the service made the response: the hour of its current values, or the arrival of a live
  /// reply. Recorded bytes may be old, but no forecast extends further than a week.
  func timeOfMaking(isReply: Bool, receivedAt: AirTime) -> ClosedRange<AirTime> {
    if let current = sections[.current]?.stamps.first {
      let time = min(receivedAt, AirTime(secondsSince1970: current).adding(seconds: 3600))
      return time...time
    }
    guard !isReply, let last = sections[.hourly]?.stamps.lazy.filter({ $0 < .max }).max() else {
      return receivedAt...receivedAt
    }
    return min(receivedAt, AirTime(secondsSince1970: last).adding(seconds: -7 * 86_400))...receivedAt
  }
}

extension PlaceReading {
  fileprivate var isEuropean: Bool? { point.map(CAMSGrid.isEuropean) }

  /// Returns whether the model of a variable covers the place, as far as is known.
  func covers(_ variable: ServiceVariable) -> Bool {
    ![.pollen, .europe].contains(variable.models) || isEuropean ?? true
  }

  /// Adds the mean and the maximum of each local day for pollutants and pollen, and the maximum for indices; only for
  /// days that are complete in the response, because another one may have the rest.
  func addDays(
    of columns: [(Meaning, [Double])], in dayZone: OpenMeteoAirQuality.DayZone, to report: inout ReportBuilder
  ) {
    // Of several values at one time, the last one counts.
    let latest = Dictionary(hours.indices.map { (hours[$0], $0) }) { $1 }.filter {
      Self.years.contains($0.key)
    }
    let starts = ContiguousArray(latest.keys.sorted())
    guard let zone = zone(of: dayZone, in: &report), let first = starts.first, let last = starts.last,
      let timeline = try? AirTimeline(starts: starts, ends: starts)
    else { return }
    let order = starts.compactMap { latest[$0] }
    for (meaning, values) in columns where values.count == hours.count {
      let statistics: [AirParameter.DayStatistic] =
        switch meaning.parameter.family {
        case .gas, .particle, .pollen: [.mean, .maximum]
        case .index: [.maximum]
        default: []
        }
      let plausible = ValueLimits(of: meaning.parameter, in: meaning.unit).plausible
      let series = try? AirSeries(
        meaning.parameter, unit: meaning.unit, averaging: meaning.averaging, timeline: timeline,
        values: order.map { plausible.contains(values[$0]) ? values[$0] : .nan })
      for statistic in statistics {
        guard let daily = try? series?.daily(statistic, in: zone) else { continue }
        // A day's hours end after its midnight, the last one with the next midnight.
        let whole = (0..<daily.count).filter {
          daily.timeline.startSeconds(at: $0) >= first - 3600 && daily.timeline.endSeconds(at: $0) <= last
        }
        guard let one = whole.first, let other = whole.last else { continue }
        let span = AirInterval(
          seconds: daily.timeline.startSeconds(at: one), daily.timeline.endSeconds(at: other))
        report.add(daily.clamped(to: span), origin: meaning.origin, to: site)
      }
    }
  }

  /// Returns the zone of the requested days; nil, with a note that names it, if its rules are unknown.
  private func zone(of days: OpenMeteoAirQuality.DayZone, in report: inout ReportBuilder) -> AirTime.Zone? {
    if case .fixed(let zone) = days { return zone }
    let name = response.timeZone ?? "GMT"
    if let zone = AirTime.Zone(identifier: name) { return zone }
    note(
      "No days can be formed: time zone “\(name.prefix(60))” isn't available on this system.", in: &report)
    return nil
  }
}

/// The grids of the Copernicus Atmosphere Monitoring Service behind Open-Meteo's air quality.
///
/// Source: Open-Meteo's air-quality documentation, and the domain definitions of the service's source code
/// (August 2026): CAMS Europe 0.1°, 30.05…71.95° N, 24.95° W…44.95° E; CAMS global 0.4° from −90°, −180°.
enum CAMSGrid {
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

  static func isEuropean(_ point: Coordinate) -> Bool { europe?.contains(point) ?? false }

  /// Returns the centre of the cell with a point's pollutants: of CAMS Europe if it covers the point, else of CAMS global.
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
  ) -> String {
    switch (variable.models, domain) {
    case (.greenhouseGases, _): "cams_global_greenhouse_gases"
    case (_, .europe), (.europe, _), (.pollen, _): "cams_europe"
    case (_, .global), (.global, _): "cams_global"
    default: isEuropean ?? true ? "mixed" : "cams_global"
    }
  }
}
