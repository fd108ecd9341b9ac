extension AirReading: CustomStringConvertible {
  /// One line for a log, such as `pm25 12.3 µg/m³, 1h, 2026-10-01T13:00:00Z/2026-10-01T14:00:00Z`.
  public var description: String {
    let quality = flags.isEmpty ? "" : " (\(flags.map(\.rawValue).sorted().joined(separator: ", ")))"
    return "\(parameter) \(value.plainText) \(unit), \(averaging), \(interval)\(quality)"
  }
}

extension AirSeries: CustomStringConvertible {
  /// One line for a log: how many values there are, and the newest, such as
  /// `24 values (1 gap), newest pm25 12.3 µg/m³, 1h, 2026-10-01T13:00:00Z/2026-10-01T14:00:00Z`.
  public var description: String {
    guard let newest = newestReading() else { return "no value of \(parameter) in \(unit), \(averaging)" }
    let gaps = values.count(where: \.isNaN)
    let missing = gaps == 0 ? "" : " (\(gaps) \(gaps == 1 ? "gap" : "gaps"))"
    let known = values.count - gaps
    return known == 1 ? "\(newest)" : "\(known) values\(missing), newest \(newest)"
  }
}

extension AirReport: CustomStringConvertible {
  /// What a log needs: the source, its site without the coordinate, and a line for each series.
  public var description: String {
    let site = site.name ?? site.id ?? "\(site.kind)"
    let head = "\(kind.rawValue) of \(source), \(site), received \(receivedAt)"
    return ([head] + series.map { "  \($0)" }).joined(separator: "\n")
  }
}
