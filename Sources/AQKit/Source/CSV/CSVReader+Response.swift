/// What was read, as reports.
extension CSVReader {
  mutating func response(isLast: Bool) -> AirResponse {
    var builder = ReportBuilder(descriptor, receivedAt: context.receivedAt)
    report(into: &builder, isLast: isLast, place: nil, ordersRepeatedHours: true)
    return builder.response()
  }

  /// Reports the rows since the last call; at the end also the refusals.
  ///
  /// - Parameter ordersRepeatedHours: Whether no earlier rows are in the builder, so that hours that occur twice are told
  ///   apart here.
  mutating func report(
    into builder: inout ReportBuilder, isLast: Bool, place: Int?,
    convention: SourceDescriptor.TimeConvention? = nil, averaging: AveragingPeriod? = nil,
    ordersRepeatedHours: Bool = false
  ) {
    hasRows = hasRows || rows.count > 0
    let averaging = averaging ?? (isDeclared ? nil : layout.averaging)
    let isCivil = if case .civil? = layout.timeFormat.zone { true } else { false }
    rows.forEachGroup(of: groups.groups) { index, times, repeated, values, groupOfRow, rowNumbers in
      var (times, repeated) = (times, repeated)
      if isCivil, ordersRepeatedHours {
        repeated.order(&times, after: lastTimes[index])
        lastTimes[index] = times.last
      }
      let group = groups.groups[index]
      let site = builder.site(group.site, place: place, kind: isDeclared ? nil : layout.kind)
      let origin = group.instrument.map { AirOrigin(instrument: AirSite.Instrument($0)) }
      for (number, (column, numbers)) in zip(group.columns, values).enumerated() {
        var details = details(of: number, in: values, groupOfRow, rowNumbers)
        details.repeated = repeated
        builder.add(
          column.parameter, column: numbers, unit: column.unit, unixStamps: times,
          convention: column.timeConvention ?? convention, averaging: column.averaging ?? averaging, details,
          origin: origin, correction: nil, to: site)
      }
    }
    rows.removeAll()
    if groups.groups.count > Self.mostGroups {
      groups = CSVGroups(segmentCount: groups.keys.segmentCount)
      lastTimes.removeAll()
      hints = CSVHints()
      last = 0
    }
    if isLast {
      for refusal in refusals {
        builder.refuse(refusal.reason, count: refusal.count, at: "line \(refusal.line)")
      }
      if hasRows, !isDeclared, layout.averaging == .instant, layout.timeConvention != .instant {
        builder.note(
          AirNote(.remark, "The text states no averaging period, so each value stands at its time stamp."))
      }
    }
  }

  /// What the text says of the values of a column beside them.
  private func details(
    of column: Int, in numbers: [[Double]], _ groupOfRow: [Int], _ rowNumbers: ArraySlice<Int32>
  ) -> ReportBuilder.Column.Details {
    var details = ReportBuilder.Column.Details()
    guard let quality = plan?.qualities[column] else { return details }
    func given(_ index: Int?) -> [Double]? {
      index.map { numbers[$0] }.flatMap { $0.allSatisfy(\.isNaN) ? nil : $0 }
    }
    let (uncertainty, limit) = (given(quality.uncertainty), given(quality.detectionLimit))
    let below = rows.limits(of: column, in: rowNumbers)
    if uncertainty != nil || limit != nil || below != nil {
      details.accuracy = numbers[column].indices.map { row in
        let accuracy = AirReading.Accuracy(
          uncertainty: uncertainty?[row], detectionLimit: below?[row] ?? limit?[row])
        return accuracy == AirReading.Accuracy() ? nil : accuracy
      }
    }
    details.completeness = given(quality.completeness)?.map {
      $0.isNaN ? nil : AirReading.Completeness(percent: $0)
    }
    if quality.flag != nil { details.flags = groupOfRow.map { groups.groups[$0].flags[column] } }
    if let below {
      let stated = details.flags ?? Array(repeating: [], count: below.count)
      details.flags = zip(stated, below).map { $1 == nil ? $0 : $0.union([.belowDetection]) }
    }
    return details
  }
}
