#if Board
  package import AQKit
  import Foundation

  /// What the board shows now, and since which version: any number of connections ask for what is new to them, and none
  /// of them has a queue.
  package final class Board: Sendable {
    private struct Entry<Content: Hashable & Sendable>: Sendable {
      var content: Content
      var json: Data
      var version: UInt64
    }

    private struct State: Sendable {
      var version: UInt64 = 1
      /// The last version in which a line was taken away.
      var removal: UInt64 = 0
      var head: Entry<BoardHead>
      var rows: [String: Entry<BoardRow>] = [:]
      var charts: [String: Entry<BoardChart>] = [:]
      var credits: [(key: String, parts: [AirAttribution])] = []
    }

    private let state: Locked<State>
    private let clock: any AQClock
    private let listeners = Locked<[@Sendable () -> Void]>([])

    /// An empty board.
    ///
    /// - Parameters:
    ///   - standard: The title of the index by which places are judged.
    ///   - remark: What is to be said of all that is shown.
    ///   - clock: Tells the time, by which the page words ages.
    package init(standard: String, remark: String? = nil, clock: any AQClock = SystemClock()) {
      let head = BoardHead(standard: standard, remark: remark)
      state = Locked(State(head: Entry(content: head, json: Self.json(of: head), version: 1)))
      self.clock = clock
    }

    /// Shows lines and charts in the place of those with the same keys.
    ///
    /// - Parameters:
    ///   - rows: The lines.
    ///   - charts: Charts, by the keys of their lines; a line without one here keeps its own.
    ///   - prefix: Takes away the lines whose keys begin with it and that aren't among these; nil for none.
    package func show(
      _ rows: [BoardRow], charts: [String: BoardChart] = [:], inPlaceOf prefix: String? = nil
    ) {
      let (knownRows, knownCharts) = state.withLock { ($0.rows, $0.charts) }
      let newRows = rows.filter { knownRows[$0.key]?.content != $0 }.map { ($0, Self.json(of: $0)) }
      let newCharts = charts.filter { knownCharts[$0]?.content != $1 }.map { key, chart in
        (key, chart, Self.json(of: KeyedChart(key: key, chart: chart)))
      }
      let keys = Set(rows.map(\.key))
      let gone = prefix.map { prefix in
        knownRows.keys.filter { $0.hasPrefix(prefix) && !keys.contains($0) }
      }
      guard !newRows.isEmpty || !newCharts.isEmpty || gone?.isEmpty == false else { return }
      state.withLock { state in
        state.version += 1
        for (row, json) in newRows {
          state.rows[row.key] = Entry(content: row, json: json, version: state.version)
        }
        for (key, chart, json) in newCharts {
          state.charts[key] = Entry(content: chart, json: json, version: state.version)
        }
        for key in gone ?? [] {
          state.rows[key] = nil
          state.charts[key] = nil
          state.removal = state.version
        }
      }
      tellListeners()
    }

    /// Shows the state of a feed in the place of that with the same name.
    package func show(_ feed: BoardFeed) {
      changeHead { head in
        if let known = head.feeds.firstIndex(where: { $0.name == feed.name }) {
          head.feeds[known] = feed
        } else {
          head.feeds.append(feed)
        }
      }
    }

    /// Shows what must be shown beside some of the values, in the place of what was given under the same key.
    package func credit(_ parts: [AirAttribution], for key: String) {
      let all = state.withLock { state in
        if let known = state.credits.firstIndex(where: { $0.key == key }) {
          state.credits[known].parts = parts
        } else {
          state.credits.append((key, parts))
        }
        return state.credits.flatMap(\.parts)
      }
      changeHead { head in
        head.credits = all.reduce(into: []) { united, part in
          if !united.contains(part) { united.append(part) }
        }
      }
    }

    private func changeHead(_ change: (inout BoardHead) -> Void) {
      let isChanged = state.withLock { state in
        var head = state.head.content
        change(&head)
        guard head != state.head.content else { return false }
        state.version += 1
        state.head = Entry(content: head, json: Self.json(of: head), version: state.version)
        return true
      }
      if isChanged { tellListeners() }
    }

    // MARK: Events

    /// Calls a closure after each change, on the thread of the code that changed something.
    func listen(_ listener: @escaping @Sendable () -> Void) { listeners.withLock { $0.append(listener) } }

    private func tellListeners() {
      for listener in listeners.withLock({ $0 }) { listener() }
    }

    /// The changes since a version as one server-sent event, with the version that they lead to; nil if there are none.
    /// Without a version, and where lines were taken away since, it is everything.
    func event(after seen: UInt64?) -> (bytes: Data, version: UInt64)? {
      let state = state.withLock { $0 }
      guard seen != state.version else { return nil }
      let since = seen.flatMap { $0 < state.removal ? nil : $0 } ?? 0
      let start = "event: board\ndata: {\"now\":\(clock.time.secondsSince1970),\"all\":\(since == 0)"
      var data = Data(start.utf8)
      if state.head.version > since {
        data += Data(",\"head\":".utf8)
        data += state.head.json
      }
      data += Self.list("rows", state.rows.values.filter { $0.version > since }.map(\.json))
      data += Self.list("charts", state.charts.values.filter { $0.version > since }.map(\.json))
      data += Data("}\n\n".utf8)
      return (data, state.version)
    }

    /// An event that says nothing but the time.
    var beat: Data { Data("event: beat\ndata: \(clock.time.secondsSince1970)\n\n".utf8) }

    private static func list(_ name: String, _ parts: [Data]) -> Data {
      guard !parts.isEmpty else { return Data() }
      var list = Data(",\"\(name)\":[".utf8)
      for (number, part) in parts.enumerated() {
        if number > 0 { list.append(UInt8(ascii: ",")) }
        list += part
      }
      list.append(UInt8(ascii: "]"))
      return list
    }

    private struct KeyedChart: Encodable {
      let key: String
      let chart: BoardChart
    }

    /// JSON on one line, as an event needs it. What is encoded are texts, and numbers that are finite.
    private static func json(of content: some Encodable) -> Data {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return (try? encoder.encode(content)) ?? Data("null".utf8)
    }
  }
#endif
