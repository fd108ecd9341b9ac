import AQKit

extension SourceContract {
  private static let live = ContractRequirement.capability(.live)

  static let updateRules: [ContractRule] = [
    ContractRule(
      "update.once", "A source that can't watch sends what a fetch returns, once, and ends.",
      requires: ContractRequirement("no capability live") { source, _ in !source.capabilities.contains(.live)
      }
    ) { contract in
      guard contract.drive != .connector else { throw NotApplicable("is made of a connector") }
      let sample = try await contract.sampleWithValues()
      let subjectUnderTest = try contract.subjectUnderTest(replaying: sample)
      let outcome = await subjectUnderTest.updates(sample.query, limit: 5)
      guard let updates = outcome.value else { return ["The stream ends with \(outcome.summary)."] }
      if updates.count != 1 {
        return ["The stream sends \(updates.count)\(updates.count == 5 ? " or more" : "") updates."]
      }
      let responses = updates.map(\.response.withoutReceipt)
      return contract.isChanging || responses == sample.responses.map(\.withoutReceipt)
        ? [] : ["The update differs from the response."]
    },
    ContractRule("update.arrives", "A live source sends updates with reports.", requires: live) { contract in
      let query = try contract.firstQuery()
      if contract.drive == .connector {
        guard try await contract.samples().contains(where: \.hasValue) else {
          throw NotApplicable("no message gives a value, as another rule reports")
        }
        let followed = await contract.sample(query, of: try contract.subjectUnderTest())
        return followed.responses.contains { !$0.reports.isEmpty }
          ? [] : ["The recorded messages give no report, but \(followed.outcome.summary)."]
      }
      let outcome = await (try contract.subjectUnderTest()).outcome { source in
        for try await update in source.updates(for: query) where !update.reports.isEmpty { return true }
        return false
      }
      return outcome.value == true
        ? [] : ["The stream gives \(outcome.value == false ? "no report" : outcome.summary)."]
    },
    ContractRule(
      "update.again",
      "Each iteration of a stream is a separate run, or begins with a snapshot of a shared run's values."
    ) { contract in
      guard !contract.isChanging else { throw NotApplicable("its responses may change") }
      let sample = try await contract.sampleWithValues()
      let subjectUnderTest = try contract.subjectUnderTest(replaying: sample)
      let outcome = await subjectUnderTest.outcome { source in
        let stream = source.updates(for: sample.query)
        return try await (0..<2).asyncFlatMap { _ -> [AirUpdate] in
          for try await update in stream where !update.reports.isEmpty { return [update] }
          return [AirUpdate()]
        }
      }
      guard let firsts = outcome.value else {
        return ["Two iterations of one stream give \(outcome.summary)."]
      }
      let sizes = firsts.map(\.reports.count)
      if sizes[0] == 0 { throw NotApplicable("the stream sends no report") }
      // The second subscriber may get more than the first one's first message contained.
      return sizes[1] == sizes[0] || firsts[1].isSnapshot && sizes[1] > sizes[0]
        ? [] : ["The second iteration of a stream sends something other than the first."]
    },
    ContractRule(
      "update.left", "When the consumer leaves, the work ends: connections are closed, requests given up.",
      requires: .payloads
    ) { contract in
      let query = try contract.firstQuery()
      if contract.drive == .connector {
        let subjectUnderTest = try contract.subjectUnderTest(open(contract.messages))
        let outcome = await subjectUnderTest.outcome { source in
          for try await update in source.updates(for: query) where !update.reports.isEmpty { return }
        }
        if outcome.isHung { throw NotApplicable("no report comes") }
        if await subjectUnderTest.isReleased() { return [] }
        // A shared connection may wait up to a minute for another consumer.
        return await subjectUnderTest.isReleased(after: .seconds(60))
          ? [] : ["A connection stays open after the consumer has left."]
      }
      let subjectUnderTest = try contract.subjectUnderTest { _, _ in try await Latch.untilCancelled() }
      let outcome = await subjectUnderTest.cancelled { for try await _ in $0.updates(for: query) {} }
      if outcome.isHung { return ["A stream that is cancelled doesn't end."] }
      return await subjectUnderTest.isReleased() ? [] : ["A request goes on after the consumer has left."]
    },
    ContractRule(
      "update.closed",
      "When the peer closes in an orderly way, the stream ends without an error, or connects again.",
      requires: .connector
    ) { contract in
      let query = try contract.firstQuery()
      let subjectUnderTest = try contract.subjectUnderTest(.plays(contract.messages.map { .messages([$0]) }))
      let outcome = await subjectUnderTest.follow(query) { $0.attemptCount > 1 }
      return outcome.value == nil ? ["After an orderly end the stream gives \(outcome.summary)."] : []
    },
    failing(
      "update.broken", "When the connection breaks, the stream throws the `AQError`, or connects again.",
      "A broken connection", AQError(.unreachable, "The stand-in breaks.")
    ) { messages, failure in .plays(messages.map { .messages([$0]) } + [.failure(failure)]) },
    failing(
      "update.refused", "When no connection can be opened, the stream throws the `AQError`, or tries again.",
      "A refused connection", AQError(.unreachable, "The stand-in refuses.")
    ) { _, failure in .refuses(failure) },
    ContractRule(
      "update.garbage",
      "A damaged message is counted and skipped; an intact one without data, such as a ping, is just skipped.",
      requires: .connector
    ) { contract in
      let sample = try await contract.sampleWithValues()
      let data = try await contract.dataMessage(for: sample.query)
        .orNotApplicable("no message gives a value by itself")
      // Only of the kind that has data: messages of other kinds may be ignored, whatever their content.
      let isJSON = PayloadOutline(json: data.bytes) != nil
      let garbage =
        isJSON
        ? FeedMessage(data.kind, Array(data.bytes.prefix(data.bytes.count / 2)))
        : FeedMessage(data.kind, Array("<html>{\"cut\":[1,2".utf8))
      let subjectUnderTest = try contract.subjectUnderTest(open([garbage] + contract.messages + [garbage]))
      let followed = await contract.sample(sample.query, of: subjectUnderTest)
      guard followed.outcome.value != nil else {
        return ["A damaged message gives \(followed.outcome.summary)."]
      }
      let counted = followed.responses.count(of: [.refused]) - sample.responses.count(of: [.refused])
      return findings(
        followed.responses.readings == sample.responses.readings
          ? nil : "A damaged message changes what the others give.",
        // Text without data can't be distinguished from damaged text.
        isJSON && counted < 2
          ? "Of two messages that are cut in the middle, \(max(0, counted)) are counted." : nil)
    },
    ContractRule(
      "update.fetch", "A fetch from a live feed returns reports, and closes its connection.",
      requires: .connector
    ) { contract in
      let query = try contract.firstQuery()
      guard try await contract.samples().contains(where: \.hasValue) else {
        throw NotApplicable("no message gives a value, as another rule reports")
      }
      let subjectUnderTest = try contract.subjectUnderTest(open(contract.messages))
      let outcome = await subjectUnderTest.fetch(query)
      return
        (outcome.value.map { !$0.reports.isEmpty } ?? false
        ? [] : ["A fetch gives \(outcome.value == nil ? outcome.summary : "no report")."])
        + (await subjectUnderTest.isReleased() ? [] : ["A connection stays open after a fetch."])
    },
    ContractRule(
      "update.silence",
      "A fetch from a silent feed ends: `timedOut`, or a response that says so.",
      requires: .connector
    ) { contract in
      let query = try contract.firstQuery()
      let subjectUnderTest = try contract.subjectUnderTest(.plays([.hang]))
      switch await subjectUnderTest.fetch(query) {
      case .error(let error as AQError) where error.code == .timedOut: return []
      case .value(let response) where response.reports.isEmpty && !response.notes.isEmpty: return []
      case let outcome: return ["A feed that says nothing gives \(outcome.summary)."]
      }
    },
  ]

  /// Returns the first message that gives a value without the others.
  private func dataMessage(for query: AirQuery) async throws -> FeedMessage? {
    for message in messages {
      if await sample(query, of: try subjectUnderTest(Self.open([message]))).hasValue { return message }
    }
    return nil
  }

  /// Returns a rule about a connection that fails: the stream throws the error, or connects again.
  private static func failing(
    _ id: String, _ sentence: String, _ what: String, _ failure: AQError,
    _ script: @escaping @Sendable ([FeedMessage], AQError) -> ScriptedConnector.Script
  ) -> ContractRule {
    ContractRule(id, sentence, requires: .connector) { contract in
      let query = try contract.firstQuery()
      let subjectUnderTest = try contract.subjectUnderTest(script(contract.messages, failure))
      let outcome = await subjectUnderTest.follow(query) { $0.attemptCount > 1 }
      if subjectUnderTest.connector.map({ $0.attemptCount > 1 }) ?? false { return [] }
      guard let error = outcome.error as? AQError, error.code == failure.code else {
        return ["\(what) gives \(outcome.value == nil ? outcome.summary : "an orderly end")."]
      }
      return error.source == contract.descriptor.id
        ? [] : ["\(what) gives an error that doesn't name the source."]
    }
  }
}
