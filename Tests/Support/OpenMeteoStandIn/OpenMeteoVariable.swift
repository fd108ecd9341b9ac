import AQKit

/// An hourly variable of the stand-in: its spelling, and the range of its generated values.
struct OpenMeteoVariable: Hashable, Sendable {
  /// The models that have it.
  enum Domain: String, Hashable, Sendable {
    /// CAMS Europe and CAMS global.
    case everywhere = "EG"
    case europe = "E"
    case global = "G"
    /// CAMS global greenhouse gases, and CAMS Europe and global for the gases that these have.
    case greenhouse = "H"
    /// Computed from others.
    case index = "I"
    /// The weather models.
    case weather = "W"
  }

  let name: String
  let unit: String
  let decimals: Int
  let low: Double
  let high: Double
  let domain: Domain

  /// Returns the variable with a wire name, including old names of sub-indices.
  static func known(_ name: String) -> OpenMeteoVariable? {
    table[name] ?? aliases[name].flatMap { table[$0] }
  }

  /// Name, unit (`-` for none), decimals, lowest and highest value, models. Units and decimals are the service's.
  private static let text = """
    pm10                                      μg/m³      1    4   60   EG
    pm2_5                                     μg/m³      1    2   40   EG
    carbon_monoxide                           μg/m³      1  110  420   EG
    nitrogen_dioxide                          μg/m³      1    2   60   EG
    sulphur_dioxide                           μg/m³      1    0   15   EG
    ozone                                     μg/m³      1   10  120   EG
    dust                                      μg/m³      1    0   20   EG
    formaldehyde                              μg/m³      1    0    4   EG
    glyoxal                                   μg/m³      1    0    1   EG
    peroxyacyl_nitrates                       μg/m³      1    0    3   EG
    nitrogen_monoxide                         μg/m³      1    0   12   EG
    sea_salt_aerosol                          μg/m³      1    0    8   EG
    carbon_dioxide                            ppm        0  410  470   H
    methane                                   μg/m³      1 1300 1700   H
    ammonia                                   μg/m³      1    0   20   E
    non_methane_volatile_organic_compounds    μg/m³      1   10   90   E
    pm10_wildfires                            μg/m³      1    0    5   E
    pm2_5_total_organic_matter                μg/m³      1    0    9   E
    residential_elementary_carbon             μg/m³      1    0    1   E
    secondary_inorganic_aerosol               μg/m³      1    1   20   E
    total_elementary_carbon                   μg/m³      1    0    2   E
    alder_pollen                              grains/m³  1    0    9   E
    birch_pollen                              grains/m³  1    0   40   E
    grass_pollen                              grains/m³  1    0   30   E
    mugwort_pollen                            grains/m³  1    0    9   E
    olive_pollen                              grains/m³  1    0   20   E
    ragweed_pollen                            grains/m³  1    0    9   E
    aerosol_optical_depth                     -          2    0    1   G
    uv_index                                  -          2    0    8   G
    uv_index_clear_sky                        -          2    0    9   G
    is_day                                    -          0    0    1   EG
    european_aqi                              EAQI       0    0    0   I
    european_aqi_pm2_5                        EAQI       0    0    0   I
    european_aqi_pm10                         EAQI       0    0    0   I
    european_aqi_nitrogen_dioxide             EAQI       0    0    0   I
    european_aqi_ozone                        EAQI       0    0    0   I
    european_aqi_sulphur_dioxide              EAQI       0    0    0   I
    us_aqi                                    USAQI      0    0    0   I
    us_aqi_pm2_5                              USAQI      0    0    0   I
    us_aqi_pm10                               USAQI      0    0    0   I
    us_aqi_nitrogen_dioxide                   USAQI      0    0    0   I
    us_aqi_ozone                              USAQI      0    0    0   I
    us_aqi_sulphur_dioxide                    USAQI      0    0    0   I
    us_aqi_carbon_monoxide                    USAQI      0    0    0   I
    temperature_2m                            °C         1   -4   28   W
    apparent_temperature                      °C         1   -8   30   W
    dew_point_2m                              °C         1   -9   16   W
    relative_humidity_2m                      %          0   30   99   W
    pressure_msl                              hPa        1  990 1030   W
    surface_pressure                          hPa        1  960 1010   W
    precipitation                             mm         2    0    2   W
    rain                                      mm         2    0    2   W
    showers                                   mm         2    0    1   W
    snowfall                                  cm         2    0    1   W
    precipitation_probability                 %          0    0  100   W
    cloud_cover                               %          0    0  100   W
    cloud_cover_low                           %          0    0  100   W
    cloud_cover_mid                           %          0    0  100   W
    cloud_cover_high                          %          0    0  100   W
    visibility                                m          2 2000 24140  W
    weather_code                              wmo~code   0    0    3   W
    wind_speed_10m                            km/h       1    0   40   W
    wind_gusts_10m                            km/h       1    5   80   W
    wind_direction_10m                        °          0    0  359   W
    shortwave_radiation                       W/m²       1    0  700   W
    sunshine_duration                         s          2    0 3600   W
    evapotranspiration                        mm         2    0    1   W
    et0_fao_evapotranspiration                mm         2    0    1   W
    soil_moisture_0_to_10cm                   m³/m³      3    0    1   W
    """

  private static let table: [String: OpenMeteoVariable] = {
    var table: [String: OpenMeteoVariable] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 6, let decimals = Int(words[2]), let low = Double(words[3]),
        let high = Double(words[4]), let domain = Domain(rawValue: words[5])
      else { continue }
      table[words[0]] = OpenMeteoVariable(
        name: words[0], unit: words[1] == "-" ? "" : words[1].replacing("~", with: " "), decimals: decimals,
        low: low, high: high, domain: domain)
    }
    return table
  }()

  private static let aliases: [String: String] = {
    var aliases: [String: String] = [:]
    for index in ["european_aqi", "us_aqi"] {
      for (short, long) in [
        ("no2", "nitrogen_dioxide"), ("o3", "ozone"), ("so2", "sulphur_dioxide"), ("co", "carbon_monoxide"),
      ] where index == "us_aqi" || short != "co" {
        aliases["\(index)_\(short)"] = "\(index)_\(long)"
      }
    }
    return aliases
  }()
}

/// A daily variable: an aggregate of an hourly one, or a property of the sun.
struct OpenMeteoDailyVariable: Sendable {
  enum Kind: Sendable {
    case greatest, least, mean, sum, prevailing
    case hours
    case sunrise, sunset, daylight
  }

  let name: String
  let kind: Kind
  let base: OpenMeteoVariable?
  let unit: String
  let decimals: Int

  /// Returns the variable with a wire name; nil if the service has none.
  static func known(_ name: String) -> OpenMeteoDailyVariable? {
    switch name {
    case "sunrise": return .init(name: name, kind: .sunrise, base: nil, unit: "", decimals: 0)
    case "sunset": return .init(name: name, kind: .sunset, base: nil, unit: "", decimals: 0)
    case "daylight_duration": return .init(name: name, kind: .daylight, base: nil, unit: "s", decimals: 2)
    case "weather_code": return of("weather_code", .greatest, as: name)
    case "sunshine_duration": return of("sunshine_duration", .sum, as: name)
    case "et0_fao_evapotranspiration": return of("et0_fao_evapotranspiration", .sum, as: name)
    case "precipitation_hours":
      return .init(
        name: name, kind: .hours, base: OpenMeteoVariable.known("precipitation"), unit: "h", decimals: 1)
    case "shortwave_radiation_sum":
      return .init(
        name: name, kind: .sum, base: OpenMeteoVariable.known("shortwave_radiation"), unit: "MJ/m²",
        decimals: 2)
    default: break
    }
    for (ending, kind) in [
      ("_max", Kind.greatest), ("_min", .least), ("_mean", .mean), ("_sum", .sum), ("_dominant", .prevailing),
    ] where name.hasSuffix(ending) {
      return of(String(name.dropLast(ending.utf8.count)), kind, as: name)
    }
    return nil
  }

  private static func of(_ base: String, _ kind: Kind, as name: String) -> OpenMeteoDailyVariable? {
    guard let base = OpenMeteoVariable.known(base), base.domain == .weather || base.name.hasPrefix("uv_index")
    else { return nil }
    return OpenMeteoDailyVariable(
      name: name, kind: kind, base: base, unit: base.unit, decimals: base.decimals)
  }
}

/// The units that a call selects.
struct OpenMeteoUnits {
  private let isFahrenheit: Bool
  private let wind: String
  private let isInch: Bool

  /// Reads the selection; refuses an unknown unit.
  init(_ question: OpenMeteoQuestion) throws {
    let temperature = try question.word("temperature_unit", "TemperatureUnit", of: ["celsius", "fahrenheit"])
    isFahrenheit = temperature == "fahrenheit"
    let words = ["kmh", "ms", "mph", "kn"]
    let old = try question.word("windspeed_unit", "WindspeedUnit", of: words)
    wind = try question.word("wind_speed_unit", "WindspeedUnit", of: words) ?? old ?? "kmh"
    isInch = try question.word("precipitation_unit", "PrecipitationUnit", of: ["mm", "inch"]) == "inch"
  }

  /// Returns the written unit of a quantity, its decimals, and the conversion of the value.
  func written(_ unit: String, _ decimals: Int) -> (unit: String, decimals: Int, value: (Double) -> Double) {
    switch unit {
    case "°C" where isFahrenheit: return ("°F", decimals, { $0 * 1.8 + 32 })
    case "km/h":
      switch wind {
      case "ms": return ("m/s", 2, { $0 / 3.6 })
      case "mph": return ("mp/h", decimals, { $0 / 1.609344 })
      case "kn": return ("kn", decimals, { $0 / 1.852 })
      default: return (unit, decimals, { $0 })
      }
    case "mm" where isInch: return ("inch", 3, { $0 / 25.4 })
    case "cm" where isInch: return ("inch", 3, { $0 / 2.54 })
    default: return (unit, decimals, { $0 })
    }
  }
}
