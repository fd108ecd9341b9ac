import AQKit
import AQKitOpenMeteo
import AQKitURLSession

/// The README's second program: the shown values, and the sources without any.
func readme() async throws {
  let air = try AirHub(.live.installing(.openMeteo))
  let answer = try await air.answer(for: AirQuery(near: Coordinate(52.52, 13.41)))
  if let report = answer.best, let reading = report[.pm25]?.newestReading(notAfter: answer.receivedAt) {
    print(reading.value, reading.unit, reading.interval)  // 12.5 µg/m³ …
    print(report.site.coordinate ?? "nowhere")  // where the value holds, not where it was asked for
  }
  print(answer.index(using: .usEPA))  // 37 Good (US EPA AQI 2024, …), or the reason why there is none
  print(answer.credit.text)  // what the licences ask to be shown
  for (source, error) in answer.failures { print(source, error) }  // who failed, and why
  for (source, reason) in answer.skipped { print(source, reason) }  // who wasn't asked, and why
}

/// The hub's answer as a merge of all sources, and as it grows.
func together(_ query: AirQuery, in air: AirHub, show: (AirAnswer) -> Void) async throws {
  let merged = try await air.answer(for: query, policy: .merged(), within: .seconds(5))
  for try await answer in air.answers(for: query) { show(answer) }  // first cached answers, then better ones
  show(merged)
}
