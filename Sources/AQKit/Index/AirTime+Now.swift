#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AirTime {
  /// The system clock's moment, for the question which edition of an index is in force today.
  static var now: AirTime { AirTime(Date()) }
}
