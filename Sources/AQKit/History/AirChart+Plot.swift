#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension AirChart {
  /// The points of a chart, ready to plot, and the gaps between them.
  ///
  /// Every point has a value; there is no point for missing values, and the points after the gap have another
  /// ``Point/segment``, so that no line crosses it. Extremes and colours are those of the data.
  public struct Plot: Hashable, Sendable, Codable {
    /// A point of the plot.
    public struct Point: Hashable, Sendable, Codable, Identifiable {
      /// The interval of the value; an instant if the value is instantaneous.
      public let interval: AirInterval
      /// The value, in the chart's unit.
      public let value: Double
      /// The lowest value of the interval; equal to ``value`` if it is the only one.
      public let minimum: Double
      /// The highest value of the interval; equal to ``value`` if it is the only one.
      public let maximum: Double
      /// The number of the gapless segment that the point belongs to, from 0.
      public let segment: Int
      /// The band of the value.
      public let band: AQIBand?
      /// The official colour of the band.
      public let color: AQIBand.Color?
      /// Whether it is the last known value, carried forward.
      public let isCarriedForward: Bool

      /// The interval: a plot has at most one point for each.
      public var id: AirInterval { interval }
      /// The start of the interval.
      public var time: AirTime { interval.start }
      /// The start of the interval as a `Date`.
      public var date: Date { time.date }
    }

    /// The points in order of time.
    public private(set) var points: [Point]
    /// The times without values: before the first point, between points, and after the last one.
    public private(set) var gaps: [AirInterval]
    /// The unit of the values; `nil` for an index.
    public let unit: AirUnit?
    /// The reason why the bands aren't indices, such as a single hour's value on the table of a 24-hour mean; `nil` if
    /// they are.
    public let bandProxy: AQIValue.Basis.Proxy?

    /// The point with the lowest value; the first if there are several.
    public var lowest: Point? { points.min { $0.minimum < $1.minimum } }

    /// The point with the highest value; the first if there are several.
    public var highest: Point? { points.max { $0.maximum < $1.maximum } }

    /// The range from the lowest value to the highest; `nil` without points.
    public var range: ClosedRange<Double>? {
      guard let lowest, let highest else { return nil }
      return lowest.minimum...max(lowest.minimum, highest.maximum)
    }
  }
}

extension AirChart.Plot {
  /// Creates the points of a live chart. Values carried forward are marked; gaps of the chart and suspect values are
  /// gaps.
  public init(_ chart: AirChart) {
    self.init(
      chart.points.map { point in
        Slot(
          interval: point.interval, value: point.flags.contains(.suspect) ? nil : point.value,
          range: point.range, band: point.band, isCarriedForward: point.status == .carriedForward)
      }, unit: chart.unit, bandProxy: chart.bandProxy, areIndices: chart.parameter.isPublishedIndex)
  }

  /// Creates the points of a series, each with the band of its single value; ``bandProxy`` says so if that isn't an
  /// index. A change of the index's edition is by UTC. Suspect values are gaps.
  public init(_ series: AirSeries, banding: AirChart.Banding = .published) {
    let bands = (series.timeline.first?.end).flatMap { first in
      banding.bands(
        of: series.parameter, unit: series.unit, averaging: series.averaging, from: first,
        through: series.timeline.last?.end ?? first, in: nil)
    }
    let series = series.withoutSuspectValues.withoutMissingSigns
    self.init(
      (0..<series.count).compactMap { i in
        let value = series.values[i].isNaN ? nil : series.values[i]
        return series.timeline[i].map { interval in
          let isFlagged = series.flags?[i].contains(.beyondScale) ?? false
          let band = value.flatMap { bands?.band(of: $0, isFlagged: isFlagged, ending: interval.end) }
          return Slot(interval: interval, value: value, band: band)
        }
      }, unit: series.unit, bandProxy: bands?.proxy, areIndices: series.parameter.isPublishedIndex)
  }

  /// A value of a chart, or a gap.
  struct Slot {
    var interval: AirInterval
    var value: Double?
    var range: ClosedRange<Double>?
    var band: AQIBand?
    var isCarriedForward = false
  }

  init(_ slots: [Slot], unit: AirUnit?, bandProxy: AQIValue.Basis.Proxy?, areIndices: Bool) {
    points = []
    gaps = []
    self.unit = unit
    self.bandProxy = bandProxy
    // Slots that are missing altogether are gaps, too.
    let steps = zip(slots, slots.dropFirst()).map { $1.interval.start.duration(since: $0.interval.start) }
      .filter { $0 > .zero }
    // The usual step, not the smallest: two readings that lie close together must not turn all other steps into gaps.
    let step = steps.lowerMedian
    var segment = 0
    var gapStart = slots.first?.interval.start
    var isOpen = false
    var last: Slot?
    for slot in slots {
      if let step, let last, slot.interval.start.duration(since: last.interval.start) > step * 1.5 {
        isOpen = true
      }
      last = slot
      guard let value = slot.value else {
        isOpen = true
        continue
      }
      if isOpen {
        if let gapStart { close(from: gapStart, to: slot.interval.start) }
        if !points.isEmpty { segment += 1 }
        isOpen = false
      }
      points.append(
        Point(
          interval: slot.interval, value: value, minimum: slot.range?.lowerBound ?? value,
          maximum: slot.range?.upperBound ?? value, segment: segment, band: slot.band,
          color: slot.band?.color(for: areIndices ? Int(exactly: value.rounded()) : nil),
          isCarriedForward: slot.isCarriedForward))
      gapStart = slot.interval.end
    }
    if isOpen, let gapStart, let last { close(from: gapStart, to: last.interval.end) }
  }

  private mutating func close(from start: AirTime, to end: AirTime) {
    guard start < end else { return }
    gaps.append(AirInterval(uncheckedStart: start, end: end))
  }
}
