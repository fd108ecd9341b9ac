import AQKit
import Foundation

/// Sunrise and sunset of a day, to within a few minutes. Like the service, it reports midnight for both in the polar
/// night, and a sunset 24 hours after sunrise on a polar day.
struct OpenMeteoSun {
  let rise: Int64
  let set: Int64

  /// Computes the sun of a day, by its number and its start in seconds since 1970.
  init(day: Int64, midnight: Int64, at point: Coordinate) {
    let january = Int64(CivilDate.days(CivilDate(daysSinceEpoch: Int(clamping: day)).year, 1, 1))
    let radian = Double.pi / 180
    let angle = 2 * Double.pi / 365 * Double(day - january + 1 - 81)
    let declination = 23.45 * radian * sin(angle)
    // The sun's upper edge, raised by refraction.
    let height = sin(-0.833 * radian) - sin(point.latitude * radian) * sin(declination)
    let hourAngle = height / (cos(point.latitude * radian) * cos(declination))
    // The equation of time: solar time differs from the clock's by up to a quarter of an hour.
    let equation = (9.87 * sin(2 * angle) - 7.53 * cos(angle) - 1.5 * sin(angle)) * 60
    if hourAngle >= 1 {
      (rise, set) = (midnight, midnight)
    } else if hourAngle <= -1 {
      (rise, set) = (midnight, midnight + 86_400)
    } else {
      let noon = Double(day) * 86_400 + 43_200 - point.longitude * 240 - equation
      let half = acos(hourAngle) / Double.pi * 43_200
      rise = Int64(((noon - half) / 60).rounded()) * 60
      set = Int64(((noon + half) / 60).rounded()) * 60
    }
  }

  /// Seconds between the two.
  var daylight: Double { Double(set - rise) }
}
