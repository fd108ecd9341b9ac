import AQKit

/// An answer as JSON.
struct IndexRecord: Encodable {
  /// A band.
  struct Band: Encodable, Equatable {
    let key: String
    let name: String
    let localName: String?
    let rank: Int

    init(_ band: AQIBand) {
      (key, name, localName, rank) = (band.key, band.name, band.localName, band.rank)
    }
  }

  /// A sub-index.
  struct SubIndex: Encodable {
    let pollutant: AirParameter
    let averaging: AveragingPeriod
    let unit: AirUnit
    let concentration: Double
    let index: Int?
    let band: Band?
    let color: AQIColor?
    let isBeyondTable: Bool
    let nextBandFrom: Double?
    let nextBandAbove: Double?
    let otherReadings: [String]?
    let basis: String
    let convertedFrom: AirUnit?
    let conditions: AirUnit.ReferenceConditions?

    init(_ sub: AQIValue.SubIndex) {
      pollutant = sub.input.parameter
      averaging = sub.input.averaging
      unit = sub.input.unit
      concentration = sub.concentration
      index = sub.number
      band = sub.band.map(Band.init)
      color = IndexAnswer.color(of: sub)
      isBeyondTable = sub.isBeyondTable
      nextBandFrom = sub.nextBandFrom
      nextBandAbove = sub.nextBandAbove
      otherReadings = sub.alternatives.isEmpty ? nil : sub.alternatives.map(\.description)
      basis = "\(sub.basis)"
      convertedFrom = sub.basis.convertedFrom
      conditions = sub.basis.conditions
    }
  }

  let standard: String
  let title: String
  let document: String
  let confidence: IndexEdition.Confidence
  var index: Int?
  var display: String?
  var band: Band?
  var color: AQIColor?
  var textColor: AQIColor?
  var isBeyondScale: Bool?
  var dominant: [AirParameter] = []
  /// The missing pollutants that may be higher: the index is a lower bound.
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
  /// The provenance of the values from which it was computed.
  var provenance: AQIValue.Provenance?
  var subIndices: [SubIndex] = []
  var remarks: [String] = []
  var error: String?

  /// An answer.
  init(_ answer: IndexAnswer) {
    self.init(answer.index)
    subIndices = answer.subIndices.map(SubIndex.init)
    remarks = answer.remarks
    error = answer.complaint
    take(answer.outcome)
  }

  /// The index of a report, or the reason for a missing one.
  init(_ outcome: AQIOutcome, of index: any AirQualityIndex) {
    self.init(index)
    subIndices = (outcome.value?.subIndices ?? outcome.reason?.subIndices ?? []).map(SubIndex.init)
    remarks = (outcome.value?.problems ?? outcome.reason?.problems ?? []).map(\.description)
    error = outcome.reason?.description
    take(outcome)
  }

  private mutating func take(_ outcome: AQIOutcome) {
    guard let value = outcome.value else { return }
    index = value.number
    display = value.display
    isBandUncertain = value.isBandUncertain
    if !value.isBandUncertain {
      band = value.band.map(Band.init)
      color = value.color
      textColor = value.textColor
    }
    isBeyondScale = value.isBeyondScale
    dominant = value.dominant
    missing = value.missing
    isPartial = value.isPartial
    basis = value.leading.map { "\($0.basis)" }
    bounds = value.bounds
    unrounded = value.unrounded
    proxy = value.proxy ?? value.proxyText
    provenance = value.provenance
  }

  /// An index that could not be asked.
  init(_ index: any AirQualityIndex, refused refusal: IndexQuestion.Refusal) {
    self.init(index)
    error = refusal.message
  }

  private init(_ index: any AirQualityIndex) {
    standard = index.edition.identifier
    title = index.edition.title
    document = index.edition.document
    confidence = index.edition.confidence
  }
}
