/// A store for the last answers of sources that outlives the process.
///
/// **Use one.** `AirStorage` of the product `AQKitStorage` keeps them in files. Set it in a container
/// (``AQContainer/ServiceKey/answerStore``), or give it to
/// ``AirDataSource/caching(_:in:clock:)``.
///
/// **Write one.** Answers are found by source and query, as they are in memory. A store decides by itself how many answers
/// it keeps and for how long; the cache's policy decides what may be shown. It drops unreadable answers, and never throws: a
/// source works without it. The calls may read and write files; sources and hubs look up and store off the main actor.
public protocol AnswerStoring: Sendable {
  /// Returns the stored answer of a source to a query.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - source: The source.
  ///   - time: The time of arrival of the answer that is already known; nil if there is none.
  /// - Returns: nil if there is no answer, or none that is newer.
  func answer(to query: AirQuery, from source: SourceID, newerThan time: AirTime?) -> AirResponse.Stored?

  /// Stores an answer, replacing the previous one, if the rights of the data allow it.
  func store(_ answer: AirResponse.Stored, to query: AirQuery, from source: SourceID)

  /// Removes all answers of a source.
  func removeAnswers(from source: SourceID)
}
