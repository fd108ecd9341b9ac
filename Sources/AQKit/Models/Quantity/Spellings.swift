extension AirParameter {
  /// The other spellings that are read as this parameter, such as `pm2_5` and `pm2.5`; empty for one that AQKit doesn't
  /// know. Case is ignored.
  public var aliases: [String] { position.map { Self.registry[$0].aliases.parts(by: "|") } ?? [] }

  /// Returns the known parameter whose spelling or alias is most like a name, for errors that suggest one; nil
  /// if none is near, or the name has fewer than three letters.
  public static func nearest(to name: String) -> AirParameter? {
    guard name.count >= 3 else { return nil }
    return nearestSpelling(to: name, among: positions.keys.sorted()).map { AirParameter($0) }
  }

  /// Returns ` (did you mean “pm25”?)` if the name isn't known and another one is near, else nothing.
  package static func suggestion(for name: String) -> String {
    AirParameter(name).family == .other ? spellingSuggestion(nearest(to: String(name.prefix(40)))) : ""
  }
}

extension AirUnit {
  /// The units that AQKit knows, in alphabetical order of their canonical spellings.
  public static let known: [AirUnit] = registry.map(\.unit).sorted().map { .known($0) }

  /// The other spellings that are read as this unit, such as `ug/m3`, in alphabetical order; empty for one that AQKit
  /// doesn't know.
  public var aliases: [String] { row?.aliases.parts(by: "|").sorted() ?? [] }

  /// Returns the known unit whose spelling or alias is most like a string, for errors that suggest one; nil where
  /// none is near. It is also nil where several units are near: `mcg/m3` is as near to mg/m³ as to µg/m³.
  public static func nearest(to spelling: String) -> AirUnit? {
    guard spelling.count >= 3 else { return nil }
    let near = known.filter { unit in
      nearestSpelling(to: spelling, among: [unit.rawValue] + unit.aliases) != nil
    }
    return near.count == 1 ? near[0] : nil
  }

  /// Returns ` (did you mean “µg/m³”?)` if the unit isn't known and exactly one is near, else nothing.
  package static func suggestion(for spelling: String) -> String {
    AirUnit(spelling).isKnown ? "" : spellingSuggestion(nearest(to: String(spelling.prefix(40))))
  }
}

extension String {
  /// Returns the parts between separators without empty ones. If there are too many, the last one holds the rest.
  package func parts(by separator: Character, atMost most: Int = .max) -> [String] {
    split(separator: separator, maxSplits: most - 1).map { String($0) }
  }
}
