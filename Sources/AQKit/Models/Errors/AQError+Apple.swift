#if !canImport(FoundationEssentials)
  public import Foundation

  // Elsewhere the conformance is in a separate module, because it links all of FoundationEssentials.
  extension AQError: LocalizedError {
    /// The message, for `localizedDescription` of any error.
    public var errorDescription: String? { message }
  }
#endif
