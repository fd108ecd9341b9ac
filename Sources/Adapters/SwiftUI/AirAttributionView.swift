#if canImport(SwiftUI)
  public import AQKit
  import Foundation
  public import SwiftUI

  /// A view of the credit that licences require with the data: each text once, with its licence, as a link if it has one.
  ///
  /// ```swift uncompiled
  /// AirAttributionView(store.credit)
  /// ```
  public struct AirAttributionView: View {
    private let parts: [AirAttribution]

    /// Creates a view of the credit of a store or an answer.
    public init(_ credit: AirAttribution.Credit) { parts = credit.parts }

    /// Creates a view of the attribution of a report or a site.
    public init(_ attribution: [AirAttribution]) { parts = attribution.unique }

    /// The texts, one below the other.
    public var body: some View {
      VStack(alignment: .leading, spacing: 2) {
        ForEach(parts, id: \.self) { part in
          if let url = part.url {
            Link(part.textWithLicence, destination: url)
          } else {
            Text(part.textWithLicence)
          }
        }
      }
      .font(.caption2)
      .foregroundStyle(.secondary)
    }
  }
#endif
