public import AQKit

/// Registers the networks of stations: `try AQContainer.live.installing(.stations())`.
///
/// Each source declares the boxes that it covers, so that a hub only asks those that may cover a place.
public struct StationsModule: AQModule {
  private let keys: StationKeys
  private let registersAll: Bool
  private let decompress: (@Sendable (_ bytes: [UInt8]) throws -> [UInt8])?

  /// Creates a module.
  ///
  /// - Parameters:
  ///   - keys: The available keys.
  ///   - registersAll: Whether to register services whose key isn't given, too, so that a configuration can supply it;
  ///     until then a hub doesn't ask them. They include a PurpleAir sensor at home, switched off.
  ///   - decompress: Decompresses gzip, the format of OpenAQ's archive; nil if the archive isn't read.
  public init(
    keys: StationKeys = StationKeys(), registersAll: Bool = false,
    decompress: (@Sendable (_ bytes: [UInt8]) throws -> [UInt8])? = nil
  ) {
    self.keys = keys
    self.registersAll = registersAll
    self.decompress = decompress
  }

  /// Registers the services that need no key and those whose key is given, and the formats of all services.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when the name of a source or of a format is taken.
  public func install(into container: inout AQContainer) throws {
    try container.install(.uba)
    try container.install(.luchtmeetnet)
    try container.install(.gios)
    try container.install(.londonAir)
    try container.install(.irceline)
    try container.install(.ukAir)
    try container.install(.smhiAir)
    try container.install(.nea)
    try container.install(.canadaAQHI)
    try container.install(.soramame)
    try container.install(.miteco)
    try container.install(.chmi)
    try container.install(.luftmalinger)
    try container.install(.hongKongEPD)
    try container.install(.fmi)
    try container.install(.lcsqa)
    try container.install(.atmoFrance)
    if let token = keys.atmoFrance { try container.setOption("token", of: "atmo-france", to: token.exposed) }
    try container.install(.sensorCommunity)
    try container.install(.airGradientCloud)
    try container.install(.airNow)
    if let key = keys.airNow { try container.setOption("apiKey", of: "airnow", to: key.exposed) }
    try install(.openAQ(decompress: decompress), .openAQ, keys.openAQ, into: &container)
    try install(.moenv, .moenv, keys.moenv, into: &container)
    try install(.airKorea, .airKorea, keys.airKorea, option: "serviceKey", into: &container)
    try install(.cpcb, .cpcb, keys.cpcb, into: &container)
    try install(.pirateWeather, .pirateWeather, keys.pirateWeather, into: &container)
    try install(.purpleAir, .purpleAir, keys.purpleAir, into: &container)
    try install(.purpleAirLocal, .purpleAirLocal, nil, into: &container)
    try install(.waqi, .waqi, keys.waqi, into: &container)
    try install(.cap, .cap, nil, into: &container)
    guard registersAll else { return }
    // A sensor at home is only asked once its location has been set.
    try container.setEnabled(false, of: "purpleair-local")
    if keys.waqi == nil { try container.setEnabled(false, of: "waqi") }
  }

  /// Registers a service with its key, or only its format.
  private func install<Adapter: HTTPAdapter>(
    _ module: HTTPModule<Adapter>, _ format: PayloadFormat, _ key: AirSecret?, option: String = "apiKey",
    into container: inout AQContainer
  ) throws {
    guard registersAll || key != nil else { return container.replace(format: format) }
    try container.install(module)
    if let key { try container.setOption(option, of: Adapter.descriptor.id, to: key.exposed) }
  }
}

extension AQModule where Self == StationsModule {
  /// The networks of stations that need no key, and those whose key is given.
  public static func stations(_ keys: StationKeys = StationKeys()) -> StationsModule {
    StationsModule(keys: keys)
  }
}
