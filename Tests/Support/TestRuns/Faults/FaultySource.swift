package import AQKit

/// A layer that makes a source unreliable, to test the layers above it: late responses, errors, missing reports, values a
/// thousand times too large, repeated and reordered reports. A seed determines the faults.
///
/// A response from which reports were removed has a note, as after a partial failure; a live stream that is cut off
/// ends. On a ``ManualClock``, inside its `run`, the same seed gives the same transcript.
package struct FaultySource<Base: AirDataSource>: AirLayer {
  /// The underlying source.
  package let base: Base
  private let script: FaultScript

  /// Creates a source unreliable at these rates.
  package init(_ base: Base, rates: FaultRates, clock: any AQClock = AQSystemClock()) {
    self.base = base
    script = FaultScript(rates, clock: clock)
  }

  /// Queries the base, with the faults of the query's number.
  package func fetch(_ query: AirQuery) async throws -> AirResponse {
    let plan = try await script.next()
    defer { script.noteResponse() }
    if let code = plan.error { throw error(code) }
    let response = spoilt(try await base.fetch(query), plan, notesLoss: true)
    if plan.isReordered { try await script.untilOvertaken() }
    return response
  }

  /// Follows the base; each update has its own faults. A reordered one follows the next.
  package func updates(for query: AirQuery) -> AirUpdates {
    AirUpdates { send in
      var heldBack: AirUpdate?
      for try await update in base.updates(for: query) {
        let plan = try await script.next()
        if let code = plan.error { throw error(code) }
        let response = spoilt(
          AirResponse(reports: update.reports, notes: update.notes), plan, notesLoss: false)
        var spoilt = update
        spoilt.reports = response.reports
        spoilt.notes = response.notes
        if plan.isReordered, heldBack == nil {
          heldBack = spoilt
          continue
        }
        try await send(spoilt)
        if let late = heldBack {
          heldBack = nil
          try await send(late)
        }
        if plan.truncation != nil { return }
      }
      if let heldBack { try await send(heldBack) }
    }
  }

  /// The faults so far, with the number of the query or update, from 0.
  package var faults: [(number: Int, fault: Fault)] { script.faults }

  private func error(_ code: AQError.Code) -> AQError {
    AQError(code, "The stand-in fails by its seed.", source: base.descriptor.id)
  }

  private func spoilt(_ response: AirResponse, _ plan: FaultPlan, notesLoss: Bool) -> AirResponse {
    var plan = plan
    var response = response
    if notesLoss, let truncation = plan.truncation {
      let kept = response.reports.count * truncation / 1000
      let lost = response.reports.dropFirst(kept)
      response.reports = Array(response.reports.prefix(kept))
      response.notes.append(
        AirNote(
          .failed, "The stand-in loses reports by its seed.", places: Set(lost.flatMap(\.places)).sorted(),
          count: lost.count, failure: .unavailable))
    }
    if plan.isCorrupted, !response.reports.isEmpty {
      let index = Int.random(in: 0..<response.reports.count, using: &plan.random)
      response.reports[index].series = response.reports[index].series.map { series in
        (try? AirSeries(
          series.parameter, unit: series.unit, averaging: series.averaging, timeline: series.timeline,
          values: series.values.map { ($0 * 1000).isFinite ? $0 * 1000 : $0 }, flags: series.flags,
          completeness: series.completeness, accuracy: series.accuracy, origin: series.origin,
          correction: series.correction,
          conversion: series.conversion)) ?? series
      }
    }
    if plan.isDuplicated { response.reports += response.reports }
    if plan.isReordered { response.reports.shuffle(using: &plan.random) }
    return response
  }
}
