public import AQKit
import Foundation

/// What is taken out of a recording: credentials, by their names and by their values, and the exact place that a user
/// asked about.
///
/// Coordinates of a request are rounded to 0.1°, about 11 km, in its query, its path and its body. Where a response
/// repeats one of them with three or more decimals, it is rounded there too.
public struct Redaction: Sendable {
  /// What stands in a recording for a credential.
  public static let mark = "REDACTED"

  /// Names of headers, query items and members whose values are credentials; compared without case, hyphens and
  /// underscores.
  public var secretNames: Set<String>
  /// Credentials that are taken out wherever they stand, beside those that a request marks as secret.
  public var secrets: [Secret]
  /// Whether coordinates are rounded.
  public var roundsCoordinates: Bool
  /// Names of query items and members that hold coordinates; compared like secret names.
  public var coordinateNames: Set<String>

  /// The names of credentials that are taken out by default.
  public static let usualSecretNames: Set<String> = [
    "authorization", "proxyauthorization", "cookie", "setcookie", "apikey", "xapikey", "key", "appid",
    "appkey",
    "token", "accesstoken", "refreshtoken", "idtoken", "authtoken", "xauthtoken", "secret", "clientsecret",
    "password",
    "passwd", "signature", "sig", "auth", "credential", "credentials", "session", "sessionid",
  ]

  /// The names of coordinates that are rounded by default.
  public static let usualCoordinateNames: Set<String> = [
    "lat", "latitude", "lats", "latitudes", "lon", "long", "lng", "longitude", "lons", "longitudes", "latlon",
    "latlng",
    "lonlat", "coordinate", "coordinates", "coords", "bbox", "boundingbox", "bounds", "point", "location",
    "geo",
    "nwlat", "nwlng", "selat", "selng", "swlat", "swlng", "nelat", "nelng",
  ]

  /// Makes a redaction.
  public init(
    secretNames: Set<String> = Redaction.usualSecretNames, secrets: [Secret] = [],
    roundsCoordinates: Bool = true,
    coordinateNames: Set<String> = Redaction.usualCoordinateNames
  ) {
    self.secretNames = Set(secretNames.map(Self.plain))
    self.secrets = secrets
    self.roundsCoordinates = roundsCoordinates
    self.coordinateNames = Set(coordinateNames.map(Self.plain))
  }

  static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" } }

  func isSecret(_ name: String) -> Bool { secretNames.contains(Self.plain(name)) }
  func isCoordinate(_ name: String) -> Bool {
    roundsCoordinates && coordinateNames.contains(Self.plain(name))
  }

  /// A request as it is recorded, and as it is looked for.
  func request(_ request: TransportRequest) -> Cassette.Request {
    let values = values(in: request)
    var address = RequestAddress(request.url)
    address.path = rounded(path: address.path)
    address.items = address.items.map { item in
      if isSecret(item.name) { return (item.name, Self.mark) }
      return (item.name, isCoordinate(item.name) ? Self.roundedNumbers(item.value) : item.value)
    }
    let headers = request.headers.map { header in
      Cassette.Header(
        name: header.name,
        value: header.isSecret || isSecret(header.name) ? Self.mark : without(values, header.value))
    }
    return Cassette.Request(
      method: request.method.rawValue, url: without(values, address.text), headers: headers,
      body: without(values, body(request.body, header: request.header("Content-Type"), isRequest: true)))
  }

  /// A response as it is recorded.
  func response(_ response: TransportResponse, to request: TransportRequest) -> TransportResponse {
    let values = values(in: request)
    let exact = roundsCoordinates ? exactCoordinates(of: request) : []
    let headers = response.headers.map { header in
      // Addresses to go on with, such as those of `Link` and `Location`, repeat what was asked.
      let value = exact.reduce(without(values, header.value)) {
        $0.replacing($1, with: Self.roundedNumbers($1))
      }
      return TransportHeader(header.name, isSecret(header.name) ? Self.mark : value)
    }
    var body = without(
      values, body(response.body, header: response.header("Content-Type"), isRequest: false))
    body = Self.rounding(exact, in: body)
    return TransportResponse(status: response.status, headers: headers, body: body)
  }

  /// A message of a feed as it is recorded.
  ///
  /// - Parameter exact: The coordinates that were asked about, as ``exactCoordinates(of:_:)`` finds them.
  func message(_ message: FeedMessage, of endpoint: FeedEndpoint, repeating exact: [String]) -> FeedMessage {
    let known = secrets.map(\.exposed) + endpoint.headers.filter(\.isSecret).map(\.value)
    let bytes = without(
      Self.spellings(of: known), body(message.bytes, header: nil, isRequest: false))
    return FeedMessage(message.kind, Self.rounding(exact, in: bytes))
  }

  /// The coordinates with which a feed was asked for, in its address or in messages sent to it.
  func exactCoordinates(of endpoint: FeedEndpoint, _ sent: [FeedMessage]) -> [String] {
    guard roundsCoordinates else { return [] }
    var texts = exactTexts(in: RequestAddress(endpoint.url))
    for message in sent {
      _ = JSONMembers.rewritten(message.bytes) { name, value in
        if isCoordinate(name) { texts.append(String(decoding: value, as: UTF8.self)) }
        return nil
      }
    }
    return Self.exactNumbers(in: texts)
  }

  /// A text without the credentials of a request.
  func text(_ text: String, of request: TransportRequest) -> String { without(values(in: request), text) }

  // MARK: By value

  /// Every spelling of every credential that is known of a request.
  private func values(in request: TransportRequest) -> [String] {
    let marked = request.headers.filter { $0.isSecret || isSecret($0.name) }.map(\.value)
    let address = RequestAddress(request.url)
    let queried = address.items.filter { isSecret($0.name) }.map(\.value)
    return Self.spellings(of: secrets.map(\.exposed) + marked + queried + address.login)
  }

  private static func spellings(of secrets: [String]) -> [String] {
    var result: Set<String> = []
    // Of `Bearer abc` it is `abc` that matters.
    let bare = secrets.flatMap { [$0] + $0.split(separator: " ").dropFirst().map(String.init) }
    for secret in bare where secret.utf8.count >= 4 {
      result.insert(secret)
      if let encoded = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) {
        result.insert(encoded)
      }
      if let encoded = secret.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) {
        result.insert(encoded)
      }
      if let decoded = secret.removingPercentEncoding { result.insert(decoded) }
    }
    // Longer ones first, so that none leaves a part of another.
    return result.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
  }

  private func without(_ values: [String], _ text: String) -> String {
    values.reduce(text) { $0.replacing($1, with: Self.mark) }
  }

  private func without(_ values: [String], _ bytes: [UInt8]) -> [UInt8] {
    values.reduce(bytes) { $0.replacing(Array($1.utf8), with: Array(Self.mark.utf8)) }
  }

  // MARK: By name

  private func body(_ bytes: [UInt8], header: String?, isRequest: Bool) -> [UInt8] {
    if isRequest, header?.lowercased().contains("form-urlencoded") == true,
      let form = String(validating: bytes, as: UTF8.self)
    {
      let items = RequestAddress("?" + form).items.map { item in
        if isSecret(item.name) { return (item.name, Self.mark) }
        return (item.name, isCoordinate(item.name) ? Self.roundedNumbers(item.value) : item.value)
      }
      return Array(items.map { "\($0.0)=\($0.1)" }.joined(separator: "&").utf8)
    }
    guard let first = bytes.first(where: { $0 > 0x20 }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else {
      return bytes
    }
    return JSONMembers.rewritten(bytes) { name, value in
      if isSecret(name) { return Array("\"\(Self.mark)\"".utf8) }
      guard isRequest, isCoordinate(name) else { return nil }
      return Array(Self.roundedNumbers(String(decoding: value, as: UTF8.self)).utf8)
    }
  }

  // MARK: Coordinates

  /// The coordinates of a request as it spells them, where they have three or more decimals.
  private func exactCoordinates(of request: TransportRequest) -> [String] {
    Self.exactNumbers(in: exactTexts(in: RequestAddress(request.url)))
  }

  /// What in an address may be coordinates.
  private func exactTexts(in address: RequestAddress) -> [String] {
    address.items.filter { isCoordinate($0.name) }.map(\.value)
      + address.path.split(separator: "/").map(String.init)
  }

  /// The numbers in texts that have three or more decimals; longer ones first.
  private static func exactNumbers(in texts: [String]) -> [String] {
    let numbers = texts.flatMap { split($0).filter { decimals($0) >= 3 && Double($0) != nil } }
    return Set(numbers).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
  }

  /// Bytes with each of some numbers rounded.
  private static func rounding(_ exact: [String], in bytes: [UInt8]) -> [UInt8] {
    exact.reduce(bytes) { $0.replacing(Array($1.utf8), with: Array(roundedNumbers($1).utf8)) }
  }

  private func rounded(path: String) -> String {
    guard roundsCoordinates else { return path }
    return path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      Self.split(String(segment)).contains { Self.decimals($0) >= 2 }
        ? Self.roundedNumbers(String(segment)) : String(segment)
    }.joined(separator: "/")
  }

  /// A text with every decimal number in it rounded to one place.
  static func roundedNumbers(_ text: String) -> String {
    split(text).map { part in
      guard decimals(part) > 1, let number = Double(part), number.magnitude < 1e6 else { return part }
      let tenths = (number * 10).rounded() / 10
      return (tenths == 0 ? 0 : tenths).plainText
    }.joined()
  }

  /// How many digits stand behind the point of a number; 0 where it is none.
  private static func decimals(_ text: String) -> Int {
    guard let point = text.firstIndex(of: "."), Double(text) != nil else { return 0 }
    return text.distance(from: point, to: text.endIndex) - 1
  }

  /// Numbers and what stands between them, in turn; together the text.
  private static func split(_ text: String) -> [String] {
    var parts: [String] = []
    var current = ""
    var wasNumber = false
    for character in text {
      let isNumber = character.isASCII && (character.isNumber || character == "." || character == "-")
      if isNumber != wasNumber, !current.isEmpty {
        parts.append(current)
        current = ""
      }
      current.append(character)
      wasNumber = isNumber
    }
    if !current.isEmpty { parts.append(current) }
    return parts
  }
}
