extension SourceDescriptor {
  /// Every parameter of every offer, without duplicates, in order.
  public var parameters: [AirParameter] {
    var seen: Set<AirParameter> = []
    return offers.flatMap(\.parameters).filter { seen.insert($0).inserted }
  }

  /// The parameters to request for a query: the offered ones among those that it names, or all offered ones.
  public func parameters(askedBy query: AirQuery) -> [AirParameter] {
    query.parameters.isEmpty ? parameters : parameters.filter(query.parameters.contains)
  }

  /// Every capability of any offer.
  public var capabilities: Set<Capability> { offers.reduce(into: []) { $0.formUnion($1.capabilities) } }

  /// The first offer with a parameter, or the first that offers any parameter.
  public func offer(of parameter: AirParameter) -> Offer? {
    offers.first { $0.parameters.contains(parameter) } ?? offers.first { $0.parameters.isEmpty }
  }

  /// The shortest cadence of the offers and its latency. An hour if none is declared.
  public var cadenceAndLatency: (cadence: Duration, latency: Duration) {
    offers.compactMap { offer in offer.cadence.map { (cadence: $0, latency: offer.latency ?? .zero) } }
      .min { $0.cadence < $1.cadence } ?? (.seconds(3600), .zero)
  }

  /// A report's freshness at a moment: that of its freshest series, each by the cadence and latency of its parameter's
  /// offer.
  public func freshness(of report: AirReport, at now: AirTime) -> Freshness {
    report.series.map { freshness(of: $0, at: now) }.min() ?? .silent
  }

  /// A series' freshness at a moment, by the declared cadence and latency of its parameter.
  ///
  /// The end of the newest past interval decides. A series entirely in the future, such as a forecast for tomorrow, is
  /// fresh.
  public func freshness(of series: AirSeries, at now: AirTime) -> Freshness {
    let offered = offer(of: series.parameter)
    let (cadence, latency) =
      offered.flatMap { offer in offer.cadence.map { ($0, offer.latency ?? .zero) } } ?? cadenceAndLatency
    let newestEnd =
      series.newestReading(notAfter: now)?.interval.end ?? series.newestReading().map { _ in now }
    return Freshness(newestEnd: newestEnd, cadence: cadence, latency: latency, now: now)
  }
}
