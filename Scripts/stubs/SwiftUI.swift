// The declarations of SwiftUI that AQKitSwiftUI uses, after Apple's documentation, for Scripts/compile-views: nothing here does
// anything.
@_exported import Foundation
import Observation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: View { public var body: Never { return fatalError() } }
public struct EmptyView: View { public init() {}; public var body: Never { return fatalError() } }
public struct Modified<Content>: View { public var body: Never { return fatalError() } }
public struct TupleView<each Content: View>: View { public var body: Never { return fatalError() } }
extension Optional: View where Wrapped: View { public var body: Never { return fatalError() } }
public enum Either<First: View, Second: View>: View {
  case first(First), second(Second)
  public var body: Never { return fatalError() }
}

@resultBuilder public enum ViewBuilder {
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content> { TupleView() }
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(first: First) -> Either<First, Second> { .first(first) }
  public static func buildEither<First: View, Second: View>(second: Second) -> Either<First, Second> { .second(second) }
}

public struct Text: View {
  public init(_ text: some StringProtocol) {}
  public var body: Never { return fatalError() }
}
public struct Link: View {
  public init(_ title: some StringProtocol, destination: URL) {}
  public var body: Never { return fatalError() }
}
public struct Spacer: View { public init() {}; public var body: Never { return fatalError() } }
public enum HorizontalAlignment { case leading, center, trailing }
public enum VerticalAlignment { case top, center, bottom }
public struct VStack: View {
  public init(alignment: HorizontalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> some View) {}
  public var body: Never { return fatalError() }
}
public struct HStack: View {
  public init(alignment: VerticalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> some View) {}
  public var body: Never { return fatalError() }
}
public struct LazyHStack: View {
  public init(alignment: VerticalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> some View) {}
  public var body: Never { return fatalError() }
}
public struct ScrollView: View {
  public init(_ axis: Axis, @ViewBuilder content: () -> some View) {}
  public var body: Never { return fatalError() }
}
public enum Axis { case horizontal, vertical }
public struct List: View {
  public init(@ViewBuilder content: () -> some View) {}
  public var body: Never { return fatalError() }
}
public struct Section: View {
  public init(@ViewBuilder content: () -> some View, @ViewBuilder footer: () -> some View) {}
  public var body: Never { return fatalError() }
}
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: DynamicViewContent {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) where Data.Element: Identifiable, ID == Data.Element.ID {}
  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
  public var body: Never { return fatalError() }
}
public protocol DynamicViewContent: View {}
extension Modified: DynamicViewContent where Content: DynamicViewContent {}
extension DynamicViewContent {
  public func onDelete(perform: ((IndexSet) -> Void)?) -> some DynamicViewContent { Modified<Self>() }
  public func onMove(perform: ((IndexSet, Int) -> Void)?) -> some DynamicViewContent { Modified<Self>() }
}
extension MutableCollection where Self: RangeReplaceableCollection {
  public mutating func remove(atOffsets: IndexSet) {}
}
extension MutableCollection {
  public mutating func move(fromOffsets: IndexSet, toOffset: Int) {}
}
public struct TimelineViewDefaultContext { public var date: Date }
public struct TimelineView<Content: View>: View {
  public init(_ schedule: PeriodicSchedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content) {}
  public var body: Never { return fatalError() }
}
public struct PeriodicSchedule { public static func periodic(from: Date, by: Double) -> PeriodicSchedule { PeriodicSchedule() } }

public protocol ShapeStyle: Sendable {}
public struct Secondary: ShapeStyle {}
extension ShapeStyle where Self == Secondary { public static var secondary: Secondary { Secondary() } }
public struct Color: ShapeStyle {
  public enum RGBColorSpace { case sRGB }
  public init(_ space: RGBColorSpace, red: Double, green: Double, blue: Double, opacity: Double) {}
  public static let gray = Color(.sRGB, red: 0, green: 0, blue: 0, opacity: 1)
  public static let white = gray
}
extension Color: View { public var body: Never { return fatalError() } }
public protocol Shape {}
public struct Capsule: Shape {}
extension Shape where Self == Capsule { public static var capsule: Capsule { Capsule() } }
public struct Font: Sendable {
  public static let caption = Font()
  public static let caption2 = Font()
}
public enum Edges { case horizontal, vertical, all }
public enum AccessibilityChildBehavior { case ignore, combine }

extension View {
  public func font(_ font: Font?) -> some View { Modified<Self>() }
  public func foregroundStyle(_ style: some ShapeStyle) -> some View { Modified<Self>() }
  public func background(_ style: some ShapeStyle, in shape: some Shape) -> some View { Modified<Self>() }
  public func padding(_ edges: Edges = .all, _ length: Double? = nil) -> some View { Modified<Self>() }
  public func lineLimit(_ count: Int?) -> some View { Modified<Self>() }
  public func monospacedDigit() -> some View { Modified<Self>() }
  public func accessibilityElement(children: AccessibilityChildBehavior) -> some View { Modified<Self>() }
  public func accessibilityLabel(_ label: some StringProtocol) -> some View { Modified<Self>() }
  public func task(@_inheritActorContext _ action: @escaping @Sendable () async -> Void) -> some View { Modified<Self>() }
  public func task<ID: Equatable>(id: ID, @_inheritActorContext _ action: @escaping @Sendable () async -> Void) -> some View { Modified<Self>() }
  public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { Modified<Self>() }
  public func onChange<Value: Equatable>(of value: Value, _ action: @escaping () -> Void) -> some View { Modified<Self>() }
  public func environment<Value>(_ key: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View { Modified<Self>() }
}

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}
public struct EnvironmentValues {
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value { get { Key.defaultValue } set {} }
  public var locale: Locale { get { .current } set {} }
}
@propertyWrapper public struct Environment<Value> {
  public init(_ key: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { fatalError() }
}
@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) {}
  public init() where Value: ExpressibleByNilLiteral {}
  public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
}
