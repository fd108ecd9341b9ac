extension AQIValue: Identifiable {
  /// Identifies a value among those of a place: the edition, the variant and the moment.
  public struct ID: Hashable, Sendable {
    /// The identifier of the edition.
    public let edition: String
    /// The value of the moment, or a day's.
    public let variant: IndexOptions.Variant
    /// The moment of the index.
    public let time: AirTime?
  }

  /// The value's identity among those of a place.
  public var id: ID { ID(edition: edition.identifier, variant: variant, time: time) }
}

extension AQIValue.SubIndex: Identifiable {
  /// The input: a value has at most one sub-index of each.
  public var id: IndexInput { input }
}
