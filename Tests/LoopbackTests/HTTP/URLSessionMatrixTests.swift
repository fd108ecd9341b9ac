#if canImport(FoundationNetworking)
  import AQKit
  import AQKitTesting
  import Foundation
  import LoopbackServers
  import TestRuns
  import Testing

  /// On Linux some replies crash the process within `URLSession`: each batch is requested in a separate process, and the
  /// responsible one is found by halving.
  @Suite(
    "URLSessionTransport and a hostile server", .timeLimit(.minutes(10)), .enabled(if: TestEffort.isHeavy))
  struct URLSessionMatrixTests {
    private static let batchSize = 48

    @Test("every reply ends in data or a named error, except the known ones that end the process")
    func replies() async throws {
      let all = HostileReply.all
      let known = all.indices.filter { HostileReply.endingURLSession.contains(all[$0].name) }
      let alone = HostileReply.endingURLSession.union(HostileReply.outlastingURLSession)
      let others = all.indices.filter { !alone.contains(all[$0].name) }
      let batches = stride(from: 0, to: others.count, by: Self.batchSize).map {
        Array(others[$0..<min($0 + Self.batchSize, others.count)])
      }
      var complaints: [String: String] = [:]
      try await withThrowingTaskGroup(of: [String: String].self) { group in
        for (place, batch) in batches.enumerated() {
          if place >= 4, let some = try await group.next() { complaints.merge(some) { $1 } }
          group.addTask { try await Self.ask(batch) }
        }
        for try await some in group { complaints.merge(some) { $1 } }
      }
      for (name, complaint) in complaints where !HostileReply.cutUnnoticedByURLSession.contains(name) {
        Issue.record("\(complaint)")
      }
      // A case that passes must leave the list.
      #expect(HostileReply.cutUnnoticedByURLSession.subtracting(complaints.keys) == [])
      await withTaskGroup(of: Void.self) { group in
        for number in known {
          group.addTask {
            // A success means that this one must leave the list.
            await #expect(processExitsWith: .failure, "\(all[number].name)") {
              [number = number as Int] in
              _ = try await HostileReplyTests.complaints(of: .urlSession, about: [number])
            }
          }
        }
      }
    }

    @Test(
      "an endless header or bomb ends in a named error, but the session goes on computing",
      arguments: HostileReply.outlastingURLSession.sorted())
    func outlasting(name: String) async throws {
      // The process is ended in the midst of that: it would take minutes.
      await #expect(processExitsWith: .success) { [name = name as String] in
        let number = try #require(HostileReply.all.firstIndex { $0.name == name })
        let reply = HostileReply.all[number]
        try await HostileReplyServer.run { server in
          let transport = try TransportUnderTest.urlSession.make()
          let complaint = await HostileReplyTests.complaint(
            about: reply, HostileReplyTests.request(for: reply, at: server.url(of: number)),
            through: transport)
          #expect(complaint == nil)
          let start = clock()
          while clock() - start < CLOCKS_PER_SEC {
            guard await server.isLeftAlone(within: .milliseconds(50)) else { continue }
            // This one must leave the list.
            Issue.record("The session is done with “\(name)”.")
            return
          }
          exit(EXIT_SUCCESS)
        }
      }
    }

    @Test("a reply before the request ends in data or a named error, each time")
    func early() async throws {
      await #expect(processExitsWith: .success) {
        for _ in 0..<5 {
          try await HostileReplyTests.expectEnds(
            of: TransportUnderTest.urlSession.make(), at: HostileHandshake.early)
        }
      }
    }

    /// Asks for some replies in a separate process, and if that crashes, for each half.
    private static func ask(_ numbers: [Int]) async throws -> [String: String] {
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        [numbers = numbers as [Int]] in
        try await ComplaintLine.print(about: numbers)
      }
      if let result {
        return ComplaintLine.read(result.standardOutputContent)
      }
      guard numbers.count > 1 else {
        return Dictionary(
          uniqueKeysWithValues: numbers.map {
            (HostileReply.all[$0].name, "“\(HostileReply.all[$0].name)” ends the process.")
          })
      }
      let half = numbers.count / 2
      let first = try await ask(Array(numbers.prefix(half)))
      return first.merging(try await ask(Array(numbers.dropFirst(half)))) { $1 }
    }
  }

  /// The line in which a separate process reports the fault in a reply.
  private enum ComplaintLine {
    private static let mark = "complaint: "

    static func print(about numbers: [Int]) async throws {
      let complaints = try await HostileReplyTests.complaints(of: .urlSession, about: numbers)
      for (name, complaint) in complaints {
        let line = complaint.split(whereSeparator: \.isNewline).joined(separator: " ")
        Swift.print("\(mark)\(name)\t\(line)")
      }
    }

    /// Reads the faults in replies, by their names.
    static func read(_ output: [UInt8]) -> [String: String] {
      let lines = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
      let pairs = lines.filter { $0.hasPrefix(mark) }
        .map { $0.dropFirst(mark.count).split(separator: "\t", maxSplits: 1).map(String.init) }
      return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { $1 }
    }
  }
#endif
