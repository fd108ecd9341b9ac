import AQKit
import CMosquitto
import Foundation
import Synchronization

/// The thread of one connection, and the only place where libmosquitto is used.
///
/// **Why its pointers are safe.** The handle is made, used and destroyed within one call of
/// ``converse(boundTo:within:until:)``, on one thread, and no other code has it. The library runs callbacks only inside the
/// calls that this thread makes with the handle; it starts no thread, because `mosquitto_loop_start` is never called. It passes
/// them a pointer to this object, unretained: the caller of a method holds the object until the method has returned, and by
/// then the handle was destroyed. A callback's arguments (a message, its topic, the granted qualities) belong to the library,
/// and are copied before the callback returns.
final class MQTTClient {
  private let plan: MQTTPlan
  private let mailbox: MQTTMailbox
  /// The arrival of the last packet that a callback reports.
  private var heardAt = ContinuousClock.now
  /// The subscriptions that the broker hasn't acknowledged, by their packet.
  private var asked: [Int32: String] = [:]
  private var isOpen = false
  /// Whether there is a TCP connection.
  private var isConnected = false
  /// Whether the broker has acknowledged the connection.
  private var isGreeted = false
  private var backlog: MQTTBacklog?
  /// The reason why the connection can't continue, found by a callback.
  private var refusal: AQError?
  private var tlsFault: TLSFault?
  private var handle: OpaquePointer?

  /// The library's messages on TLS, which its codes don't include.
  private enum TLSFault {
    case noCertificate
    case untrusted
    case noTLS
  }

  private init(_ plan: MQTTPlan, _ mailbox: MQTTMailbox) {
    self.plan = plan
    self.mailbox = mailbox
  }

  /// Once for the process; the library counts the calls, but not safely from several threads.
  private static let library = mosquitto_lib_init()

  /// Whether a text is a filter of topics.
  static func isFilter(_ text: String) -> Bool {
    !text.isEmpty && !text.utf8.contains(0) && mosquitto_sub_topic_check(text) == MOSQ_ERR_SUCCESS.rawValue
  }

  /// Serves a connection on the current thread until it ends, and reports how.
  static func run(_ plan: MQTTPlan, _ mailbox: MQTTMailbox) {
    ignoreBrokenPipes()
    let time = min(plan.endpoint.handshakeTimeout, .seconds(3600))
    let deadline = ContinuousClock.now + time
    let client = MQTTClient(plan, mailbox)
    var end = client.converse(
      boundTo: nil, within: plan.hasLiteralHost ? time : time / 2, until: deadline)
    // The library tries a name's first address that doesn't refuse at once; if that one doesn't respond, a socket that is
    // bound to IPv4 leads to another.
    if case .failure(let error) = end, [.unreachable, .timedOut].contains(error.code), !client.isConnected,
      !plan.hasLiteralHost, mailbox.order == nil
    {
      let other = MQTTClient(plan, mailbox)
      let second = other.converse(boundTo: "0.0.0.0", within: time, until: deadline)
      if other.isConnected { end = second }
    }
    mailbox.finish(end)
  }

  /// Blocks the signal of a socket whose peer has gone, for this thread alone; the call that wrote gets an error.
  private static func ignoreBrokenPipes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  // MARK: One connection

  /// Connects and serves the socket until the connection ends.
  ///
  /// - Parameters:
  ///   - address: Where the socket begins; nil for anywhere.
  ///   - time: The time for a TCP connection.
  ///   - deadline: When the broker must have granted every topic.
  private func converse(
    boundTo address: String?, within time: Duration, until deadline: ContinuousClock.Instant
  ) -> Result<Void, AQError> {
    guard Self.library == MOSQ_ERR_SUCCESS.rawValue,
      let handle = mosquitto_new(plan.clientID, plan.isClean, Unmanaged.passUnretained(self).toOpaque())
    else { return .failure(AQError(.unavailable, "The library for MQTT can't be started.")) }
    self.handle = handle
    defer {
      self.handle = nil
      mosquitto_destroy(handle)
    }
    do throws(AQError) {
      let connectBy = min(ContinuousClock.now + time, deadline)
      try prepare(handle)
      try connect(handle, boundTo: address)
      try loop(handle, connectBy, deadline)
      return .success(())
    } catch {
      return .failure(refusal ?? error)
    }
  }

  private func prepare(_ handle: OpaquePointer) throws(AQError) {
    // This thread alone writes to the socket, after `poll` and never inside a call that queues a packet.
    mosquitto_threaded_set(handle, true)
    mosquitto_connect_with_flags_callback_set(handle) { _, object, code, flags in
      MQTTClient.of(object)?.connected(code, flags)
    }
    mosquitto_subscribe_callback_set(handle) { _, object, packet, count, granted in
      MQTTClient.of(object)?.subscribed(packet, UnsafeBufferPointer(start: granted, count: Int(count)))
    }
    mosquitto_unsubscribe_callback_set(handle) { _, object, _ in MQTTClient.of(object)?.fenceAcknowledged() }
    mosquitto_message_callback_set(handle) { _, object, message in
      if let message { MQTTClient.of(object)?.received(message.pointee) }
    }
    mosquitto_log_callback_set(handle) { _, object, _, text in
      if let text { MQTTClient.of(object)?.logged(String(cString: text)) }
    }
    if let credentials = plan.credentials {
      let code = mosquitto_username_pw_set(handle, credentials.user.exposed, credentials.password?.exposed)
      guard code == MOSQ_ERR_SUCCESS.rawValue else {
        throw AQError(.invalidRequest, "The user or the password can't be sent to a broker.")
      }
    }
  }

  /// This object, as a callback is given it; see above for why it is alive.
  private static func of(_ object: UnsafeMutableRawPointer?) -> MQTTClient? {
    object.map { Unmanaged<MQTTClient>.fromOpaque($0).takeUnretainedValue() }
  }

  private func connect(_ handle: OpaquePointer, boundTo address: String?) throws(AQError) {
    func connect() -> Int32 {
      mosquitto_connect_bind_async(handle, plan.host, plan.port, plan.keepAlive, address)
    }
    guard plan.isSecured else { return try check(connect()) }
    guard let certificates = plan.endpoint.trustedCertificates else {
      try check(mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1))
      return try check(Self.preparingTLS(connect))
    }
    // The library takes certificates from a file only, and reads it within the call that connects.
    let file = FileManager.default.temporaryDirectory.appending(path: "aqkit-\(UUID().uuidString).pem").path
    guard FileManager.default.createFile(atPath: file, contents: Data(certificates.utf8)) else {
      throw AQError(.notConfigured, "The feed's trusted certificates can't be handed to the library.")
    }
    defer { try? FileManager.default.removeItem(atPath: file) }
    try check(mosquitto_tls_set(handle, file, nil, nil, nil, nil))
    try check(Self.preparingTLS(connect))
  }

  private static let isTLSPrepared = Mutex(false)

  /// Connects; the first one of the process alone, because the library prepares TLS then and doesn't guard that.
  private static func preparingTLS(_ connect: () -> Int32) -> Int32 {
    let first: Int32? = isTLSPrepared.withLock { isPrepared in
      if isPrepared { return nil }
      defer { isPrepared = true }
      return connect()
    }
    return first ?? connect()
  }

  /// Serves the socket until an order to stop; throws when the connection breaks.
  private func loop(
    _ handle: OpaquePointer, _ connectBy: ContinuousClock.Instant, _ openBy: ContinuousClock.Instant
  ) throws(AQError) {
    let life = Duration.seconds(plan.keepAlive)
    var closeBy: ContinuousClock.Instant?
    /// The time by which the broker must hear from us, while nothing is read.
    var speakBy: ContinuousClock.Instant?
    var hasWritten = false
    while true {
      let now = ContinuousClock.now
      switch mailbox.order {
      case .atOnce: return
      case .orderly where closeBy == nil:
        guard isOpen, mosquitto_disconnect(handle) == MOSQ_ERR_SUCCESS.rawValue else { return }
        closeBy = now + .seconds(1)
      case .orderly, nil: break
      }
      let socket = mosquitto_socket(handle)
      if let closeBy, now >= closeBy || socket < 0 { return }
      let deadline = isConnected ? openBy : connectBy
      if !isOpen, now >= deadline {
        throw AQError(.timedOut, "The broker did not finish the handshake in time.")
      }
      let isHeld = mailbox.isFull && closeBy == nil
      if isHeld {
        // The reply to a ping would come after the messages that aren't read, so the library must not ping.
        if let due = speakBy, now >= due { sendFence() }
        if speakBy.map({ now >= $0 }) ?? true { speakBy = now + life / 2 }
      } else if let idle = plan.endpoint.idleTimeout, isOpen, now >= heardAt + idle {
        throw AQError(.timedOut, "The broker sent nothing for too long; the connection is considered dead.")
      }
      // During the TLS handshake, the library's pending writes wait for something to read.
      let isShaking = plan.isSecured && hasWritten && !isGreeted
      let ready = wait(
        for: socket, reading: !isHeld,
        writing: !isConnected || mosquitto_want_write(handle) && !isShaking,
        atMost: isShaking
          ? .milliseconds(20) : min(life / 4, (closeBy ?? (isOpen ? now + life : deadline)) - now))
      if ready.isWritable, !isConnected {
        try checkConnected(socket)
        isConnected = true
      }
      let isReadable = ready.isReadable && !isHeld
      if isReadable { try check(mosquitto_loop_read(handle, 1), isClosing: closeBy != nil) }
      if ready.isWritable || isShaking {
        hasWritten = true
        try check(mosquitto_loop_write(handle, 1), isClosing: closeBy != nil)
      }
      // After a pause, messages that arrived during it come first.
      if !isHeld, speakBy == nil || !isReadable {
        speakBy = nil
        try check(mosquitto_loop_misc(handle), isClosing: closeBy != nil)
      }
      if let refusal { throw refusal }
    }
  }

  /// Waits for the socket or the bell.
  private func wait(for socket: Int32, reading: Bool, writing: Bool, atMost: Duration) -> (
    isReadable: Bool, isWritable: Bool
  ) {
    let events = (reading ? Int16(POLLIN) : 0) | (writing ? Int16(POLLOUT) : 0)
    // A socket without interest is left out: the system would report at once that the peer has gone.
    var entries = [
      pollfd(fd: mailbox.bell.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: events == 0 ? -1 : socket, events: events, revents: 0),
    ]
    let milliseconds = Int32(min(max(0, atMost / .milliseconds(1)), 60_000).rounded(.up))
    guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return (false, false) }
    if entries[0].revents != 0 { mailbox.bell.silence() }
    let broken = Int16(POLLERR) | Int16(POLLHUP) | Int16(POLLNVAL)
    let seen = entries[1].revents
    return (seen & (Int16(POLLIN) | broken) != 0, writing && seen & (Int16(POLLOUT) | broken) != 0)
  }

  /// Checks whether the attempt to connect has ended, and how.
  private func checkConnected(_ socket: Int32) throws(AQError) {
    var code: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &length) == 0, code != 0 else { return }
    throw Self.error(ofSystem: code)
  }

  // MARK: What the library reports

  private func connected(_ code: Int32, _ flags: Int32) {
    heardAt = .now
    isGreeted = true
    guard code == 0 else {
      refusal = Self.error(ofReply: code)
      return
    }
    for topic in plan.topics {
      var packet: Int32 = 0
      guard
        mosquitto_subscribe(handle, &packet, topic.filter, topic.quality.rawValue)
          == MOSQ_ERR_SUCCESS.rawValue
      else {
        refusal = AQError(.invalidRequest, "“\(topic.filter.prefix(80))” can't be subscribed to.")
        return
      }
      asked[packet] = topic.filter
    }
    if flags & 1 != 0 {
      backlog = MQTTBacklog()
      sendFence()
    }
  }

  private func subscribed(_ packet: Int32, _ granted: UnsafeBufferPointer<Int32>) {
    heardAt = .now
    guard let filter = asked.removeValue(forKey: packet) else { return }
    // MQTT 3.1.1, 3.9.3: 0x80 is a failure.
    if granted.contains(where: { $0 >= 0x80 }) {
      refusal = AQError(.unauthorized, "The broker denies the topic “\(filter.prefix(80))”.")
    } else if asked.isEmpty {
      isOpen = true
      mailbox.open()
    }
  }

  private func received(_ message: mosquitto_message) {
    heardAt = .now
    guard let name = message.topic else { return }
    if message.qos > 0 { backlog?.count() }
    let limit = plan.endpoint.maximumMessageSize
    guard message.payloadlen <= limit else {
      return mailbox.deliver(FeedMessage(leftOut: 1, largerThan: limit))
    }
    let bytes = message.payload.map {
      Array(UnsafeRawBufferPointer(start: $0, count: Int(message.payloadlen)))
    }
    let age: MQTTAge = message.retain ? .retained : backlog == nil ? .fresh : .queued
    mailbox.deliver(FeedMessage(topic: String(cString: name), bytes ?? [], age))
  }

  /// Sends a request that the broker must acknowledge in its order, and that changes nothing: the end of a subscription that
  /// doesn't exist (MQTT 3.1.1, 3.10.4).
  private func sendFence() { mosquitto_unsubscribe(handle, nil, "aqkit/never/subscribed") }

  private func fenceAcknowledged() {
    heardAt = .now
    guard backlog != nil else { return }
    if backlog?.endsRound() ?? true { backlog = nil } else { sendFence() }
  }

  /// Takes details from the library's log that its codes don't include. The text is not kept, because it has names and
  /// addresses.
  private func logged(_ text: String) {
    if text.contains("Unable to load CA") { tlsFault = .noCertificate }
    if text.contains("certificate verify failed") || text.contains("host name verification failed") {
      tlsFault = .untrusted
    }
    if text.contains("wrong version number") || text.contains("packet length") {
      tlsFault = tlsFault ?? .noTLS
    }
  }

  // MARK: Errors

  private func check(_ code: Int32, isClosing: Bool = false) throws(AQError) {
    let reason = errno
    guard code > MOSQ_ERR_SUCCESS.rawValue, !isClosing else { return }
    throw error(of: mosq_err_t(code), reason)
  }

  private func error(of code: mosq_err_t, _ reason: Int32) -> AQError {
    switch code {
    case MOSQ_ERR_ERRNO: return Self.error(ofSystem: reason)
    case MOSQ_ERR_EAI, MOSQ_ERR_LOOKUP: return AQError(.unreachable, "The broker's name was not found.")
    case MOSQ_ERR_KEEPALIVE:
      return AQError(.timedOut, "The broker doesn't respond to pings; the connection is considered dead.")
    case MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_MALFORMED_UTF8:
      return AQError(.malformed, "The peer doesn't speak MQTT.")
    case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE:
      switch tlsFault {
      case .noCertificate:
        return AQError(.notConfigured, "The feed's trusted certificates contain no PEM certificate.")
      case .untrusted: return AQError(.untrusted, "The broker's certificate can't be trusted.")
      case .noTLS: return AQError(.malformed, "The broker doesn't speak TLS on this port.")
      case nil: return AQError(.unreachable, "The connection broke during the TLS handshake.")
      }
    default:
      return AQError(
        .unreachable,
        isConnected ? "The connection to the broker broke." : "The broker can't be reached.")
    }
  }

  private static func error(ofSystem code: Int32) -> AQError {
    switch code {
    case ECONNREFUSED: AQError(.unreachable, "The broker refused the connection.")
    case ETIMEDOUT: AQError(.timedOut, "The broker did not accept the connection in time.")
    default: AQError(.unreachable, "The broker can't be reached.")
    }
  }

  /// MQTT 3.1.1, 3.2.2.3.
  private static func error(ofReply code: Int32) -> AQError {
    switch code {
    case 1: AQError(.unsupported, "The broker doesn't speak MQTT 3.1.1.")
    case 2: AQError(.invalidRequest, "The broker refuses the client's identifier.")
    case 3: AQError(.unavailable, "The broker isn't available.")
    default: AQError(.unauthorized, "The broker refuses the user or the password.")
    }
  }
}

/// Finds the end of the messages that a broker kept for a persistent session, which it doesn't mark.
///
/// A broker sends as many messages as fit into its window, then one for each acknowledged message, all in its order. If the
/// second of two fences is sent when the first is acknowledged, as many kept messages come between them as before the first.
/// Fewer mean that none is left.
struct MQTTBacklog {
  private var before = 0
  private var now = 0

  /// Counts a message of quality 1.
  mutating func count() { now += 1 }

  /// Ends a round; true if no messages are left.
  mutating func endsRound() -> Bool {
    defer { (before, now) = (now, 0) }
    return now == 0 || now < before
  }
}
