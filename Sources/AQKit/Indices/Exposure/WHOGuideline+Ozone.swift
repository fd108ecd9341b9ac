extension AirReport {
  /// Returns the ratios of ozone to two levels: that of a day's largest 8-hour mean, and that of the peak season.
  func ozoneRatios(at moment: Int64, _ conditions: AirUnit.ReferenceConditions?)
    -> [AirParameter.WHOGuideline.Ratio]
  {
    let maximum = AveragingPeriod.eightHours.dailyMaximum
    let day = IndexInput(.o3, maximum, .microgramsPerCubicMetre, current: .dayMaximum(hours: 8, atLeast: 6))
    let running = IndexInput(.o3, .eightHours, .microgramsPerCubicMetre, current: .mean(hours: 8))
    // Only twelve months count; a much earlier value, such as that of a wrong clock, would make the grid large.
    let ozone = series.filter { $0.parameter == .o3 }.map {
      $0.clamped(to: AirInterval(seconds: moment - 400 * 86_400, moment + 2 * 86_400)).withoutMissingSigns
    }
    func formation(_ input: IndexInput) -> ConcentrationFormation {
      ConcentrationFormation(
        ozone, at: site, FormationPlan(of: [input], for: .current, under: conditions),
        options: .standard)
    }
    let published =
      ozone.contains { $0.averaging == maximum }
      ? try? formation(day).concentration(forInput: 0, at: moment) : nil
    let found = [
      published ?? formation(running).largestOfDay(endingAt: moment, as: day),
      formation(day).peakSeason(endingBy: moment),
    ]
    return zip([maximum, nil], found).compactMap { averaging, found in
      found.flatMap { AirParameter.WHOGuideline.Ratio($0, averaging: averaging) }
    }
  }
}

extension ConcentrationFormation {
  /// Returns the largest of the running means that end in the 24 hours up to a moment; nil if fewer than 18 of them,
  /// three quarters, can be formed.
  fileprivate func largestOfDay(endingAt moment: Int64, as input: IndexInput) -> IndexInput.Concentration? {
    let means = (0..<24).compactMap { try? concentration(forInput: 0, at: moment - $0 * 3600) }
    guard means.count >= 18, var largest = means.max(by: { $0.value < $1.value }) else { return nil }
    largest.input = input
    largest.basis.method = input.current
    (largest.basis.hours, largest.basis.hoursPossible) = (means.count, 24)
    return largest
  }

  /// Returns the mean of the days' largest 8-hour means in the peak season of WHO's guidelines of 2021: the six consecutive
  /// months with the highest mean. They are among the twelve months up to that of the last day that has ended by a moment.
  /// Nil if no six consecutive months have three quarters of their days each, or the site's days are not known.
  fileprivate func peakSeason(endingBy moment: Int64) -> IndexInput.Concentration? {
    guard case .success(let days) = days else { return nil }
    let lastDay = days.day(containing: moment) - 1
    for candidate in candidates(forInput: 0) {
      guard let series = try? InputSeries(candidate, of: self, forInput: 0) else { continue }
      let maxima = InputSeries.days(of: [series], days).compactMap { day -> (day: Int64, value: Double)? in
        guard day <= lastDay else { return nil }
        let end = days.bounds(ofDay: day).upperBound
        return (try? series.concentration(at: end, allowsProxy: false)).map { (day: day, value: $0.value) }
      }
      guard let season = AirParameter.WHOGuideline.peakSeason(of: maxima, upTo: lastDay) else { continue }
      return IndexInput.Concentration(
        series.input, season.mean,
        basis: AQIValue.Basis(
          origin: series.origin, method: series.method, hours: season.days,
          hoursPossible: season.daysPossible, proxy: nil,
          end: AirTime(secondsSince1970: days.start(ofDay: season.lastDay + 1)), shared: series.particulars))
    }
    return nil
  }
}

extension AirParameter.WHOGuideline {
  /// Returns the six months in a row in which the mean of some days' values is highest; nil if the days, none of which is
  /// after `newestDay`, are too few.
  fileprivate static func peakSeason(
    of values: [(day: Int64, value: Double)], upTo newestDay: Int64
  ) -> (mean: Double, days: Int, daysPossible: Int, lastDay: Int64)? {
    func month(_ day: Int64) -> Int {
      let date = CivilDate(daysSinceEpoch: Int(day))
      return date.year * 12 + date.month - 1
    }
    func length(_ month: Int) -> Int { CivilDate.days(inMonth: month % 12 + 1, of: month / 12) }
    let newest = month(newestDay)
    var months = [(sum: Double, days: Int)](repeating: (0, 0), count: 12)
    for (day, value) in values {
      let i = month(day) - newest + 11
      guard i >= 0 else { continue }
      months[i].sum += value
      months[i].days += 1
    }
    var peak: (mean: Double, days: Int, daysPossible: Int, lastDay: Int64)?
    for first in 0...6 {
      let lengths = (first..<first + 6).map { length(newest - 11 + $0) }
      let season = months[first..<first + 6]
      guard zip(season, lengths).allSatisfy({ $0.days * 4 >= $1 * 3 }) else { continue }
      let mean = season.reduce(0) { $0 + $1.sum / Double($1.days) } / 6
      guard mean >= 0, mean > peak?.mean ?? -1 else { continue }
      let last = newest - 6 + first
      peak = (
        mean.rounded(significantDigits: 12), season.reduce(0) { $0 + $1.days }, lengths.reduce(0, +),
        Int64(CivilDate.days(last / 12, last % 12 + 1, length(last)))
      )
    }
    return peak
  }
}
