extension BreakpointIndex {
  /// The concentrations of a pollutant that give a number: the explicit inverse.
  ///
  /// An index is not a measurement: many concentrations share one number, and the averaging is lost. Nothing in
  /// AQKit calls this unasked.
  ///
  /// - Returns: From the smallest concentration that gives the number up to, but not including, the next; `nil` where
  ///   no concentration of the table gives it.
  public func concentrations(
    giving number: Int, of parameter: AirParameter, averaging: AveragingPeriod? = nil
  ) -> Range<Double>? {
    scale(of: parameter, averaging: averaging)?.concentrations(for: number)
  }

  /// The concentrations of a pollutant that lie in a band.
  public func concentrations(
    in band: AQIBand, of parameter: AirParameter, averaging: AveragingPeriod? = nil
  ) -> Range<Double>? {
    guard let scale = scale(of: parameter, averaging: averaging),
      let lower = scale.threshold(reaching: band.lowerIndex), bands.band(of: band.lowerIndex)?.key == band.key
    else { return nil }
    guard let upperIndex = band.upperIndex, let upper = scale.threshold(reaching: upperIndex + 1) else {
      return lower..<scale.table.beyondFrom
    }
    return lower < upper ? lower..<upper : nil
  }
}
