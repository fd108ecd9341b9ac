extension SourceDescriptor {
  /// Every parameter of every offer, once each, in order.
  public var parameters: [AirParameter] {
    var seen: Set<AirParameter> = []
    return offers.flatMap(\.parameters).filter { seen.insert($0).inserted }
  }

  /// Every capability of any offer.
  public var capabilities: Set<Capability> { offers.reduce(into: []) { $0.formUnion($1.capabilities) } }

  /// The first offer that has a parameter, or the first that offers any parameter.
  public func offer(of parameter: AirParameter) -> Offer? {
    offers.first { $0.parameters.contains(parameter) } ?? offers.first { $0.parameters.isEmpty }
  }

  /// The shortest cadence of the offers, and its latency; what freshness is judged by. An hour where none is declared.
  public var cadenceAndLatency: (cadence: Duration, latency: Duration) {
    offers.compactMap { offer in offer.cadence.map { (cadence: $0, latency: offer.latency ?? .zero) } }
      .min { $0.cadence < $1.cadence } ?? (.seconds(3600), .zero)
  }

  /// How fresh a report is at a moment, by the declared cadence and latency.
  public func freshness(of report: AirReport, at now: AirTime) -> Freshness {
    let (cadence, latency) = cadenceAndLatency
    return Freshness(newestEnd: report.newestEnd(notAfter: now), cadence: cadence, latency: latency, now: now)
  }
}
