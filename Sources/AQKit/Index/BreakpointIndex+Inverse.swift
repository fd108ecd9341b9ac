extension BreakpointIndex {
  /// The concentrations of a pollutant that give a number: the explicit inverse.
  ///
  /// An index is not a measurement: many concentrations share one number, and the averaging is lost. Nothing in
  /// AQKit calls this unasked.
  ///
  /// - Returns: From the smallest concentration that gives the number up to, but not including, the next; infinite above
  ///   where no larger one gives another, `nil` where no concentration gives it.
  public func concentrations(
    giving number: Int, of parameter: AirParameter, averaging: AveragingPeriod? = nil
  ) -> Range<Double>? {
    scale(of: parameter, averaging: averaging)?.concentrations(for: number)
  }

  /// The concentrations of a pollutant that lie in a band; infinite above in the last, unless the standard defines no
  /// index there.
  public func concentrations(
    in band: AQIBand, of parameter: AirParameter, averaging: AveragingPeriod? = nil
  ) -> Range<Double>? {
    guard let scale = scale(of: parameter, averaging: averaging),
      bands.band(of: band.lowerIndex)?.key == band.key
    else { return nil }
    return scale.concentrations(from: band.lowerIndex, below: band.following)
  }
}
