/// How the values of a series were converted from the provider's unit.
public struct UnitConversion: Hashable, Sendable, Codable {
  /// The provider's unit.
  public var from: AirUnit
  /// The reference conditions, for a conversion between mass concentration and mixing ratio.
  public var conditions: ReferenceConditions?

  /// The record of a conversion from the provider's unit.
  public init(from: AirUnit, conditions: ReferenceConditions? = nil) {
    self.from = from
    self.conditions = conditions
  }
}
