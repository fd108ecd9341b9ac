#if canImport(FoundationNetworking)
  import AQKit

  /// Limits the number of exchanges with a server in a Linux session; the others wait here instead of in the session.
  ///
  /// On Linux libcurl queues transfers that wait for a connection. It wakes one waiting transfer for each that ends, and if
  /// that one is cancelled before its turn, the next isn't woken: it waits until libcurl gives it up after five minutes.
  final class Turnstile: Sendable {
    private struct Entry: Sendable {
      let exchange: Exchange
      let start: @Sendable () -> Void
    }

    private struct Line {
      var inside = 0
      var waiting: [Entry] = []

      /// Returns the next entry that still waits.
      mutating func next() -> Entry? {
        let index = waiting.firstIndex { !$0.exchange.isOver }
        defer { waiting.removeFirst(index.map { $0 + 1 } ?? waiting.count) }
        return index.map { waiting[$0] }
      }
    }

    private let permits: Int
    private let lines = Locked<[String: Line]>([:])

    init(permits: Int) { self.permits = permits }

    /// Starts an exchange as soon as a permit is free, and returns it after the exchange's end.
    func enter(_ exchange: Exchange, for server: String, start: @escaping @Sendable () -> Void) {
      let entry = Entry(exchange: exchange, start: start)
      let isFree = lines.withLock { lines in
        if lines[server, default: Line()].inside < permits {
          lines[server, default: Line()].inside += 1
          return true
        }
        lines[server, default: Line()].waiting.append(entry)
        return false
      }
      if isFree { admit(entry, for: server) }
    }

    private func admit(_ entry: Entry, for server: String) {
      entry.exchange.afterEnd { self.leave(server) }
      entry.start()
    }

    /// Gives a permit to the next waiting entry.
    private func leave(_ server: String) {
      let next = lines.withLock { lines in
        let next = lines[server]?.next()
        if next == nil {
          lines[server]?.inside -= 1
          if lines[server]?.inside == 0 { lines[server] = nil }
        }
        return next
      }
      if let next { admit(next, for: server) }
    }
  }
#endif
