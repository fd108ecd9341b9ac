public import AQKit

extension PayloadFormat {
  /// The format of AirGradient's responses: all public monitors, one of them, or those of an account.
  public static let airGradientCloud = PayloadFormat(AirGradientCloud(baseURL: nil))
  /// The format of AirKorea's responses: stations, values, errors, in JSON or XML.
  public static let airKorea = PayloadFormat(AirKoreaStations(serviceKey: nil, baseURL: nil))
  /// The format of any response or file of AirNow, recognised by its content.
  public static let airNow = PayloadFormat(AirNowStations(apiKey: ""))
  /// The format of Atmo France's responses: features with indices from any of its services, and communes.
  public static let atmoFrance = PayloadFormat(AtmoFranceZones(), step: .index(nil))
  /// The format of responses about Canada's index: features of GeoMet, and the Datamart's files.
  public static let canadaAQHI = PayloadFormat(CanadaAQHICommunities(baseURL: nil))
  /// The format of warnings in the Common Alerting Protocol, a list of them, or the GeoJSON of NWS or ECCC.
  public static let cap = PayloadFormat(CAPNotices())
  /// The format of ČHMÚ's files: the metadata, and an hour's values, of which only indices are readable without it.
  public static let chmi = PayloadFormat(CHMIStations(baseURL: nil), step: .any)
  /// The format of responses of India's stations at data.gov.in.
  public static let cpcb = PayloadFormat(CPCBStations(apiKey: nil, baseURL: nil))
  /// The format of FMI's responses: the list of stations, values in the simple form, and exception reports.
  public static let fmi = PayloadFormat(FMIStations(baseURL: nil), step: .any)
  /// The format of GIOŚ's responses: stations, the sensors of one, hours, the index, and refusals.
  public static let gios = PayloadFormat(GIOSStations(), step: .values(nil))
  /// The format of the files of Hong Kong's stations: concentrations, and the index.
  public static let hongKongEPD = PayloadFormat(HongKongEPDStations(baseURL: nil))
  /// The format of LCSQA's files: a day of hours, an export of Géod'air, and rows of dataset D.
  public static let lcsqa = PayloadFormat(LCSQAStations(), step: .day)
  /// The format of the London Air Quality Network's responses: stations, hours, indices.
  public static let londonAir = PayloadFormat(LondonAirStations(baseURL: nil), step: .values)
  /// The format of Luchtmeetnet's responses: stations, concentrations, the index, and RIVM's table of stations.
  public static let luchtmeetnet = PayloadFormat(LuchtmeetnetStations())
  /// The format of responses of Norway's stations: a list of rows, or one.
  public static let luftmalinger = PayloadFormat(LuftmalingerStations(baseURL: nil))
  /// The format of the files of Spain's index: the newest hour, 24 hours, the forecast.
  public static let miteco = PayloadFormat(MITECOStations(baseURL: nil), step: .any)
  /// The format of responses of Taiwan's stations: a response of the platform, a bare list, or one record.
  public static let moenv = PayloadFormat(MOENVStations(apiKey: nil, baseURL: nil))
  /// The format of responses of Singapore's regions: the PSI and PM2.5, in both shapes.
  public static let nea = PayloadFormat(NEARegions(apiKey: nil, baseURL: nil))
  /// The format of any response of OpenAQ and of the files of its archive, recognised by content.
  public static let openAQ = PayloadFormat(OpenAQStations(apiKey: ""), step: .any)
  /// The format of Pirate Weather's responses: the current and the hourly air at a point.
  public static let pirateWeather = PayloadFormat(PirateWeather(apiKey: nil, baseURL: nil))
  /// The format of Soramame's files: the newest hour, stations, values of an hour or of a station, and rows of the search.
  public static let soramame = PayloadFormat(SoramameStations(baseURL: nil), step: .values(end: nil))
  /// The format of any response of UBA's air data, recognised by its content.
  public static let uba = PayloadFormat(UBAStations(), step: .any)
  /// The format of any response of WAQI, recognised by its content.
  public static let waqi = PayloadFormat(WAQIStations(apiKey: ""))
}
