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
      private var waiting: [Entry] = []
      /// The number of entries at which those are dropped whose exchange ended before its turn.
      private var most = 64

      mutating func append(_ entry: Entry) {
        if waiting.count >= most {
          waiting.removeAll { $0.exchange.isOver }
          most = 64 + 2 * waiting.count
        }
        waiting.append(entry)
      }

      /// Returns the next entry that still waits, and takes a permit for it; nil if none is free.
      mutating func next(of permits: Int) -> Entry? {
        guard inside < permits else { return nil }
        let index = waiting.firstIndex { !$0.exchange.isOver }
        defer { waiting.removeFirst(index.map { $0 + 1 } ?? waiting.count) }
        guard let index else { return nil }
        inside += 1
        return waiting[index]
      }
    }

    private let permits: Int
    private let lines = Locked<[String: Line]>([:])

    init(permits: Int) { self.permits = permits }

    /// Starts an exchange as soon as a permit is free, and returns it after the exchange's end.
    func enter(_ exchange: Exchange, for server: String, start: @escaping @Sendable () -> Void) {
      let entry = Entry(exchange: exchange, start: start)
      lines.withLock { $0[server, default: Line()].append(entry) }
      admit(to: server, returning: 0)
    }

    /// Returns permits, and gives a free one to the next waiting entry.
    private func admit(to server: String, returning count: Int) {
      let next = lines.withLock { lines in
        lines[server, default: Line()].inside -= count
        let next = lines[server, default: Line()].next(of: permits)
        if lines[server]?.inside == 0 { lines[server] = nil }
        return next
      }
      guard let next else { return }
      next.exchange.afterEnd { self.admit(to: server, returning: 1) }
      next.start()
    }
  }
#endif
