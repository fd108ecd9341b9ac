extension PayloadFormat {
  /// Reads recorded bytes in pieces and returns the content of each, for pipes and for files larger than memory.
  ///
  /// ```swift
  /// var decoder = format.makeDecoder(PayloadFormat.Context(receivedAt: now))
  /// while let chunk = next() { show(try decoder.decode(chunk)) }
  /// show(try decoder.finish())
  /// ```
  ///
  /// The bytes of a format that can't be read in pieces are kept until the end.
  public struct Decoder {
    /// The maximum number of bytes kept for a format that can't be read in pieces, or for an unfinished row.
    public static var maximumPendingBytes: Int { 256 << 20 }

    private let format: PayloadFormat
    private let context: PayloadFormat.Context
    private var reader: (any PayloadFormat.Reader)?
    private var pending: [UInt8] = []
    /// The number of pending bytes for the next attempt to read, unless a line ends: twice as many as last time, so that a long
    /// element isn't read again with each piece.
    private var enough = 0
    /// Whether a line end triggers an attempt to read; false if the pending bytes hold one in a quoted field.
    private var looksAtLineEnd = true
    private var hasSpoken = false
    /// Whether lines end with CR alone, which then count as LF; nil before the first line ends.
    private var hasCarriageReturns: Bool?

    init(_ format: PayloadFormat, _ context: PayloadFormat.Context) {
      self.format = format
      self.context = context
      reader = format.makeReader?(context)
    }

    /// Reads the next bytes.
    ///
    /// - Returns: The content of the complete rows; empty for a format that is read at the end. A row of several lines,
    ///   or of many pieces, may be returned with the next piece.
    /// - Throws: The same errors as ``PayloadFormat/decode(_:_:)``; ``AQError/Code/tooLarge`` beyond
    ///   ``maximumPendingBytes``.
    public mutating func decode(_ bytes: [UInt8]) throws -> AirResponse {
      try bytes.withUnsafeBytes { try decode($0) }
    }

    package mutating func decode(_ bytes: UnsafeRawBufferPointer) throws -> AirResponse {
      guard pending.count + bytes.count <= Self.maximumPendingBytes else {
        throw AQError(
          .tooLarge, "A row of the input, or all of it, is longer than \(Self.maximumPendingBytes >> 20) MiB."
        )
      }
      guard reader != nil else {
        pending.append(contentsOf: bytes)
        return AirResponse()
      }
      if hasCarriageReturns == nil {
        hasCarriageReturns = LineEnds.areCarriageReturns(bytes, after: pending.last)
        if hasCarriageReturns == true { pending = LineEnds.replacingCarriageReturns(pending) }
      }
      let start = pending.count
      if hasCarriageReturns == true {
        pending += LineEnds.replacingCarriageReturns(bytes)
      } else {
        pending.append(contentsOf: bytes)
      }
      guard looksAtLineEnd && pending[start...].contains(UInt8(ascii: "\n")) || pending.count >= enough else {
        return AirResponse()
      }
      return try advance(isLast: false)
    }

    /// Marks the end of the input. Call it once, after the last bytes.
    ///
    /// - Returns: The content of the rest.
    /// - Throws: The same errors as ``PayloadFormat/decode(_:_:)``.
    public mutating func finish() throws -> AirResponse {
      guard reader != nil else {
        defer { pending = [] }
        return try format.decode(pending, context)
      }
      let rest = try advance(isLast: true)
      return hasSpoken ? rest : rest.admittingSilence
    }

    private mutating func advance(isLast: Bool) throws -> AirResponse {
      guard var reader else { return AirResponse() }
      self.reader = nil
      defer { self.reader = reader }
      var count = 0
      let response = try format.checked(context) {
        let piece = try pending.withUnsafeBytes { try reader.read($0.bytes, isLast: isLast) }
        count = piece.byteCount
        return piece.response
      }
      pending.removeSubrange(0..<min(max(0, count), pending.count))
      enough = pending.count * 2
      looksAtLineEnd = !pending.contains(UInt8(ascii: "\n"))
      hasSpoken = hasSpoken || !response.saysNothing
      return context.completing(response)
    }
  }

  /// The facts that recorded bytes don't contain: their time of arrival and their places.
  public struct Context: Hashable, Sendable {
    /// The time of arrival; also the time of values that have none.
    public var receivedAt: AirTime
    /// The places of the query, in order. They supply the properties that a report's site lacks (name, country, time zone).
    public var places: [AirSite]
    /// Whether the first unreadable row is an error; otherwise unreadable rows are refused, counted and noted.
    public var isStrict: Bool

    /// Creates a context; by default without places and not strict.
    ///
    /// - Parameters:
    ///   - receivedAt: The time of arrival.
    ///   - places: The places of the query; empty if unknown.
    ///   - isStrict: Whether the first unreadable row is an error.
    public init(receivedAt: AirTime, places: [AirSite] = [], isStrict: Bool = false) {
      self.receivedAt = receivedAt
      self.places = places
      self.isStrict = isStrict
    }

    /// The query that the bytes respond to, as far as known: all data of the places.
    var query: AirQuery {
      AirQuery(
        places: places.map { site in
          if let coordinate = site.coordinate { return .near(coordinate) }
          if let id = site.id { return .site(id) }
          return .city(site.name ?? "")
        },
        window: .interval(AirInterval(seconds: .min, .max)))
    }

    func completing(_ response: AirResponse) -> AirResponse {
      guard !places.isEmpty else { return response }
      var copy = response
      for index in copy.reports.indices {
        guard let place = copy.reports[index].places.first, places.indices.contains(place) else { continue }
        copy.reports[index].site.fillGaps(from: places[place])
      }
      return copy
    }
  }
}
