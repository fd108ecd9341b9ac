public import AQKit

/// The keys of services that give one to each user.
public struct StationKeys: Hashable, Sendable {
  /// The key of AirNow (docs.airnowapi.org).
  public var airNow: AirSecret?
  /// The key of OpenAQ (explore.openaq.org).
  public var openAQ: AirSecret?
  /// The read key of PurpleAir (develop.purpleair.com); each query costs points.
  public var purpleAir: AirSecret?
  /// The token of WAQI (aqicn.org/data-platform/token), which also switches the source on: its terms forbid paid applications.
  public var waqi: AirSecret?
  /// The key of Taiwan's ministry (data.moenv.gov.tw).
  public var moenv: AirSecret?
  /// The key of Korea's open data (data.go.kr), as issued.
  public var airKorea: AirSecret?
  /// The key of India's open data (data.gov.in).
  public var cpcb: AirSecret?
  /// The token of Atmo France (admindata.atmo-france.org), which its map service doesn't need.
  public var atmoFrance: AirSecret?
  /// The key of Pirate Weather (pirate-weather.apiable.io).
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
