/// Replies of Open-Meteo's air quality of 90 days and 20 variables, made from a seed.
struct OpenMeteoPayload {
  /// The look of the numbers and the white space.
  enum Shape: String, CaseIterable {
    case compact
    case pretty = "pretty-printed"
    case halfNull = "half null"
    case seventeenDigits = "17 digits"
    case integers = "all integers"
  }

  let shape: Shape
  let bytes: [UInt8]

  static let hours = 90 * 24

  /// Name, unit, typical value.
  static let variables: [(name: String, unit: String, level: Double)] = [
    ("pm10", "μg/m³", 20), ("pm2_5", "μg/m³", 12), ("carbon_monoxide", "μg/m³", 200),
    ("carbon_dioxide", "ppm", 430), ("nitrogen_dioxide", "μg/m³", 25), ("sulphur_dioxide", "μg/m³", 6),
    ("ozone", "μg/m³", 60), ("aerosol_optical_depth", "", 0.3), ("dust", "μg/m³", 8), ("uv_index", "", 6),
    ("uv_index_clear_sky", "", 7), ("ammonia", "μg/m³", 3), ("methane", "μg/m³", 1900),
    ("alder_pollen", "grains/m³", 2), ("birch_pollen", "grains/m³", 30), ("grass_pollen", "grains/m³", 12),
    ("mugwort_pollen", "grains/m³", 1), ("olive_pollen", "grains/m³", 1), ("ragweed_pollen", "grains/m³", 2),
    ("european_aqi", "EAQI", 40),
  ]

  init(_ shape: Shape) {
    self.shape = shape
    let isPretty = shape == .pretty
    let (line, wide, space) = isPretty ? ("\n  ", "\n    ", " ") : ("", "", "")
    let element = isPretty ? "\n      " : ""
    var numbers = SeededNumbers(seed: 11)
    var text = "{"
    let head = [
      ("latitude", "52.52"), ("longitude", "13.419998"), ("generationtime_ms", "0.7078647613525391"),
      ("utc_offset_seconds", "0"), ("timezone", "\"GMT\""), ("timezone_abbreviation", "\"GMT\""),
      ("elevation", "38.0"),
    ]
    for (name, value) in head { text += "\(line)\"\(name)\":\(space)\(value)," }
    text += "\(line)\"hourly_units\":\(space){\(wide)\"time\":\(space)\"unixtime\""
    for variable in Self.variables { text += ",\(wide)\"\(variable.name)\":\(space)\"\(variable.unit)\"" }
    text += "\(line)},\(line)\"hourly\":\(space){\(wide)\"time\":\(space)["
    func array(_ elements: [String]) -> String {
      element + elements.joined(separator: ",\(element)") + wide + "]"
    }
    text += array((0..<Self.hours).map { String(1_790_805_600 + 3600 * $0) })
    for (place, variable) in Self.variables.enumerated() {
      var level = variable.level
      let column = (0..<Self.hours).map { _ -> String in
        let spread = variable.name == "carbon_dioxide" ? 0.02 : 0.2
        level += (numbers.fraction() - 0.5) * variable.level * spread + (variable.level - level) * 0.02
        if shape == .halfNull, numbers.fraction() < 0.5 { return "null" }
        return Self.text(max(0, level), shape, decimals: place % 3 == 0 ? 2 : 1, &numbers)
      }
      text += ",\(wide)\"\(variable.name)\":\(space)[" + array(column)
    }
    text += "\(line)}\(isPretty ? "\n" : "")}"
    bytes = Array(text.utf8)
  }

  private static func text(
    _ value: Double, _ shape: Shape, decimals: Int, _ numbers: inout SeededNumbers
  ) -> String {
    switch shape {
    case .integers: String(Int(value.rounded()))
    case .seventeenDigits: "\(value + 1 + numbers.fraction())"
    case .compact, .pretty, .halfNull:
      decimals == 1 ? "\((value * 10).rounded() / 10)" : "\((value * 100).rounded() / 100)"
    }
  }
}
