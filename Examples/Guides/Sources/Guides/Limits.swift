import AQKit
import AQKitOpenMeteo
import AQKitURLSession

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes two containers that share the budgets of their sources.
func sharingBudgets() throws -> (AirHub, AirHub) {
  let budgets = RequestBudgets()
  let container = AQContainer.live.setting(.requestBudgets, to: budgets)
  return (try AirHub(container.installing(.openMeteo)), try AirHub(container.installing(.openMeteo)))
}

/// Returns the remaining budget of a source's limits.
func whatIsLeft(of source: SourceID, in hub: AirHub) -> [String] {
  let left = hub.health(of: source)?.budgetLeft ?? []
  return left.map { "\($0.weight) of \($0.window.weight) in \($0.window.seconds) s" }
}

/// Prints each request and its source. It gets no coordinates or keys.
struct RequestLog: HubObserver {
  func observe(_ event: HubEvent) {
    if case .requested(let weight) = event.kind { print("\(event.source): \(weight)") }
  }
}
