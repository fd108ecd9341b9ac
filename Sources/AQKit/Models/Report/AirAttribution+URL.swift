#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension AirAttribution {
  /// ``link`` as an address to open; nil where there is none, or where it is no address of the web (`http`, `https`).
  public var url: URL? { link.flatMap(URL.init(ofWebPage:)) }

  /// ``licenceLink`` as an address to open; nil where there is none, or where it is no address of the web.
  public var licenceURL: URL? { licenceLink.flatMap(URL.init(ofWebPage:)) }
}

extension AirRights {
  /// ``terms`` as an address to open; nil where there are none, or where it is no address of the web.
  public var termsURL: URL? { terms.flatMap(URL.init(ofWebPage:)) }
}

extension URL {
  /// An address with a host that a browser opens: links come from servers and files, and are shown to be tapped.
  fileprivate init?(ofWebPage text: String) {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      scheme == "https" || scheme == "http", let host = url.host(), !host.isEmpty
    else { return nil }
    self = url
  }
}
