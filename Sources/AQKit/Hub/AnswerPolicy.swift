/// How a hub asks its sources.
public struct AnswerPolicy: Hashable, Sendable {
  enum Strategy: Hashable, Sendable {
    case all
    case firstSuccess
  }

  let strategy: Strategy

  /// Every source at once.
  public static let all = AnswerPolicy(strategy: .all)

  /// One after another, the highest ``SourceDescriptor/precedence`` first and equal ones in order of registration,
  /// until one answers with a value.
  public static let firstSuccess = AnswerPolicy(strategy: .firstSuccess)
}
