public import AQKit

/// The keys of services that give one to each user.
public struct StationKeys: Hashable, Sendable {
  /// AirNow's (docs.airnowapi.org).
  public var airNow: AirSecret?
  /// OpenAQ's (explore.openaq.org).
  public var openAQ: AirSecret?
  /// PurpleAir's read key (develop.purpleair.com); each query costs points.
  public var purpleAir: AirSecret?
  /// WAQI's token (aqicn.org/data-platform/token), which also switches the source on: its terms forbid paid applications.
  public var waqi: AirSecret?
  /// Taiwan's (data.moenv.gov.tw).
  public var moenv: AirSecret?
  /// Korea's (data.go.kr), as issued.
  public var airKorea: AirSecret?
  /// India's (data.gov.in).
  public var cpcb: AirSecret?
  /// Atmo France's token (admindata.atmo-france.org), which its map service doesn't need.
  public var atmoFrance: AirSecret?
  /// Pirate Weather's (pirate-weather.apiable.io).
  public var pirateWeather: AirSecret?

  /// Creates keys; a service that requires one isn't asked without it.
  public init(
    airNow: AirSecret? = nil, openAQ: AirSecret? = nil, purpleAir: AirSecret? = nil, waqi: AirSecret? = nil,
    moenv: AirSecret? = nil, airKorea: AirSecret? = nil, cpcb: AirSecret? = nil,
    atmoFrance: AirSecret? = nil, pirateWeather: AirSecret? = nil
  ) {
    self.airNow = airNow
    self.openAQ = openAQ
    self.purpleAir = purpleAir
    self.waqi = waqi
    self.moenv = moenv
    self.airKorea = airKorea
    self.cpcb = cpcb
    self.atmoFrance = atmoFrance
    self.pirateWeather = pirateWeather
  }
}
