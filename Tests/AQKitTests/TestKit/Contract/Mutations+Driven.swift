import AQKit
import AQKitTesting

extension Mutation {
  static let conduct: [Mutation] = [
    Mutation(
      "conduct.cancelled",
      Town.service { source, _ in
        source.asked { query, base in
          try Task.checkCancellation()
          do {
            return try await base.fetch(query)
          } catch is CancellationError {
            throw AQError(.unavailable, "Given up.", source: Town.descriptor.id)
          }
        }
      }),
    Mutation(
      "conduct.cancelled-before",
      Town.service { source, _ in
        source.asked { query, base in
          if Task.isCancelled { throw AQError(.timedOut, "Too late.", source: Town.descriptor.id) }
          return try await base.fetch(query)
        }
      }),
    Mutation(
      "conduct.cancelled-before",
      Town.feed { source, connector in
        source.asked { query, base in
          let endpoint = FeedEndpoint(url: "wss://air.example.org/feed")
          let forgotten = await Task.detached { try? await connector.connect(to: endpoint) }.value
          await forgotten?.close(.normal)
          return try await base.fetch(query)
        }
      }),
    Mutation(
      "conduct.idle", Town.service { source, transport in EagerSource(base: source, transport: transport) }),
    adapter("conduct.declared-host", .otherHost),
    adapter("conduct.encrypted", .plainText),
    Mutation(
      "conduct.limits",
      {
        var declared = Town.descriptor
        declared.limits.requestsPerFetch = 1
        return Town.service(declared: declared)
      }()),
    recorded("conduct.pages") {
      $0.text = $0.text.replacing("{\"stations\":", with: "{\"total\":50,\"stations\":")
    },
    Mutation(
      "conduct.partial",
      Town.service { source, _ in
        source.responding { response, _ in response.notes.removeAll { $0.code == .failed } }
      }),
  ]

  static let errors: [Mutation] = [
    failing("status.unauthorized", on: "HTTP 403") { $0.retry = .now },
    failing("status.timed-out", on: "HTTP 408") { $0.retry = .never },
    failing("status.rate-limited", on: "HTTP 429") { $0.retry = .after(.seconds(60)) },
    failing("status.unavailable", on: "HTTP 502") { $0.retry = .never },
    failing("status.unavailable-for", on: "HTTP 503") { $0.retry = .after(.seconds(5)) },
    failing("status.invalid-request", on: "HTTP 404") { $0.retry = .now },
    Mutation(
      "error.transport-passes",
      Town.service { source, _ in
        source.failing { error, _ in if error.code == .unreachable { error.code = .unavailable } }
      }),
    Mutation(
      "error.wrapped", Town.service { source, _ in source.failing { error, _ in error.cause = nil } }),
    failing("error.is-aqerror", on: "HTTP 404") { _ in throw SomebodysError() },
    Mutation(
      "error.ends",
      {
        var contract = Town.service { source, _ in
          source.asked { query, base in
            do {
              return try await base.fetch(query)
            } catch let error as AQError where error.message.contains("HTTP 404") {
              // Deaf to cancellation, too.
              await withCheckedContinuation { Forgotten.add($0) }
              throw error
            }
          }
        }
        contract.patience = .milliseconds(300)
        return contract
      }()),
    failing("error.attributed", on: "HTTP 404") { $0.source = nil },
    failing("error.message", on: "HTTP 404") { $0.message = "" },
    transport("body.html") { response in
      if response.text.contains("<html") { throw AQError(.malformed, "A page.", retry: .now) }
    },
    transport("body.empty") { response in
      if response.status == 200, response.body.isEmpty { throw AQError(.unavailable, "Nothing came.") }
    },
    transport("body.cut") { response in if response.isCut { response.text = #"{"stations":[]}"# } },
    transport("body.nothing-invented") { response in
      guard response.isCut else { return }
      response.text = """
        {"stations":[{"id":"TA1","lat":50.08,"lon":14.42,"rows":[
        {"what":"pm25","value":99.5,"unit":"µg/m³","to":"2026-10-01T12:00:00Z"},{}]}]}
        """
    },
  ]

  static let payloads: [Mutation] = [
    Mutation(
      "payload.values",
      Town.service { source, _ in
        source.reporting { report in
          for _ in report.series.indices {
            try report.remake { _, values in values = values.map { $0 + 0.001 } }
            report.series.append(report.series.removeFirst())
          }
        }
      }),
    adapter("payload.change", .dropsOthers),
    transport("payload.null") { $0.text = $0.text.replacing("\"value\":null", with: "\"value\":0") },
    transport("payload.zero") { $0.text = $0.text.replacing("\"value\":0,", with: "\"value\":null,") },
    transport("payload.negative") { $0.text = $0.text.replacing("\"value\":-0.4,", with: "\"value\":0,") },
    transport("payload.tiny") { $0.text = $0.text.replacing("\"value\":-0,", with: "\"value\":null,") },
    transport("payload.huge") { $0.text = $0.text.replacing("\"value\":1e300,", with: "\"value\":30,") },
    Mutation(
      "payload.silent-instrument",
      Town.service { source, _ in
        source.responding { response, _ in response.notes.removeAll { $0.code == .notMeasured } }
      }),
    Mutation(
      "payload.sentinel",
      {
        // A possible value, which only the declaration knows as a sentinel.
        var declared = Town.descriptor
        declared.sentinels = [777]
        return Town.service(declared: declared)
      }()),
    adapter("payload.text", .oneRowSpoilsAll),
    adapter("payload.order", .newestRowIsLast),
    adapter("payload.duplicates", .duplicateIsAnotherSensor),
    adapter("payload.unknown-member", .strictMembers),
  ]

  static let updates: [Mutation] = [
    Mutation(
      "update.once",
      Town.service { source, _ in
        source.watched { query, base in
          AirUpdates { send in for _ in 0..<2 { try await send(AirUpdate(base.fetch(query))) } }
        }
      }),
    Mutation("update.arrives", Town.memory { live($0).watched { _, _ in AirUpdates([]) } }),
    Mutation(
      "update.again",
      Town.memory {
        live($0).watched { query, base in
          let runs = Counter()
          return AirUpdates { send in if runs.next() == 1 { try await send(AirUpdate(base.fetch(query))) } }
        }
      }),
    Mutation(
      "update.left",
      Town.feed { source, connector in
        source.watched { query, base in
          AirUpdates { send in
            let forgotten = try? await connector.connect(to: FeedEndpoint(url: "wss://air.example.org/feed"))
            for try await update in base.updates(for: query) { try await send(update) }
            await forgotten?.close(.normal)
          }
        }
      }),
    Mutation(
      "update.closed",
      Town.feed { source, _ in
        source.watched { query, base in
          AirUpdates { send in
            for try await update in base.updates(for: query) { try await send(update) }
            throw AQError(.unreachable, "Why did it end?", source: TownFeed.descriptor.id)
          }
        }
      }),
    Mutation(
      "response.notices",
      Town.feed { source, _ in
        source.watched { query, base in
          AirUpdates { send in
            for try await update in base.updates(for: query) {
              var update = update
              update.notices = [
                AirNotice(
                  id: "one", source: TownFeed.descriptor.id, kind: .episode, title: "",
                  attribution: TownFeed.descriptor.attribution, rights: TownFeed.descriptor.rights)
              ]
              try await send(update)
            }
          }
        }
      }),
    swallowing("update.broken", "breaks"),
    swallowing("update.refused", "refuses"),
    Mutation("update.garbage", Town.feed(TownFeed(ignoresGarbage: true))),
    Mutation(
      "update.fetch",
      Town.feed { source, _ in
        source.asked { query, base in
          _ = try await base.fetch(query)
          return AirResponse(notes: [AirNote(.nothingNear, "Nothing.")])
        }
      }),
    Mutation(
      "update.silence",
      Town.feed { source, _ in
        source.asked { query, base in
          do {
            return try await base.fetch(query)
          } catch let error as AQError where error.code == .timedOut {
            return AirResponse()
          }
        }
      }),
  ]

  private static func live(_ source: TownMemory) -> TownMemory {
    var source = source
    source.descriptor.offers[0].capabilities.insert(.live)
    return source
  }

  private static func swallowing(_ rule: String, _ text: String) -> Mutation {
    Mutation(
      rule,
      Town.feed { source, _ in
        source.watched { query, base in
          AirUpdates { send in
            do {
              for try await update in base.updates(for: query) { try await send(update) }
            } catch let error as AQError where error.message.contains(text) {
            }
          }
        }
      })
  }
}

struct SomebodysError: Error {}

/// Continuations that aren't resumed before the process ends.
enum Forgotten {
  private static let continuations = Locked<[CheckedContinuation<Void, Never>]>([])
  static func add(_ continuation: CheckedContinuation<Void, Never>) {
    continuations.withLock { $0.append(continuation) }
  }
}

/// A source that makes requests before it is asked.
struct EagerSource: AirDataSource {
  let base: HTTPSource<TownService>
  let transport: any HTTPTransport

  var descriptor: SourceDescriptor {
    let request = TransportRequest(url: "https://air.example.org/v1/stations?lat=1")
    Task(executorPreference: PreferredExecutor.current.get()) { try await transport.send(request) }
    return base.descriptor
  }

  func fetch(_ query: AirQuery) async throws -> AirResponse { try await base.fetch(query) }
}
