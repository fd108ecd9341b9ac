public import AQKit

extension AirTexts {
  /// The explanation of an error, and what the reader can do about it.
  public struct Explanation: Hashable, Sendable {
    /// The explanation, in a sentence.
    public let sentence: String
    /// The advice, in a sentence.
    public let action: String
  }

  /// Explains an error to users, or why an index (`AQIOutcome/Unavailable`) or an estimate (`AirEstimate/Unavailable`) is
  /// missing, also as the cause of an `AQError`. For a log use `AQError/message`.
  ///
  /// If the error states when to try again, ``Explanation/action`` includes it.
  public func explanation(of error: any Error) -> Explanation {
    let known = AQError.wrapping(error)
    let usual = explanation(of: known.code)
    let missing =
      (known.cause as? AQIOutcome.Unavailable).map { sentence($0.reason) }
      ?? (known.cause is AirEstimate.Unavailable ? text("no-estimate") : nil)
    if let missing { return Explanation(sentence: missing, action: usual.action) }
    guard case .after(let wait) = known.retry, wait >= .seconds(60) else { return usual }
    let now = AirTime(secondsSince1970: 0)
    return Explanation(
      sentence: usual.sentence, action: text("error-later", ["time": self.wait(until: now + wait, now: now)]))
  }

  /// Returns a kind of error in words; a code that no language knows becomes “other error”.
  public func explanation(of code: AQError.Code) -> Explanation {
    let key = lookUp("error.\(code.rawValue)") == nil ? "unknown" : code.rawValue
    return Explanation(sentence: text("error.\(key)"), action: text("error-action.\(key)"))
  }

  /// Returns an index in a few words, as in ``summary(of:)``, or a sentence that explains a missing one.
  public func sentence(_ outcome: AQIOutcome) -> String {
    switch outcome {
    case .value(let value): summary(of: value)
    case .unavailable(let unavailable): sentence(unavailable.reason)
    }
  }

  /// Explains in a sentence why the index is missing. A reason with a custom English text is left to its `description`.
  public func sentence(_ reason: AQIOutcome.Unavailable.Reason) -> String {
    switch reason {
    case .nothingToGoOn, .notCovered, .notPublished: text("no-index.no-data")
    case .tooFewHours(let have, let possible, let need), .tooFewMeans(let have, let possible, let need):
      text(
        "no-index.too-few-hours",
        ["have": count(have), "possible": count(possible), "need": count(need)])
    case .tooFewPollutants: text("no-index.too-few-pollutants")
    case .otherPeriod, .otherAverage, .wrongUnit, .noSuchVariant, .countsOnlyBeyond:
      text("no-index.other-values")
    case .undefined: text("no-index.undefined")
    case .invalid: text("no-index.invalid")
    case .noTimeZone: text("no-index.no-time-zone")
    case .unknownIndex(let name): text("no-index.unknown", ["index": name])
    case .stated: text("no-index.stated")
    }
  }

  private func count(_ number: Int) -> String { self.number(Double(number), digits: 0...0) }
}
