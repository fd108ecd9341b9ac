// What AQKit uses of Apple's Foundation, as declarations without a body: enough for a compiler to check AQKit, nothing to run.
@_exported import Darwin
public struct Data: Hashable, Sendable, RandomAccessCollection {
  public init<S: Sequence>(_ s: S) where S.Element == UInt8 { fatalError() }
  public struct Base64EncodingOptions: OptionSet, Sendable { public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue } }
  public struct Base64DecodingOptions: OptionSet, Sendable { public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue } }
  public init?(base64Encoded: __shared String, options: Base64DecodingOptions = []) { fatalError() }
  public func base64EncodedString(options: Base64EncodingOptions = []) -> String { fatalError() }
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(i: Int) -> UInt8 { 0 }
}
public typealias TimeInterval = Double
public struct Date: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
  public init() { fatalError() }
  public init(timeIntervalSince1970: TimeInterval) { fatalError() }
  public static func < (l: Date, r: Date) -> Bool { fatalError() }
  public func addingTimeInterval(_ t: TimeInterval) -> Date { fatalError() }
  public func timeIntervalSince(_ d: Date) -> TimeInterval { fatalError() }
  public var timeIntervalSince1970: TimeInterval { fatalError() }
  public var description: String { "" }
  public static var now: Date { fatalError() }
}
open class JSONDecoder: @unchecked Sendable {
  open var userInfo: [CodingUserInfoKey: any Sendable] {
    get { fatalError() }
    set { fatalError() }
  }
  public init() {}
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}
public protocol LocalizedError: Error {
  var errorDescription: String? { get }
  var failureReason: String? { get }
  var recoverySuggestion: String? { get }
  var helpAnchor: String? { get }
}
extension LocalizedError {
  public var errorDescription: String? { nil }
  public var failureReason: String? { nil }
  public var recoverySuggestion: String? { nil }
  public var helpAnchor: String? { nil }
}
public struct TimeZone: Hashable, Sendable, Codable {
  public init?(identifier: __shared String) { fatalError() }
  public init?(secondsFromGMT: Int) { fatalError() }
  public static var gmt: TimeZone { fatalError() }
  public func secondsFromGMT(for date: Date = Date()) -> Int { fatalError() }
  public var identifier: String { "" }
}
public struct URL: Hashable, Sendable {
  public init?(string: __shared String) { fatalError() }
}
open class JSONEncoder: @unchecked Sendable {
  public init() {}
  open func encode<T: Encodable>(_ value: T) throws -> Data { fatalError() }
}
open class ProcessInfo: @unchecked Sendable {
  public class var processInfo: ProcessInfo { fatalError() }
  open var environment: [String: String] { fatalError() }
}
