extension SourceDescriptor {
  /// Every parameter of every offer, once each, in order.
  public var parameters: [AirParameter] {
    var seen: Set<AirParameter> = []
    return offers.flatMap(\.parameters).filter { seen.insert($0).inserted }
  }

  /// The parameters that a query asks this source for: those that it names and that are offered, or all that are.
  public func parameters(askedBy query: AirQuery) -> [AirParameter] {
    query.parameters.isEmpty ? parameters : parameters.filter(query.parameters.contains)
  }

  /// Every capability of any offer.
  public var capabilities: Set<Capability> { offers.reduce(into: []) { $0.formUnion($1.capabilities) } }

  /// The first offer that has a parameter, or the first that offers any parameter.
  public func offer(of parameter: AirParameter) -> Offer? {
    offers.first { $0.parameters.contains(parameter) } ?? offers.first { $0.parameters.isEmpty }
  }

  /// The shortest cadence of the offers, and its latency. An hour where none is declared.
  public var cadenceAndLatency: (cadence: Duration, latency: Duration) {
    offers.compactMap { offer in offer.cadence.map { (cadence: $0, latency: offer.latency ?? .zero) } }
      .min { $0.cadence < $1.cadence } ?? (.seconds(3600), .zero)
  }

  /// How fresh a report is at a moment: as its freshest series, each judged by the cadence and latency that its
  /// parameter's offer declares.
  public func freshness(of report: AirReport, at now: AirTime) -> Freshness {
    report.series.map { freshness(of: $0, at: now) }.min() ?? .silent
  }

  /// How fresh a series is at a moment, by the declared cadence and latency of its parameter.
  ///
  /// It is judged from the end of the newest interval that has ended. A series that lies ahead altogether, such as a
  /// forecast for tomorrow, is fresh.
  public func freshness(of series: AirSeries, at now: AirTime) -> Freshness {
    let offered = offer(of: series.parameter)
    let (cadence, latency) =
      offered.flatMap { offer in offer.cadence.map { ($0, offer.latency ?? .zero) } } ?? cadenceAndLatency
    let newestEnd =
      series.newestReading(notAfter: now)?.interval.end ?? series.newestReading().map { _ in now }
    return Freshness(newestEnd: newestEnd, cadence: cadence, latency: latency, now: now)
  }
}
