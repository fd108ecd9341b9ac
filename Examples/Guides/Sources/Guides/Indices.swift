import AQKit

/// The ways to an index of a report.
func indices(of report: AirReport) throws -> AQISeries {
  print(report.index(using: .usEPA))  // 126 Unhealthy for Sensitive Groups (US EPA AQI 2024, …
  let value = try report.index(using: .euEAQI).get()  // throws the reason if there is no value
  print(value.band?.name ?? "", value.dominant, value.subIndices, value.nextBandFrom ?? .nan)
  let hours = try report.indexSeries(using: .usEPA)  // every hour at once
  return hours
}

/// An index that is a formula: the hourly mean of ozone, divided by the guideline of a made-up town, in three bands.
struct TownOzoneIndex: AirQualityIndex {
  let edition = IndexEdition(
    identifier: "town_ozone_1", family: "town-ozone", title: "Town ozone index", body: "A made-up town",
    document: "Town council, minutes of 2026", kind: .number)
  let bands = [
    AQIBand(rank: 0, key: "low", name: "Low", lowerIndex: 0, upperIndex: 49),
    AQIBand(rank: 1, key: "raised", name: "Raised", lowerIndex: 50, upperIndex: 99),
    AQIBand(rank: 2, key: "high", name: "High", lowerIndex: 100, upperIndex: nil),
  ]
  let inputs = [
    IndexInput(.o3, .oneHour, .microgramsPerCubicMetre, current: .latest(minutes: 60))
  ]

  /// A hundred where the guideline of 120 µg/m³ is reached.
  func value(of concentrations: [IndexInput.Concentration], options: IndexOptions) -> AQIOutcome {
    guard let given = concentrations.first(where: { inputs.contains($0.input) }) else {
      return .unavailable(AQIOutcome.Unavailable(.nothingToGoOn, edition: edition.identifier))
    }
    guard given.value.isFinite, given.value >= 0, given.value < 1e6 else {
      let problem = AQIOutcome.Unavailable.Problem(input: given.input, reason: .invalid(given.value))
      return .unavailable(
        AQIOutcome.Unavailable(.invalid(given.value), edition: edition.identifier, problems: [problem]))
    }
    let number = Int((given.value / 1.2).rounded(.down))
    let part = AQIValue.SubIndex(
      input: given.input, concentration: given.value, number: number, band: band(of: number),
      basis: given.basis)
    return .value(
      AQIValue(
        edition: edition, variant: options.variant, number: number, display: "\(number)", band: part.band,
        dominant: [.o3], subIndices: [part]))
  }
}

/// A catalogue in which the town's index can be asked for by its name, as `"town-ozone"`.
func withTownIndex(_ container: AQContainer) throws -> AQContainer {
  var catalog = try container[.indexCatalog]
  try catalog.register(TownOzoneIndex())
  return container.setting(.indexCatalog, to: catalog)
}
