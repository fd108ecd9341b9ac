/// What indices say of an answer, computed when it is first read and remembered for the last choices of the user.
struct AnswerIndices {
  /// An index, and what it leaves to choose.
  struct Choice: Hashable {
    var index: IndexEdition.Reference
    var options: IndexOptions
  }

  /// What an index has to go on, and what came of it.
  fileprivate struct Entry {
    /// Nil for an unknown index.
    var index: (any AirQualityIndex)?
    var reports: [AirReport] = []
    var outcome: AQIOutcome?
    var series: Result<AQISeries, IndexUnavailable>?
  }

  private static let longest = 8
  private var entries: [Choice: Entry] = [:]

  /// The index at the query's first place.
  mutating func outcome(_ choice: Choice, of answer: AirAnswer) -> AQIOutcome {
    read(choice, of: answer, \.outcome) { index, reports in
      guard let index else { return .unavailable(Self.unknown(choice)) }
      return answer.index(using: index, of: reports, options: choice.options)
    }
  }

  /// The index of the query's first place over time, of the best report that gives one.
  mutating func series(_ choice: Choice, of answer: AirAnswer) -> Result<AQISeries, IndexUnavailable> {
    read(choice, of: answer, \.series) { index, reports in
      guard let index else { return .failure(Self.unknown(choice)) }
      var failure: IndexUnavailable?
      for report in reports {
        do throws(IndexUnavailable) {
          return .success(try report.indexSeries(using: index, options: choice.options))
        } catch {
          failure = failure ?? error
        }
      }
      return .failure(failure ?? IndexUnavailable(.nothingToGoOn, edition: index.edition.identifier))
    }
  }

  private static func unknown(_ choice: Choice) -> IndexUnavailable {
    IndexUnavailable(.unknownIndex(choice.index.description))
  }

  /// What is remembered of a choice, else what a computation gives.
  private mutating func read<Result>(
    _ choice: Choice, of answer: AirAnswer, _ result: WritableKeyPath<Entry, Result?>,
    _ compute: ((any AirQualityIndex)?, [AirReport]) -> Result
  ) -> Result {
    var entry = entries[choice] ?? Entry(choice, answer)
    if let known = entry[keyPath: result] { return known }
    let computed = compute(entry.index, entry.reports)
    entry[keyPath: result] = computed
    if entries.count >= Self.longest, entries[choice] == nil { entries = [:] }
    entries[choice] = entry
    return computed
  }
}

extension AnswerIndices.Entry {
  fileprivate init(_ choice: AnswerIndices.Choice, _ answer: AirAnswer) {
    index = choice.index.resolved(in: answer.catalog, at: answer.askedAt)
    if let index { reports = answer.reports(for: index, forPlace: 0) }
  }
}
