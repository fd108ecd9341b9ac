/// The air at a place as estimated from surrounding stations and a model: a pollutant in an hour.
///
/// ```swift
/// let answer = try await air.answer(for: AirQuery(around: home, parameters: [.pm25]))
/// let estimate = try answer.estimate(of: .pm25)
/// print(estimate)  // "PM2.5 12 µg/m³ (8 to 17), from 6 stations within 14 km and the model"
/// for part in estimate.contributions { print(part.site.name ?? part.source.rawValue, part.weight) }
/// print(estimate.attribution.map(\.text))  // must be shown with it
/// ```
public struct AirEstimate: Hashable, Sendable, Codable {
  /// The pollutant.
  public let parameter: AirParameter
  /// The hour of the estimate.
  public let interval: AirInterval
  /// The median in ``unit``.
  public let value: Double
  /// The lower end of the interval in ``unit``; not negative.
  public let low: Double
  /// The upper end of the interval in ``unit``.
  public let high: Double
  /// The probability that the interval contains the true value, according to the method.
  public let probability: Double
  /// The kind of place that the estimate is for: at a busy road or away from one.
  public let setting: AirSite.Details.Setting
  /// The kinds of data that the estimate was made from.
  public let basis: Basis
  /// The number of hours by which the stations' values were carried forward; 0 with values of the hour, or without stations.
  public let hoursAhead: Int
  /// The stations used, nearest first.
  public let contributions: [Contribution]
  /// The model used; nil without one.
  public let model: ModelPart?
  /// The reports that weren't used, with reasons.
  public let leftOut: [LeftOut]
  /// The attribution that must be shown with the estimate: that of all inputs.
  public let attribution: [AirAttribution]
  /// The rights that the licences of all inputs grant together.
  public let rights: AirRights

  /// The unit of all concentrations: µg/m³. Mixing ratios are converted at 20 °C and 101.325 kPa.
  public var unit: AirUnit { .microgramsPerCubicMetre }

  /// Metres from the place to the farthest station used; nil without stations.
  public var reach: Double? { contributions.map(\.distance).max() }

  /// The kinds of data that an estimate was made from.
  public enum Basis: String, Hashable, Sendable, Codable, CaseIterable {
    /// Stations and a model.
    case stationsAndModel
    /// Stations alone.
    case stations
    /// A model alone.
    case model
  }

  /// A station's contribution to an estimate.
  public struct Contribution: Hashable, Sendable, Codable {
    /// The source.
    public let source: SourceID
    /// The station.
    public let site: AirSite
    /// Metres to the place.
    public let distance: Double
    /// The measured concentration in µg/m³.
    public let value: Double
    /// The accuracy of its instrument.
    public let quality: PlaceEstimator.Quality
    /// The weight of its deviation from the model, or from the other stations.
    public let weight: Double
    /// Whether it counts less because the other stations contradict it.
    public let isOutlier: Bool
  }

  /// The model's contribution to an estimate.
  public struct ModelPart: Hashable, Sendable, Codable {
    /// The source.
    public let source: SourceID
    /// The model's concentration at the place in µg/m³: in the hour of the stations' values if it has none for the
    /// estimated one.
    public let value: Double
    /// The stations' excess over the model at the place, on the transformed scale of ``PlaceEstimator/Constants``: for
    /// particles and NO₂ about the logarithm of their ratio.
    public let bias: Double
  }

  /// A report that wasn't used in an estimate.
  public struct LeftOut: Hashable, Sendable, Codable {
    /// The reason why a report wasn't used.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
      /// The site measures indoors.
      case indoor
      /// The site moves.
      case mobile
      /// The values are derived from other sites' values: merged or estimated, or means of cities and areas.
      case derived
      /// The licence forbids changes.
      case rights
      /// The site is beyond the reach of the method, or has no coordinate.
      case tooFar
      /// Nearer stations are enough.
      case notNeeded
      /// Another source gives the same station, or the same model.
      case duplicate
      /// The values are means of periods other than an hour.
      case notHourly
      /// The unit doesn't measure a concentration.
      case otherUnit
      /// The values are flagged as doubtful, or negative.
      case flagged
      /// The hours that count have no value.
      case stale
      /// The method has no constants for such a sensor of this pollutant.
      case unsuitableSensor
    }

    /// The source.
    public let source: SourceID
    /// The site.
    public let site: AirSite
    /// The reason.
    public let reason: Reason
  }
}

extension AirEstimate: CustomStringConvertible {
  /// A line with pollutant, value, interval, and the data that it was made from; without coordinates.
  public var description: String {
    let numbers = [value, low, high].map { Self.text($0) }
    return "\(parameter.name) \(numbers[0]) \(unit) (\(numbers[1]) to \(numbers[2])), from \(origin)"
  }

  /// Names the data that it was made from, such as `6 stations within 14 km and the model`.
  private var origin: String {
    guard let reach else { return "the model" }
    let count = contributions.count == 1 ? "1 station" : "\(contributions.count) stations"
    let stations = "\(count) within \(Self.text(max(1, (reach / 1000).rounded(.up)))) km"
    return basis == .stationsAndModel ? "\(stations) and the model" : stations
  }

  private static func text(_ number: Double) -> String {
    let scale = number.magnitude >= 10 ? 1.0 : 10.0
    return ((number * scale).rounded() / scale).plainText
  }
}

extension AirEstimate.LeftOut.Reason: CustomStringConvertible {
  /// A short English phrase.
  public var description: String {
    switch self {
    case .indoor: "indoors"
    case .mobile: "moves"
    case .derived: "not measured at a point"
    case .rights: "its licence forbids changes"
    case .tooFar: "too far"
    case .notNeeded: "nearer stations are enough"
    case .duplicate: "the same station or model from another source"
    case .notHourly: "no hourly values"
    case .otherUnit: "no concentration"
    case .flagged: "flagged or negative"
    case .stale: "no value in these hours"
    case .unsuitableSensor: "no constants for such a sensor"
    }
  }
}

extension SourceID {
  /// The source of a report that was estimated for a place.
  public static var estimated: SourceID { "estimate" }
}

extension AirSite.Kind {
  /// A place whose values are estimated from sites around it.
  public static var estimated: AirSite.Kind { AirSite.Kind(rawValue: "estimated place") }
}
