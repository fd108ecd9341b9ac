/// A source that keeps answers, and can be looked into without asking it.
package protocol AnswerKeeping: AirDataSource {
  /// Whether it keeps any.
  var keepsAnswers: Bool { get }

  /// The kept answer to a query, with ``AirResponse/kept``; nil if there is none.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - isFresh: Whether the answer must be fresh; otherwise any that may replace an error will do.
  func kept(for query: AirQuery, isFresh: Bool) -> AirResponse?
}

extension AirDataSource {
  /// The outermost layer that keeps answers; nil if there is none, or one above it may change them.
  package var answerKeeper: (any AnswerKeeping)? {
    if let keeper = self as? any AnswerKeeping { return keeper.keepsAnswers ? keeper : nil }
    return (self as? any AnswerPassingLayer)?.keeperBelow
  }
}

/// A layer that passes on answers as they are: what is kept below it is what it would answer.
protocol AnswerPassingLayer: AirLayer {}

extension CoalescingSource: AnswerPassingLayer {}
extension TimeLimitedSource: AnswerPassingLayer {}
extension CircuitBreakingSource: AnswerPassingLayer {}

extension AnswerPassingLayer {
  fileprivate var keeperBelow: (any AnswerKeeping)? { base.answerKeeper }
}

/// A source that decides by itself how long its answers hold, such as one over a transport that keeps them.
package protocol SelfKeepingSource: AirDataSource {
  /// What a cache above it may do: usually nothing but replace errors.
  var suitableCache: CachePolicy { get }
}

/// A source around one whose type isn't known.
protocol WrappingSource: AirDataSource {
  var base: any AirDataSource { get }
}

extension AirDataSource {
  /// What a cache above the source may do, if one of its layers says so.
  var declaredCache: CachePolicy? {
    if let keeper = self as? any SelfKeepingSource { return keeper.suitableCache }
    if let wrapping = self as? any WrappingSource { return wrapping.base.declaredCache }
    return (self as? any AirLayer)?.cacheDeclaredBelow
  }
}

extension AirLayer {
  fileprivate var cacheDeclaredBelow: CachePolicy? { base.declaredCache }
}
