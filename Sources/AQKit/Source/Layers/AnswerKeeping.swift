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
  /// The outermost layer that keeps answers; nil if there is none.
  package var answerKeeper: (any AnswerKeeping)? {
    if let keeper = self as? any AnswerKeeping { return keeper.keepsAnswers ? keeper : nil }
    return (self as? any AirLayer)?.keeperBelow
  }
}

extension AirLayer {
  fileprivate var keeperBelow: (any AnswerKeeping)? { base.answerKeeper }
}
