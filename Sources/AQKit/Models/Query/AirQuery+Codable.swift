extension AirQuery: Codable {
  private enum CodingKeys: String, CodingKey {
    case places, parameters, window, kinds, purposes, detail, radius
  }

  /// Reads a query; only `places` is required.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      places: try container.decode([PlaceReference].self, forKey: .places),
      parameters: try container.decodeIfPresent([AirParameter].self, forKey: .parameters) ?? [],
      window: try container.decodeIfPresent(AirWindow.self, forKey: .window) ?? .current,
      kinds: try container.decodeIfPresent(Set<ReportKind>.self, forKey: .kinds) ?? [],
      purposes: try container.decodeIfPresent(Set<Purpose>.self, forKey: .purposes) ?? [],
      detail: try container.decodeIfPresent(Detail.self, forKey: .detail) ?? .values,
      radius: try container.decodeIfPresent(Double.self, forKey: .radius))
  }

  /// Writes a query; sets are sorted.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(places, forKey: .places)
    try container.encode(parameters, forKey: .parameters)
    try container.encode(window, forKey: .window)
    try container.encode(kinds.sorted { $0.rawValue < $1.rawValue }, forKey: .kinds)
    try container.encode(purposes.sorted { $0.rawValue < $1.rawValue }, forKey: .purposes)
    try container.encode(detail, forKey: .detail)
    try container.encodeIfPresent(radius, forKey: .radius)
  }
}
