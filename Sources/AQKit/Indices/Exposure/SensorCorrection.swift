/// A correction of the PM2.5 that low-cost optical sensors report, as a list of steps.
///
/// It creates a second series, which names the method and its inputs, and doesn't change the raw one. Sensors state PM2.5 by
/// several conversions from scattered light to mass, and a correction is made for one of them (``conversion``): values
/// by another conversion are refused.
///
/// A correction is data, so that a further one needs no code:
///
/// ```json
/// {"name": "LRAPA", "conversion": "atm", "source": "https://www.lrapa.org/DocumentCenter/View/4147/PurpleAir-Correction-Summary",
///  "limit": 65, "steps": [{"from": 0, "slope": 0.5, "offset": -0.66}]}
/// ```
public struct SensorCorrection: Hashable, Sendable, CustomStringConvertible {
  /// A sensor's conversion from scattered light to mass.
  ///
  /// A series states it as the method of its instrument (``AirSite/Instrument/method``).
  public struct Conversion: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    /// The name that services use, such as `cf_1`.
    public let rawValue: String
    /// Creates the conversion with this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates the conversion with this name.
    public init(stringLiteral value: String) { rawValue = value }

    /// Plantower's conversion for particles of industrial origin (CF=1).
    public static var cf1: Conversion { "cf_1" }
    /// Plantower's conversion for the atmosphere (ATM): the same as `cf_1` below about 25 µg/m³, about two thirds of it above.
    public static var atm: Conversion { "atm" }
    /// PurpleAir's conversion from counts of particles (ALT).
    public static var alt: Conversion { "alt" }

    /// The conversions that only Plantower's sensors have.
    static let ofPlantower: [Conversion] = [.alt, .atm, .cf1]
  }

  /// A step of a correction, which holds up to the next one.
  public struct Step: Hashable, Sendable {
    /// The smallest reported concentration to which the step applies, in µg/m³.
    public let from: Double
    /// The factor of the square of the reported concentration.
    public let quadratic: Double
    /// The factor of the reported concentration.
    public let slope: Double
    /// The factor of the relative humidity in per cent.
    public let humidity: Double
    /// The constant, in µg/m³.
    public let offset: Double
    /// Whether the step's value is the weight of the next step's value, the rest being the previous step's.
    public let blends: Bool

    /// Creates a step.
    public init(
      from: Double, quadratic: Double = 0, slope: Double, humidity: Double = 0, offset: Double = 0,
      blends: Bool = false
    ) {
      self.from = from
      self.quadratic = quadratic
      self.slope = slope
      self.humidity = humidity
      self.offset = offset
      self.blends = blends
    }

    /// Returns the value of the step; NaN if it needs a humidity that isn't known.
    fileprivate func value(_ x: Double, _ percent: Double) -> Double {
      // A factor of 0 needs no humidity.
      let moisture = humidity == 0 ? 0 : humidity * percent
      return quadratic * x * x + slope * x + moisture + offset
    }
  }

  /// The name that the corrected series carries.
  public let name: String
  /// The conversion whose values it corrects.
  public let conversion: Conversion
  /// The document with the formula.
  public let source: String
  /// The largest reported concentration for which the correction is valid, in µg/m³; nil if it has no limit.
  public let limit: Double?
  /// The steps, by rising concentration.
  public let steps: [Step]

  /// Creates a correction.
  ///
  /// - Parameters:
  ///   - name: The name that the corrected series carries.
  ///   - conversion: The conversion whose values it corrects.
  ///   - source: The document with the formula.
  ///   - limit: The largest reported concentration for which the correction is valid, in µg/m³.
  ///   - steps: The steps: the first from 0 on, and each later one from a larger concentration; the first and the last
  ///     don't blend, nor do two in a row.
  /// - Throws: `AQError` with `malformed`, naming the step that is wrong.
  public init(
    _ name: String, of conversion: Conversion, source: String, limit: Double? = nil, steps: [Step]
  ) throws(AQError) {
    self.init(checked: name, conversion, source, limit: limit, steps)
    guard !name.isEmpty, !source.isEmpty, !conversion.rawValue.isEmpty else {
      throw AQError(.malformed, "A correction needs a name, a conversion and a source.")
    }
    guard steps.first?.from == 0, steps.first?.blends == false, steps.last?.blends == false else {
      throw AQError(
        .malformed, "The steps of the correction “\(name)” must begin at 0 and end without a blend.")
    }
    for (before, step) in zip(steps, steps.dropFirst()) where step.from <= before.from {
      throw AQError(
        .malformed, "The step of “\(name)” from \(step.from) must follow that from \(before.from).")
    }
    for (before, step) in zip(steps, steps.dropFirst()) where step.blends && before.blends {
      throw AQError(
        .malformed, "The step of “\(name)” from \(step.from) blends, and so does the step before it.")
    }
    let numbers = steps.flatMap { [$0.from, $0.quadratic, $0.slope, $0.humidity, $0.offset] }
    guard numbers.allSatisfy(\.isFinite), limit.map({ $0.isFinite && $0 > 0 }) ?? true else {
      throw AQError(
        .malformed, "The correction “\(name)” has a number that isn't finite, or a limit of 0 or less.")
    }
  }

  private init(
    checked name: String, _ conversion: Conversion, _ source: String, limit: Double? = nil, _ steps: [Step]
  ) {
    (self.name, self.conversion, self.source) = (name, conversion, source)
    (self.limit, self.steps) = (limit, steps)
  }

  /// The US-wide correction of CF=1 values: 0.524·PM − 0.0862·RH + 5.75.
  ///
  /// Source: Barkjohn, Gantt and Clements, Atmos. Meas. Tech. 14, 4617 (2021).
  public static let barkjohn2021 = SensorCorrection(
    checked: "Barkjohn 2021", .cf1, "https://doi.org/10.5194/amt-14-4617-2021", [plain])

  /// EPA's extension for smoke, of CF=1 values: the correction of 2021 below 570 µg/m³, a quadratic from 611 on, and a
  /// blend between them.
  ///
  /// Source: Barkjohn, Holder, Frederick and Clements, Sensors 22, 9669 (2022). The numbers are those that an implementation
  /// cites from it; the abstract confirms what they give: the linear correction up to 300 µg/m³ and a quadratic above 400.
  public static let epaExtended2022 = SensorCorrection(
    checked: "EPA extended 2022", .cf1, "https://doi.org/10.3390/s22249669",
    [
      plain, Step(from: 570, slope: 0.0244, offset: -13.9, blends: true),
      Step(from: 611, quadratic: 4.21e-4, slope: 0.392, offset: 3.44),
    ])

  /// EPA's extension for smoke, of ATM values: the correction of 2021 below 30 µg/m³, another slope from 50 to 210, a
  /// quadratic from 260 on, and blends between them.
  ///
  /// Source: EPA science inventory, record 353088, slide 26.
  public static let epaExtended2022ATM = SensorCorrection(
    checked: "EPA extended 2022 (ATM)", .atm,
    "https://cfpub.epa.gov/si/si_public_record_report.cfm?dirEntryId=353088&Lab=CEMM",
    [
      plain, Step(from: 30, slope: 1.0 / 20, offset: -1.5, blends: true),
      Step(from: 50, slope: 0.786, humidity: -0.0862, offset: 5.75),
      Step(from: 210, slope: 1.0 / 50, offset: -4.2, blends: true),
      Step(from: 260, quadratic: 8.84e-4, slope: 0.69, offset: 2.966),
    ])

  private static let plain = Step(from: 0, slope: 0.524, humidity: -0.0862, offset: 5.75)

  /// Returns the corrected concentration.
  ///
  /// - Parameters:
  ///   - concentration: The PM2.5 that the sensor reports by ``conversion``, in µg/m³.
  ///   - humidity: Relative humidity in per cent, 0 to 100.
  /// - Returns: The concentration in µg/m³, at least 0, to nine significant digits, like conversions of units: 92 µg/m³
  ///   at 90 % is 46.2 and not a binary neighbour, which an index would truncate to 46.1. NaN if an input is missing or
  ///   out of range. A step without a humidity factor needs no humidity.
  public func concentration(_ concentration: Double, humidity: Double) -> Double {
    guard concentration.isConcentration, isWithinLimit(concentration),
      let index = steps.lastIndex(where: { $0.from <= concentration })
    else { return .nan }
    let percent = humidity >= 0 && humidity <= 100 ? humidity : .nan
    var result = steps[index].value(concentration, percent)
    if steps[index].blends, index > 0, index + 1 < steps.count {
      let (before, after) = (steps[index - 1], steps[index + 1])
      result =
        result * after.value(concentration, percent) + (1 - result) * before.value(concentration, percent)
    }
    return result.isNaN ? .nan : max(0, result).rounded(significantDigits: 9)
  }

  func isWithinLimit(_ concentration: Double) -> Bool { limit.map { concentration <= $0 } ?? true }

  /// The parameters that the correction needs.
  package var inputs: [AirParameter] {
    steps.contains { !$0.blends && $0.humidity != 0 } ? [.pm25, .humidity] : [.pm25]
  }

  /// The name.
  public var description: String { name }
}

extension SensorCorrection: Codable {
  /// Reads a correction from its JSON.
  ///
  /// - Throws: `AQError` with `malformed` if the text isn't a correction.
  public init(json: String) throws(AQError) {
    do {
      self = try TableDecoder.decode(SensorCorrection.self, from: Array(json.utf8))
    } catch let error as AQError {
      throw error
    } catch let error as DecodingError {
      throw AQError(.malformed, "The text isn't a correction: \(error.locationAndReason).")
    } catch {
      throw AQError(.malformed, "The text isn't a correction: it can't be read as JSON.")
    }
  }

  /// Reads the members; an unknown one is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.members(among: ["name", "conversion", "source", "limit", "steps"])
    try self.init(
      container.value("name"), of: container.value("conversion"), source: container.value("source"),
      limit: container.optional("limit"), steps: container.value("steps"))
  }
}

extension SensorCorrection.Step: Codable {
  /// Reads the members; missing ones, except `from` and `slope`, are 0 or false.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.members(among: ["from", "quadratic", "slope", "humidity", "offset", "blends"])
    try self.init(
      from: container.value("from"), quadratic: container.optional("quadratic") ?? 0,
      slope: container.value("slope"), humidity: container.optional("humidity") ?? 0,
      offset: container.optional("offset") ?? 0, blends: container.optional("blends") ?? false)
  }
}
