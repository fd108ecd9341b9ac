extension AirChart.Plot {
  /// Creates the points of a list of hours; an hour without a number is a gap. If a standard defines only the band,
  /// the point is at the band's lower end. A point whose band is uncertain has no band and no colour.
  public init(_ hours: [HourlyIndex]) {
    self.init(
      hours.map { hour in
        let number = hour.number ?? hour.band?.lowerIndex
        return Slot(
          interval: AirInterval(instant: hour.time), value: number.map(Double.init),
          band: hour.isBandUncertain ? nil : hour.band)
      }, unit: nil, bandProxy: nil, areIndices: true)
  }
}
