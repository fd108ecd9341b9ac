/// Forms the columns of concentrations that an index asks for, over the whole of a report.
struct SeriesFormation {
  private let formation: ConcentrationFormation
  private(set) var columns: [IndexColumn] = []
  private(set) var sources: [AQISeries.Source] = []
  private(set) var problems: [IndexUnavailable.Problem] = []
  private(set) var timeline = Timeline.empty

  /// No more hours than a thousand years have.
  private static let longest: Int64 = 9_000_000

  init(_ formation: ConcentrationFormation, inputs: [IndexInput]) {
    self.formation = formation
    var parts: [Part] = []
    for input in inputs {
      guard let method = input.method(for: formation.variant) else { continue }
      do throws(IndexUnavailable.Reason) {
        parts.append(try part(for: input, method))
      } catch {
        if error != .nothingToGoOn { problems.append(.init(input: input, reason: error)) }
      }
    }
    align(parts)
  }

  /// The values of one input at ends of its own.
  private struct Part {
    var source: AQISeries.Source
    var starts: [Int64]
    var step: Int64
    var values: [Double]
  }

  private func part(for input: IndexInput, _ method: AveragingMethod) throws(IndexUnavailable.Reason) -> Part
  {
    var reason: IndexUnavailable.Reason = .nothingToGoOn
    for place in formation.candidates(for: input.parameter) {
      let series = formation.report.series[place]
      do throws(IndexUnavailable.Reason) {
        let bridge = try UnitBridge(from: series.unit, to: input, under: formation.conditions)
        var part = try part(for: input, method, of: series)
        part.source.convertedFrom = bridge.from
        part.source.conditions = bridge.conditions
        if bridge.from != nil {
          for place in part.values.indices where !part.values[place].isNaN {
            part.values[place] = bridge(part.values[place])
          }
        }
        return part
      } catch {
        if reason == .nothingToGoOn { reason = error }
      }
    }
    throw reason
  }

  private func part(for input: IndexInput, _ method: AveragingMethod, of series: AirSeries)
    throws(IndexUnavailable.Reason) -> Part
  {
    var source = AQISeries.Source(input: input, method: method, origin: .published)
    if series.averaging == method.period(in: input), method != .hour {
      let ends = series.values.indices.map { series.timeline.endSeconds(at: $0) }
      return Part(source: source, starts: ends, step: 0, values: series.values)
    }
    if case .latest(let minutes) = method, minutes != 60 {
      throw .otherPeriod(series.averaging, needed: input.averaging)
    }
    let hours: HourlySeries
    do throws(HourlySeries.Obstacle) { hours = try HourlySeries(series) } catch {
      throw .otherPeriod(series.averaging, needed: input.averaging)
    }
    source.origin =
      hours.isModel
      ? .hourlyModelValues : series.averaging == .oneHour && method == .hour ? .published : .hourlyMeans
    guard method.isDaily else {
      return Part(
        source: source, starts: [hours.firstEnd], step: 3600, values: method.values(of: hours.values))
    }
    let days = try LocalDays(formation.options.timeZone, named: formation.report.site.timeZone)
    let each = DayAverage(hours, days: days).each(method)
    return Part(
      source: source, starts: each.map { days.start(ofDay: $0.day) }, step: 0,
      values: each.map { $0.average.isComplete ? $0.average.value : .nan })
  }

  private mutating func align(_ parts: [Part]) {
    let filled = parts.filter { !$0.values.isEmpty }
    guard !filled.isEmpty else { return }
    sources = filled.map(\.source)
    if formation.variant == .daily { alignDays(filled) } else { alignHours(filled) }
  }

  private mutating func alignHours(_ parts: [Part]) {
    var first = Int64.max
    var last = Int64.min
    for part in parts {
      guard let start = part.starts.first, let end = part.starts.last else { continue }
      first = min(first, start)
      last = max(last, part.step > 0 ? start + Int64(part.values.count - 1) * 3600 : end)
    }
    guard first <= last, (last - first) / 3600 < SeriesFormation.longest else { return }
    let count = Int((last - first) / 3600) + 1
    guard let made = try? Timeline(start: first, step: 3600, length: 0, count: count) else { return }
    timeline = made
    for part in parts {
      if part.step > 0, part.starts.first == first, part.values.count == count {
        columns.append(IndexColumn(part.source.input, part.values))
        continue
      }
      var values = [Double](repeating: .nan, count: count)
      for (place, value) in part.values.enumerated() {
        let end = part.step > 0 ? part.starts[0] + Int64(place) * 3600 : part.starts[place]
        // The hour that ends at or less than an hour after it.
        let slot = Int((end - first + 3599).dividedDown(by: 3600))
        if values.indices.contains(slot) { values[slot] = value }
      }
      columns.append(IndexColumn(part.source.input, values))
    }
  }

  private mutating func alignDays(_ parts: [Part]) {
    let starts = Set(parts.flatMap(\.starts)).sorted()
    var ends = ContiguousArray(starts.dropFirst())
    ends.append((starts.last ?? 0) + 86_400)
    // A day lasts until the next begins, but no longer than 25 hours: days without data are not covered.
    for place in ends.indices where ends[place] - starts[place] > 90_000 {
      ends[place] = starts[place] + 86_400
    }
    guard let made = try? Timeline(starts: ContiguousArray(starts), ends: ends) else { return }
    timeline = made
    var places: [Int64: Int] = [:]
    for (place, start) in starts.enumerated() { places[start] = place }
    for part in parts {
      var values = [Double](repeating: .nan, count: starts.count)
      for (start, value) in zip(part.starts, part.values) {
        if let place = places[start] { values[place] = value }
      }
      columns.append(IndexColumn(part.source.input, values))
    }
  }
}
