/// The state of a handshake on one connection: the identifiers that it used, and values that its steps keep.
public struct FeedSession: Sendable {
  /// The query to the feed.
  public let query: AirQuery
  /// The number of the connection in the run, from 1.
  public let connection: Int
  /// The identifier used last; 0 before the first.
  public private(set) var lastID = 0
  private var kept: [String: String] = [:]

  /// A session of a connection, counted from 1.
  public init(query: AirQuery, connection: Int = 1) {
    self.query = query
    self.connection = connection
  }

  /// The next identifier: 1, 2, 3… on each connection.
  public mutating func nextID() -> Int {
    lastID &+= 1
    return lastID
  }

  /// A value that a step keeps by name, such as the server's challenge.
  public subscript(name: String) -> String? {
    get { kept[name] }
    set { kept[name] = newValue }
  }
}
