import AQKit
import AQKitHTTPRules
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Makes the session's request from AQKit's.
enum URLRequestBuilder {
  /// Returns the session's request.
  ///
  /// - Throws: The same errors as ``RequestRule/address(of:)``.
  static func make(_ request: TransportRequest) throws(AQError) -> URLRequest {
    var urlRequest = URLRequest(
      url: try RequestRule.address(of: request), cachePolicy: .reloadIgnoringLocalCacheData)
    // Not set by the initializer, because Linux would then use the minute from the session's configuration.
    urlRequest.timeoutInterval = 864_000
    urlRequest.httpMethod = request.method.rawValue
    urlRequest.httpShouldHandleCookies = false
    for field in request.headers { urlRequest.addValue(field.value, forHTTPHeaderField: field.name) }
    if request.method == .post { urlRequest.httpBody = Data(request.body) }
    return urlRequest
  }
}
