import AQKit
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The length of the body as the header states it (RFC 9112 §6.3).
///
/// A session accepts many invalid ones: libcurl reads a body to the end of the connection if the length exceeds 64 bits, and
/// uses one of several lengths.
enum StatedLength: Equatable {
  /// A length that is missing or doesn't count.
  case unknown
  /// The decoded body length.
  case decoded(Int)
  /// The stated length isn't a number, or several different ones are stated.
  case unreadable
  /// A number that no body can have.
  case impossible

  init(_ head: HTTPURLResponse) {
    // A response without content has no body, whatever length it states; a redirect's body isn't delivered.
    guard head.statusCode != 204, !(300..<400).contains(head.statusCode),
      head.value(forHTTPHeaderField: "Transfer-Encoding") == nil,
      let text = head.value(forHTTPHeaderField: "Content-Length")
    else {
      self = .unknown
      return
    }
    self = Self.number(text)
    if case .decoded = self, head.value(forHTTPHeaderField: "Content-Encoding") != nil { self = .unknown }
  }

  /// Reads a number, or a list of the same number, which results from several equal fields.
  private static func number(_ text: String) -> StatedLength {
    var result: StatedLength?
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let digits = part.trimmingCharacters(in: .whitespaces)
      guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return .unreadable }
      let number = Int(digits).map(decoded) ?? .impossible
      guard result == nil || result == number else { return .unreadable }
      result = number
    }
    return result ?? .unreadable
  }

  /// Returns whether no complete body can be this long.
  func contradicts(_ count: Int) -> Bool {
    if case .decoded(let length) = self { count != length } else { false }
  }
}
