@_exported import Foundation

public struct LocalizedStringResource: ExpressibleByStringInterpolation, Sendable { public init(stringLiteral: String) {} }
public struct TypeDisplayRepresentation: ExpressibleByStringInterpolation, Sendable { public init(stringLiteral: String) {} }
public struct DisplayRepresentation: Sendable { public init(title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil) {} }
public struct IntentDescription: Sendable { public init(_ text: LocalizedStringResource) {} }
public struct IntentDialog: ExpressibleByStringInterpolation, Sendable { public init(stringLiteral: String) {} }
public protocol EntityIdentifierConvertible {}
extension String: EntityIdentifierConvertible {}
public protocol AppEntity: Identifiable, Sendable where ID: EntityIdentifierConvertible & Sendable {
  associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self
  static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
  static var defaultQuery: DefaultQuery { get }
  var displayRepresentation: DisplayRepresentation { get }
}
public protocol EntityQuery: Sendable {
  associatedtype Entity: AppEntity
  init()
  func entities(for identifiers: [Entity.ID]) async throws -> [Entity]
  func suggestedEntities() async throws -> [Entity]
}
public protocol EntityStringQuery: EntityQuery { func entities(matching string: String) async throws -> [Entity] }
public protocol IntentResult: Sendable {}
public protocol ReturnsValue<Value>: IntentResult { associatedtype Value }
public protocol ProvidesDialog: IntentResult {}
public struct ValueAndDialog<Value: Sendable>: ReturnsValue, ProvidesDialog {}
extension IntentResult {
  public static func result<Value: Sendable>(value: Value, dialog: IntentDialog) -> Self where Self == ValueAndDialog<Value> { ValueAndDialog() }
}
public protocol AppIntent: Sendable {
  associatedtype Perform: IntentResult
  static var title: LocalizedStringResource { get }
  static var description: IntentDescription? { get }
  init()
  func perform() async throws -> Perform
}
extension AppIntent { public static var description: IntentDescription? { nil } }
public protocol AppIntentsPackage { static var includedPackages: [any AppIntentsPackage.Type] { get } }
extension AppIntentsPackage { public static var includedPackages: [any AppIntentsPackage.Type] { [] } }
@propertyWrapper public final class IntentParameter<Value: Sendable>: @unchecked Sendable {
  public init(title: LocalizedStringResource) {}
  public init(title: LocalizedStringResource, default: Value) {}
  public var wrappedValue: Value { get { fatalError() } set {} }
}
extension AppIntent { public typealias Parameter<Value: Sendable> = IntentParameter<Value> }
@propertyWrapper public struct AppDependency<Value: Sendable>: Sendable {
  public init() {}
  public var wrappedValue: Value { fatalError() }
}
extension AppIntent { public typealias Dependency<Value: Sendable> = AppDependency<Value> }
extension EntityQuery { public typealias Dependency<Value: Sendable> = AppDependency<Value> }
