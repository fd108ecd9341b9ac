extension PayloadFormat {
  /// The wire format of a web service, read by its adapter as in a fetch.
  ///
  /// - Parameters:
  ///   - adapter: The adapter.
  ///   - step: The step of the call that the bytes answer.
  ///   - name: The format's name; by default the source's identifier.
  public init<Adapter: HTTPAdapter>(_ adapter: Adapter, step: Adapter.Step, name: String? = nil) {
    self.init(adapter, name: name, recognising: { _ in step })
  }

  /// The wire format of a web service with several kinds of answer, recognised by their content and read by its adapter
  /// as in a fetch.
  ///
  /// An answer that holds sites only, or sites without a single value, becomes reports without series.
  ///
  /// - Parameters:
  ///   - adapter: The adapter.
  ///   - name: The format's name; by default the source's identifier.
  ///   - step: The step of the call that such bytes answer. For an answer that refuses, it throws the error, or the
  ///     decoder does; for bytes that are no answer, any error.
  public init<Adapter: HTTPAdapter>(
    _ adapter: Adapter, name: String? = nil,
    recognising step: @escaping @Sendable (_ bytes: [UInt8]) throws -> Adapter.Step
  ) {
    let descriptor = adapter.descriptor
    self.init(name ?? descriptor.id.rawValue, summary: "Answers of \(descriptor.name).") { bytes, context in
      var builder = ReportBuilder(descriptor, receivedAt: context.receivedAt)
      let followUps: Int
      do {
        let reply = HTTPReply(
          TransportResponse(status: 200, body: bytes), step: try step(bytes), query: context.query,
          receivedAt: context.receivedAt)
        followUps = try adapter.read(reply, answering: Array(context.places.indices), into: &builder).count
      } catch let error as AQError {
        throw error.attributed(to: descriptor.id)
      }
      if followUps > 0 {
        builder.note(
          AirNote(.remark, "The answer goes on in requests that are not part of the input.", count: followUps)
        )
      }
      return builder.response(keepingEmptySites: !builder.hasAnyValue)
    }
  }

  /// The wire format of a web service whose calls have no step.
  public init<Adapter: HTTPAdapter>(_ adapter: Adapter, name: String? = nil) where Adapter.Step == Void {
    self.init(adapter, step: (), name: name)
  }

  /// The messages of a live feed, one per line or as a ``FeedRecording``, read by its decoder as in a stream.
  ///
  /// All values of a site become one series per quantity. An unreadable line is refused and counted.
  ///
  /// - Parameters:
  ///   - decoder: The decoder.
  ///   - name: The format's name; by default the source's identifier.
  public init(_ decoder: some FeedDecoder, name: String? = nil) {
    let descriptor = decoder.descriptor
    let name = name ?? descriptor.id.rawValue
    self.init(name, summary: "Messages of \(descriptor.name), one a line.") { bytes, context in
      let recording = try FeedRecording(bytes, startedAt: context.receivedAt)
      var whole = ReportBuilder(descriptor, receivedAt: context.receivedAt)
      for line in recording.refused { whole.refuse(line.reason, at: "line \(line.number)") }
      var firstFault = recording.refused.first.map { "line \($0.number): \($0.reason)" }
      var readable = 0
      for entry in recording.entries {
        var builder = ReportBuilder(descriptor, receivedAt: recording.startedAt + entry.after)
        builder.timePolicy = decoder.semantics.time
        do {
          try decoder.decode(entry.message, for: context.query, into: &builder)
          whole.merge(builder, renumberingPlaces: nil)
          readable += 1
        } catch {
          if error is CancellationError { throw error }
          let reason = (error as? AQError)?.message ?? "a message can't be decoded"
          whole.refuse(reason, at: "line \(entry.line)")
          firstFault = firstFault ?? "line \(entry.line): \(reason)"
        }
      }
      if readable == 0, let firstFault {
        throw AQError(
          .malformed, "No line is a message of \(descriptor.name); \(firstFault)", source: descriptor.id)
      }
      return whole.response()
    }
  }
}
