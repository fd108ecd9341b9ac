extension IndexConcentration {
  /// The concentration of the first of several candidates that meets the standard's rule, else the first proxy.
  ///
  /// - Throws: The first reason, where there is neither.
  static func first<Candidates: Sequence>(
    of candidates: Candidates,
    formed form: (Candidates.Element) throws(IndexUnavailable.Reason) -> IndexConcentration
  ) throws(IndexUnavailable.Reason) -> IndexConcentration {
    var proxy: IndexConcentration?
    var reason = IndexUnavailable.Reason.nothingToGoOn
    for candidate in candidates {
      do throws(IndexUnavailable.Reason) {
        let found = try form(candidate)
        if found.basis.proxy == nil { return found }
        proxy = proxy ?? found
      } catch {
        if reason == .nothingToGoOn { reason = error }
      }
    }
    guard let proxy else { throw reason }
    return proxy
  }
}
