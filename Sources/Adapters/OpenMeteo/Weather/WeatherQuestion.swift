import AQKit

/// The requests to a weather service for a query: days in the local zone, hours in UTC.
struct WeatherQuestion {
  let access: ServiceAccess
  let vocabulary: ServiceVocabulary
  let bounds: RequestRange.Bounds
  /// Whether the service has the section `current`.
  let hasCurrent: Bool
  let cellSelection: CellSelection
  /// The model; nil for the service's choice.
  var model: String?

  /// The calls for a query.
  ///
  /// Days are the place's local ones, in the zone that the service finds for it. Hours are in UTC, because the service
  /// labels all hours of an answer with the offset at the time of the request.
  ///
  /// - Throws: ``AQError/Code/unsupported`` for a place without a coordinate, ``AQError/Code/invalidRequest`` for a
  ///   window without values.
  func calls(for query: AirQuery, at now: AirTime) throws(AQError) -> [HTTPCall<Void>] {
    var common = try ServiceAccess.coordinates(of: query)
    common.append(("timeformat", "unixtime"))
    if cellSelection != .land { common.append(("cell_selection", cellSelection.rawValue)) }
    if let model { common.append(("models", model)) }
    let days = vocabulary.daily?.names(of: query.parameters) ?? []
    let hours = vocabulary.hourly?.names(of: query.parameters) ?? []
    guard !days.isEmpty || !hours.isEmpty else { throw ServiceAccess.nothingOffered(query.parameters) }
    var calls: [HTTPCall<Void>] = []
    // Days come first: their answer names the zone of the place.
    if !days.isEmpty {
      calls += access.calls(
        common + [("timezone", "auto"), ("daily", days.joined(separator: ","))], places: query.places.count,
        variables: days.count, over: try .daily(query.window, at: now, bounds))
    }
    if !hours.isEmpty {
      let section = hasCurrent && query.window == .current ? "current" : "hourly"
      let items = common + [("timezone", "GMT"), (section, hours.joined(separator: ","))]
      let range = try RequestRange.hourly(query.window, at: now, bounds)
      if section == "current" {
        let weight = ServiceAccess.weight(places: query.places.count, variables: hours.count, days: 7)
        calls.append(HTTPCall(access.request(items, weight: weight)))
      } else {
        calls += access.calls(
          items, places: query.places.count, variables: hours.count, over: range)
      }
    }
    return calls
  }
}
