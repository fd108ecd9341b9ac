import AQKit

extension AdapterContract {
  /// Checks every rule, and returns all violations.
  @concurrent public func check() async -> [ContractViolation] {
    await AdapterRule.allCases.asyncFlatMap { await check($0) }
  }

  /// Checks one rule, and returns its violations.
  @concurrent public func check(_ rule: AdapterRule) async -> [ContractViolation] {
    if case .violated(let violations) = await outcome(of: rule) { violations } else { [] }
  }

  /// Checks a rule, and distinguishes a kept rule from one that says nothing about the recordings.
  @concurrent public func outcome(of rule: AdapterRule) async -> ContractReport.Outcome {
    onRule?("\(source): \(rule.rawValue)")
    if let reason = reasonNotToApply(rule) { return .notApplicable(reason) }
    let run = Run()
    // Decoding is synchronous: only another task can detect that it hangs, provided that it still gets a thread.
    let body = { @Sendable in
      attempt(rule, run)
      run.end()
    }
    let work: Task<Void, Never> =
      if #available(Systems 2024, *) {
        Task.detached(executorPreference: ComputingExecutor()) { body() }
      } else {
        Task.detached { body() }
      }
    while await !run.isOver(within: .milliseconds(50)) {
      if let hanging = run.attempt(longerThan: patience) {
        work.cancel()
        run.add("\(hanging) doesn't end.")
        break
      }
    }
    let messages = run.messages
    return messages.isEmpty
      ? .kept
      : .violated(messages.map { ContractViolation(rule: rule.rawValue, message: "\($0) \(rule.remedy)") })
  }

  /// Explains why a rule says nothing about the recordings; nil if it does.
  private func reasonNotToApply(_ rule: AdapterRule) -> String? {
    switch rule {
    case .readsItsRecordings, .isPure, .survivesTruncation, .survivesCorruption: return nil
    case .survivesMissingMembers:
      let hasMembers = payloads.contains { !(PayloadOutline(json: $0.bytes)?.members.isEmpty ?? true) }
      return hasMembers ? nil : "no recording is JSON with members"
    case .survivesNull, .survivesText, .survivesNaN, .survivesExtremes, .survivesBoundaries:
      let fields = payloads.lazy.map(fields(of:))
      if fields.contains(where: { $0.fields.contains { $0.number != nil } }) { return nil }
      return fields.contains(where: \.isUndescribed)
        ? "no number is found in the recordings: \(PayloadFields.undescribedAdvice)"
        : "no recording has a number"
    }
  }

  /// Checks every rule, and throws all violations.
  @concurrent public func verify() async throws(ContractFailure) {
    let violations = await check()
    if !violations.isEmpty { throw ContractFailure(violations) }
  }

  /// Checks one rule and throws its violations; the body of a parameterised test.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - skip: Called with the reason if the rule says nothing about the recordings; as in ``SourceContract``. By default
  ///     ``onRule`` is called.
  /// - Throws: ``ContractFailure`` with the violations, or the errors of `skip`.
  @concurrent public func verify(
    _ rule: AdapterRule, skip: (@Sendable (String) throws -> Void)? = nil
  ) async throws {
    let pass = skip ?? { onRule?("\(source): \(rule.rawValue) \($0)") }
    try await outcome(of: rule).verify(passingOver: pass)
  }

  private func attempt(_ rule: AdapterRule, _ run: Run) {
    switch rule {
    case .readsItsRecordings: readRecordings(run)
    case .isPure:
      for payload in payloads {
        let first = decoded(payload, payload.bytes, "as it is", run)
        if first != decoded(payload, payload.bytes, "again", run) {
          run.add("\(payload.name), read twice, gives two results.")
        }
      }
    case .survivesTruncation:
      for payload in payloads {
        let isJSON = PayloadOutline(json: payload.bytes) != nil
        // Truncating the last field of a line may yield another number, which no reader can detect.
        let tolerance = isJSON ? 0 : 1
        for length in lengths(of: payload) where !run.isFull {
          judge(
            payload, Array(payload.bytes.prefix(length)), "cut after \(length) bytes", tolerance: tolerance,
            run)
        }
      }
    case .survivesMissingMembers:
      for payload in payloads {
        guard let outline = PayloadOutline(json: payload.bytes) else { continue }
        for member in sampled(outline.members) where !run.isFull {
          judge(payload, outline.removing(member), "without \(outline.label(of: member))", run)
        }
      }
    case .survivesNull: replaceNumbers(run, ["null"], inText: "")
    case .survivesText:
      // Not a word such as "n/a", by which an adapter may rightly know a gap.
      replaceNumbers(run, ["\"text\""], inText: "text", called: "a text", mustCount: true)
    case .survivesNaN: replaceNumbers(run, ["NaN"])
    case .survivesExtremes: replaceNumbers(run, ["1e300", "-1e300", "-0", "5e-324"])
    case .survivesBoundaries:
      // The ends of 32 and 64 bits, signed and unsigned, one beyond each, and the last exact number of a Double.
      replaceNumbers(
        run,
        [
          "2147483647", "-2147483648", "4294967296", "9007199254740993", "9223372036854775807",
          "-9223372036854775808", "9223372036854775808", "18446744073709551616",
        ])
    case .survivesCorruption:
      for payload in payloads where !payload.bytes.isEmpty {
        var random = AQRandomNumbers(seed: seed)
        for _ in 0..<min(sampledPositions, payload.bytes.count * 4) where !run.isFull {
          var bytes = payload.bytes
          let count = Int.random(in: 1...4, using: &random)
          var positions: [Int] = []
          for _ in 0..<count {
            let position = Int.random(in: 0..<bytes.count, using: &random)
            bytes[position] = UInt8.random(in: 0...255, using: &random)
            positions.append(position)
          }
          _ = decoded(payload, bytes, "with other bytes at \(positions)", run)
        }
      }
    }
  }

  private func readRecordings(_ run: Run) {
    var hasValue = false
    var notes: [AirNote] = []
    for payload in payloads {
      run.begin("\(payload.name) as it is")
      do {
        let decoded = try payload.read(payload.bytes)
        notes += decoded.response.notes
        hasValue = hasValue || decoded.response.hasValue || !decoded.response.notices.isEmpty
        if decoded.followUps > requestsPerFetch {
          run.add(
            "\(payload.name) leads to \(decoded.followUps) further requests; \(requestsPerFetch) are declared."
          )
        }
      } catch {
        let message = (error as? AQError)?.message ?? "an error"
        run.add("\(payload.name) gives \(type(of: error)): “\(message)”.")
      }
    }
    guard !hasValue, run.messages.isEmpty else { return }
    let reason = RefusalAdvice.explanation(by: notes).map { ", but: \($0)" } ?? ""
    run.add("No recording gives a value or a notice\(reason).")
  }

  private func fields(of payload: Payload) -> PayloadFields {
    PayloadFields(payload.bytes, separators: separators, decimal: decimalSeparator)
  }

  /// Replaces each number by other numbers, or by something else; the total is limited to the number of sampled positions.
  /// `plain` is written instead of `texts` where the number is in a text; with `mustCount`, notes must count the lost values.
  private func replaceNumbers(
    _ run: Run, _ texts: [String], inText plain: String? = nil, called name: String? = nil,
    mustCount: Bool = false
  ) {
    for payload in payloads {
      let fields = fields(of: payload)
      let numbers = sampled(
        fields.fields.filter { $0.number != nil }, most: max(1, sampledPositions / texts.count))
      // A different number may meet another condition. A zero indicates a reader that clamps numbers.
      let stated = Set(fields.fields.compactMap(\.number)).subtracting([0])
      for field in numbers {
        for text in texts where !run.isFull {
          judge(
            payload, fields.rewriting(field, as: field.isJSONNumber ? text : plain ?? text),
            "with \(name ?? text) in place of \(field.text) \(fields.place(of: field))", mustCount: mustCount,
            number: Double(text).flatMap { $0.isNaN ? nil : $0 }, stated: stated, run)
        }
      }
    }
  }

  /// Reads a damaged payload, and reports parts of the result that can't come from it, except for `tolerance` new values.
  /// `number` was written as the damage, and may be anything in the result; so may the other `stated` numbers be values.
  /// With `mustCount`, notes must count the lost values.
  private func judge(
    _ payload: Payload, _ bytes: [UInt8], _ what: String, tolerance: Int = 0, mustCount: Bool = false,
    number: Double? = nil, stated: Set<Double> = [], _ run: Run
  ) {
    guard let spoilt = decoded(payload, bytes, what, run) else { return }
    // Another rule covers payloads that are unreadable even without damage.
    guard let honest = run.honest(payload) else { return }
    let readings = [spoilt.response].readings
    let atReceipt = [spoilt.response].readings { $0.flags.contains(.timeOfReceipt) }
    let invented = readings.filter { key, value in
      guard let number else { return !honest.has(key, value, isAtReceipt: atReceipt[key] != nil) }
      return !stated.contains(value) && !honest.has(value, besides: number, scales: scales)
    }
    if invented.count > tolerance, let example = invented.first {
      run.add(
        "\(payload.name) \(what) gives a value that isn't in it: \(example.key.label) is \(example.value.plainText)."
      )
    }
    if spoilt.followUps > requestsPerFetch {
      run.add("\(payload.name) \(what) leads to \(spoilt.followUps) further requests.")
    }
    if mustCount, readings.count < honest.count, !honest.isOutcounted(by: spoilt.response) {
      run.add(
        "\(payload.name) \(what) loses \(honest.count - readings.count) values, and nothing counts them.")
    }
  }

  private func decoded(_ payload: Payload, _ bytes: [UInt8], _ what: String, _ run: Run) -> Decoded? {
    let attempt = "\(payload.name) \(what)"
    onAttempt?(attempt)
    run.begin(attempt)
    return try? payload.read(bytes)
  }

  private func lengths(of payload: Payload) -> [Int] {
    let count = payload.bytes.count
    guard count > exhaustiveLength else { return Array(0..<count) }
    var random = AQRandomNumbers(seed: seed)
    let further = (0..<sampledPositions).map { _ in Int.random(in: exhaustiveLength..<count, using: &random) }
    return Array(0..<exhaustiveLength) + Set(further).sorted()
  }

  /// Returns a sample of the elements in order; by default at most as many as there are sampled positions.
  private func sampled<Element>(_ elements: [Element], most: Int? = nil) -> [Element] {
    let most = most ?? sampledPositions
    guard elements.count > most else { return elements }
    var random = AQRandomNumbers(seed: seed)
    return elements.indices.shuffled(using: &random).prefix(most).sorted().map { elements[$0] }
  }
}
