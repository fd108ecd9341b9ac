/// What a container makes at the first use and shares with its copies.
///
/// It is made at most once; if making it throws, the next call tries again. The closure runs under a lock that is taken
/// for this one thing only.
final class MadeOnce: Sendable {
  /// What the present task is making, so that what needs itself is an error and no endless wait.
  private static let making = TaskLocal<[ObjectIdentifier]>(wrappedValue: [])
  private let made = Locked<(any Sendable)?>(nil)
  /// A copy for those who mustn't wait while it is made.
  private let finished = Locked<(any Sendable)?>(nil)

  /// What was made, or is made now.
  ///
  /// - Parameters:
  ///   - loop: The error for a thing that needs itself while it is made.
  ///   - make: Makes it.
  func value<Value: Sendable, Failure: Error>(
    orLoop loop: @autoclosure () -> Failure, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let known: Value = known() { return known }
    let outer = Self.making.get()
    if outer.contains(ObjectIdentifier(self)) { throw loop() }
    let result: Result<Value, Failure> = made.withLock { made in
      if let known = made as? Value { return .success(known) }
      do throws(Failure) {
        let new = try Self.making.withValue(outer + [ObjectIdentifier(self)]) {
          () -> Result<Value, Failure> in Result(catching: make)
        }.get()
        made = new
        finished.withLock { $0 = new }
        return .success(new)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// What was made; nil, at once, if nothing was yet.
  func known<Value: Sendable>() -> Value? { finished.withLock { $0 as? Value } }
}

/// A service that is made from the container at the first use.
struct ServiceRecipe<Value: Sendable>: Sendable {
  let make: @Sendable (AQContainer) throws(AQError) -> Value
  var made = MadeOnce()
}

/// A recipe whose service is made again after something has changed that it may depend on.
protocol RemakeableService: Sendable {
  /// The recipe with nothing made yet.
  var unmade: any Sendable { get }
}

extension ServiceRecipe: RemakeableService {
  var unmade: any Sendable { ServiceRecipe(make: make) }
}
