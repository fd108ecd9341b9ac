public import AQKit

extension AirTexts {
  /// Returns an estimate in a sentence: `PM2.5 about 12 µg/m³ (8 to 17), from 6 stations within 14 km and the model`.
  public func sentence(_ estimate: AirEstimate) -> String {
    func concentration(_ value: Double) -> String { number(value, digits: value < 9.95 ? 0...1 : 0...0) }
    return text(
      "estimate",
      [
        "parameter": name(of: estimate.parameter),
        "value": "\(concentration(estimate.value))\u{A0}\(symbol(of: estimate.unit))",
        "low": concentration(estimate.low), "high": concentration(estimate.high),
        "origin": origin(of: estimate),
      ])
  }

  /// Returns the inputs of an estimate.
  private func origin(of estimate: AirEstimate) -> String {
    guard let reach = estimate.reach else { return text("estimate-model") }
    let key = estimate.basis == .stationsAndModel ? "estimate-both" : "estimate-stations"
    let distance = number(max(1, (reach / 1000).rounded(.up)), digits: 0...0)
    return Self.fill(text(key, count: estimate.contributions.count), ["distance": distance])
  }
}
