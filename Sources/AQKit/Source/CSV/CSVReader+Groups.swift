/// The group of a row whose fields were found: what is the same in all rows of one site and parameter.
extension CSVReader {
  /// Finds the bytes before, between and after the slots of a row whose fields were found.
  mutating func findSegments(_ plan: CSVPlan) {
    segments.removeAll(keepingCapacity: true)
    var start = fields.first?.lowerBound ?? 0
    for slot in plan.slots {
      segments.append(start..<fields[slot.field].lowerBound)
      start = fields[slot.field + slot.count - 1].upperBound
    }
    segments.append(start..<max(start, fields.last?.upperBound ?? start))
  }

  /// The group with these segments, created from the fields if it is new.
  mutating func findGroup(_ bytes: RawSpan, _ plan: CSVPlan) -> Int {
    let hash = ByteKey.hash(bytes, segments)
    if let known = groups.keys.find(bytes, segments, hash: hash) { return known }
    if groups.groups.isEmpty { last = 0 }
    hints.add(groupWithKeyLength: segments.first?.count ?? 0)
    return groups.add(makeGroup(bytes, plan), bytes, segments, hash: hash)
  }

  private func makeGroup(_ bytes: RawSpan, _ plan: CSVPlan) -> CSVGroups.Group {
    func text(_ field: Int?) -> String? {
      field.map { CSVFields.text(bytes, fields[$0]) }.flatMap {
        $0.isEmpty || layout.noValue.contains($0) ? nil : $0
      }
    }
    var refusal: String?
    var site = AirSite(id: text(plan.siteID), name: text(plan.siteName), kind: layout.siteKind)
    if let latitude = text(plan.latitude), let longitude = text(plan.longitude) {
      site.coordinate = Self.number(latitude).flatMap { latitude in
        Self.number(longitude).flatMap { try? Coordinate(latitude, $0) }
      }
      if site.coordinate == nil { refusal = "a coordinate is none" }
    }
    if plan.siteID == nil, plan.siteName == nil, plan.latitude == nil, let place = context.places.first {
      site = place
    }
    var columns = plan.columns
    if columns.isEmpty {
      let parameter = text(plan.parameter)
      let (name, spelling) = (parameter ?? "", text(plan.unit) ?? "")
      columns = [
        CSVLayout.ValueColumn(
          "",
          layout.parameterNames.named(name) ?? descriptor.parameterNames.named(name) ?? AirParameter(name),
          unit: layout.unitNames.named(spelling) ?? descriptor.unitNames.named(spelling) ?? AirUnit(spelling))
      ]
      if parameter == nil { refusal = "a row names no parameter" }
    }
    if let unknown = columns.first(where: { !$0.unit.isKnown }) {
      refusal = ReportBuilder.unknown(unknown.unit)
    }
    let flags = plan.qualities.map { quality -> Set<AirReading.QualityFlag> in
      guard let name = text(quality.flag).map(CSVFields.trimmed) else { return [] }
      return layout.flagNames[name] ?? [AirReading.QualityFlag(rawValue: name)]
    }
    return CSVGroups.Group(
      site: site, instrument: text(plan.instrument), columns: columns, refusal: refusal,
      flags: plan.qualities.contains { $0.flag != nil } ? flags : [])
  }
}
