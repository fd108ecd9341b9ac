package import AQKit

/// A fault that was played.
package enum Fault: Hashable, Sendable, CustomStringConvertible {
  /// The response was late by this much.
  case delay(Duration)
  /// An error instead of a response.
  case error(AQError.Code)
  /// A truncated response, of which this many thousandths were left.
  case truncation(Int)
  /// A part of the response was replaced.
  case corruption
  /// A part came twice.
  case duplicate
  /// A delayed response, so that others could overtake it.
  case reordering

  /// The fault in a few words.
  package var description: String {
    switch self {
    case .delay(let duration): "late by \(duration)"
    case .error(let code): "\(code)"
    case .truncation(let thousandths): "cut at \(thousandths) ‰"
    case .corruption: "corrupted"
    case .duplicate: "twice"
    case .reordering: "held back"
    }
  }
}
