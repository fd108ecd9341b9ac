extension AirSite {
  /// An instrument, or one channel of it.
  public struct Instrument: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The provider's identifier of the instrument or channel, such as `3917` or `A`.
    public var id: String?
    /// Maker and model, such as `Met One BAM 1020`.
    public var model: String?
    /// The method of measurement, such as `beta attenuation`.
    public var method: String?

    /// An instrument by what is known of it.
    public init(_ id: String? = nil, model: String? = nil, method: String? = nil) {
      self.id = id
      self.model = model
      self.method = method
    }

    private enum CodingKeys: String, CodingKey { case id, model, method }

    /// Reads an object; a text alone is the identifier.
    public init(from decoder: any Decoder) throws {
      if let id = try? decoder.singleValueContainer().decode(String.self) {
        self.init(id)
        return
      }
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        try container.decodeIfPresent(String.self, forKey: .id),
        model: try container.decodeIfPresent(String.self, forKey: .model),
        method: try container.decodeIfPresent(String.self, forKey: .method))
    }

    /// Model, method and identifier, as far as they are known.
    public var description: String { [model, method, id].compactMap { $0 }.joined(separator: ", ") }
  }
}
