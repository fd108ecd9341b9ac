/// What a chart of a history shows, and how.
public struct AirChartOptions: Sendable {
  /// What stands where nothing was heard.
  public enum Fill: Hashable, Sendable {
    /// The last value, marked as carried forward, until the next one or a gap. Never across a gap: what the air was
    /// like while nobody could hear it is not known.
    case carryForward
    /// Nothing.
    case gap
  }

  /// How far back the chart reaches. 30 minutes by default; never more samples than the history keeps of a series.
  public var window: Duration
  /// The parameters to show; all if empty.
  public var parameters: Set<AirParameter>
  /// What stands where nothing was heard. The last value by default.
  public var fill: Fill
  /// How values get their bands. Published indices on the scale that they name, by default.
  public var banding: AirBanding
  /// When a change counts as a trend.
  public var trendRule: AirTrend.Rule

  /// Makes options.
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
