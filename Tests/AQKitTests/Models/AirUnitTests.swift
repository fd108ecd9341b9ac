import AQKit
import Testing

@Suite struct AirUnitTests {
  @Test(
    "other spellings are read as the canonical one",
    arguments: [
      ("\u{B5}g/m³", "\u{B5}g/m³"), ("\u{3BC}g/m³", "\u{B5}g/m³"), ("\u{3BC}g/m3", "\u{B5}g/m³"),
      ("ug/m3", "\u{B5}g/m³"), ("UG/M3", "\u{B5}g/m³"), ("µg m-3", "\u{B5}g/m³"), ("mg/m3", "mg/m³"),
      ("PPB", "ppb"), ("Ppm", "ppm"), ("grains/m3", "grains/m³"), ("degC", "°C"), ("°c", "°C"),
      ("C", "°C"), ("F", "°F"), ("percent", "%"), ("HPA", "hPa"), ("mbar", "hPa"), ("EAQI", ""),
      ("USAQI", ""), ("kn", "kn"), ("knots", "kn"), ("feet", "ft"),
    ])
  func aliases(_ spelling: String, _ canonical: String) {
    #expect(Array(AirUnit(spelling).rawValue.utf8) == Array(canonical.utf8))
    #expect(AirUnit(spelling).isKnown)
  }

  @Test("a unit that AQKit does not know is kept unchanged, and refuses to convert")
  func unknown() throws {
    let unit: AirUnit = "furlong"
    #expect(unit.rawValue == "furlong" && !unit.isKnown && unit.dimension == nil)
    #expect(try code { () throws(AQError) in try unit.convert(1, to: .metres) } == .unsupported)
    #expect(try code { () throws(AQError) in try AirUnit.metres.convert(1, to: unit) } == .unsupported)
  }

  @Test(
    "units of one dimension convert exactly",
    arguments: [
      (1000.0, AirUnit.microgramsPerCubicMetre, AirUnit.milligramsPerCubicMetre, 1.0),
      (0.1, .milligramsPerCubicMetre, .microgramsPerCubicMetre, 100),
      (0.3, .ppm, .ppb, 300), (70, .ppb, .ppm, 0.07), (8, "pphm", .ppb, 80), (125, .ppb, "pphm", 12.5),
      (5, .nanogramsPerCubicMetre, .microgramsPerCubicMetre, 0.005),
      (0, .celsius, .fahrenheit, 32), (20, .celsius, .fahrenheit, 68), (68, .fahrenheit, .celsius, 20),
      (-40, .fahrenheit, .celsius, -40), (20, .celsius, .kelvin, 293.15),
      (1013.25, .hectopascal, .kilopascal, 101.325),
      (101_325, .pascal, .hectopascal, 1013.25), (10, .metresPerSecond, .kilometresPerHour, 36),
      (36, .kilometresPerHour, .metresPerSecond, 10), (1, .inches, .millimetres, 25.4),
      (1, .knots, .kilometresPerHour, 1.852), (1000, .feet, .metres, 304.8),
    ])
  func withinDimension(_ value: Double, _ from: AirUnit, _ to: AirUnit, _ expected: Double) throws {
    let converted = try from.convert(value, to: to)
    #expect(abs(converted - expected) <= expected.ulp)
  }

  /// Factors computed with 50 digits from M · p / (R · T), R = 8.314462618 J/(mol·K), p = 101.325 kPa, rounded to 5
  /// decimals. UK-AIR publishes 1.9125 (NO2) and 1.9957 (O3) for 20 °C.
  @Test(
    "mass and mixing ratio convert by molar mass at the named conditions",
    arguments: [
      (AirParameter.o3, 1.99534, 1.96188), (.no2, 1.91250, 1.88043), (.so2, 2.66322, 2.61855),
      (.co, 1.16441, 1.14489), (.no, 1.24739, 1.22647), (.nh3, 0.70798, 0.69611), (.c6h6, 3.24720, 3.19275),
    ])
  func acrossDimensions(_ gas: AirParameter, _ eu: Double, _ us: Double) throws {
    for (conditions, factor) in [(AirUnit.ReferenceConditions.eu, eu), (.us, us)] {
      let mass = try AirUnit.ppb.convert(1, to: .microgramsPerCubicMetre, of: gas, under: conditions)
      #expect(abs(mass - factor) < 0.5e-5)
      let back = try AirUnit.microgramsPerCubicMetre.convert(mass, to: .ppb, of: gas, under: conditions)
      #expect(abs(back - 1) < 1e-14)
      let large = try AirUnit.ppm.convert(1, to: .milligramsPerCubicMetre, of: gas, under: conditions)
      #expect(abs(large - mass) < 1e-14)
    }
  }

  @Test("a conversion without the conditions that it needs is refused by name")
  func refusals() throws {
    let ug = AirUnit.microgramsPerCubicMetre
    #expect(try code { () throws(AQError) in try ug.convert(1, to: .ppb, of: .o3) } == .unsupported)
    #expect(
      try code { () throws(AQError) in try ug.convert(1, to: .ppb, of: .pm25, under: .eu) } == .unsupported)
    #expect(try code { () throws(AQError) in try ug.convert(1, to: .ppb, under: .eu) } == .unsupported)
    #expect(
      try code { () throws(AQError) in try ug.convert(1, to: .celsius, of: .o3, under: .eu) } == .unsupported)
  }

  @Test("a gap stays a gap")
  func gap() throws {
    #expect(try AirUnit.ppb.convert(.nan, to: .ppm).isNaN)
    #expect(try AirUnit.celsius.convert(.nan, to: .kelvin).isNaN)
  }

  @Test("reference conditions must be physical, in code and in JSON")
  func conditions() throws {
    #expect(throws: AQError.self) { try AirUnit.ReferenceConditions(kelvin: 0, kilopascal: 101) }
    #expect(throws: AQError.self) { try AirUnit.ReferenceConditions(kelvin: 300, kilopascal: .infinity) }
    #expect(throws: DecodingError.self) {
      try decode(AirUnit.ReferenceConditions.self, #"{"kelvin": -1, "kilopascal": 101.325}"#)
    }
    #expect(try roundTripped(AirUnit.ReferenceConditions.eu) == .eu)
    #expect(AirUnit.ReferenceConditions.us.description == "25 °C and 101.325 kPa")
  }

  private func code(_ body: () throws(AQError) -> Double) throws -> AQError.Code? {
    do {
      _ = try body()
      return nil
    } catch {
      return error.code
    }
  }
}
