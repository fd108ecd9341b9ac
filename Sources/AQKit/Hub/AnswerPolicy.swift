/// How a hub asks its sources.
public struct AnswerPolicy: Hashable, Sendable {
  enum Strategy: Hashable, Sendable {
    case all
    case firstSuccess(hedgeAfter: Duration?)
    case merged(MergeRule)
  }

  let strategy: Strategy

  /// Every source at once.
  public static let all = AnswerPolicy(strategy: .all)

  /// One after another, the highest ``SourceDescriptor/precedence`` first and equal ones in order of registration,
  /// until one answers with a value that was asked for. Beside one that is silent for its part of the time that is left, the
  /// next one is asked, too.
  public static let firstSuccess = AnswerPolicy(strategy: .firstSuccess(hedgeAfter: nil))

  /// As ``firstSuccess``, but the next source is asked beside a slow one, too: whichever answers first counts, and the
  /// others are cancelled.
  ///
  /// - Parameter patience: How long a source is waited for before the next one is asked.
  public static func firstSuccess(hedgeAfter patience: Duration) -> AnswerPolicy {
    AnswerPolicy(strategy: .firstSuccess(hedgeAfter: patience))
  }

  /// Every source at once, and what they say made into one series per parameter: from the best site near enough, its gaps
  /// filled by the next best, the past from observations and the future from forecasts.
  ///
  /// ``AirAnswer/merged(forPlace:)`` has the result with the provenance of every stretch, ``AirAnswer/candidates(forPlace:)``
  /// says why the other sites were not used, and what each source said stays in ``AirAnswer/reports``.
  public static func merged(_ rule: MergeRule = .standard) -> AnswerPolicy {
    AnswerPolicy(strategy: .merged(rule))
  }

  /// The rule of a merging policy.
  var rule: MergeRule? { if case .merged(let rule) = strategy { rule } else { nil } }
}
