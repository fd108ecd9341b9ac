import AQKit

extension ReportBuilder {
  /// Adds one value that a service writes as a number or as text, where some words stand for no value.
  ///
  /// - Parameters:
  ///   - parameter: The parameter.
  ///   - value: The value; a missing member adds nothing.
  ///   - words: The texts that stand for no value; a blank text always does.
  ///   - unit: The provider's unit.
  ///   - stamp: The provider's time stamp.
  ///   - convention: What the stamp means; by default what the parameter's offer says.
  ///   - averaging: The averaging period; by default that of the source's offer.
  ///   - flags: The provider's quality flags.
  ///   - origin: The origin, where it differs from the report's.
  ///   - site: The site.
  mutating func add(
    _ parameter: AirParameter, _ value: AQJSON, nothing words: Set<String>, unit: AirUnit,
    at stamp: TimeStamp, convention: SourceDescriptor.TimeConvention? = nil,
    averaging: AveragingPeriod? = nil, flags: Set<AirReading.QualityFlag> = [],
    origin: AirOrigin? = nil, to site: SiteReference
  ) {
    let text = value.filledText
    if text == nil && value.kind == .string || text.map(words.contains) ?? false {
      add(
        parameter, nil, unit: unit, at: stamp, convention: convention, averaging: averaging, flags: flags,
        origin: origin, to: site)
    } else {
      add(
        parameter, value, acceptingText: true, unit: unit, at: stamp, convention: convention,
        averaging: averaging, flags: flags, origin: origin, to: site)
    }
  }
}

extension AQJSON {
  /// The text of a string or a number without white space around it; nil if there is none, or it is blank.
  var filledText: String? {
    guard let text = try? string(acceptingNumber: true) else { return nil }
    let end = text.lastIndex { !$0.isWhitespace }
    return end.map { String(text[...$0].drop(while: \.isWhitespace)) }
  }
}

extension SourceDescriptor {
  /// The declaration of an instance that asks another address; unchanged without one.
  func asked(at address: String?) -> SourceDescriptor {
    guard let address else { return self }
    var copy = self
    copy.endpoints = [Endpoint(configured: address)]
    return copy
  }
}

extension TransportResponse {
  /// Whether a store of files (Amazon S3) says that it has no such file, which it does with 403 where it lists none.
  var isMissingFile: Bool {
    [403, 404].contains(status) && String(decoding: body.prefix(400), as: UTF8.self).contains("<Error>")
  }
}
