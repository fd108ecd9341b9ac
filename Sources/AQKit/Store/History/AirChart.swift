/// One series of a history for a chart: samples at equal steps, gaps, extremes, mean and trend.
public struct AirChart: Hashable, Sendable, Identifiable {
  /// The identity of a series in a history.
  public struct ID: Hashable, Sendable {
    /// The source.
    public let source: SourceID
    /// The site's identifier; nil if it has none.
    public let siteID: String?
    /// The site's name, if it has no identifier.
    public let siteName: String?
    /// The site's coordinate, if it has no identifier.
    public let coordinate: Coordinate?
    /// The kind of report.
    public let kind: ReportKind
    /// The parameter.
    public let parameter: AirParameter
    /// The unit.
    public let unit: AirUnit
    /// The averaging period of the readings.
    public let averaging: AveragingPeriod
    /// Model, instrument or channel.
    public let origin: Origin?
    /// How the values were corrected.
    public let correction: Correction?

    init(_ report: AirReport, _ series: AirSeries) {
      source = report.source
      siteID = report.site.id
      siteName = report.site.id == nil ? report.site.name : nil
      coordinate = report.site.id == nil ? report.site.coordinate : nil
      kind = report.kind
      parameter = series.parameter
      unit = series.unit
      averaging = series.averaging
      origin = series.origin
      correction = series.correction
    }
  }

  /// The identity of the series; the same in every snapshot.
  public let id: ID
  /// The site, as the newest report describes it.
  public let site: Site
  /// The attribution that must be shown beside the values.
  public let attribution: [Attribution]
  /// What the licence allows.
  public let rights: Rights
  /// When the snapshot was taken.
  public let takenAt: AirTime
  /// From the start of the first sample to the end of the last one, which contains the time of the snapshot.
  public let window: AirInterval
  /// The interval of sampling.
  public let step: Duration
  /// The samples, oldest first, one per step.
  public let points: [AirChartPoint]
  /// The gaps that overlap the window, in order; their ends may lie outside it.
  public let gaps: [AirHistoryGap]
  /// The newest reading, even if it lies outside the window.
  public let latest: AirReading
  /// When the newest reading was received, or last repeated.
  public let latestReceivedAt: AirTime
  /// The band of the newest reading, if the banding has one.
  public let latestBand: AQIBand?
  /// Extremes, mean and trend of the window.
  public let statistics: AirHistoryStatistics
  /// Why the bands are only a proxy: the readings' averaging period isn't the one that the index requires. Nil if they
  /// are exact, or there are no bands.
  public let bandProxy: AQIBasis.Proxy?

  /// The source.
  public var source: SourceID { id.source }
  /// The parameter.
  public var parameter: AirParameter { id.parameter }
  /// The unit of all values.
  public var unit: AirUnit { id.unit }
}
