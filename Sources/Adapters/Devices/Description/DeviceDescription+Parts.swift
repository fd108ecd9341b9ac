import AQKit

extension DeviceDescription.Part {
  static let members = [
    "rows", "when", "kind", "site", "instrument", "method", "time", "averaging", "flags", "range", "readings",
  ]

  /// Returns the parts of a description: its own readings, and those of `parts`, which inherit missing members.
  static func parts(
    _ object: DescriptionObject, others: [AirParameter], _ options: [SourceDescriptor.Option]
  ) throws(AQError) -> [DeviceDescription.Part] {
    let common = try Common(others: others, options: options).refined(by: object)
    var parts = object["readings"] == nil ? [] : [try common.part(object)]
    for part in try object.list(
      "parts", { value throws(AQError) in try DescriptionObject(value, known: members) })
    {
      parts.append(try common.refined(by: part).part(part))
    }
    guard !parts.isEmpty else { throw object.json.fault("the member “readings” is missing") }
    return parts
  }
}

private struct Common {
  let others: [AirParameter]
  let options: [SourceDescriptor.Option]
  var site = DeviceDescription.Site()
  var time: DeviceDescription.Time?
  var averaging = AveragingPeriod.instant
  var kind = AirReport.Kind.observation
  var flags: [DeviceDescription.Flag] = []
  var instrument: DeviceText?
  var method: DeviceText?
  var models: [AirSite.Instrument] = []

  func refined(by object: DescriptionObject, isReading: Bool = false) throws(AQError) -> Common {
    var copy = self
    if let member = object["site"] { copy.site = try DeviceDescription.Site(member) }
    if let member = object["time"] { copy.time = try DeviceDescription.Time(member, options) }
    if let member = object["averaging"] { copy.averaging = try member.averaging() }
    if let member = object["kind"] { copy.kind = try member.reportKind() }
    if let member = object["instrument"] { copy.instrument = try member.deviceText() }
    if let member = object["method"] { copy.method = try member.deviceText() }
    if object["range"] != nil, !isReading {
      copy.models = try object.list("range") { value throws(AQError) in try value.model() }
    }
    if object["flags"] != nil {
      copy.flags = try object.list("flags", allowsNone: true) { value throws(AQError) in try value.flag() }
    }
    return copy
  }

  func part(_ object: DescriptionObject) throws(AQError) -> DeviceDescription.Part {
    _ = try object.require("readings")
    return DeviceDescription.Part(
      rows: try object.paths("rows"),
      conditions: try object.list("when") { value throws(AQError) in try value.condition() },
      kind: kind, site: site, time: time,
      readings: try object.list("readings") { value throws(AQError) in try reading(value) })
  }

  private func reading(_ json: AQJSON) throws(AQError) -> DeviceDescription.Reading {
    let object = try DescriptionObject(
      json,
      known: [
        "parameter", "at", "unit", "averaging", "when", "flags", "correction", "completeness", "instrument",
        "method", "edition", "sentinels", "scale", "range",
      ])
    let parameter = try parameter(object)
    let own = try refined(by: object, isReading: true)
    let correction = try object.text("correction")
    let scale = try object["scale"]?.double()
    let edition = try object.text("edition")
    guard edition == nil || parameter.isPublishedIndex else {
      throw try object.require("edition").fault(
        "\(parameter.rawValue) isn't a published index, and only these have editions")
    }
    guard scale != 0 else { throw try object.require("scale").fault("a scale of zero loses the values") }
    var flags = own.flags
    if correction != nil {
      flags.removeAll { $0.flag == .raw }
      flags.append(DeviceDescription.Flag(flag: .corrected, conditions: []))
    }
    let paths = try object.requiredPaths("at")
    guard !paths.contains(where: \.isKey) else {
      throw try object.require("at").fault("“@” gives a name, but a value must be a number")
    }
    return DeviceDescription.Reading(
      parameter: parameter, paths: paths, unit: try unit(of: parameter, object),
      averaging: own.averaging,
      convention: own.averaging == .instant ? .instant : own.time?.convention ?? .end,
      conditions: try object.list("when") { value throws(AQError) in try value.condition() }, flags: flags,
      correction: correction.map { AirOrigin.Correction(method: $0, author: .provider) },
      completeness: try object.paths("completeness"), instrument: own.instrument,
      method: correction == nil ? own.method : nil, edition: edition,
      sentinels: try object.list("sentinels") { value throws(AQError) in try value.double() }, scale: scale,
      range: try range(of: parameter, object))
  }

  /// Reads a range as two numbers or as models' names; by default that of the first model that measures the parameter.
  private func range(of parameter: AirParameter, _ object: DescriptionObject) throws(AQError)
    -> DeviceDescription.Reading.Range?
  {
    guard let member = object["range"] else {
      return models.lazy.compactMap { $0.bounds(of: parameter) }.first.map { .model($0) }
    }
    if member.kind == .array, let numbers = try? member.array().map({ try $0.double() }) {
      guard numbers.count == 2, numbers[0] < numbers[1] else {
        throw member.fault("expected the lowest and the highest value")
      }
      return .numbers(numbers[0]...numbers[1])
    }
    let named = try object.list("range") { value throws(AQError) in try value.model() }
    guard let bounds = named.lazy.compactMap({ $0.bounds(of: parameter) }).first else {
      throw member.fault("it measures no \(parameter.rawValue)")
    }
    return .model(bounds)
  }

  private func parameter(_ object: DescriptionObject) throws(AQError) -> AirParameter {
    let parameter = AirParameter(try object.requiredText("parameter"))
    guard parameter.family != .other || others.contains(parameter) else {
      throw try object.require("parameter").fault(
        "there is no parameter “\(parameter.rawValue.prefix(40))”\(AirParameter.suggestion(for: parameter.rawValue)); name "
          + "one of your own in otherParameters")
    }
    return parameter
  }

  private func unit(of parameter: AirParameter, _ object: DescriptionObject) throws(AQError) -> DeviceText {
    if object["unit"] == nil, parameter.isPublishedIndex { return DeviceText(fixed: "") }
    let member = try object.require("unit")
    let unit = try member.deviceText()
    if let spelling = unit.fixed {
      guard AirUnit(spelling).isKnown else {
        throw member.fault(
          "there is no unit “\(spelling.prefix(40))” that AQKit knows\(AirUnit.suggestion(for: spelling))")
      }
      guard AirUnit(spelling).fits(parameter) else {
        throw member.fault("“\(spelling)” isn't a unit of \(parameter.rawValue)")
      }
    }
    return unit
  }
}

extension DeviceDescription.Site {
  fileprivate init(_ json: AQJSON) throws(AQError) {
    let object = try DescriptionObject(json, known: ["id", "name", "latitude", "longitude", "indoor"])
    id = try object["id"]?.deviceText()
    if id?.fixed?.isEmpty ?? false { throw try object.require("id").fault("a site's identifier isn't empty") }
    name = try object["name"]?.deviceText()
    latitude = try object.paths("latitude")
    longitude = try object.paths("longitude")
    guard latitude.isEmpty == longitude.isEmpty else {
      throw json.fault("latitude and longitude belong together")
    }
    if let member = object["indoor"] {
      indoor =
        if let isIndoor = member.boolValue { .always(isIndoor) } else { try member.indoor() }
    }
  }
}

extension DeviceDescription.Time {
  /// Creates the time from its JSON; nil for `"receipt"`.
  fileprivate init?(_ json: AQJSON, _ options: [SourceDescriptor.Option]) throws(AQError) {
    if json.stringValue == "receipt" { return nil }
    let object = try DescriptionObject(
      json, known: ["at", "fields", "from", "to", "format", "zone", "convention", "earliest"])
    let forms = ["at", "fields", "from"].filter { object[$0] != nil }
    guard forms.count == 1, forms == ["from"] || object["to"] == nil else {
      throw json.fault("expected one of at, fields, from and to, or “receipt”")
    }
    switch forms[0] {
    case "at": place = .at(try object.paths("at"))
    case "fields": place = .fields(try object.paths("fields"))
    default: place = .ends(from: try object.paths("from"), to: try object.requiredPaths("to"))
    }
    format = try object.text("format") ?? "iso8601"
    if let fault = TimeStamp.Format(named: format).fault {
      throw try object.require("format").fault(fault)
    }
    zone = try object["zone"]?.template()
    if let zone, let name = zone.filled([:]) {
      do {
        _ = try TimeStamp.Zone(named: name)
      } catch {
        throw try object.require("zone").fault("there is no time zone “\(name.prefix(40))” on this system")
      }
    }
    for name in zone?.options ?? [] where !options.contains(where: { $0.name == name }) {
      throw try object.require("zone").fault("{\(name.prefix(40))} names no option")
    }
    switch try object.text("convention") {
    case nil: convention = nil
    case "start": convention = .start
    case "end": convention = .end
    default: throw try object.require("convention").fault("expected start or end")
    }
    if let member = object["earliest"] {
      guard let time = AirTime(try member.string()) else {
        throw member.fault("expected a time such as 2020-01-01T00:00:00Z")
      }
      earliest = time
    }
  }
}
