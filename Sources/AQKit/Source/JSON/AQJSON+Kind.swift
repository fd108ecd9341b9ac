extension AQJSON {
  /// The kind of a JSON value.
  public enum Kind: String, Sendable, CaseIterable {
    /// No value: no such member or element, or its parent is no object or array.
    case missing
    /// `null`, or a bare `nan` if that is allowed.
    case null
    /// `true` or `false`.
    case bool
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object

    /// The kind of a value by its first byte.
    init(lead: UInt8, isNaN: Bool) {
      switch lead {
      case UInt8(ascii: "{"): self = .object
      case UInt8(ascii: "["): self = .array
      case UInt8(ascii: "\""): self = .string
      case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool
      case UInt8(ascii: "n"), UInt8(ascii: "N"): self = .null
      default: self = isNaN ? .null : .number
      }
    }

    /// The kind with its article, for a sentence.
    package var phrase: String {
      switch self {
      case .missing: "nothing"
      case .null: "null"
      case .bool: "true or false"
      case .number: "a number"
      case .string: "a string"
      case .array: "an array"
      case .object: "an object"
      }
    }
  }

  /// The kind of the value.
  public var kind: Kind {
    miss == nil ? kind(at: index) : .missing
  }

  /// Whether the value is `null`. A missing value isn't.
  public var isNull: Bool { kind == .null }

  /// Whether there is no value.
  public var isMissing: Bool { miss != nil }

  /// The value, or nil if it is `null` or missing: `try row["elevation"].ifPresent?.double()` allows an absent number
  /// and still refuses a value of another kind.
  public var ifPresent: AQJSON? {
    switch kind {
    case .missing, .null: nil
    default: self
    }
  }

  /// The kind of the value at a tape index.
  func kind(at index: UInt32) -> Kind {
    let lead = tape.lead(index)
    guard lead == UInt8(ascii: "-"), tape.allowsNaN else { return Kind(lead: lead, isNaN: false) }
    let next = Int(truncatingIfNeeded: tape[index]) + 1
    let isNaN = next < tape.bytes.count && tape.bytes[next] | 0x20 == UInt8(ascii: "n")
    return Kind(lead: lead, isNaN: isNaN)
  }
}
