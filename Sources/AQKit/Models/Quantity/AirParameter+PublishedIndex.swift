extension AirParameter {
  /// An index that a provider publishes, as a parameter of its own.
  ///
  /// The spelling is `aqi`, `aqi.SCALE` or `aqi.SCALE.POLLUTANT`. AQKit never converts such a value to a concentration.
  ///
  /// - Parameters:
  ///   - scale: The name of the scale, such as `us-epa` or `european`; nil where the provider does not say. A dot
  ///     becomes a hyphen, because dots separate the parts of the spelling.
  ///   - pollutant: The pollutant of a sub-index; nil for the overall index. Needs a scale.
  public static func publishedIndex(scale: String?, pollutant: AirParameter? = nil) -> AirParameter {
    guard let scale else { return publishedIndex }
    let name = String(scale.map { $0 == "." ? "-" : $0 })
    return AirParameter(rawValue: "aqi.\(name)" + (pollutant.map { ".\($0.rawValue)" } ?? ""))
  }

  /// A published index whose scale the provider does not name.
  public static let publishedIndex = known("aqi")

  /// Whether the parameter is an index that a provider publishes.
  public var isPublishedIndex: Bool { rawValue == "aqi" || rawValue.hasPrefix("aqi.") }

  /// The scale of a published index; nil where it has no name, or for any other parameter.
  public var indexScale: String? {
    let parts = rawValue.split(separator: ".", maxSplits: 2)
    return isPublishedIndex && parts.count > 1 ? String(parts[1]) : nil
  }

  /// The pollutant of a published sub-index; nil for an overall index, or for any other parameter.
  public var indexPollutant: AirParameter? {
    let parts = rawValue.split(separator: ".", maxSplits: 2)
    return isPublishedIndex && parts.count > 2 ? AirParameter(rawValue: String(parts[2])) : nil
  }

  /// The spelling of a sub-index with its pollutant's canonical spelling; nil for anything else.
  static func canonicalIndex(_ spelling: String) -> String? {
    let parts = spelling.split(separator: ".", maxSplits: 2)
    guard parts.count == 3, parts[0] == "aqi", let pollutant = canonical[String(parts[2])] else { return nil }
    return "aqi.\(parts[1]).\(pollutant)"
  }
}
