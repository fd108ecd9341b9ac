import AQKit

extension SourceContract {
  static let privacyRules: [ContractRule] = [
    ContractRule("privacy.secrets", "No error, description, dump or response shows a credential.") {
      contract in
      if contract.secrets.isEmpty, contract.drive != .none,
        let needed = contract.descriptor.options.first(where: { $0.isSecret && $0.isRequired })
      {
        return ["The source needs “\(needed.name)”: give the contract the one that the source was made with."]
      }
      let secrets = try contract.givenSecrets()
      var texts: [(what: String, text: String)] = []
      let source = try contract.subjectUnderTest().source
      texts.append(("the source's description", "\(source) \(String(reflecting: source)) \(dumped(source))"))
      texts.append(("the declaration", dumped(contract.descriptor)))
      for sample in try await contract.samples() {
        for response in sample.responses { texts.append(("a response", dumped(response))) }
        if let error = sample.outcome.error { texts.append(("an error", everything(of: error))) }
      }
      texts += try await contract.hostileTexts()
      if contract.drive == .transport {
        texts += try await contract.echoSamples().compactMap { echo -> (what: String, text: String)? in
          echo.outcome.value.map { ("a response on \(echo.name)", dumped($0)) }
        }
      }
      return texts.filter { text in secrets.contains { text.text.contains($0) } }.map {
        "A credential shows in \($0.what)."
      }
    },
    ContractRule(
      "privacy.secret-headers", "A header field that carries a credential is marked as secret.",
      requires: .transport
    ) { contract in
      let secrets = try contract.givenSecrets()
      return try await contract.requests().flatMap(\.headers)
        .filter { header in !header.isSecret && secrets.contains { header.value.contains($0) } }
        .map { "The field \($0.name) carries a credential and isn't marked." }
    },
    ContractRule(
      "privacy.secret-path", "Credentials aren't part of a request's path, which appears in logs and caches.",
      requires: .transport
    ) { contract in
      let secrets = try contract.givenSecrets()
      return try await contract.requests().map { $0.url.prefix { $0 != "?" } }
        .filter { path in secrets.contains { path.contains($0) } }
        .map { _ in "The path of a request contains a credential." }
    },
    ContractRule("privacy.coordinates", "No error and no note shows the coordinates that were asked about.") {
      contract in
      let query = try contract.queries.first { $0.places.contains { $0.coordinate != nil } }
        .orNotApplicable("no query has coordinates").nudged
      var digits = query.places.compactMap(\.coordinate)
        .flatMap { exactNumbers(in: "\($0.latitude.plainText) \($0.longitude.plainText)") }
      var texts: [(what: String, text: String)] = []
      for question in [query, changed(query) { $0.parameters = ["an-unknown-parameter"] }] {
        let sample = await contract.sample(question, of: try contract.subjectUnderTest())
        if let error = sample.outcome.error { texts.append(("an error", everything(of: error))) }
        for note in sample.responses.flatMap(\.notes) { texts.append(("a note", dumped(note))) }
      }
      texts += try await contract.hostileTexts()
      if contract.drive == .transport {
        // A box around the point has the point in its middle.
        digits += try await contract.echoSamples().flatMap(\.requests).flatMap { exactNumbers(in: $0.url) }
      }
      return texts.filter { text in digits.contains { text.text.contains($0) } }.map {
        "Coordinates show in \($0.what)."
      }
    },
  ]

  /// Returns the texts that a caller may log when a server is hostile or repeats the request: errors, notes and notices.
  private func hostileTexts() async throws -> [(what: String, text: String)] {
    guard drive == .transport else { return [] }
    let hostile = try await hostileSamples().map { (occasion: "\($0.hostility)", outcome: $0.outcome) }
    let echoes = try await echoSamples().map { (occasion: $0.name, outcome: $0.outcome) }
    return (hostile + echoes).flatMap { occasion, outcome -> [(what: String, text: String)] in
      if let error = outcome.error { return [("the error on \(occasion)", Self.everything(of: error))] }
      guard let response = outcome.value else { return [] }
      return response.notes.map { ("a note on \(occasion)", Self.dumped($0)) }
        + response.notices.map { ("a notice on \(occasion)", "\($0) \($0.text)") }
    }
  }

  /// Returns the numbers of a text with four or more decimals.
  private static func exactNumbers(in text: String) -> [String] {
    let pieces: [Substring] = text.split { !($0.isASCII && $0.isNumber) && $0 != "." }
    return pieces.compactMap { number -> String? in
      // A long number before the dot of a file extension, such as 2026100110.dat, has no decimals.
      let parts: [Substring] = number.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[1].count >= 4 else { return nil }
      return "\(parts[0]).\(parts[1].prefix(4))"
    }
  }

  private func givenSecrets() throws -> [String] {
    let given = secrets.filter { !$0.isEmpty }
    if given.isEmpty { throw NotApplicable("no credential was given to the contract") }
    return given
  }

  private static func dumped(_ value: some Any) -> String {
    var text = ""
    dump(value, to: &text, maxDepth: 8)
    return text
  }

  private static func everything(of error: any Error) -> String {
    var text = "\(error) \(String(reflecting: error)) \(dumped(error))"
    if let known = error as? AQError {
      text += " \(known.message)"
      if let cause = known.cause { text += " " + everything(of: cause) }
    }
    return text
  }
}
