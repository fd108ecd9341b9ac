/// Registers the sources and services of an adapter's product in a container.
///
/// An adapter offers its module as a static member, for `container.install(.openMeteo)`:
///
/// ```swift
/// struct WindowSillModule: AQModule {
///   let source: WindowSill
///
///   func install(into container: inout AQContainer) throws {
///     try container.register(source.descriptor) { _, _ in source }
///   }
/// }
///
/// extension AQModule where Self == WindowSillModule {
///   static func windowSill(_ source: WindowSill) -> Self { WindowSillModule(source: source) }
/// }
/// ```
public protocol AQModule: Sendable {
  /// Registers the module's sources and services.
  func install(into container: inout AQContainer) throws
}
