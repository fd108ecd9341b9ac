public import Foundation

public protocol TimelineEntry { var date: Date { get } }
public struct TimelineReloadPolicy: Sendable {
  public static func after(_ date: Date) -> TimelineReloadPolicy { TimelineReloadPolicy() }
}
public struct Timeline<Entry: TimelineEntry> {
  public let entries: [Entry]
  public init(entries: [Entry], policy: TimelineReloadPolicy) { self.entries = entries }
}
extension Timeline: Sendable where Entry: Sendable {}
public struct TimelineProviderContext { public var isPreview: Bool { false } }
public protocol TimelineProvider {
  associatedtype Entry: TimelineEntry
  typealias Context = TimelineProviderContext
  func placeholder(in context: Context) -> Entry
  @preconcurrency func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)
  @preconcurrency func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}
