import AQKit

/// A number that several tasks may count up.
final class Tally: Sendable {
  private let value = Locked(0)
  @discardableResult func increment() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
  var count: Int { value.withLock { $0 } }
}

/// A value that several tasks may change.
final class Box<Value: Sendable>: Sendable {
  private let content: Locked<Value>
  init(_ value: Value) { content = Locked(value) }
  var value: Value { content.withLock { $0 } }
  func set(_ value: Value) { content.withLock { $0 = value } }
  func change(_ body: @Sendable (inout Value) -> Void) { content.withLock { body(&$0) } }
}
