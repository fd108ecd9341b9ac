extension AirSite.Instrument {
  /// Returns the values of a parameter that an instrument of this model can give, according to its maker's document;
  /// nil for a model that AQKit doesn't know, or a parameter that it doesn't measure.
  ///
  /// A model is known by a word of ``model`` or, without one, of ``id``: `Nova Fitness SDS011`, `BME280-76`.
  public func bounds(of parameter: AirParameter) -> AirParameter.Bounds? {
    guard let known, let values = known.values(of: parameter) else { return nil }
    return AirParameter.Bounds(
      values.plausible, possible: values.possible, unit: values.unit, source: known.source)
  }

  /// Whether AQKit knows the range of this model.
  package var isKnownModel: Bool { known != nil }

  /// Whether the instrument is a known particle counter that Plantower doesn't make.
  package var isOfOtherMake: Bool { known.map { $0.values(of: .pm25) != nil && !$0.isPlantower } ?? false }

  private var known: Model? {
    guard let text = model ?? id, !text.isEmpty else { return nil }
    let words = Array(text.lowercased().utf8)
    return Self.models.first { model in model.names.contains { words.hasWord(beginningWith: $0.utf8) } }
  }

  private struct Model: Sendable {
    /// The beginnings, in lower case, of words that name the model.
    let names: [String]
    /// The maker's document.
    let source: String
    let particles: Values?
    let values: [(AirParameter, Values)]
    /// Whether it converts light to mass as Plantower's sensors do.
    var isPlantower: Bool { names.contains { $0.hasPrefix("pms") } }

    init(
      _ names: [String], _ source: String, particles: Values? = nil, _ values: [(AirParameter, Values)] = []
    ) {
      self.names = names
      self.source = source
      self.particles = particles
      self.values = values
    }

    func values(of parameter: AirParameter) -> Values? {
      if let own = values.first(where: { $0.0 == parameter }) { return own.1 }
      let sizes: [AirParameter] = [.pm1, .pm25, .known("pm4"), .pm10]
      return sizes.contains(parameter) ? particles : nil
    }
  }

  private struct Values: Sendable {
    let plausible: ClosedRange<Double>
    let possible: ClosedRange<Double>
    let unit: AirUnit

    /// Values in a range beyond which the instrument gives no measurement.
    static func only(_ range: ClosedRange<Double>, _ unit: AirUnit) -> Values {
      Values(plausible: range, possible: range, unit: unit)
    }

    /// Values of an optical particle counter. It can't give negative values, but it does give numbers beyond its range.
    static func counter(upTo end: Double) -> Values {
      Values(plausible: 0...end, possible: -5...1e9, unit: .microgramsPerCubicMetre)
    }

    /// Values of an optical particle counter that gives the end of its range for everything beyond it.
    static func counter(before end: Double) -> Values {
      Values(plausible: 0...end.nextDown, possible: -5...end.nextDown, unit: .microgramsPerCubicMetre)
    }

    /// Relative humidity: once wet, many sensors stay at 99.9 or 100 % for weeks, but in fog such values are right. So
    /// they are flagged as suspect, not refused. Source: Sensor.Community's boxes, opendata-stuttgart/sensors-software
    /// issues 170, 544 and 848.
    static let hygrometer = Values(plausible: 0...99.5.nextDown, possible: -3...110, unit: .percent)
  }

  private static let bosch: [(AirParameter, Values)] = [
    (.temperature, .only(-40...85, .celsius)), (.surfacePressure, .only(300...1100, .hectopascal)),
  ]

  private static let models: [Model] = [
    // The specification says 0 to 999.9 µg/m³ for both; for PM10 the sensor gives up to 1,999.9.
    Model(
      ["sds0", "sds198"], "Nova Fitness, SDS011 specification, V1.3 (9 October 2015)",
      [(.pm25, .counter(before: 999.9)), (.pm10, .counter(before: 1999.9))]),
    Model(
      ["pms1003", "pms3003", "pms5003", "pms6003", "pms7003", "pms9003", "pmsa003", "pmsx003"],
      "Plantower, PMS5003 manual, V2.3 (2016): maximum range of at least 1,000 µg/m³",
      particles: .counter(upTo: 1000)),
    Model(
      ["sps30"], "Sensirion, SPS30 datasheet (version 0.9, November 2018, and later): 0 to 1,000 µg/m³",
      particles: .counter(upTo: 1000)),
    // Only SEN54 and SEN55 measure temperature, humidity and VOC, and only SEN55 measures NOx (datasheet, figure 1).
    Model(
      ["sen50"], "Sensirion, SEN5x datasheet, version 1 (January 2022), and version 2 (March 2022)",
      particles: .counter(upTo: 1000)),
    Model(
      ["sen54"],
      "Sensirion, SEN5x datasheet, version 2 (March 2022); SGP40 datasheet, version 1.0 (July 2020)",
      particles: .counter(upTo: 1000),
      [
        (.temperature, .only(-40...125, .celsius)), (.humidity, .hygrometer),
        ("voc_index", .only(0...500, .one)),
      ]),
    Model(
      ["sen5", "sen6"],
      "Sensirion, SEN5x datasheet, version 2 (March 2022); SGP40 datasheet, version 1.0 (July 2020)",
      particles: .counter(upTo: 1000),
      [
        (.temperature, .only(-40...125, .celsius)), (.humidity, .hygrometer),
        ("voc_index", .only(0...500, .one)), ("nox_index", .only(0...500, .one)),
      ]),
    Model(
      ["hpm"], "Honeywell, HPM series datasheet, 32322550, issue F: 0 to 1,000 µg/m³",
      particles: .counter(upTo: 1000)),
    Model(
      ["npm", "nextpm"], "TERA Sensor, NextPM datasheet: detection range of 0 to 1,000 µg/m³",
      particles: .counter(upTo: 1000)),
    // No text of the datasheet was found that could be read.
    Model(
      ["ips-7100", "ips7100"], "Piera Systems, IPS datasheet (2021), whose range isn't confirmed",
      particles: .counter(upTo: 5000)),
    Model(
      ["bme280"], "Bosch Sensortec, BST-BME280-DS002, operating range", bosch + [(.humidity, .hygrometer)]),
    Model(
      ["bme680", "bme688"], "Bosch Sensortec, BST-BME680-DS001-01 (April 2019), operating range",
      bosch + [(.humidity, .hygrometer)]),
    Model(
      ["bmp180", "bmp085", "bmp280"],
      "Bosch Sensortec, BST-BMP180-DS000 and BST-BMP280-DS001-11 (May 2015), operating range", bosch),
    Model(
      ["bmp388", "bmp390"], "Bosch Sensortec, BST-BMP390-DS002, operating range",
      [(.temperature, .only(-40...85, .celsius)), (.surfacePressure, .only(300...1250, .hectopascal))]),
    Model(
      ["dht22", "am2301", "am2302"], "Aosong, AM2302 product manual, operating range",
      [(.temperature, .only(-40...80, .celsius)), (.humidity, .hygrometer)]),
    Model(
      ["sht"],
      "Sensirion, SHT3x-DIS datasheet, version 5 (May 2018), 4.13: the conversion of 16 bits ends at -45 and 130 °C",
      [(.temperature, .only(-45...130, .celsius)), (.humidity, .hygrometer)]),
    Model(
      ["htu21"], "TE Connectivity, README of its library HTU21D_Arduino_Library: -40 to 125 °C",
      [(.temperature, .only(-40...125, .celsius)), (.humidity, .hygrometer)]),
    Model(
      ["ds18"], "Maxim Integrated, DS18B20 datasheet (22 April 2008, and later): -55 to 125 °C",
      [(.temperature, .only(-55...125, .celsius))]),
    Model(
      ["scd30", "scd4"],
      "Sensirion, datasheets of SCD30 (May 2020) and SCD4x (version 1.1, April 2021): output of 0 to 40,000 ppm",
      [(.co2, .only(0...40_000, .ppm)), (.temperature, .only(-40...120, .celsius)), (.humidity, .hygrometer)]),
    Model(
      ["senseair"], "Senseair, S8 LP product specification, PSP 126: extended range of 0 to 10,000 ppm",
      [(.co2, .only(0...10_000, .ppm))]),
    Model(
      ["mh-z19", "mhz19"],
      "Winsen, MH-Z19B manual, version 1.2 (22 March 2017), command 0x99, as ESPEasy's driver quotes it: "
        + "the largest of its ranges is 0 to 10,000 ppm",
      [(.co2, .only(0...10_000, .ppm))]),
  ]
}

extension [UInt8] {
  /// Returns whether a word of an ASCII string begins with another string.
  fileprivate func hasWord(beginningWith beginning: String.UTF8View) -> Bool {
    func isPartOfWord(_ byte: UInt8) -> Bool {
      byte.isDigit || (0x61...0x7A).contains(byte) || byte >= 0x80
    }
    guard count >= beginning.count else { return false }
    return (0...count - beginning.count).contains { start in
      (start == 0 || !isPartOfWord(self[start - 1])) && self[start...].starts(with: beginning)
    }
  }
}
