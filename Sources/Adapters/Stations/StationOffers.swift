import AQKit

extension [SourceDescriptor.Offer] {
  /// The offers of a network with a new value each hour, for points, sites and boxes.
  ///
  /// - Parameters:
  ///   - boxes: Where its stations are.
  ///   - latency: The usual seconds between the end of an hour and its publication.
  ///   - capabilities: What can be asked for.
  ///   - values: The parameters that share the meaning of the time stamp and the averaging period.
  static func hourly(
    in boxes: [GeoBoundingBox], latency: Int64,
    for capabilities: Set<SourceDescriptor.Capability> = [.current, .stations],
    _ values: [([AirParameter], SourceDescriptor.TimeConvention, AveragingPeriod)]
  ) -> [SourceDescriptor.Offer] {
    values.map { parameters, convention, averaging in
      SourceDescriptor.Offer(
        capabilities: capabilities, placeKinds: [.coordinate, .site, .area], parameters: parameters,
        coverage: .boxes(boxes), kinds: [.observation], timeConvention: convention, averaging: averaging,
        cadence: .seconds(3600), latency: .seconds(latency))
    }
  }
}

extension AirRights {
  /// The rights of an open licence that asks for the attribution only.
  static func open(_ terms: String) -> AirRights {
    AirRights(
      commercialUse: .allowed, redistribution: .allowed, caching: .allowed, modification: .allowed,
      terms: terms)
  }
}
