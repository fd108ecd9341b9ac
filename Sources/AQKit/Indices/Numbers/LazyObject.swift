#if canImport(Darwin)
  import AQKitModels
#else
  import Synchronization
#endif

#if canImport(Darwin)
  /// An object that is made when first asked for and then kept.
  ///
  /// On Apple's systems `Atomic` is newer than what AQKit needs otherwise, and a lock keeps the object.
  final class LazyObject<Object: AnyObject & Sendable>: Sendable {
    private let kept = Locked<Object?>(nil)
    private let make: @Sendable () -> Object

    init(_ make: @escaping @Sendable () -> Object) { self.make = make }

    /// The object.
    var object: Object {
      if let known = kept.withLock({ $0 }) { return known }
      let own = make()
      return kept.withLock { kept in
        let object = kept ?? own
        kept = object
        return object
      }
    }

    /// The object, if it exists, without counting a reference to it: the one that is kept is never replaced.
    var uncounted: Unmanaged<Object>? { kept.withLock({ $0 }).map { Unmanaged.passUnretained($0) } }
  }
#else
  /// An object that is made when first asked for and then kept; later calls take no lock.
  ///
  /// Two threads that ask first may both create it, and one of the two objects is kept: creating it must have no side effects.
  final class LazyObject<Object: AnyObject & Sendable>: Sendable {
    /// The address of the object, which this one owns once it exists, and never replaces; 0 before. Not an
    /// `AtomicLazyReference`, whose `load` isn't specialised and looks up metadata for 600 instructions (Swift 6.3).
    private let kept = Atomic<UInt>(0)
    private let make: @Sendable () -> Object

    init(_ make: @escaping @Sendable () -> Object) { self.make = make }

    deinit { Self.reference(kept.load(ordering: .acquiring))?.release() }

    /// The object.
    @inline(__always)
    var object: Object {
      // The object lives as long as this one, which mustn't end between the two steps.
      withExtendedLifetime(self) {
        Self.reference(kept.load(ordering: .acquiring))?.takeUnretainedValue() ?? made()
      }
    }

    /// The object, if it exists, without counting a reference to it, which takes longer than a lookup.
    @inline(__always)
    var uncounted: Unmanaged<Object>? { Self.reference(kept.load(ordering: .acquiring)) }

    @inline(__always)
    private static func reference(_ address: UInt) -> Unmanaged<Object>? {
      UnsafeRawPointer(bitPattern: address).map { Unmanaged<Object>.fromOpaque($0) }
    }

    @inline(never)
    private func made() -> Object {
      let own = Unmanaged.passRetained(make())
      let (isKept, known) = kept.compareExchange(
        expected: 0, desired: UInt(bitPattern: own.toOpaque()), ordering: .acquiringAndReleasing)
      guard !isKept, let other = Self.reference(known) else { return own.takeUnretainedValue() }
      own.release()
      return other.takeUnretainedValue()
    }
  }
#endif
