import AQKit
import AQKitTesting

/// A source that deliberately breaks a part of a good one.
struct Alteration: AirDataSource {
  let base: any AirDataSource
  let descriptor: SourceDescriptor
  var fetching: @Sendable (AirQuery, any AirDataSource) async throws -> AirResponse = {
    try await $1.fetch($0)
  }
  var updating: (@Sendable (AirQuery, any AirDataSource) -> AirUpdates)?

  func fetch(_ query: AirQuery) async throws -> AirResponse { try await fetching(query, base) }

  func updates(for query: AirQuery) -> AirUpdates {
    if let updating { return updating(query, base) }
    let fetching = fetching
    return base.descriptor.capabilities.contains(.live)
      ? base.updates(for: query)
      : AirUpdates { [base] send in try await send(AirUpdate(fetching(query, base))) }
  }
}

extension AirDataSource {
  /// The source with its responses changed.
  func responding(_ change: @escaping @Sendable (inout AirResponse, AirQuery) throws -> Void) -> Alteration {
    Alteration(base: self, descriptor: descriptor) { query, base in
      var response = try await base.fetch(query)
      try change(&response, query)
      return response
    }
  }

  /// The source with every report changed.
  func reporting(_ change: @escaping @Sendable (inout AirReport) throws -> Void) -> Alteration {
    responding { response, _ in for index in response.reports.indices { try change(&response.reports[index]) }
    }
  }

  /// The source with its errors changed.
  func failing(_ change: @escaping @Sendable (inout AQError, AirQuery) throws -> Void) -> Alteration {
    Alteration(base: self, descriptor: descriptor) { query, base in
      do {
        return try await base.fetch(query)
      } catch var error as AQError {
        try change(&error, query)
        throw error
      }
    }
  }

  /// Returns the source with changed errors for a text.
  func failing(on text: String, _ change: @escaping @Sendable (inout AQError) throws -> Void) -> Alteration {
    failing { error, _ in if error.message.contains(text) { try change(&error) } }
  }

  /// The source, asked in another way.
  func asked(_ fetching: @escaping @Sendable (AirQuery, any AirDataSource) async throws -> AirResponse)
    -> Alteration
  {
    Alteration(base: self, descriptor: descriptor, fetching: fetching)
  }

  /// The source, watched in another way.
  func watched(_ updating: @escaping @Sendable (AirQuery, any AirDataSource) -> AirUpdates) -> Alteration {
    Alteration(base: self, descriptor: descriptor, updating: updating)
  }
}

extension AirReport {
  /// Changes the first series.
  mutating func remake(
    _ parameter: AirParameter? = nil, unit: AirUnit? = nil, averaging: AveragingPeriod? = nil,
    _ change: (inout [AirInterval], inout [Double]) throws -> Void = { _, _ in }
  ) throws {
    guard let old = series.first else { return }
    var intervals = (0..<old.count).compactMap { old.timeline[$0] }
    var values = old.values
    try change(&intervals, &values)
    series[0] = try AirSeries(
      parameter ?? old.parameter, unit: unit ?? old.unit, averaging: averaging ?? old.averaging,
      timeline: AirTimeline(intervals), values: values)
  }
}

extension AirInterval {
  /// The interval some seconds later, and perhaps shorter or longer.
  func moved(by seconds: Int64, lengthenedBy more: Int64 = 0) throws -> AirInterval {
    try AirInterval(start: start.adding(seconds: seconds), end: end.adding(seconds: seconds + more))
  }
}

/// A transport that changes requests and responses.
struct AlteredTransport: HTTPTransport {
  let base: any HTTPTransport
  let change: @Sendable (inout TransportResponse) throws -> Void

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    var response = try await base.send(request)
    try change(&response)
    return response
  }
}

extension TransportResponse {
  var text: String {
    get { String(decoding: body, as: UTF8.self) }
    set { body = Array(newValue.utf8) }
  }

  /// Whether the body is a cut piece of JSON.
  var isCut: Bool { body.first == UInt8(ascii: "{") && (try? AQJSON(parsing: body)) == nil }
}

/// A source whose declaration differs each time it is read.
final class FlickeringSource: AirDataSource {
  private let looks = Counter()
  var descriptor: SourceDescriptor {
    var descriptor = Town.descriptor
    descriptor.precedence = looks.next()
    return descriptor
  }
  func fetch(_ query: AirQuery) async throws -> AirResponse { try await TownMemory().fetch(query) }
}

/// A layer that hides its base's capabilities.
struct HidingLayer: AirLayer {
  let base: TownMemory
  var descriptor: SourceDescriptor {
    var descriptor = base.descriptor
    descriptor.offers[0].capabilities.remove(.stations)
    return descriptor
  }
}

/// Counts.
final class Counter: Sendable {
  private let count = Locked(0)
  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
  func add(_ number: Int) -> Int {
    count.withLock { count in
      count += number
      return count
    }
  }
}
