public import AQKit

/// An adapter made from a description in JSON: a device at home that replies with its newest values.
///
/// ```swift
/// let kitchen = try MappedAdapter(
///   device, id: "airgradient-kitchen",
///   options: ["baseURL": "http://192.168.1.20", "latitude": "50.08", "longitude": "14.42"])
/// ```
///
/// A device states no coordinate, so its owner does. With a coordinate the source covers its surroundings; without one
/// its coverage is unknown, and its values match no place of a query.
public struct MappedAdapter: HTTPAdapter {
  /// The declaration of a device in general; each instance has that of its description.
  public static let descriptor = SourceDescriptor(
    id: "mapped", name: "Described device", summary: "A device that is read by a description in JSON.",
    offers: [], precedence: 200, siteKinds: [.lowCostSensor], rights: .own)

  /// The declaration of this device, from its description and options.
  public let descriptor: SourceDescriptor
  /// The description of the request and the reply.
  public let description: DeviceDescription

  /// The values of the options by name; some are credentials.
  private let values: [String: AirSecret]
  let coordinate: Coordinate?
  let isIndoor: Bool?

  var options: [String: String] { values.mapValues(\.exposed) }

  /// The values of the options that are credentials.
  public var credentials: [AirSecret] {
    description.options.filter(\.isSecret).compactMap { values[$0.name] }
  }

  /// The distance from the device up to which its values are offered, in metres.
  private static let reach: Double = 10_000

  /// Creates an adapter for one device.
  ///
  /// - Parameters:
  ///   - description: The description of its requests and replies.
  ///   - id: The source's identifier; by default that of the description, so each further device of a kind needs its own.
  ///   - options: The values of the description's options by name; at least that of `baseURL`, unless the description
  ///     states it.
  /// - Throws: ``AQError/Code/notConfigured`` for an option that the description doesn't have, or a value that makes no
  ///   sense.
  public init(
    _ description: DeviceDescription, id: SourceID? = nil, options: [String: String] = [:]
  ) throws(AQError) {
    let id = id ?? SourceID(description.id)
    for name in options.keys.sorted() where !description.options.contains(where: { $0.name == name }) {
      throw AQError(.notConfigured, "The device “\(id)” has no option “\(name.prefix(40))”.", source: id)
    }
    var values: [String: String] = [:]
    for option in description.options { values[option.name] = options[option.name] ?? option.defaultValue }
    values["baseURL"] = values["baseURL"] ?? description.request.baseURL
    self.description = description
    self.values = values.mapValues { AirSecret($0) }
    func misfit(_ options: String, _ kind: String) -> AQError {
      AQError(.notConfigured, "The \(options) of “\(id)” must be \(kind).", source: id)
    }
    let (north, east) = (values["latitude"].flatMap(Double.init), values["longitude"].flatMap(Double.init))
    coordinate = if let north, let east { try? Coordinate(north, east) } else { nil }
    if coordinate == nil, values["latitude"] != nil || values["longitude"] != nil {
      throw misfit("options “latitude” and “longitude”", "a point on Earth in degrees")
    }
    isIndoor = values["indoor"].flatMap { Bool($0) }
    if isIndoor == nil, values["indoor"] != nil { throw misfit("option “indoor”", "true or false") }
    if let url = values["baseURL"], !URLParts(url).isWeb || url.contains(where: { "?#@ ".contains($0) }) {
      throw misfit("option “baseURL”", "an address such as http://192.168.1.20")
    }
    for zone in description.parts.compactMap({ $0.time?.zone?.filled(values) }) {
      _ = try TimeStamp.Zone(named: zone)
    }
    let coverage = coordinate.map {
      SourceDescriptor.Coverage.boxes([GeoShape.BoundingBox(around: $0, radius: Self.reach)])
    }
    var endpoint = values["baseURL"].map { SourceDescriptor.Endpoint(configured: $0) }
    if description.request.hasPrivateCertificate, endpoint?.protection == .encrypted {
      endpoint?.protection = .privateCertificate
    }
    descriptor = SourceDescriptor(
      id: id, name: description.name, summary: description.summary,
      offers: description.offers(in: coverage ?? .unknown), precedence: 200, siteKinds: [.lowCostSensor],
      limits: description.limits, options: description.options,
      attribution: description.credit.map { [$0.attribution] } ?? [],
      rights: description.credit.map { AirRights(terms: $0.terms) } ?? .own,
      endpoints: endpoint.map { [$0] } ?? [],
      testPlaces: coordinate.map { [.near($0)] } ?? [])
  }

  /// Asks for the newest values, whatever the query: a device has no others. If the description has further paths, each is
  /// tried when the previous one doesn't exist.
  public func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] { try calls(path: 0) }

  /// Returns the call for a path; empty after the last.
  func calls(path number: Int) throws -> [HTTPCall<Void>] {
    let (request, options) = (description.request, options)
    guard request.paths.indices.contains(number) else { return [] }
    guard let base = options["baseURL"],
      let path = request.paths[number].filled(options, PercentEncoding.encode)
    else {
      let needed = ["baseURL"] + request.paths[number].options
      let missing = description.options.first {
        needed.contains($0.name) && options[$0.name]?.isEmpty ?? true
      }
      throw AQError(
        .notConfigured,
        "Set the option “\(missing?.name ?? "baseURL")” of “\(descriptor.id)”. \(missing?.summary ?? "")",
        source: descriptor.id)
    }
    let secrets = Set(description.options.filter(\.isSecret).map(\.name))
    return [
      HTTPCall(
        TransportRequest(
          request.method, base: base, path: path,
          query: request.query.compactMap { item in
            item.value.filled(options).map { (name: item.name, value: $0) }
          },
          headers: request.headers.compactMap { item in
            item.value.filled(options).map { value in
              secrets.isDisjoint(with: item.value.options)
                ? TransportRequest.Header(item.name, value)
                : TransportRequest.Header(item.name, secret: AirSecret(value))
            }
          }),
        keepsFor: .seconds(10))
    ]
  }

  /// Returns the calls that follow the reply of a device that doesn't have the path, a 404.
  func followUps(_ reply: HTTPReply<Void>) -> [HTTPCall<Void>] {
    guard reply.response.status == 404, let url = reply.call?.request.url else { return [] }
    // Two paths may become the same address, and one may need an option that isn't set.
    let calls = description.request.paths.indices.compactMap { try? self.calls(path: $0).first }
    return Array(calls.unique(by: \.request.url).drop { $0.request.url != url }.dropFirst().prefix(1))
  }

  /// Reads a reply with a status 2xx, and a 404 for which there is another path; any other status is an error.
  public func verdict(on reply: HTTPReply<Void>) -> TransportResponse.Verdict {
    followUps(reply).isEmpty ? verdict(on: reply.response) : .read
  }
}

extension MappedAdapter: CustomDebugStringConvertible, CustomReflectable {
  /// The source's identifier; never the options, which hold credentials and the owner's place.
  public var debugDescription: String { descriptor.id.rawValue }
  /// A mirror with the identifier, and the credentials as dots.
  public var customMirror: Mirror {
    Mirror(self, children: ["device": descriptor.id, "credentials": credentials])
  }
}
