import AQKit

extension PayloadShape {
  /// The shape of a cassette: one member per kind of request, named by method and path, with the shape of the answers.
  /// A part of a path without a letter, such as a number, becomes a star; failures are left out.
  public init(_ cassette: Cassette) {
    self.init()
    for exchange in cassette.exchanges {
      guard let body = exchange.body, let shape = try? PayloadShape(body) else { continue }
      let path = RequestAddress(exchange.request.url).path.split(separator: "/").map { part in
        part.contains(where: \.isLetter) ? String(part) : "*"
      }
      merge(shape, under: "\(exchange.request.method) /\(path.joined(separator: "/"))")
    }
  }

  /// The shape of a recording's content; nil for formats without one.
  init?(of bytes: [UInt8], as format: String) {
    if format == Cassette.formatName {
      guard let cassette = try? Cassette(bytes) else { return nil }
      self.init(cassette)
    } else {
      guard let shape = try? PayloadShape(bytes) else { return nil }
      self = shape
    }
  }
}

extension Cassette {
  /// The name of the cassette format in manifests. No source answers with it.
  public static let formatName = "cassette"
}

extension Cassette.Exchange {
  /// The body of a successful answer.
  var body: [UInt8]? {
    guard case .response(let response) = outcome, (200..<300).contains(response.status),
      !response.body.isEmpty
    else { return nil }
    return response.body
  }
}
