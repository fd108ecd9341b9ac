extension AirPlace {
  /// A search for places by name.
  public struct Search: Hashable, Sendable {
    /// The name or its beginning.
    public var name: String
    /// The BCP 47 language of the results, such as `en`.
    public var language: String
    /// Only places in this country, by ISO 3166-1 alpha-2 code.
    public var countryCode: String?
    /// The maximum number of results.
    public var limit: Int

    /// Creates a search; by default for English names, all countries and 10 places.
    public init(_ name: String, language: String = "en", countryCode: String? = nil, limit: Int = 10) {
      self.name = name
      self.language = language
      self.countryCode = countryCode
      self.limit = limit
    }
  }
}
