/// A correction of the PM2.5 that low-cost optical sensors report, from their reading (CF=1) and the relative humidity.
///
/// It makes a second series beside the raw one, which names the method and its inputs.
public struct SensorCorrection: Hashable, Sendable, CustomStringConvertible {
  private enum Formula: Hashable, Sendable {
    case barkjohn2021
    case extended2022
  }

  private let formula: Formula
  /// The name that the corrected series carries.
  public let description: String

  /// The US-wide correction of Barkjohn, Gantt and Clements (Atmos. Meas. Tech. 14, 4617, 2021):
  /// 0.524·PM − 0.0862·RH + 5.75.
  public static let barkjohn2021 = SensorCorrection(formula: .barkjohn2021, description: "Barkjohn 2021")

  /// EPA's extension of 2022 for smoke: the correction of 2021 below 30 µg/m³, other slopes from 50 to 210, a
  /// quadratic from 260 on, and blends between them.
  public static let epaExtended2022 = SensorCorrection(
    formula: .extended2022, description: "EPA extended 2022")

  /// The corrected concentration.
  ///
  /// - Parameters:
  ///   - concentration: What the sensor reports (CF=1), in µg/m³.
  ///   - humidity: Relative humidity in per cent, 0 to 100.
  /// - Returns: µg/m³, at least 0, to nine significant digits, as conversions of units are rounded: 92 µg/m³ at 90 % is
  ///   46.2 and no binary neighbour of it, which an index would cut to 46.1. NaN where an input is missing or out of
  ///   range. From 260 µg/m³ on the extended formula needs no humidity.
  public func concentration(_ concentration: Double, humidity: Double) -> Double {
    guard concentration.isConcentration else { return .nan }
    let isDry = formula == .extended2022 && concentration >= 260
    guard isDry || (humidity >= 0 && humidity <= 100) else { return .nan }
    return max(0, corrected(concentration, humidity)).rounded(significantDigits: 9)
  }

  private func corrected(_ x: Double, _ rh: Double) -> Double {
    guard formula == .extended2022, x >= 30 else { return 0.524 * x - 0.0862 * rh + 5.75 }
    switch x {
    case ..<50:
      let share = x / 20 - 1.5
      return (0.786 * share + 0.524 * (1 - share)) * x - 0.0862 * rh + 5.75
    case ..<210: return 0.786 * x - 0.0862 * rh + 5.75
    case ..<260:
      let share = x / 50 - 4.2
      let slope = 0.69 * share + 0.786 * (1 - share)
      let offset = 2.966 * share + 5.75 * (1 - share)
      return slope * x - 0.0862 * rh * (1 - share) + offset + 8.84e-4 * x * x * share
    default: return 2.966 + 0.69 * x + 8.84e-4 * x * x
    }
  }
}
