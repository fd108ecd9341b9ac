/// Writes a report and its parts in AQKit's schema, members in the order of their names.
extension JSONText {
  mutating func value(_ report: AirReport) {
    // The series of a report often share their timeline.
    var last: (timeline: AirTimeline, text: [UInt8])?
    object {
      $0.member("attribution", report.attribution)
      $0.member("issuedAt", ifPresent: report.issuedAt?.description)
      $0.member("kind", report.kind.rawValue)
      $0.array("places") { for place in report.places { $0.value(place) } }
      $0.member("receivedAt", report.receivedAt.description)
      $0.member("rights", report.rights)
      $0.member("schema", AirReport.schemaVersion)
      $0.array("series") {
        for series in report.series {
          let text = last?.timeline == series.timeline ? last?.text ?? [] : Self.text(of: series.timeline)
          last = (series.timeline, text)
          $0.value(series, timeline: text)
        }
      }
      $0.member("site", report.site)
      $0.member("source", report.source.rawValue)
    }
  }

  private mutating func value(_ series: AirSeries, timeline: [UInt8]) {
    object {
      if let accuracy = series.accuracy { $0.array("accuracy") { for one in accuracy { $0.value(one) } } }
      $0.member("averaging", series.averaging.description)
      if let completeness = series.completeness {
        $0.array("completeness") { for one in completeness { $0.value(one) } }
      }
      if let conversion = series.conversion { $0.member("conversion", conversion) }
      if let correction = series.correction { $0.member("correction", correction) }
      if let flags = series.flags {
        $0.array("flags") {
          for set in flags { $0.array { for flag in set.map(\.rawValue).sorted() { $0.value(flag) } } }
        }
      }
      if let origin = series.origin { $0.member("origin", origin) }
      $0.member("parameter", series.parameter.rawValue)
      $0.name("timeline")
      $0.value(json: timeline)
      $0.member("unit", series.unit.rawValue)
      $0.member("values", series.values)
    }
  }

  private static func text(of timeline: AirTimeline) -> [UInt8] {
    func time(_ seconds: Int64) -> String { AirTime(secondsSince1970: seconds).description }
    var json = JSONText()
    json.object {
      switch timeline.storage {
      case .regular(let start, let step, let length, let count):
        $0.member("count", count)
        $0.member("length", ISODuration(seconds: length).text)
        $0.member("start", time(start))
        $0.member("step", ISODuration(seconds: step).text)
      case .explicit(let starts, let ends):
        $0.array("intervals") {
          for (start, end) in zip(starts, ends) {
            $0.array {
              $0.value(time(start))
              $0.value(time(end))
            }
          }
        }
      }
    }
    return json.bytes
  }

  private mutating func value(_ completeness: AirReading.Completeness?) {
    guard let completeness else { return null() }
    object {
      if let observed = completeness.observed, let expected = completeness.expected {
        $0.member("expected", expected)
        $0.member("observed", observed)
      } else if let percent = completeness.percent {
        $0.member("percent", percent)
      }
    }
  }

  private mutating func value(_ accuracy: AirReading.Accuracy?) {
    guard let accuracy else { return null() }
    object {
      if let bounds = accuracy.bounds {
        $0.object("bounds") {
          $0.member("high", bounds.high)
          $0.member("low", bounds.low)
          $0.member("probability", bounds.probability)
        }
      }
      if let limit = accuracy.detectionLimit { $0.member("detectionLimit", limit) }
      if let uncertainty = accuracy.uncertainty { $0.member("uncertainty", uncertainty) }
    }
  }

  private mutating func member(_ name: String, _ site: AirSite) {
    object(name) {
      if let coordinate = site.coordinate {
        $0.object("coordinate") {
          $0.member("latitude", coordinate.latitude)
          $0.member("longitude", coordinate.longitude)
        }
      }
      $0.member("country", ifPresent: site.country)
      if site.details != AirSite.Details() { $0.member("details", site.details) }
      if let elevation = site.elevation { $0.member("elevation", elevation) }
      $0.member("id", ifPresent: site.id)
      if let isIndoor = site.isIndoor { $0.member("indoor", isIndoor) }
      $0.member("kind", site.kind.rawValue)
      $0.member("name", ifPresent: site.name)
      $0.member("timeZone", ifPresent: site.timeZone)
    }
  }

  private mutating func member(_ name: String, _ details: AirSite.Details) {
    object(name) {
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

  private mutating func member(_ name: String, _ attributions: [AirAttribution]) {
    array(name) {
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

  private mutating func member(_ name: String, _ rights: AirRights) {
    object(name) {
      $0.member("attributionRequired", rights.attributionRequired)
      $0.member("caching", rights.caching.rawValue)
      $0.member("commercialUse", rights.commercialUse.rawValue)
      $0.member("modification", rights.modification.rawValue)
      $0.member("redistribution", rights.redistribution.rawValue)
      $0.member("shareAlike", rights.shareAlike)
      $0.member("terms", ifPresent: rights.terms)
    }
  }

  private mutating func member(_ name: String, _ origin: AirOrigin) {
    object(name) {
      if let attribution = origin.attribution { $0.member("attribution", attribution) }
      $0.member("edition", ifPresent: origin.edition)
      $0.member("instrument", ifPresent: origin.instrument)
      $0.member("model", ifPresent: origin.model)
      if let rights = origin.rights { $0.member("rights", rights) }
      $0.member("siteID", ifPresent: origin.siteID)
      $0.member("source", ifPresent: origin.source?.rawValue)
    }
  }

  private mutating func member(_ name: String, _ correction: AirOrigin.Correction) {
    object(name) {
      $0.member("author", correction.author.rawValue)
      $0.array("inputs") { for input in correction.inputs { $0.value(input.rawValue) } }
      $0.member("method", correction.method)
    }
  }

  private mutating func member(_ name: String, _ conversion: AirUnit.Conversion) {
    object(name) {
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
    object(name) { for key in texts.keys.sorted() { $0.member(key, texts[key] ?? "") } }
  }
}
