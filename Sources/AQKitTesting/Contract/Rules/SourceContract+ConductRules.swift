import AQKit

extension SourceContract {
  static let conductRules: [ContractRule] = [
    ContractRule(
      "conduct.cancelled", "A cancelled query ends promptly, with an unwrapped `CancellationError`."
    ) { contract in
      let query = try contract.firstQuery()
      try await contract.requireSomething(orRequest: true)
      let subjectUnderTest: SourceUnderTest =
        switch contract.drive {
        case .none: try contract.subjectUnderTest()
        case .transport: try contract.subjectUnderTest { _, _ in try await Latch.untilCancelled() }
        case .connector: try contract.subjectUnderTest(.plays([.hang]))
        }
      let outcome = await subjectUnderTest.cancelled { try await $0.fetch(query) }
      // A source that isn't driven may have been faster than the cancellation.
      if outcome.isCancellation || (contract.drive == .none && outcome.value != nil) { return [] }
      return ["A cancelled query ends with \(outcome.summary)."]
    },
    ContractRule("conduct.cancelled-before", "A query cancelled before it starts makes no request.") {
      contract in
      let query = try contract.firstQuery()
      let subjectUnderTest = try contract.subjectUnderTest()
      let outcome = await subjectUnderTest.outcome { source in
        withUnsafeCurrentTask { $0?.cancel() }
        return try await source.fetch(query)
      }
      let isRight = outcome.isCancellation || (contract.drive == .none && outcome.value != nil)
      // A transport or connector called in a cancelled task refuses before it counts.
      return findings(
        isRight ? nil : "A query in a cancelled task ends with \(outcome.summary).",
        subjectUnderTest.askedCount > 0 ? "It sends a request all the same." : nil)
    },
    ContractRule(
      "conduct.idle",
      "Creating a source, reading its declaration and creating an unused stream make no request.",
      requires: .payloads
    ) { contract in
      let subjectUnderTest = try contract.subjectUnderTest()
      _ = await subjectUnderTest.outcome { source in
        _ = source.descriptor
        for query in contract.queries { _ = source.updates(for: query) }
      }
      await subjectUnderTest.clock?.settle()
      let asked = subjectUnderTest.askedCount
      return asked == 0 ? [] : ["The source makes \(asked) requests before it is asked for anything."]
    },
    ContractRule("conduct.declared-host", "Requests go to the declared endpoints.", requires: .transport) {
      contract in
      let hosts = Set(contract.descriptor.endpoints.map { URLParts($0.url).host })
      return try await contract.requests().filter { !hosts.contains($0.host) }
        .map { "A request goes to “\($0.host)”." }
    },
    ContractRule(
      "conduct.encrypted", "Requests are encrypted, unless they go to the same machine.", requires: .transport
    ) { contract in
      // An address that is declared without encryption is reported by the rule for endpoints.
      let declared = Set(
        contract.descriptor.endpoints.map { URLParts($0.url) }.filter { $0.scheme == "http" }.map(\.host))
      return try await contract.requests().filter { request in
        let parts = URLParts(request.url)
        return parts.scheme != "https" && !parts.isLocal && !declared.contains(request.host)
      }.map { "A request to “\($0.host)” isn't encrypted." }
    },
    ContractRule(
      "conduct.limits",
      "One fetch stays within the declared number of requests.", requires: .transport
    ) { contract in
      let most = contract.descriptor.limits.requestsPerFetch
      return try await contract.samples().flatMap { sample in
        findings(
          sample.requests.count > most
            ? "A fetch makes \(sample.requests.count) requests; \(most) are declared." : nil,
          sample.requests.count >= most
            && sample.responses.flatMap(\.notes).contains { $0.failure == .limitReachedLocally }
            ? "A fetch would make more than the \(most) requests that are declared." : nil)
      }
    },
    ContractRule(
      "conduct.partial", "When one of several requests fails, the rest is kept and the failure is noted.",
      requires: .transport
    ) { contract in
      let sample = try await contract.samplesWithResponse().first { $0.exchanges.count > 1 }
        .orNotApplicable("no query needs several requests")
      guard let last = sample.exchanges.last?.request,
        sample.exchanges.count(where: { $0.request == last }) == 1
      else { throw NotApplicable("the requests can't be told apart") }
      let exchanges = sample.exchanges
      let subjectUnderTest = try contract.subjectUnderTest { request, _ in
        if request == last { return TransportResponse(status: 500, text: refusalText) }
        guard let exchange = exchanges.first(where: { $0.request == request }) else {
          throw AQError(.unreachable, "There is no recording for this request.")
        }
        return exchange.response
      }
      let outcome = await subjectUnderTest.fetch(sample.query)
      guard let response = outcome.value else {
        return ["One failure of \(exchanges.count) gives \(outcome.summary)."]
      }
      return response.isPartial ? [] : ["A part failed, and no note says so."]
    },
    ContractRule(
      "conduct.pages", "Where a response says that there is more, the next page is asked for.",
      requires: .transport
    ) { contract in
      var (isPaged, isTried) = (false, false)
      let messages = try await contract.samplesWithResponse().flatMap { sample -> [String] in
        let isBounded = sample.responses.contains { $0.notes.contains { $0.code == .limitReached } }
        let paths = Dictionary(grouping: sample.exchanges) { $0.request.url.prefix { $0 != "?" } }
        return paths.values.compactMap { exchanges in
          let pages = exchanges.compactMap { PageCount(json: $0.response.body) }
          let rows = pages.reduce(0) { $0 + $1.rows }
          guard let last = pages.last, let told = pages.last(where: \.isPaged) else { return nil }
          isPaged = true
          // The last page may mark itself by an omission: it has no token for a next one.
          let isMore =
            last.hasNext || told.total.map { $0 > rows } ?? false
            || told.pages.map { $0 > pages.count } ?? false
          isTried = isTried || isMore || pages.count > 1
          return isMore && !isBounded
            ? "A response of \(rows) rows says “\(told.words)”, and no further page is asked for." : nil
        }
      }
      if !isPaged { throw NotApplicable("no response speaks of pages") }
      if !isTried {
        throw NotTried(
          "each response says that it is the only page: leave totals as they were, or record two")
      }
      return messages.sorted()
    },
  ]
}
