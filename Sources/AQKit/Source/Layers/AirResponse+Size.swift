extension AirResponse {
  /// The approximate size in memory in bytes, texts included.
  var approximateSize: Int {
    notes.reduce(reports.reduce(0) { $0 + $1.approximateSize }) { sum, note in
      sum + 160 + bytes(of: [note.message]) + note.places.count * 8
        + bytes(of: note.parameters.map(\.rawValue))
    }
  }
}

extension AirReport {
  fileprivate var approximateSize: Int {
    let texts = attribution.flatMap { [$0.text, $0.link, $0.licence, $0.licenceLink] }
    let site = [site.id, site.name, site.timeZone, site.country, rights.terms]
    return series.reduce(400 + attribution.count * 120 + bytes(of: texts + site) + places.count * 8) {
      $0 + $1.approximateSize
    }
  }
}

extension AirSeries {
  fileprivate var approximateSize: Int {
    let texts = [
      parameter.rawValue, unit.rawValue, origin?.source?.rawValue, origin?.siteID, origin?.model,
      origin?.instrument, origin?.edition, correction?.method,
    ]
    let perValue =
      8 + (flags == nil ? 0 : 24) + (completeness == nil ? 0 : 24) + (timeline.regular == nil ? 16 : 0)
    let flagged = flags?.reduce(0) { $0 + bytes(of: $1.map(\.rawValue)) } ?? 0
    return 200 + count * perValue + bytes(of: texts) + bytes(of: correction?.inputs.map(\.rawValue) ?? [])
      + flagged
  }
}

/// The bytes that texts take outside of the value that holds them.
private func bytes(of texts: [String?]) -> Int {
  texts.reduce(0) { sum, text in
    let length = text?.utf8.count ?? 0
    // Short texts are stored inline.
    return length > 15 ? sum + length + 32 : sum
  }
}
