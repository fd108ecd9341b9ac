/// What is searched for: a name and how it is looked up.
public struct PlaceSearch: Hashable, Sendable {
  /// The name, or the beginning of one.
  public var name: String
  /// The BCP 47 language of the results, such as `en`.
  public var language: String
  /// Only places in this country, by ISO 3166-1 alpha-2 code.
  public var countryCode: String?
  /// The most results.
  public var limit: Int

  /// Makes a search.
  public init(_ name: String, language: String = "en", countryCode: String? = nil, limit: Int = 10) {
    self.name = name
    self.language = language
    self.countryCode = countryCode
    self.limit = limit
  }
}
