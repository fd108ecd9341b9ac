public import AQKit

extension DeviceDescription {
  /// Reads a description from bytes, such as a file's `Data`.
  ///
  /// - Throws: ``AQError/Code/malformed`` in one sentence that names the member, if it is missing, unknown or of the
  ///   wrong type, names a unit, parameter or time zone that AQKit doesn't know, or has a placeholder without an option.
  public init(json: some Sequence<UInt8>) throws(AQError) {
    try self.init(AQJSON(parsing: Array(json), maximumDepth: 32))
  }

  /// Reads a description from a JSON string.
  ///
  /// - Throws: The same errors as from bytes.
  public init(json: String) throws(AQError) { try self.init(json: json.utf8) }

  /// Reads a description from a document, such as a configuration.
  ///
  /// - Throws: The same errors as from bytes.
  public init(_ json: AQJSON) throws(AQError) {
    let object = try DescriptionObject(json, known: Self.members + Part.members)
    if let schema = object["schema"], try schema.int() != 1 {
      throw schema.fault("expected schema 1")
    }
    id = try Self.identifier(object)
    name = try object.requiredText("name")
    summary = try object.text("summary") ?? "\(name), as a description in JSON."
    let (options, exposed) = try Self.options(object)
    self.options = options
    request = try Request(object.require("request"), options, exposed)
    cadence = try Self.cadence(object)
    limits = try Self.limits(object)
    expected = try object.paths("expects")
    refusals = try object.list("errors") { value throws(AQError) in try Refusal(value) }
    sentinels = try Self.sentinels(object)
    credit = try object["credit"].map { value throws(AQError) in try Credit(value) }
    let others = try object.list("otherParameters") { value throws(AQError) in try value.string() }
    parts = try Part.parts(object, others: others.map { AirParameter($0) }, options)
  }

  private static let members = [
    "schema", "id", "name", "summary", "options", "request", "cadence", "limit", "expects", "errors",
    "sentinels", "credit", "otherParameters", "parts",
  ]

  private static func identifier(_ object: DescriptionObject) throws(AQError) -> String {
    let id = try object.requiredText("id")
    let isPlain = id.utf8.allSatisfy { (97...122).contains($0) || $0.isDigit || $0 == 45 }
    guard isPlain else { throw try object.require("id").fault("expected a–z, 0–9 and hyphens") }
    return id
  }

  private static func cadence(_ object: DescriptionObject) throws(AQError) -> Duration {
    guard let member = object["cadence"] else { return .seconds(60) }
    guard let cadence = ISODuration(text: try member.string()), cadence.seconds > 0 else {
      throw member.fault("expected a duration such as PT1M")
    }
    return cadence.duration
  }

  private static func limits(_ object: DescriptionObject) throws(AQError) -> RequestLimits {
    // One reply serves every place that is asked about.
    var limits = RequestLimits(placesPerRequest: 1000, concurrentRequests: 1)
    guard let member = object["limit"] else { return limits }
    let limit = try DescriptionObject(member, known: ["requests", "seconds"])
    let requests = try limit.require("requests").double()
    let seconds = try limit.require("seconds").int()
    guard requests >= 1, seconds > 0 else {
      throw member.fault("expected at least one request and one second")
    }
    limits.windows = [.init(requests, perSeconds: seconds)]
    return limits
  }

  private static func sentinels(_ object: DescriptionObject) throws(AQError) -> [Double] {
    let sentinels = try object.list("sentinels") { value throws(AQError) in try value.double() }
    guard !sentinels.contains(0), Set(sentinels).count == sentinels.count else {
      throw try object.require("sentinels").fault("0 can't be a sentinel, and each number occurs once")
    }
    return sentinels
  }

  /// Returns the options of a description, and those of every device; and the credentials that may be in an address.
  private static func options(
    _ object: DescriptionObject
  ) throws(AQError) -> (options: [SourceDescriptor.Option], exposed: Set<String>) {
    var exposed: Set<String> = []
    let hasAddress = object["request"]?["baseURL"].ifPresent != nil
    var options = [
      SourceDescriptor.Option(
        "baseURL", summary: "The address of the device, such as http://192.168.1.20.", isRequired: !hasAddress
      ),
      SourceDescriptor.Option("latitude", summary: "The device's latitude in degrees."),
      SourceDescriptor.Option("longitude", summary: "The device's longitude in degrees."),
      SourceDescriptor.Option("indoor", summary: "Whether the device is indoors: true or false."),
      SourceDescriptor.Option("siteName", summary: "The name of the device's place."),
    ]
    var names = Set(options.map(\.name))
    for member in try object.list("options", { value throws(AQError) in value }) {
      let option = try DescriptionObject(
        member, known: ["name", "summary", "required", "secret", "inAddress", "default"])
      let name = try option.requiredText("name")
      guard names.insert(name).inserted else {
        throw member.fault("there is an option “\(name.prefix(40))” already")
      }
      let (isRequired, isSecret) = (try option.bool("required"), try option.bool("secret"))
      let value = try option.text("default")
      guard value == nil || !isRequired && !isSecret else {
        throw member.fault("an option that is required or secret has no default")
      }
      options.append(
        SourceDescriptor.Option(
          name, summary: try option.text("summary") ?? "The device's \(name).", isRequired: isRequired,
          isSecret: isSecret, defaultValue: value))
      if try option.bool("inAddress") { exposed.insert(name) }
    }
    return (options, exposed)
  }
}

extension DeviceDescription.Request {
  fileprivate init(
    _ json: AQJSON, _ options: [SourceDescriptor.Option], _ exposed: Set<String>
  ) throws(AQError) {
    let object = try DescriptionObject(
      json, known: ["method", "baseURL", "path", "query", "headers", "privateCertificate"])
    let options = Dictionary(options.map { ($0.name, $0) }) { first, _ in first }
    switch try object.text("method") ?? "GET" {
    case "GET": method = .get
    case "POST": method = .post
    default: throw try object.require("method").fault("expected GET or POST")
    }
    baseURL = try object.text("baseURL")
    if let baseURL, !URLParts(baseURL).isWeb {
      throw try object.require("baseURL").fault("expected an address such as https://api.example.org")
    }
    let path = try object.require("path")
    paths = try object.list("path") { path throws(AQError) in
      guard try path.string().hasPrefix("/"), try !path.string().contains(where: { "?# ".contains($0) })
      else {
        throw path.fault("expected a path that begins with a slash, without ?, # and spaces")
      }
      return try path.template()
    }
    let (query, headers) = (try Self.items(object, "query"), try Self.items(object, "headers"))
    hasPrivateCertificate = try object.bool("privateCertificate")

    for template in paths {
      try Self.check(template, of: path, options) { option in
        if option.isSecret, !exposed.contains(option.name) { return Self.secretInAddress(option.name) }
        return option.isRequired || option.defaultValue != nil
          ? nil : "the option “\(option.name)” in the path must be required or have a default"
      }
    }
    for (item, member) in query {
      try Self.check(item.value, of: member, options) { option in
        option.isSecret && !exposed.contains(option.name) ? Self.secretInAddress(option.name) : nil
      }
    }
    for (item, member) in headers { try Self.check(item.value, of: member, options) { _ in nil } }
    self.query = query.map(\.item)
    self.headers = headers.map(\.item)
  }

  private static func items(
    _ object: DescriptionObject, _ name: String
  ) throws(AQError) -> [(item: Item, member: AQJSON)] {
    guard let member = object[name] else { return [] }
    var names: Set<String> = []
    var items: [(item: Item, member: AQJSON)] = []
    for (name, value) in try member.members {
      guard names.insert(name).inserted else {
        throw member.fault("the member “\(name.prefix(40))” occurs twice")
      }
      items.append((Item(name: name, value: try value.template()), value))
    }
    return items
  }

  private static func secretInAddress(_ name: String) -> String {
    "the credential “\(name)” is part of the address, which appears in logs; send it in a header, or set inAddress in the option"
  }

  private static func check(
    _ template: DeviceTemplate, of member: AQJSON, _ options: [String: SourceDescriptor.Option],
    _ objection: (SourceDescriptor.Option) -> String?
  ) throws(AQError) {
    for name in template.options {
      guard let option = options[name] else {
        throw member.fault("{\(name.prefix(40))} names no option")
      }
      if let objection = objection(option) { throw member.fault(objection) }
    }
  }
}

extension DeviceDescription.Refusal {
  private static let codes: [AQError.Code] = [
    .invalidRequest, .unauthorized, .timedOut, .rateLimited, .unavailable, .notConfigured, .unsupported,
  ]

  fileprivate init(_ json: AQJSON) throws(AQError) {
    let object = try DescriptionObject(json, known: ["when", "code", "message"])
    _ = try object.require("when")
    conditions = try object.list("when") { value throws(AQError) in try value.condition() }
    code = AQError.Code(rawValue: try object.requiredText("code"))
    guard Self.codes.contains(code) else {
      let known = Self.codes.map(\.rawValue).joined(separator: ", ")
      throw try object.require("code").fault("there is no such code; known are: \(known)")
    }
    message = try object["message"]?.deviceText()
  }
}

extension DeviceDescription.Credit {
  fileprivate init(_ json: AQJSON) throws(AQError) {
    let object = try DescriptionObject(json, known: ["text", "link", "licence", "licenceLink", "terms"])
    attribution = AirAttribution(
      try object.requiredText("text"), link: try Self.address(object, "link"),
      licence: try object.text("licence"), licenceLink: try Self.address(object, "licenceLink"))
    _ = try object.require("terms")
    terms = try Self.address(object, "terms")
  }

  private static func address(_ object: DescriptionObject, _ name: String) throws(AQError) -> String? {
    guard let url = try object.text(name) else { return nil }
    guard URLParts(url).isWeb, !url.contains(" ") else {
      throw try object.require(name).fault("expected an address such as https://example.org/terms")
    }
    return url
  }
}
