import AQKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension OpenMeteoAirQuality {
  /// The adapter that a configuration asks for.
  init(options: SourceOptions) throws {
    self.init(
      apiKey: options.secret("apiKey"), baseURL: options["baseURL"],
      domain: try options.choice("domain", .auto),
      cellSelection: try options["cellSelection"].map { _ in try options.choice("cellSelection", .land) },
      dayZone: try options.dayZone("dayZone"), limits: try options.limits())
  }
}

extension OpenMeteoWeather {
  /// The adapter that a configuration asks for.
  init(options: SourceOptions) throws {
    self.init(
      apiKey: options.secret("apiKey"), baseURL: options["baseURL"],
      cellSelection: try options.choice("cellSelection", .land), limits: try options.limits())
  }
}

extension OpenMeteoArchive {
  /// The adapter that a configuration asks for.
  init(options: SourceOptions) throws {
    self.init(
      apiKey: options.secret("apiKey"), baseURL: options["baseURL"],
      model: try options.choice("model", .bestMatch),
      cellSelection: try options.choice("cellSelection", .land), limits: try options.limits())
  }
}

extension OpenMeteoClimate {
  /// The adapter that a configuration asks for.
  init(options: SourceOptions) throws {
    self.init(
      apiKey: options.secret("apiKey"), baseURL: options["baseURL"],
      models: try options.choices("models"), isBiasCorrected: try options.bool("biasCorrected") ?? true,
      cellSelection: try options.choice("cellSelection", .land), limits: try options.limits())
  }
}

extension SourceOptions {
  /// The days in an option: `auto`, or a zone.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when the process lacks the zone's rules; the message names the zone.
  fileprivate func dayZone(_ name: String) throws(AQError) -> OpenMeteoAirQuality.DayZone? {
    guard let identifier = self[name] else { return nil }
    if identifier == "auto" { return .ofEachPlace }
    guard let zone = TimeZone(identifier: identifier) else {
      throw AQError(
        .notConfigured,
        "The rules of the time zone “\(identifier.prefix(60))” are not to be had in this process.",
        source: source)
    }
    return .fixed(zone)
  }
}
