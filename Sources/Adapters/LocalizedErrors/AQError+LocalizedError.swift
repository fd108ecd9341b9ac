#if canImport(FoundationEssentials)
  public import AQKitModels
  public import FoundationEssentials

  // Linked with products that link Foundation anyway; by itself it would add 7.5 MB to a static binary.
  extension AQError: LocalizedError {
    /// The message, for `localizedDescription` of any error.
    public var errorDescription: String? { message }
  }
#endif
