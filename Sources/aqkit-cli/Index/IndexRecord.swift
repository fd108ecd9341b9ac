import AQKit

struct IndexRecord: Encodable {
  struct Band: Encodable, Equatable {
    let key: String
    let name: String
    let localName: String?
    let rank: Int

    init(_ band: AQIBand) {
      (key, name, localName, rank) = (band.key, band.name, band.localName, band.rank)
    }
  }

  let standard: String
  let title: String
  let document: String
  let confidence: IndexEdition.Confidence
  var index: Int?
  var display: String?
  var band: Band?
  var color: AQIBand.Color?
  var textColor: AQIBand.Color?
  var isBeyondScale: Bool?
  var dominant: [AirParameter] = []
  /// The missing pollutants that may be higher, so that the index is a lower bound.
  var missing: [AirParameter] = []
  var isPartial: Bool?
  /// Whether the index has no band and no colour because it is only a lower bound.
  var isBandUncertain: Bool?
  var basis: String?
  /// The index at both ends of estimated values.
  var bounds: AQIValue.Bounds?
  var unrounded: Double?
  /// The rule of the standard that isn't met, such as `from the last hour`.
  var proxy: String?
  var provenance: AQIValue.Provenance?
  var subIndices: [AQIValue.SubIndex] = []
  var remarks: [String] = []
  var error: String?

  init(_ result: IndexResult) {
    self.init(result.outcome, of: result.index)
    remarks = result.remarks
    error = result.complaint
  }

  init(_ outcome: AQIOutcome, of index: any AirQualityIndex) {
    self.init(outcome.value?.edition ?? index.edition)
    subIndices = outcome.subIndices
    remarks = outcome.problems.map(\.description)
    error = outcome.reason?.description
    guard let value = outcome.value else { return }
    self.index = value.number
    display = value.display
    isBandUncertain = value.isBandUncertain
    if !value.isBandUncertain {
      (band, color, textColor) = (value.band.map(Band.init), value.color, value.textColor)
    }
    isBeyondScale = value.isBeyondScale
    (dominant, missing, isPartial) = (value.dominant, value.missing, value.isPartial)
    basis = value.leading.map { "\($0.basis)" }
    bounds = value.bounds
    unrounded = value.unrounded
    proxy = value.proxy ?? value.proxyText
    provenance = value.provenance
  }

  init(_ edition: IndexEdition, error: String? = nil) {
    (standard, title, document, confidence) = (
      edition.identifier, edition.title, edition.document, edition.confidence
    )
    self.error = error
  }
}
