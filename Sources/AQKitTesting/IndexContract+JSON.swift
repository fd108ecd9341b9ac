internal import AQKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension BreakpointIndex {
  /// The index written as JSON and read again; `nil` where one of them fails.
  func roundTripped() -> BreakpointIndex? {
    guard let json = try? JSONEncoder().encode(self) else { return nil }
    return try? BreakpointIndex(json: json)
  }
}
