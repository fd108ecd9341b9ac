import AQKit
import AQKitOpenMeteo
import AQKitURLSession

/// Makes two containers that share the budgets of their sources.
func sharingBudgets() throws -> (AirHub, AirHub) {
  let budgets = RequestBudgets()
  let container = AQContainer.live.setting(.requestBudgets, to: budgets)
  return (try AirHub(container.installing(.openMeteo)), try AirHub(container.installing(.openMeteo)))
}

/// Prints each request and its source. It gets no coordinates or keys.
struct RequestLog: HubObserver {
  func observe(_ event: HubEvent) {
    if case .requested(let weight) = event.kind { print("\(event.source): \(weight)") }
  }
}
