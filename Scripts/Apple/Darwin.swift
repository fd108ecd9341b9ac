// What AQKit uses of the C library, as declarations without a body.
public func expm1(_ x: Double) -> Double { fatalError() }
public func pow(_ x: Double, _ y: Double) -> Double { fatalError() }
public func sin(_ x: Double) -> Double { fatalError() }
public func cos(_ x: Double) -> Double { fatalError() }
public func acos(_ x: Double) -> Double { fatalError() }
public func exp(_ x: Double) -> Double { fatalError() }
public func log(_ x: Double) -> Double { fatalError() }
public func log10(_ x: Double) -> Double { fatalError() }
public func asin(_ x: Double) -> Double { fatalError() }
public func write(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { fatalError() }
public struct timespec {
  public var tv_sec: Int
  public var tv_nsec: Int
  public init() { fatalError() }
}
public struct clockid_t {}
public var CLOCK_THREAD_CPUTIME_ID: clockid_t { fatalError() }
public func clock_gettime(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>?) -> Int32 { fatalError() }
