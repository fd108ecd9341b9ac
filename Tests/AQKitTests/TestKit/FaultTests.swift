import AQKit
import AQKitTesting
import TestRuns
import Testing

@Suite("Seeded faults", .timeLimit(.minutes(10)))
struct FaultTests {
  /// Ten concurrent queries to an unreliable server, three times; returns the results with their times.
  private static func transcript(seed: UInt64) async throws -> [String] {
    let clock = ManualClock(Town.now)
    let transport = FaultyTransport(TownService.recorded, rates: .everything(0.3, seed: seed), clock: clock)
    let source = HTTPSource(TownService(), transport: transport, clock: clock)
    let log = LineLog()
    await clock.run {
      await withTaskGroup { group in
        for question in 0..<10 {
          group.addTask {
            for round in 0..<3 {
              let result: String
              do {
                let response = try await source.fetch(Town.query)
                result = response.reports.map { "\($0.site.id ?? "") \($0.series.count)" }.joined(
                  separator: ", ")
              } catch {
                result = "\((error as? AQError)?.code.rawValue ?? "\(error)")"
              }
              log.add("\(clock.elapsed) \(question).\(round): \(result)")
            }
          }
        }
        await clock.advanceUntilNobodySleeps()
        await group.waitForAll()
      }
    }
    return log.lines + transport.faults.map { "\($0.number) \($0.fault)" }
  }

  @Test("the same seed gives the same transcript, and another seed a different one")
  func transcripts() async throws {
    let first = try await Self.transcript(seed: 7)
    #expect(first.count > 60)
    for _ in 0..<TestEffort.of(20, debug: 6) { #expect(try await Self.transcript(seed: 7) == first) }
    #expect(try await Self.transcript(seed: 8) != first)
  }

  @Test("each fault does what its name says, as often as its rate")
  func rates() async throws {
    let request = TransportRequest(url: "https://air.example.org/v1/stations?lat=50.08")
    let honest = try await TownService.recorded.send(request).body
    func bodies(_ rates: FaultRates, _ base: StubTransport) async throws -> (
      same: Int, shorter: Int, other: Int, failed: Int
    ) {
      let transport = FaultyTransport(base, rates: rates, clock: ManualClock())
      var counts = (same: 0, shorter: 0, other: 0, failed: 0)
      for _ in 0..<200 {
        do {
          let body = try await transport.send(request).body
          if body == honest {
            counts.same += 1
          } else if body.count < honest.count {
            counts.shorter += 1
          } else {
            counts.other += 1
          }
        } catch {
          counts.failed += 1
        }
      }
      return counts
    }
    func base() -> StubTransport { StubTransport { try await TownService.recorded.send($0) } }
    let none = try await bodies(FaultRates(seed: 1), base())
    #expect(none.same == 200)
    let errors = try await bodies(FaultRates(seed: 1, error: 0.5), base())
    #expect((70...130).contains(errors.failed) && errors.same == 200 - errors.failed)
    let cuts = try await bodies(FaultRates(seed: 1, truncation: 0.5), base())
    #expect((70...130).contains(cuts.shorter) && cuts.same == 200 - cuts.shorter)
    let corrupted = try await bodies(FaultRates(seed: 1, corruption: 0.5), base())
    #expect((70...130).contains(corrupted.other) && corrupted.same == 200 - corrupted.other)
    let doubled = base()
    _ = try await bodies(FaultRates(seed: 1, duplicate: 0.5), doubled)
    #expect((270...330).contains(doubled.requests.count))
  }

  @Test("a delayed response is overtaken by a later one")
  func reordering() async throws {
    let clock = ManualClock()
    let log = LineLog()
    var rates = FaultRates(seed: 0, reordering: 0.5)
    // A seed for which the first request is held back and the second is not.
    while true {
      let transport = FaultyTransport(TownService.recorded, rates: rates, clock: clock)
      await clock.run {
        await withTaskGroup { group in
          group.addTask { _ = try? await transport.send(TransportRequest(url: "https://air.example.org/1")) }
          group.addTask { _ = try? await transport.send(TransportRequest(url: "https://air.example.org/2")) }
          await clock.advanceUntilNobodySleeps()
        }
      }
      if transport.faults.map(\.number) == [0] { break }
      rates.seed += 1
    }
    let transport = FaultyTransport(TownService.recorded, rates: rates, clock: clock)
    await clock.run {
      await withTaskGroup { group in
        for number in 1...2 {
          group.addTask {
            _ = try? await transport.send(TransportRequest(url: "https://air.example.org/\(number)"))
            log.add("\(number)")
          }
        }
        await clock.advance(by: .zero)
        await group.waitForAll()
      }
    }
    #expect(log.lines == ["2", "1"])
  }

  @Test("a source loses reports and says so, sends them twice, and fails, as its seed decides")
  func source() async throws {
    func responses(_ rates: FaultRates) async -> [AirResponse?] {
      let source = FaultySource(TownMemory(), rates: rates, clock: ManualClock())
      var responses: [AirResponse?] = []
      for _ in 0..<50 { responses.append(try? await source.fetch(Town.query)) }
      return responses
    }
    let honest = try await TownMemory().fetch(Town.query)
    #expect(await responses(FaultRates(seed: 3)).allSatisfy { $0 == honest })
    #expect(await responses(FaultRates(seed: 3, error: 1)).allSatisfy { $0 == nil })
    #expect(await responses(FaultRates(seed: 3, duplicate: 1)).allSatisfy { $0?.reports.count == 4 })
    let cut = await responses(FaultRates(seed: 3, truncation: 1))
    #expect(cut.allSatisfy { ($0?.isPartial ?? false) && ($0?.reports.count ?? 9) < 2 })
    let corrupted = await responses(FaultRates(seed: 3, corruption: 1))
    #expect(corrupted.allSatisfy { $0 != honest && $0?.reports.count == 2 })
  }

  @Test("a stream has its updates delayed, doubled, swapped and cut")
  func stream() async throws {
    let steps = (0..<6).map { number in
      ScriptedSource.Outcome.response(AirResponse(notes: [AirNote(.remark, "\(number)")]))
    }
    func messages(_ rates: FaultRates) async -> [String] {
      let base = ScriptedSource(Town.descriptor, outcomes: [], updates: steps)
      var messages: [String] = []
      do {
        for try await update in FaultySource(base, rates: rates).updates(for: AirQuery(places: [])) {
          messages.append(update.notes.map(\.message).joined())
        }
      } catch {
        messages.append("error")
      }
      return messages
    }
    #expect(await messages(FaultRates(seed: 5)) == ["0", "1", "2", "3", "4", "5"])
    #expect(await messages(FaultRates(seed: 5, truncation: 1)) == ["0"])
    #expect(await messages(FaultRates(seed: 5, error: 1)) == ["error"])
    #expect(await messages(FaultRates(seed: 5, reordering: 1)) == ["1", "0", "3", "2", "5", "4"])
  }
}
