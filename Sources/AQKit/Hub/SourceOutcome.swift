/// The outcome of one source of a hub.
public struct SourceOutcome: Hashable, Sendable {
  /// Skipped, answered or failed; or none of them yet.
  public enum Result: Hashable, Sendable {
    /// It answered; the response may be empty or partial.
    case answered(AirResponse)
    /// It failed.
    case failed(AQError)
    /// It was not asked.
    case skipped(SourceOutcome.SkipReason)
    /// It hasn't answered yet; only in an answer that still grows.
    case pending
  }

  /// The source's declaration.
  public var descriptor: SourceDescriptor { declaration.descriptor }
  let declaration: SharedDescriptor
  /// Skipped, answered or failed.
  public internal(set) var result: Result
  /// When it answered or failed; nil if it was skipped.
  public internal(set) var receivedAt: AirTime?
  /// Whether a better answer may still come, in an answer that still grows.
  public internal(set) var isPending = false
  /// Reports that were left out of the response, because their own licence forbids what the query is for.
  public internal(set) var withheld: [AirReport] = []

  /// The outcome of a source, as a hub makes it; for answers in tests and previews.
  ///
  /// - Parameters:
  ///   - descriptor: The source's declaration.
  ///   - result: Skipped, answered or failed.
  ///   - receivedAt: When it answered or failed.
  public init(descriptor: SourceDescriptor, result: Result, receivedAt: AirTime? = nil) {
    self.init(SharedDescriptor(descriptor), result, receivedAt: receivedAt)
  }

  init(_ declaration: SharedDescriptor, _ result: Result, receivedAt: AirTime? = nil) {
    self.declaration = declaration
    self.result = result
    self.receivedAt = receivedAt
    if case .pending = result { isPending = true }
  }

  /// The source's identifier.
  public var source: SourceID { descriptor.id }

  /// The answer; nil unless it answered.
  public var response: AirResponse? { if case .answered(let response) = result { response } else { nil } }

  /// The error; nil unless it failed.
  public var error: AQError? { if case .failed(let error) = result { error } else { nil } }

  /// Why it was skipped; nil if it was asked.
  public var skipReason: SourceOutcome.SkipReason? {
    if case .skipped(let reason) = result { reason } else { nil }
  }

  /// Whether it answered with a report.
  public var isUsable: Bool { response.map { !$0.reports.isEmpty } ?? false }
}

/// A declaration behind one pointer, because each outcome has a copy.
final class SharedDescriptor: Hashable, Sendable {
  let descriptor: SourceDescriptor

  init(_ descriptor: SourceDescriptor) { self.descriptor = descriptor }

  static func == (lhs: SharedDescriptor, rhs: SharedDescriptor) -> Bool {
    lhs === rhs || lhs.descriptor == rhs.descriptor
  }

  func hash(into hasher: inout Hasher) { hasher.combine(descriptor) }
}

extension SourceOutcome {
  /// Why a source was not asked.
  public enum SkipReason: Hashable, Sendable {
    /// It covers none of the places.
    case notCovered
    /// It doesn't offer the requested parameters, time, kind of place or kind of report.
    case notOffered
    /// The query leaves it out (``AirQuery/sources``).
    case notSelected
    /// Its rights don't allow these purposes.
    case rights([AirQuery.Purpose])
    /// A service, option or credential is missing; the text says which.
    case notConfigured(String)
    /// The configuration has switched it off.
    case disabled
    /// The provider has switched its addresses off.
    case retired
    /// The limits on requests leave no room until this moment, which is too late for the query.
    case budgetSpent(until: AirTime)
    /// A source of higher precedence has answered.
    case notNeeded(answeredBy: SourceID)
    /// It was asked beside a slower one, and cancelled when another source had answered.
    case noLongerNeeded(answeredBy: SourceID)
  }
}

extension SourceOutcome.SkipReason: CustomStringConvertible {
  /// One English sentence.
  public var description: String {
    switch self {
    case .notCovered: "It doesn't cover the place."
    case .notOffered: "It doesn't offer what was asked."
    case .rights(let purposes):
      "Its licence isn't known to allow \(purposes.map(\.rawValue).joined(separator: ", "))."
    case .notConfigured(let what): what
    case .disabled: "It is switched off in the configuration."
    case .retired: "Its provider has switched it off."
    case .budgetSpent(let end): "The limit on requests is reached until \(end)."
    case .notSelected: "The query leaves it out."
    case .notNeeded(let source): "\(source) has answered already."
    case .noLongerNeeded(let source): "\(source) has answered sooner."
    }
  }
}
