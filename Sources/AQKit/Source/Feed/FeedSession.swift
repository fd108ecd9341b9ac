/// What a handshake remembers on one connection: the identifiers that it has given out, and whatever its steps keep.
public struct FeedSession: Sendable {
  /// What is asked of the feed.
  public let query: AirQuery
  /// Which connection of the run this is, from 1.
  public let connection: Int
  /// The identifier that was given out last; 0 before the first.
  public private(set) var lastID = 0
  private var kept: [String: String] = [:]

  /// Makes the session of a connection.
  public init(query: AirQuery, connection: Int = 1) {
    self.query = query
    self.connection = connection
  }

  /// The next identifier: 1, 2, 3… on each connection.
  public mutating func nextID() -> Int {
    lastID &+= 1
    return lastID
  }

  /// What a step has kept under a name, such as the challenge of the server.
  public subscript(name: String) -> String? {
    get { kept[name] }
    set { kept[name] = newValue }
  }
}
