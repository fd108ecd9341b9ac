extension AirChart.Plot {
  /// Creates the points of a list of moments; a moment without a number is a gap. If a standard defines only the band,
  /// the point is at the band's lower end. A point whose band is uncertain has no band and no colour.
  public init(_ moments: [AirMoment]) {
    self.init(
      moments.map { moment in
        let number = moment.number ?? moment.band?.lowerIndex
        return Slot(
          interval: AirInterval(instant: moment.time), value: number.map(Double.init),
          band: moment.isBandUncertain ? nil : moment.band)
      }, unit: nil, bandProxy: nil, areIndices: true)
  }
}
