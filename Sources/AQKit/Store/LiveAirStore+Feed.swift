extension LiveAirStore {
  /// How one source of a live list is: its connection, its last failure, and what was lost.
  public struct Feed: Identifiable, Hashable, Sendable {
    /// The source; nil for a stream whose updates name none.
    public let id: SourceID?
    /// The state of the connection; nil until it is known, and after the stream has ended.
    public internal(set) var state: FeedState?
    /// When the state began.
    public internal(set) var since: AirTime
    /// When readings came last; nil if none came.
    public internal(set) var heardAt: AirTime?
    /// What failed last; nil once readings have come again.
    public internal(set) var failure: AirNote?
    /// The last time without a connection that the stream has told of.
    public internal(set) var gap: AirInterval?
    /// How many readings were dropped, or replaced before they were taken.
    public internal(set) var dropped = 0
    /// How many readings were refused as unreadable.
    public internal(set) var refused = 0
    /// The last notes, one of each kind with the count of all of its kind; the newest last, ``mostNotes`` at most.
    public internal(set) var notes: [AirNote] = []

    /// How many notes are kept.
    public static let mostNotes = 10

    /// Whether nobody follows it: paused by the store, ended or failed.
    var isInterrupted = false

    init(_ id: SourceID?, at now: AirTime) {
      self.id = id
      since = now
    }

    /// Takes in what an update says of the connection.
    mutating func take(_ update: AirUpdate, at now: AirTime) {
      if let state = update.state { enter(state, at: now) }
      if let gap = update.gap { self.gap = gap }
      for note in update.notes { take(note) }
      guard !update.reports.isEmpty else { return }
      heardAt = now
      failure = nil
    }

    mutating func enter(_ state: FeedState?, at now: AirTime) {
      guard state != self.state else { return }
      self.state = state
      since = now
    }

    mutating func take(_ note: AirNote) {
      if note.code == .dropped { dropped = dropped.addingSaturating(note.count) }
      if note.code == .refused { refused = refused.addingSaturating(note.count) }
      if note.code == .failed { failure = note }
      var note = note
      if let known = notes.firstIndex(where: { $0.isOfKind(of: note) }) {
        note.count = notes.remove(at: known).count.addingSaturating(note.count)
      }
      notes = (notes + [note]).suffix(Self.mostNotes)
    }
  }
}

extension AirNote {
  /// Whether another note differs in its position, its places and its count only.
  fileprivate func isOfKind(of other: AirNote) -> Bool {
    code == other.code && failure == other.failure && parameters == other.parameters
      && message.prefix { $0 != "(" } == other.message.prefix { $0 != "(" }
  }
}
