/// A series of a history for a chart: samples at equal steps, gaps, extremes, mean and trend.
public struct AirChart: Hashable, Sendable, Identifiable {
  /// The identity of a series in a history.
  public struct ID: Hashable, Sendable {
    let site: HistorySiteKey
    /// The source.
    public var source: SourceID { site.source }
    /// The site's identifier; nil if it has none.
    public var siteID: String? { site.device.id }
    /// The site's name, if it has no identifier.
    public var siteName: String? { site.device.name }
    /// The site's coordinate, if it has no identifier.
    public var coordinate: Coordinate? { site.device.coordinate }
    /// The kind of report.
    public let kind: AirReport.Kind
    /// The parameter.
    public let parameter: AirParameter
    /// The unit.
    public let unit: AirUnit
    /// The averaging period of the readings.
    public let averaging: AveragingPeriod
    /// Model, instrument or channel.
    public let origin: AirOrigin?
    /// The correction of the values.
    public let correction: AirOrigin.Correction?

    init(_ report: AirReport, _ series: AirSeries) {
      site = HistorySiteKey(source: report.source, device: FeedSnapshot.Device(report.site))
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
  public let site: AirSite
  /// The attribution that must be shown with the values.
  public let attribution: [AirAttribution]
  /// The rights that the licence gives.
  public let rights: AirRights
  /// The time at which the snapshot was taken.
  public let takenAt: AirTime
  /// The time from the start of the first sample to the end of the last one, which contains the time of the snapshot.
  public let window: AirInterval
  /// The interval of sampling.
  public let step: Duration
  /// The samples, oldest first, one per step.
  public let points: [AirChart.Point]
  /// The gaps that overlap the window, in order; their ends may lie outside it.
  public let gaps: [AirHistory.Gap]
  /// The newest reading, even if it lies outside the window.
  public let latest: AirReading
  /// The time at which the newest reading was received or last repeated.
  public let latestReceivedAt: AirTime
  /// The band of the newest reading, if the banding has one; nil if the reading is flagged as suspect.
  public let latestBand: AQIBand?
  /// Extremes, mean and trend of the window.
  public let statistics: AirHistory.Statistics
  /// The reason why the bands are only a proxy: the readings' averaging period isn't the one that the index requires.
  /// Nil if they are exact, or there are no bands.
  public let bandProxy: AQIValue.Basis.Proxy?

  /// The source.
  public var source: SourceID { id.source }
  /// The parameter.
  public var parameter: AirParameter { id.parameter }
  /// The unit of all values.
  public var unit: AirUnit { id.unit }

  /// The window, the fill and the banding of a chart.
  public struct Options: Sendable {
    /// The content of a chart for times without data.
    public enum Fill: Hashable, Sendable {
      /// The last value, marked as carried forward, until the next value or a gap. It isn't carried across a gap,
      /// because the air during it is unknown.
      case carryForward
      /// The chart has a gap.
      case gap
    }

    /// The length of the window. 30 minutes by default; never more samples than the history keeps per series.
    public var window: Duration
    /// The parameters to show; all if empty.
    public var parameters: Set<AirParameter>
    /// The content of the chart for times without data. The last value by default.
    public var fill: Fill
    /// The bands of the values. Published indices on the scale that they name, by default.
    public var banding: AirChart.Banding
    /// The smallest change that counts as a trend.
    public var trendRule: AirHistory.Trend.Rule

    /// Creates options; by default 30 minutes with values carried forward.
    public init(
      window: Duration = .seconds(1800), parameters: Set<AirParameter> = [], fill: Fill = .carryForward,
      banding: AirChart.Banding = .published, trendRule: AirHistory.Trend.Rule = .standard
    ) {
      self.window = window
      self.parameters = parameters
      self.fill = fill
      self.banding = banding
      self.trendRule = trendRule
    }
  }

  /// A sample of a chart: its time, its value in the chart's unit, and the origin of the value.
  public struct Point: Hashable, Sendable, Identifiable {
    /// The origin of a point's value, or the reason for a missing one.
    public enum Status: Hashable, Sendable {
      /// A reading arrived within the interval.
      case measured
      /// A value carried forward, because no reading arrived within the interval.
      case carriedForward
      /// A gap in which no data could arrive.
      case gap(AirHistory.Gap.Cause)
      /// An interval with neither a reading nor a value to carry forward.
      case empty
    }

    /// The interval of sampling, [start, end).
    public let interval: AirInterval
    /// The newest value within the interval, or the one carried forward; nil for a gap.
    public let value: Double?
    /// The mean of the readings within the interval, or the value carried forward; nil for a gap, and for directions.
    public let mean: Double?
    /// The lowest and the highest reading within the interval; nil if there was none, and for directions.
    public let range: ClosedRange<Double>?
    /// The number of readings within the interval, without repetitions.
    public let readings: Int
    /// The origin of the value.
    public let status: Status
    /// The flags of the readings: late, repeated, suspect…; carried forward.
    public let flags: Set<AirReading.QualityFlag>
    /// The band of the value, if the chart's banding has one; nil for a value flagged as suspect.
    public let band: AQIBand?

    /// The start of the interval: a chart has one point for each.
    public var id: AirTime { interval.start }
  }

  /// The rule that gives chart values their bands.
  ///
  /// An index that is named without an edition has the one in force at the time of each value, as in
  /// ``AirReport/index(using:at:options:catalog:)``.
  ///
  /// ```swift
  /// // A city feed that doesn't name its scale; concentrations without averaging; both.
  /// let feed = history.charts(AirChart.Options(banding: .published(on: .inNAQI)))
  /// let concentrations = history.charts(AirChart.Options(banding: .index(.usEPA)))
  /// let both = history.charts(AirChart.Options(banding: .chosen(.usEPA)))
  /// ```
  public struct Banding: Sendable {
    private let catalog: AirQualityIndexCatalog
    /// Returns the index of a parameter's values; nil if they have no bands.
    private let index: @Sendable (AirParameter) -> IndexEdition.Reference?

    /// A chart without bands.
    public static var none: AirChart.Banding {
      AirChart.Banding(catalog: AirQualityIndexCatalog()) { _ in nil }
    }

    /// Published indices on the scale that their parameter names; other values have no band.
    public static var published: AirChart.Banding { published(in: .standard) }

    /// Published indices on the scale that their parameter names, looked up in a catalogue; other values have no band.
    public static func published(in catalog: AirQualityIndexCatalog) -> AirChart.Banding {
      AirChart.Banding(catalog: catalog, index: scale(of:))
    }

    /// Published indices on a scale that the caller names because the provider doesn't; other values have no band.
    public static func published(
      on reference: IndexEdition.Reference, in catalog: AirQualityIndexCatalog = .standard
    ) -> AirChart.Banding {
      AirChart.Banding(catalog: catalog) { $0.isPublishedIndex ? reference : nil }
    }

    /// Concentrations on an index: each value counts as the average that the index requires; ``AirChart/bandProxy`` says so
    /// if it is another average. Published indices use the scale that their parameter names.
    public static func index(
      _ reference: IndexEdition.Reference, in catalog: AirQualityIndexCatalog = .standard
    ) -> AirChart.Banding {
      AirChart.Banding(catalog: catalog) { $0.isPublishedIndex ? Self.scale(of: $0) : reference }
    }

    /// All values on an index that a user has chosen: concentrations as with ``index(_:in:)``, and published indices on the
    /// scale that their parameter names, or on the chosen one if it names none.
    public static func chosen(
      _ reference: IndexEdition.Reference, in catalog: AirQualityIndexCatalog = .standard
    ) -> AirChart.Banding {
      AirChart.Banding(catalog: catalog) {
        $0.isPublishedIndex && $0 != .publishedIndex ? Self.scale(of: $0) : reference
      }
    }

    private static func scale(of parameter: AirParameter) -> IndexEdition.Reference? {
      parameter.indexScale.map { IndexEdition.Reference($0) }
    }

    /// Returns the bands of a series between two moments, with the editions in force on a zone's dates, or on those of UTC;
    /// nil if the series has no index.
    func bands(
      of parameter: AirParameter, unit: AirUnit, averaging: AveragingPeriod, from first: AirTime,
      through last: AirTime, in zone: String?
    ) -> EditionBands? {
      index(parameter).flatMap {
        EditionBands(of: $0, in: catalog, parameter, unit, averaging, from: first, through: last, zone: zone)
      }
    }
  }
}

extension AirChart: CustomStringConvertible {
  /// The chart on one line for a log: the source, the site, the number of samples and the newest reading.
  public var description: String { "\(source), \(site): \(points.count) samples, newest \(latest)" }
}
