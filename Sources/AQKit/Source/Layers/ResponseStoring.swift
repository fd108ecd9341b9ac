/// A store for the last responses of sources that outlives the process.
///
/// **Use one.** `AirStorage` of the product `AQKitStorage` keeps them in files. Set it in a container
/// (``AQContainer/ServiceKey/responseStore``), or give it to
/// ``AirDataSource/caching(_:in:clock:)``.
///
/// **Write one.** Responses are found by source and query, as they are in memory. A store decides by itself how many
/// responses it keeps and for how long; the cache's policy decides what may be shown. It drops unreadable responses, and
/// never throws: a source works without it. The calls may read and write files; sources and hubs look up and store off the
/// main actor.
public protocol ResponseStoring: Sendable {
  /// Returns the stored response of a source to a query.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - source: The source.
  ///   - time: The time of arrival of the response that is already known; nil if there is none.
  /// - Returns: nil if there is no response, or none that is newer.
  func response(to query: AirQuery, from source: SourceID, newerThan time: AirTime?) -> AirResponse.Stored?

  /// Stores a response, replacing the previous one, if the rights of the data allow it.
  func store(_ response: AirResponse.Stored, to query: AirQuery, from source: SourceID)

  /// Removes all responses of a source.
  func removeResponses(from source: SourceID)
}
