extension AveragingMethod {
  /// A custom averaging over the latest hours, such as a median, for an index whose rule AQKit doesn't have.
  ///
  /// The engine counts the hours: with fewer than `atLeast`, the result is only a proxy, and the basis of a value states
  /// their number. Moments and columns come from the same closure.
  ///
  /// A table's JSON refers to it as `custom` and its name: `"current": "custom median-6h"`. Only the name is stored. To
  /// read it, pass the method to ``BreakpointIndex/init(json:averagings:)-(String,_)`` or in the decoder's `userInfo`, under
  /// ``Swift/CodingUserInfoKey/airAveragings``.
  ///
  /// - Parameters:
  ///   - identifier: The name under which it is stored. Methods with the same name, hours and required number are equal.
  ///   - name: The method in a few English words, for a value's basis: `median of 6 h`.
  ///   - hours: The number of hours that it covers, at least 1.
  ///   - atLeast: The number of them that must be present; three quarters by default.
  ///   - average: Returns the average of exactly that many hours, oldest first, NaN for missing ones; at least one is
  ///     present. `nil` if there is none, even as a proxy.
  public static func custom(
    _ identifier: String, name: String, hours: Int, atLeast: Int? = nil,
    _ average: @escaping @Sendable (_ hours: [Double]) -> Double?
  ) -> AveragingMethod {
    let hours = bounded(hours)
    return AveragingMethod(
      rule: .custom(
        Custom(
          identifier, name: name, hours: hours, atLeast: atLeast ?? threeQuarters(of: hours), isDaily: false,
          average)))
  }

  /// A custom averaging over a calendar day at the site, in the same way as ``custom(_:name:hours:atLeast:_:)``.
  ///
  /// - Parameters:
  ///   - identifier: The name under which it is stored.
  ///   - name: The method in a few English words, for a value's basis: `median of the day`.
  ///   - atLeast: The number of the day's hours that must be present.
  ///   - average: Returns the average of the day's hours, oldest first, NaN for missing ones: 23 or 25 where clocks change,
  ///     fewer if the series begins or ends on that day; at least one is present.
  public static func customDay(
    _ identifier: String, name: String, atLeast: Int = 18,
    _ average: @escaping @Sendable (_ hours: [Double]) -> Double?
  ) -> AveragingMethod {
    AveragingMethod(
      rule: .custom(
        Custom(identifier, name: name, hours: 24, atLeast: atLeast, isDaily: true, average)))
  }

  /// The rule of ``custom(_:name:hours:atLeast:_:)``. A class, so that copying a method stays cheap.
  final class Custom: Sendable {
    let text: String
    let name: String
    let hours: Int
    let atLeast: Int
    let isDaily: Bool
    private let closure: @Sendable (_ hours: [Double]) -> Double?

    init(
      _ identifier: String, name: String, hours: Int, atLeast: Int, isDaily: Bool,
      _ closure: @escaping @Sendable (_ hours: [Double]) -> Double?
    ) {
      text = "custom \(identifier)"
      self.name = name
      self.hours = hours
      self.atLeast = max(1, isDaily ? atLeast : min(atLeast, hours))
      self.isDaily = isDaily
      self.closure = closure
    }

    /// Returns the average of some hours, oldest first. `possible` is the number of hours of the day; by default the hours
    /// that the method looks back.
    func average(_ hours: UnsafeBufferPointer<Double>, above floor: Double, of possible: Int? = nil)
      -> Average
    {
      var present = hours.map { $0 > floor ? $0 : .nan }
      let count = present.count { !$0.isNaN }
      if !isDaily {
        present.insert(contentsOf: [Double](repeating: .nan, count: self.hours - present.count), at: 0)
      }
      let value = count > 0 ? closure(present) : nil
      return Average(
        value ?? .nan, hours: count, of: possible ?? self.hours, needed: atLeast,
        isComplete: count >= atLeast && value?.isNaN == false)
    }
  }
}

extension AveragingMethod.Custom: Hashable {
  static func == (lhs: AveragingMethod.Custom, rhs: AveragingMethod.Custom) -> Bool {
    lhs === rhs
      || lhs.text == rhs.text && lhs.name == rhs.name && lhs.hours == rhs.hours && lhs.atLeast == rhs.atLeast
        && lhs.isDaily == rhs.isDaily
  }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension AveragingMethod: Codable {
  /// Reads the method's text; a custom method is looked up among the decoder's
  /// ``Swift/CodingUserInfoKey/airAveragings``.
  ///
  /// - Throws: `DecodingError` for a string that names no method, or an unknown custom one.
  public init(from decoder: any Decoder) throws {
    let custom = decoder.userInfo[.airAveragings] as? [AveragingMethod] ?? []
    self = try decoder.value({ text in AveragingMethod(text) ?? custom.first { $0.description == text } }) {
      text in
      guard text.hasPrefix("custom ") else { return "\(text) is not an averaging method." }
      return "The averaging “\(text)” isn't known here: pass it in `averagings`, or in the decoder's "
        + "`userInfo[.airAveragings]`."
    }
  }

  /// Writes the method's text.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension CodingUserInfoKey {
  /// The key of a decoder's `userInfo` for the custom averagings that its text may name: an array of
  /// ``AveragingMethod``.
  public static let airAveragings: CodingUserInfoKey = {
    // The initialiser never fails; it is failable because `RawRepresentable` requires it.
    guard let key = CodingUserInfoKey(rawValue: "AQKit.airAveragings") else {
      preconditionFailure("Any text is a key.")
    }
    return key
  }()
}
