/// The window, the fill and the banding of a chart.
public struct AirChartOptions: Sendable {
  /// What a chart shows where no data arrived.
  public enum Fill: Hashable, Sendable {
    /// The last value, marked as carried forward, until the next value or a gap. Never across a gap, because the air
    /// during it is unknown.
    case carryForward
    /// Nothing.
    case gap
  }

  /// The length of the window. 30 minutes by default; never more samples than the history keeps of a series.
  public var window: Duration
  /// The parameters to show; all if empty.
  public var parameters: Set<AirParameter>
  /// What the chart shows where no data arrived. The last value by default.
  public var fill: Fill
  /// The bands of the values. Published indices on the scale that they name, by default.
  public var banding: AirBanding
  /// The least change that counts as a trend.
  public var trendRule: AirTrend.Rule

  /// Options; by default 30 minutes with values carried forward.
  public init(
    window: Duration = .seconds(1800), parameters: Set<AirParameter> = [], fill: Fill = .carryForward,
    banding: AirBanding = .published, trendRule: AirTrend.Rule = .standard
  ) {
    self.window = window
    self.parameters = parameters
    self.fill = fill
    self.banding = banding
    self.trendRule = trendRule
  }
}
