import AQKit

/// The end of an operation that a contract runs.
enum Outcome<Value: Sendable>: Sendable {
  case value(Value)
  case error(any Error)
  /// The operation did not end within the contract's patience.
  case hung

  var value: Value? { if case .value(let value) = self { value } else { nil } }
  var error: (any Error)? { if case .error(let error) = self { error } else { nil } }
  var isHung: Bool { if case .hung = self { true } else { false } }
  var isCancellation: Bool { error is CancellationError }

  /// The outcome as text for a violation; credentials are masked and the text is cut later.
  var summary: String {
    switch self {
    case .value: "a response"
    case .error(let error as AQError):
      "AQError \(error.code)" + (error.message.isEmpty ? "" : " (“\(error.message)”)")
    case .error(let error): "\(type(of: error))"
    case .hung: "no end within the time limit"
    }
  }
}
