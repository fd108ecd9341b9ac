public import AQKit

/// The item that a framing finds at the start of the waiting bytes.
public enum FramingStep: Hashable, Sendable {
  /// A message and its number of bytes, including framing: at least one.
  case message(FeedMessage, taking: Int)
  /// A number of bytes, at least one, that frame or separate messages.
  case separator(Int)
  /// A number of bytes, at least one, of a damaged message; they are counted.
  case broken(Int)
  /// An incomplete message.
  case incomplete
}
