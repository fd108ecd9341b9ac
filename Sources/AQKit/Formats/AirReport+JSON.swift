extension AirReport {
  /// Reads a report of AQKit's schema from a JSON value: like ``init(from:)``, but many times as fast, and errors state
  /// the path.
  ///
  /// - Throws: ``AQError/Code/malformed`` with the path of the first missing or invalid member.
  public init(_ json: AQJSON) throws(AQError) {
    let schema = try json["schema"].int()
    guard schema == Int64(Self.schemaVersion) else {
      throw AQError(
        .malformed, "Schema \(schema) isn't supported by this version of AQKit (\(Self.schemaVersion)).")
    }
    let series = try json["series"].elements.map { series throws(AQError) in
      try series.part(AirSeries.init(_:))
    }
    self.init(
      source: SourceID(try json["source"].string()), site: try AirSite(json["site"]),
      kind: try json["kind"].value("a kind of report", AirReport.Kind.init(rawValue:)), series: series,
      issuedAt: try json["issuedAt"].ifPresent?.time(), receivedAt: try json["receivedAt"].time(),
      attribution: try json["attribution"].list(AirAttribution.init(_:)),
      rights: try json.part("rights", AirRights.init(_:)) ?? .unknown,
      places: try json["places"].list { element throws(AQError) in Int(clamping: try element.int()) })
  }
}

extension AirSeries {
  init(_ json: AQJSON) throws(AQError) {
    try self.init(
      AirParameter(rawValue: try json["parameter"].string()),
      unit: AirUnit(rawValue: try json["unit"].string()),
      averaging: try json["averaging"].ifPresent?.value(
        "an averaging period such as 1h", AveragingPeriod.init(_:)),
      timeline: try json["timeline"].part(AirTimeline.init(_:)), values: try json["values"].doubles(),
      flags: try json["flags"].ifPresent?.list { set throws(AQError) in
        Set(try set.strings().map(AirReading.QualityFlag.init(rawValue:)))
      },
      completeness: try json["completeness"].ifPresent?.list { element throws(AQError) in
        try element.ifPresent.map(AirReading.Completeness.init(_:))
      },
      accuracy: try json["accuracy"].ifPresent?.list { element throws(AQError) in
        try element.ifPresent?.part(AirReading.Accuracy.init(_:))
      },
      origin: try json.part("origin", AirOrigin.init(_:)),
      correction: try json.part("correction", AirOrigin.Correction.init(_:)),
      conversion: try json.part("conversion", AirUnit.Conversion.init(_:)))
  }
}

extension AirTimeline {
  init(_ json: AQJSON) throws(AQError) {
    let intervals = json["intervals"]
    guard intervals.isMissing else {
      var starts = ContiguousArray<Int64>()
      var ends = ContiguousArray<Int64>()
      for element in try intervals.elements {
        guard try element.elements.count == 2 else { throw element.error(expected: "a start and an end") }
        starts.append(try element[0].time().secondsSince1970)
        ends.append(try element[1].time().secondsSince1970)
      }
      try self.init(starts: starts, ends: ends)
      return
    }
    try self.init(
      start: try json["start"].time().secondsSince1970, step: try json["step"].duration(),
      length: try json["length"].duration(), count: Int(clamping: try json["count"].int()))
  }
}

extension AirSite {
  init(_ json: AQJSON) throws(AQError) {
    let coordinate = try json.part("coordinate") { point throws(AQError) in
      try Coordinate(try point["latitude"].double(), try point["longitude"].double())
    }
    self.init(
      id: try json.text("id"), name: try json.text("name"), coordinate: coordinate,
      elevation: try json["elevation"].ifPresent?.double(), timeZone: try json.text("timeZone"),
      country: try json.text("country"), kind: AirSite.Kind(rawValue: try json["kind"].string()),
      isIndoor: try json["indoor"].ifPresent?.bool(),
      details: try json.part("details", Details.init(_:)) ?? Details())
  }
}

extension AirSite.Details {
  init(_ json: AQJSON) throws(AQError) {
    self.init(
      measures: try json["measures"].list(Measurement.init(_:)),
      operatedBy: try json.text("operator"), network: try json.text("network"),
      identifiers: try json["identifiers"].texts(),
      operating: try json.part("operating") { period throws(AQError) in
        OperatingPeriod(
          from: try period["from"].ifPresent?.time(), until: try period["until"].ifPresent?.time())
      },
      isMobile: try json["mobile"].ifPresent?.bool(),
      coordinateUncertainty: try json["coordinateUncertainty"].ifPresent?.double(),
      setting: try json.text("setting").map(Setting.init(rawValue:)),
      further: try json["further"].texts())
  }
}

extension AirSite.Details.Measurement {
  init(_ json: AQJSON) throws(AQError) {
    self.init(
      AirParameter(rawValue: try json["parameter"].string()),
      unit: try json.text("unit").map(AirUnit.init(rawValue:)),
      averaging: try json["averaging"].ifPresent?.value(
        "an averaging period such as 1h", AveragingPeriod.init(_:)),
      instrument: try json["instrument"].ifPresent.map(AirSite.Instrument.init(_:)))
  }
}

extension AirReading.Completeness {
  init(_ json: AQJSON) throws(AQError) {
    if let percent = json["percent"].ifPresent {
      self.init(percent: try percent.double())
    } else {
      self.init(
        observed: Int(clamping: try json["observed"].int()),
        expected: Int(clamping: try json["expected"].int()))
    }
  }
}

extension AirReading.Accuracy {
  init(_ json: AQJSON) throws(AQError) {
    self.init(
      uncertainty: try json["uncertainty"].ifPresent?.double(),
      detectionLimit: try json["detectionLimit"].ifPresent?.double(),
      bounds: try json["bounds"].ifPresent.map { bounds throws(AQError) in
        Bounds(
          low: try bounds["low"].double(), high: try bounds["high"].double(),
          probability: try bounds["probability"].double())
      })
  }
}

extension AirOrigin {
  init(_ json: AQJSON) throws(AQError) {
    self.init(
      source: try json.text("source").map { SourceID($0) }, siteID: try json.text("siteID"),
      model: try json.text("model"),
      instrument: try json["instrument"].ifPresent.map(AirSite.Instrument.init(_:)),
      edition: try json.text("edition"),
      attribution: try json["attribution"].ifPresent?.list(AirAttribution.init(_:)),
      rights: try json.part("rights", AirRights.init(_:)))
  }
}

extension AirSite.Instrument {
  init(_ json: AQJSON) throws(AQError) {
    if let id = json.stringValue {
      self.init(id)
    } else {
      self = try json.part { json throws(AQError) in
        Self(try json.text("id"), model: try json.text("model"), method: try json.text("method"))
      }
    }
  }
}

extension AirOrigin.Correction {
  init(_ json: AQJSON) throws(AQError) {
    self.init(
      method: try json["method"].string(),
      inputs: try json["inputs"].list { element throws(AQError) in
        AirParameter(rawValue: try element.string())
      },
      author: try json["author"].value("provider or application", Author.init(rawValue:)))
  }
}

extension AirUnit.Conversion {
  init(_ json: AQJSON) throws(AQError) {
    let conditions = try json.part("conditions") { stated throws(AQError) in
      try AirUnit.ReferenceConditions(
        kelvin: try stated["kelvin"].double(), kilopascal: try stated["kilopascal"].double())
    }
    self.init(from: AirUnit(rawValue: try json["from"].string()), conditions: conditions)
  }
}

extension AirAttribution {
  init(_ json: AQJSON) throws(AQError) {
    self.init(
      try json["text"].string(), link: try json.text("link"),
      licence: try json.text("licence"), licenceLink: try json.text("licenceLink"))
  }
}

extension AirRights {
  init(_ json: AQJSON) throws(AQError) {
    func permission(_ name: String) throws(AQError) -> Permission {
      try json[name].ifPresent?.value("allowed, forbidden or unknown", Permission.init(rawValue:)) ?? .unknown
    }
    self.init(
      commercialUse: try permission("commercialUse"), redistribution: try permission("redistribution"),
      caching: try permission("caching"), modification: try permission("modification"),
      shareAlike: try json["shareAlike"].ifPresent?.bool() ?? false,
      attributionRequired: try json["attributionRequired"].ifPresent?.bool() ?? true,
      terms: try json.text("terms"))
  }
}

extension AQJSON {
  func value<Value>(_ expected: String, _ read: (String) -> Value?) throws(AQError) -> Value {
    guard let value = read(try string()) else { throw error(expected: expected) }
    return value
  }

  /// Returns the string of a member; nil if it is missing or null.
  func text(_ name: String) throws(AQError) -> String? { try self[name].ifPresent?.string() }

  /// Returns the meaning of a member that is an object; nil if it is missing or null.
  fileprivate func part<Part>(
    _ name: String, _ read: (AQJSON) throws(AQError) -> Part
  ) throws(AQError) -> Part? {
    try self[name].ifPresent?.part(read)
  }

  /// Returns the meaning of the object; a model's own rule that it breaks is an error with its path.
  fileprivate func part<Part>(_ read: (AQJSON) throws(AQError) -> Part) throws(AQError) -> Part {
    // Every member of an object may be optional: only the kind shows that another value isn't one.
    guard kind == .object else { throw error(expected: "an object") }
    do throws(AQError) {
      return try read(self)
    } catch {
      throw error.code == .malformed
        ? error
        : AQError(.malformed, "\(error.message.dropLast(error.message.hasSuffix(".") ? 1 : 0)) (\(self)).")
    }
  }

  fileprivate func time() throws(AQError) -> AirTime {
    try value("an ISO 8601 time with its offset") { AirTime($0) }
  }

  func duration() throws(AQError) -> Int64 {
    try value("an ISO 8601 duration of days, hours, minutes and seconds") { ISODuration(text: $0) }.seconds
  }

  /// Returns the members of an object of strings; empty if it is missing or null.
  fileprivate func texts() throws(AQError) -> [String: String] {
    guard let present = ifPresent else { return [:] }
    var result: [String: String] = [:]
    for (name, value) in try present.members { result[name] = try value.string() }
    return result
  }

  /// Returns the elements of an array; empty if it is missing or null.
  func list<Element>(_ read: (AQJSON) throws(AQError) -> Element) throws(AQError) -> [Element] {
    try ifPresent?.elements.map(read) ?? []
  }
}
