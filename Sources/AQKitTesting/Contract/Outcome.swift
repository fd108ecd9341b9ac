import AQKit

/// How an operation under a contract ended.
enum Outcome<Value: Sendable>: Sendable {
  case value(Value)
  case error(any Error)
  /// It did not end within the contract's patience.
  case hung

  var value: Value? { if case .value(let value) = self { value } else { nil } }
  var error: (any Error)? { if case .error(let error) = self { error } else { nil } }
  var isHung: Bool { if case .hung = self { true } else { false } }
  var isCancellation: Bool { error is CancellationError }

  /// The outcome for a violation's text; never the error's own text, which may contain secrets.
  var summary: String {
    switch self {
    case .value: "an answer"
    case .error(let error as AQError): "AQError \(error.code)"
    case .error(let error): "\(type(of: error))"
    case .hung: "no end within the patience"
    }
  }
}
