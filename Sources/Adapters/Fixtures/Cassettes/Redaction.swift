public import AQKit
import Foundation

/// A rule for what recordings must not contain: credentials, removed by name and by value, and the exact coordinates of
/// the user's queries.
///
/// A declared credential, or one in a request, is found by its value in any spelling: verbatim, in percent encoding, with
/// the escapes of JSON and HTML, and as Base64. Credentials of fewer than four bytes are not searched for, and hashed,
/// encrypted or hexadecimal ones are not found. Headers, query items (including those of addresses in texts) and
/// members of JSON are removed by name, whatever their values.
///
/// A request's coordinates are rounded to 0.1°, about 11 km, in its query, its path and its body. If a response, or a
/// later request, repeats one with three or more decimals, it is rounded, too. A ``FixtureRecorder`` also rounds it in
/// what came earlier.
public struct Redaction: Sendable {
  /// The replacement of a credential.
  public static let mark = "REDACTED"

  /// Names of headers, query items and members with credentials; case, hyphens and underscores are ignored.
  public var secretNames: Set<String>
  /// Credentials to remove everywhere, in addition to those that a request marks as secret.
  public var secrets: [AirSecret]
  /// Whether coordinates are rounded.
  public var roundsCoordinates: Bool
  /// Names of query items and members with coordinates; compared like secret names.
  public var coordinateNames: Set<String>

  /// The default names of credentials.
  public static let usualSecretNames = RequestSecrets.usualNames.union([
    "proxyauthorization", "cookie", "setcookie", "credential", "credentials",
  ])

  /// The default names of coordinates.
  public static let usualCoordinateNames: Set<String> = [
    "lat", "latitude", "lats", "latitudes", "lon", "long", "lng", "longitude", "lons", "longitudes", "latlon",
    "latlng", "lonlat", "coordinate", "coordinates", "coords", "bbox", "boundingbox", "bounds", "point",
    "location", "geo", "nwlat", "nwlng", "selat", "selng", "swlat", "swlng", "nelat", "nelng",
  ]

  /// Creates a redaction; by default with the usual names.
  public init(
    secretNames: Set<String> = Redaction.usualSecretNames, secrets: [AirSecret] = [],
    roundsCoordinates: Bool = true,
    coordinateNames: Set<String> = Redaction.usualCoordinateNames
  ) {
    self.secretNames = Set(secretNames.map(RequestSecrets.plain))
    self.secrets = secrets
    self.roundsCoordinates = roundsCoordinates
    self.coordinateNames = Set(coordinateNames.map(RequestSecrets.plain))
  }

  func isSecret(_ name: String) -> Bool { secretNames.contains(RequestSecrets.plain(name)) }
  func isCoordinate(_ name: String) -> Bool {
    roundsCoordinates && coordinateNames.contains(RequestSecrets.plain(name))
  }

  /// Returns a request as it is recorded and looked up, rounding these coordinates wherever they are.
  func request(_ request: TransportRequest, repeating exact: [Double], _ finder: CredentialFinder)
    -> Cassette.Request
  {
    var address = RequestAddress(request.url)
    if roundsCoordinates { address.path = Self.roundedNumbers(address.path) }
    address.items = redacted(address.items)
    let headers = request.headers.map { header in
      let value = Self.rounding(exact, in: text(header.value, finder))
      return TransportRequest.Header(
        header.name, header.isSecret || isSecret(header.name) ? Self.mark : value)
    }
    return Cassette.Request(
      method: request.method.rawValue, url: Self.rounding(exact, in: finder.replaced(in: address.text)),
      headers: headers, body: Self.rounding(exact, in: finder.replaced(in: body(of: request))))
  }

  func response(_ response: TransportResponse, repeating exact: [Double], _ finder: CredentialFinder)
    -> TransportResponse
  {
    let headers = response.headers.map { header in
      // Addresses for further requests, such as those of `Link` and `Location`, repeat the query.
      let value = Self.rounding(exact, in: text(header.value, finder))
      return TransportRequest.Header(header.name, isSecret(header.name) ? Self.mark : value)
    }
    let body = Self.rounding(exact, in: content(response.body, finder))
    return TransportResponse(status: response.status, headers: headers, body: body)
  }

  /// Returns a message as it is recorded, rounding these coordinates.
  func message(_ message: FeedMessage, repeating exact: [Double], _ finder: CredentialFinder) -> FeedMessage {
    var kind = message.kind
    if case .event(let type, let id) = kind {
      kind = .event(
        type: Self.rounding(exact, in: text(type, finder)), id: Self.rounding(exact, in: text(id, finder)))
    }
    return FeedMessage(kind, Self.rounding(exact, in: content(message.bytes, finder)))
  }

  /// Returns a text without credentials; those in queries of addresses are found by name.
  func text(_ text: String, _ finder: CredentialFinder) -> String {
    String(decoding: finder.replaced(in: withoutSecretItems(Array(text.utf8))), as: UTF8.self)
  }

  /// Returns a service's content without credentials, found by name and by value.
  func content(_ bytes: [UInt8], _ finder: CredentialFinder) -> [UInt8] {
    var bytes = bytes
    if JSONMembers.isJSON(bytes) {
      bytes = JSONMembers.rewritten(bytes) { isSecret($0) ? Self.markAsJSON : nil }
    }
    return finder.replaced(in: withoutSecretItems(bytes))
  }

  /// Returns a value of AQKit's own, whose names never mean credentials, without those in its strings.
  func content<Value: Codable>(of value: Value, _ finder: CredentialFinder) throws -> Value {
    let bytes = Array(try JSONEncoder().encode(value))
    let clean = finder.replaced(in: withoutSecretItems(bytes), onlyStrings: true)
    return clean == bytes ? value : try JSONDecoder().decode(Value.self, from: Data(clean))
  }

  // MARK: What is known of a request or a feed

  /// Returns the credentials in a request: in its headers, its query, its user information and its body.
  func credentials(in request: TransportRequest) -> [String] {
    credentials(in: RequestAddress(request.url), request.headers)
      + (form(of: request).map { credentials(in: $0, []) } ?? credentials(in: request.body))
  }

  /// Returns the credentials that a response brings, which the next request may use under any name: long texts with at
  /// most one space (`Bearer abc`) that the request doesn't have. None if there are more than ten, which are identifiers.
  func credentials(in response: TransportResponse, to request: TransportRequest) -> [String] {
    let asked = PercentEncoding.decode(request.url[...])
    let long = credentials(in: response.body).filter { text in
      text.utf8.count >= 20 && text.utf8.count { $0 == UInt8(ascii: " ") } < 2 && !asked.contains(text)
    }.unique
    return long.count > 10 ? [] : long
  }

  /// Returns the credentials of a feed: in its address, headers and sub-protocols, and in messages sent to it.
  func credentials(of endpoint: FeedEndpoint, _ sent: [FeedMessage]) -> [String] {
    // Browsers can't send headers with a WebSocket, so services accept a credential as a sub-protocol: `bearer, abc`.
    let offered = endpoint.subprotocols.indices.dropFirst().filter { place in
      let name = endpoint.subprotocols[place - 1]
      return isSecret(name) || ["bearer", "basic"].contains(name.lowercased())
    }
    return credentials(in: RequestAddress(endpoint.url), endpoint.headers)
      + offered.map { endpoint.subprotocols[$0] } + sent.flatMap { credentials(in: $0.bytes) }
  }

  private func credentials(in address: RequestAddress, _ headers: [TransportRequest.Header]) -> [String] {
    let marked = headers.filter { $0.isSecret || isSecret($0.name) }
    // A service may repeat a cookie's value without its name; a short one may be a setting, such as a language.
    let cookies = marked.filter { RequestSecrets.plain($0.name) == "cookie" }.flatMap { header in
      header.value.split(separator: ";").map { String($0.drop { $0 != "=" }.dropFirst()) }
    }.filter { $0.utf8.count >= 8 }
    return marked.map(\.value) + cookies + address.items.filter { isSecret($0.name) }.map(\.value)
      + address.login
  }

  private func credentials(in json: [UInt8]) -> [String] {
    guard JSONMembers.isJSON(json) else { return [] }
    return JSONMembers.values(in: json, of: isSecret).flatMap(JSONMembers.strings)
  }

  // MARK: By name

  private static var markAsJSON: JSONMembers.Rule { .replace(Array("\"\(mark)\"".utf8)) }

  /// Returns the items of a form that is a request's body; nil for another body.
  func form(of request: TransportRequest) -> RequestAddress? {
    guard request.header("Content-Type")?.lowercased().contains("form-urlencoded") ?? false else {
      return nil
    }
    return RequestAddress("?" + String(decoding: request.body, as: UTF8.self))
  }

  private func redacted(_ items: [(name: String, value: String)]) -> [(name: String, value: String)] {
    items.map { item in
      if isSecret(item.name) { return (item.name, Self.mark) }
      return (item.name, isCoordinate(item.name) ? Self.roundedNumbers(item.value) : item.value)
    }
  }

  private func body(of request: TransportRequest) -> [UInt8] {
    if let form = form(of: request) {
      return Array(redacted(form.items).map { "\($0.name)=\($0.value)" }.joined(separator: "&").utf8)
    }
    guard JSONMembers.isJSON(request.body) else { return request.body }
    return JSONMembers.rewritten(request.body) { name in
      if isSecret(name) { return Self.markAsJSON }
      guard isCoordinate(name) else { return nil }
      return .rewrite { Array(Self.roundedNumbers(String(decoding: $0, as: UTF8.self)).utf8) }
    }
  }

  /// Returns bytes without the values of secret items in the queries of all addresses.
  private func withoutSecretItems(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      result.append(bytes[at])
      at += 1
      // In JSON `&` may be `\u0026` and `=` `\u003d`, in HTML `&` is `&amp;`.
      switch bytes[at - 1] {
      case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: ";"): break
      case UInt8(ascii: "6") where bytes[..<at].suffix(6).elementsEqual("\\u0026".utf8): break
      default: continue
      }
      let name = bytes[at...].prefix(40).prefix { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "_")
      }
      let rest = bytes[name.endIndex...]
      guard let equals = ["=", "\\u003d", "\\u003D"].first(where: { rest.starts(with: $0.utf8) }),
        isSecret(String(decoding: name, as: UTF8.self))
      else { continue }
      let value = rest.dropFirst(equals.utf8.count).prefix { $0 > 0x20 && !"&\"'<>\\#".utf8.contains($0) }
      if value.isEmpty { continue }
      result += name + Array("\(equals)\(Self.mark)".utf8)
      at = value.endIndex
    }
    return result
  }
}
