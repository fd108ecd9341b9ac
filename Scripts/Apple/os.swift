// What AQKit uses of Apple's os, as declarations without a body.
@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  public init(uncheckedState initialState: State) { fatalError() }
}
@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
extension OSAllocatedUnfairLock where State == () {
  public init() { fatalError() }
  @available(*, noasync) public func lock() { fatalError() }
  @available(*, noasync) public func unlock() { fatalError() }
}
