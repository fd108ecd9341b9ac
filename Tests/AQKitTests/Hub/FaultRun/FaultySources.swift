import AQKit
import AQKitTesting

/// The twenty sources of a fault run.
struct FaultySources {
  let clock: ManualClock
  let seed: UInt64
  let provider: FaultyProvider
  let atWork: AtWork

  /// Requests within a period that a host allows.
  static func limit(of number: Int) -> RequestLimits.Window {
    RequestLimits.Window(
      Double(10 + number * 5), perSeconds: number % 2 == 0 ? 60 : 300, number % 3 == 0 ? .fixed : .sliding)
  }

  static let httpCount = 13
  static var hosts: [(name: String, limit: RequestLimits.Window)] {
    (0..<httpCount).map { ("http\($0).test", limit(of: $0)) }
  }

  func container() throws -> AQContainer {
    var container = AQContainer()
    container.set(.clock, to: clock)
    container.set(.randomNumbers, to: AQRandomNumbers(seed: seed))
    container.set(.httpTransport, to: provider)
    for number in 0..<Self.httpCount {
      let descriptor = descriptor(
        SourceID("http\(number)"), number,
        limits: RequestLimits(windows: [Self.limit(of: number)], concurrentRequests: 1 + number % 4))
      let adapter = LineAdapter(descriptor: descriptor, site: try site(number))
      try container.register(descriptor) { container, _ in
        HTTPSource(adapter, transport: try container.transport(for: descriptor), clock: try container[.clock])
      }
    }
    try register(deaf(), in: &container)
    for number in 0..<3 { try register(careless(number), in: &container) }
    for number in 0..<3 { try register(stream(number), in: &container) }
    return container
  }

  private func register(_ source: ClosureSource, in container: inout AQContainer) throws {
    try container.register(source.descriptor) { _, _ in source }
  }

  private func descriptor(
    _ id: SourceID, _ number: Int, _ capabilities: Set<SourceDescriptor.Capability> = [.current, .history],
    limits: RequestLimits = RequestLimits()
  ) -> SourceDescriptor {
    var offer = SourceDescriptor.Offer.sample([.pm25, .o3], capabilities: capabilities)
    offer.cadence = .seconds(Int64(60 + number * 100))
    return .sample(id, offers: [offer], precedence: 100 + number * 7 % 50, limits: limits)
  }

  /// Stations around the places; every third one is in two sources.
  private func site(_ number: Int) throws -> AirSite {
    let station = number % 3 == 2 ? number - 1 : number
    return AirSite(
      id: "s\(number)", name: "Station \(station)",
      coordinate: try Coordinate(50 + Double(station) * 0.001, 14), kind: .referenceStation)
  }

  private func report(_ source: SourceID, _ number: Int, _ random: AQRandomNumbers, age: Duration = .zero)
    throws
    -> AirReport
  {
    try .sample(source, value: Double(Int(random.fraction() * 200)), at: clock.time - age, site: site(number))
  }

  /// Ignores its deadline and its cancellation for up to ten minutes.
  private func deaf() -> ClosureSource {
    let calls = Locked(0)
    return ClosureSource(descriptor("deaf", 13)) { [self] _ in
      let number = calls.withLock { calls in
        calls += 1
        return calls
      }
      return try await atWork.during {
        let random = AQRandomNumbers(seed: seed &+ UInt64(number))
        let wait = Duration.seconds(random.fraction() < 0.3 ? 1 : 600 * random.fraction())
        // A detached task isn't cancelled with the one that waits for it.
        await Task(executorPreference: PreferredExecutor.current.get()) { try? await clock.sleep(for: wait) }
          .value
        return AirResponse(reports: [try report("deaf", 13, random)])
      }
    }
  }

  /// Responds for places that it wasn't asked for, in another source's name, with nothing in it, or with an error of an unknown type.
  private func careless(_ number: Int) -> ClosureSource {
    let calls = Locked(UInt64(number) << 32)
    let id = SourceID(rawValue: "careless\(number)")
    return ClosureSource(descriptor(id, 14 + number)) { [self] _ in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      return try await atWork.during {
        let random = AQRandomNumbers(seed: seed ^ call)
        try await clock.sleep(for: .milliseconds(Int(random.fraction() * 3000)))
        var report = try report(id, 14 + number, random)
        switch random.fraction() {
        case ..<0.1: throw Complaint()
        case ..<0.2: throw CancellationError()
        case ..<0.3: report.places = [7, -1]
        case ..<0.4: report.source = "http0"
        case ..<0.5: report.series = []
        case ..<0.6: report.receivedAt = AirTime(secondsSince1970: .max)
        case ..<0.7:
          report.series = [
            try AirSeries(
              .pm25, .nan, unit: "furlongs",
              over: AirInterval(start: .noon, end: AirTime(secondsSince1970: .max)))
          ]
        case ..<0.8:
          return AirResponse(reports: [report, report], notes: [AirNote(.failed, "", places: [99])])
        default: break
        }
        return AirResponse(reports: [report])
      }
    }
  }

  struct Complaint: Error {}

  /// A feed that stumbles: errors, silence, gaps, duplicates, values of yesterday and of tomorrow.
  private func stream(_ number: Int) -> ClosureSource {
    let runs = Locked(UInt64(number) << 40)
    let id = SourceID(rawValue: "live\(number)")
    let descriptor = descriptor(id, 17 + number, [.live, .current, .history])
    return ClosureSource(
      descriptor,
      updates: { [self] _ in
        let run = runs.withLock { runs in
          runs += 1
          return runs
        }
        return AirUpdates { send in
          try await atWork.during {
            let random = AQRandomNumbers(seed: seed ^ run)
            try await send(AirUpdate(state: .live))
            while true {
              try await clock.sleep(for: .seconds(1 + Int64(random.fraction() * 120)))
              let report = try report(id, 17 + number, random)
              let now = clock.time
              switch random.fraction() {
              case ..<0.02: throw AQError(.unreachable, "The connection was lost.")
              case ..<0.03: return
              case ..<0.05: try await clock.sleep(for: .seconds(1800))
              case ..<0.10:
                let gap = try AirInterval(start: now - .seconds(600), end: now)
                try await send(AirUpdate(state: .live, gap: gap))
              case ..<0.20: try await send(AirUpdate(reports: [report, report]))
              case ..<0.30:
                try await send(AirUpdate(reports: [try self.report(id, 17, random, age: .seconds(86_400))]))
              case ..<0.40:
                try await send(AirUpdate(reports: [try self.report(id, 17, random, age: .seconds(-86_400))]))
              default: try await send(AirUpdate(reports: [report]))
              }
            }
          }
        }
      }
    ) { [self] _ in
      let random = AQRandomNumbers(seed: seed ^ UInt64(clock.time.secondsSince1970))
      try await clock.sleep(for: .milliseconds(Int(random.fraction() * 40_000)))
      return AirResponse(reports: [try report(id, 17 + number, random)])
    }
  }
}
