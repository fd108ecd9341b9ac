import AQKit

extension Members {
  init(_ result: IndexResult) {
    self.init(result.outcome, of: result.index, remarks: result.remarks, error: result.complaint)
  }

  /// Creates the record of an index with its value, or with the reason for a missing one.
  init(
    _ outcome: AQIOutcome?, of index: any AirQualityIndex, remarks: [String]? = nil, error: String? = nil
  ) {
    let value = outcome?.value
    let edition = value?.edition ?? index.edition
    // An index that is only a lower bound has no band and no colour.
    let sure = value.flatMap { $0.isBandUncertain ? nil : $0 }
    let band = sure?.band.map { Members($0) }
    let basis = value?.leading.map { "\($0.basis)" }
    let proxy = value?.proxy ?? value?.proxyText
    let remarks = remarks ?? outcome?.problems.map(\.description) ?? []
    let error = error ?? outcome?.reason?.description
    let (dominant, missing) = (value?.dominant ?? [], value?.missing ?? [])
    let subIndices = outcome?.subIndices ?? []
    self = [
      "standard": edition.identifier, "title": edition.title, "document": edition.document,
      "confidence": edition.confidence, "index": value?.number, "display": value?.display, "band": band,
      "color": sure?.color, "textColor": sure?.textColor, "isBeyondScale": value?.isBeyondScale,
      "dominant": dominant, "missing": missing, "isPartial": value?.isPartial,
      "isBandUncertain": value?.isBandUncertain, "basis": basis, "bounds": value?.bounds,
      "unrounded": value?.unrounded, "proxy": proxy, "provenance": value?.provenance,
      "subIndices": subIndices, "remarks": remarks, "error": error,
    ]
  }

  init(_ band: AQIBand) {
    self = ["key": band.key, "name": band.name, "localName": band.localName, "rank": band.rank]
  }
}
