/// What is left of several candidates of which none meets the standard's rule: the first proxy, else the first reason.
struct ConcentrationChoice {
  private var proxy: IndexConcentration?
  private var reason: IndexUnavailable.Reason = .nothingToGoOn

  /// Notes a proxy.
  mutating func note(_ found: IndexConcentration) {
    if proxy == nil { proxy = found }
  }

  /// Notes why a candidate gives nothing.
  mutating func note(_ why: IndexUnavailable.Reason) {
    if reason == .nothingToGoOn { reason = why }
  }

  /// What is left.
  var concentration: IndexConcentration {
    get throws(IndexUnavailable.Reason) {
      guard let proxy else { throw reason }
      return proxy
    }
  }
}
