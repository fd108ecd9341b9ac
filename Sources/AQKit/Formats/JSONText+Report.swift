/// The parts of a report in AQKit's schema; members in the order of their names.
extension JSONText {
  mutating func value(_ site: AirSite) {
    object {
      if let coordinate = site.coordinate {
        $0.object("coordinate") {
          $0.member("latitude", coordinate.latitude)
          $0.member("longitude", coordinate.longitude)
        }
      }
      $0.member("country", ifPresent: site.country)
      let details = site.details
      if details != AirSite.Details() {
        $0.name("details")
        $0.value(details)
      }
      if let elevation = site.elevation { $0.member("elevation", elevation) }
      $0.member("id", ifPresent: site.id)
      if let isIndoor = site.isIndoor { $0.member("indoor", isIndoor) }
      $0.member("kind", site.kind.rawValue)
      $0.member("name", ifPresent: site.name)
      $0.member("timeZone", ifPresent: site.timeZone)
    }
  }

  private mutating func value(_ details: AirSite.Details) {
    object {
      if let uncertainty = details.coordinateUncertainty { $0.member("coordinateUncertainty", uncertainty) }
      $0.member("further", ifNotEmpty: details.further)
      $0.member("identifiers", ifNotEmpty: details.identifiers)
      if !details.measures.isEmpty {
        $0.array("measures") { for measurement in details.measures { $0.value(measurement) } }
      }
      if let isMobile = details.isMobile { $0.member("mobile", isMobile) }
      $0.member("network", ifPresent: details.network)
      if let operating = details.operating {
        $0.object("operating") {
          $0.member("from", ifPresent: operating.from?.description)
          $0.member("until", ifPresent: operating.until?.description)
        }
      }
      $0.member("operator", ifPresent: details.operatedBy)
      $0.member("setting", ifPresent: details.setting?.rawValue)
    }
  }

  private mutating func value(_ measurement: AirSite.Details.Measurement) {
    object {
      $0.member("averaging", ifPresent: measurement.averaging?.description)
      $0.member("instrument", ifPresent: measurement.instrument)
      $0.member("parameter", measurement.parameter.rawValue)
      $0.member("unit", ifPresent: measurement.unit?.rawValue)
    }
  }

  private mutating func member(_ name: String, ifPresent instrument: AirSite.Instrument?) {
    guard let instrument else { return }
    object(name) {
      $0.member("id", ifPresent: instrument.id)
      $0.member("method", ifPresent: instrument.method)
      $0.member("model", ifPresent: instrument.model)
    }
  }

  mutating func value(_ attributions: [AirAttribution]) {
    array {
      for attribution in attributions {
        $0.object {
          $0.member("licence", ifPresent: attribution.licence)
          $0.member("licenceLink", ifPresent: attribution.licenceLink)
          $0.member("link", ifPresent: attribution.link)
          $0.member("text", attribution.text)
        }
      }
    }
  }

  mutating func value(_ rights: AirRights) {
    object {
      $0.member("attributionRequired", rights.attributionRequired)
      $0.member("caching", rights.caching.rawValue)
      $0.member("commercialUse", rights.commercialUse.rawValue)
      $0.member("modification", rights.modification.rawValue)
      $0.member("redistribution", rights.redistribution.rawValue)
      $0.member("shareAlike", rights.shareAlike)
      $0.member("terms", ifPresent: rights.terms)
    }
  }

  mutating func value(_ origin: AirOrigin) {
    object {
      if let attribution = origin.attribution {
        $0.name("attribution")
        $0.value(attribution)
      }
      $0.member("edition", ifPresent: origin.edition)
      $0.member("instrument", ifPresent: origin.instrument)
      $0.member("model", ifPresent: origin.model)
      if let rights = origin.rights {
        $0.name("rights")
        $0.value(rights)
      }
      $0.member("siteID", ifPresent: origin.siteID)
      $0.member("source", ifPresent: origin.source?.rawValue)
    }
  }

  mutating func value(_ correction: AirOrigin.Correction) {
    object {
      $0.member("author", correction.author.rawValue)
      $0.array("inputs") { for input in correction.inputs { $0.value(input.rawValue) } }
      $0.member("method", correction.method)
    }
  }

  mutating func value(_ conversion: AirUnit.Conversion) {
    object {
      if let conditions = conversion.conditions {
        $0.object("conditions") {
          $0.member("kelvin", conditions.kelvin)
          $0.member("kilopascal", conditions.kilopascal)
        }
      }
      $0.member("from", conversion.from.rawValue)
    }
  }

  private mutating func member(_ name: String, ifPresent text: String?) {
    if let text { member(name, text) }
  }

  private mutating func member(_ name: String, ifNotEmpty texts: [String: String]) {
    guard !texts.isEmpty else { return }
    object(name) { for (key, text) in texts.sorted(by: { $0.key < $1.key }) { $0.member(key, text) } }
  }
}

/// The parts that differ from report to report, written straight to bytes.
extension [UInt8] {
  /// Appends an array; the closure appends an element.
  mutating func appendArray<Item>(_ items: [Item], _ append: (inout [UInt8], Item) -> Void) {
    self.append(UInt8(ascii: "["))
    var isFirst = true
    for item in items {
      if !isFirst { self.append(UInt8(ascii: ",")) }
      isFirst = false
      append(&self, item)
    }
    self.append(UInt8(ascii: "]"))
  }

  /// Appends ISO 8601 in UTC, quoted.
  mutating func append(_ time: AirTime) {
    let day = time.dayNumber
    let (year, month, date) = CivilDate.civil(fromDays: day)
    let second = time.secondsSince1970 - day * 86_400
    append(UInt8(ascii: "\""))
    appendTwoDigits(year / 100)
    appendTwoDigits(year % 100)
    append(UInt8(ascii: "-"))
    appendTwoDigits(month)
    append(UInt8(ascii: "-"))
    appendTwoDigits(date)
    append(UInt8(ascii: "T"))
    appendTwoDigits(second / 3_600)
    append(UInt8(ascii: ":"))
    appendTwoDigits(second / 60 % 60)
    append(UInt8(ascii: ":"))
    appendTwoDigits(second % 60)
    append(contentsOf: "Z\"".utf8)
  }

  private mutating func appendTwoDigits(_ number: Int64) {
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10))
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
  }

  /// Appends a timeline.
  mutating func append(_ timeline: AirTimeline) {
    switch timeline.storage {
    case .regular(let start, let step, let length, let count):
      append(
        contentsOf: "{\"count\":\(count),\"length\":\"\(ISODuration(seconds: length).text)\",\"start\":".utf8)
      append(AirTime(secondsSince1970: start))
      append(contentsOf: ",\"step\":\"\(ISODuration(seconds: step).text)\"}".utf8)
    case .explicit(let starts, let ends):
      var separator = "{\"intervals\":[["
      for (start, end) in zip(starts, ends) {
        append(contentsOf: separator.utf8)
        append(AirTime(secondsSince1970: start))
        append(UInt8(ascii: ","))
        append(AirTime(secondsSince1970: end))
        separator = "],["
      }
      append(contentsOf: "]]}".utf8)
    }
  }

  /// Appends a completeness, or `null`.
  mutating func append(_ completeness: AirReading.Completeness?) {
    if let observed = completeness?.observed, let expected = completeness?.expected {
      append(contentsOf: "{\"expected\":\(expected),\"observed\":\(observed)}".utf8)
    } else if let percent = completeness?.percent {
      append(contentsOf: "{\"percent\":".utf8)
      ShortestDecimal.append(percent, to: &self)
      append(UInt8(ascii: "}"))
    } else {
      append(contentsOf: "null".utf8)
    }
  }

  /// Appends an accuracy, or `null`.
  mutating func append(_ accuracy: AirReading.Accuracy?) {
    guard let accuracy else { return append(contentsOf: "null".utf8) }
    append(UInt8(ascii: "{"))
    var isFirst = true
    func add(_ name: String, _ number: Double, to text: inout Self) {
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      text.append(contentsOf: "\"\(name)\":".utf8)
      ShortestDecimal.append(number, to: &text)
    }
    if let bounds = accuracy.bounds {
      append(contentsOf: "\"bounds\":{".utf8)
      add("high", bounds.high, to: &self)
      add("low", bounds.low, to: &self)
      add("probability", bounds.probability, to: &self)
      append(UInt8(ascii: "}"))
    }
    if let limit = accuracy.detectionLimit { add("detectionLimit", limit, to: &self) }
    if let uncertainty = accuracy.uncertainty { add("uncertainty", uncertainty, to: &self) }
    append(UInt8(ascii: "}"))
  }
}
