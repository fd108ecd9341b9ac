extension AdapterScaffold {
  /// The recorded answer that the contract serves.
  var recordingText: String {
    ##"""
    import AQKit

    /// An answer of the service as it was recorded.
    enum Recording {
      /// TODO: the moment at which it was recorded.
      static let recordedAt = AirTime(secondsSince1970: 1_790_856_000)  // 2026-10-01T12:00:00Z

      /// TODO: the body, such as `curl` prints it; a few stations are enough. Leave out whatever is private.
      static let body = #"""
        {}
        """#
    }

    """##
  }

  /// The contract.
  var testText: String {
    """
    import AQKit
    import AQKitTesting
    import Testing

    @testable import \(name)

    /// The contract of sources, served from the recording: each rule that is broken says what to do.
    @Suite("\(name)") struct ContractTests {
      static let contract = SourceContract(
        adapter: \(name)(), recorded: StubTransport(always: .json(Recording.body)), at: Recording.recordedAt)

      @Test("the source keeps every rule", arguments: contract.rules)
      func source(rule: ContractRule) async throws { try await Self.contract.verify(rule) }

      @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
      func adapter(rule: AdapterRule) async throws {
        let recording = AdapterContract.Recording<Void>(
          Array(Recording.body.utf8), for: AirQuery(places: []), at: Recording.recordedAt)
        try await AdapterContract(\(name)(), recordings: [recording]).verify(rule)
      }
    }

    """
  }
}
