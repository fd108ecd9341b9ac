import AQKit

extension HomeAssistantFeed {
  /// The server speaks first, then the client authorises itself and subscribes; each of its messages has a greater
  /// identifier than the one before, also the pings that show that the other end is alive.
  var semantics: FeedOptions.Semantics {
    let token = token
    return FeedOptions.Semantics(
      // A state is sent when it changes, which may take hours; the pongs come anyway.
      silence: .seconds(3600), liveness: FeedOptions.Liveness(within: .seconds(60)),
      handshake: FeedOptions.Handshake(
        [
          .wait(for: "the request to authorise") { message, _ in
            try message.type == "auth_required" ? .matched : .other
          },
          .send { _ in FeedMessage(text: #"{"type":"auth","access_token":"\#(token.exposed)"}"#) },
          .wait(for: "the authorisation") { message, _ in
            switch try message.type {
            case "auth_ok": .matched
            case "auth_invalid": .refused(AQError(.unauthorized, "Home Assistant refuses the token."))
            default: .other
            }
          },
          .send { session in
            let id = session.nextID()
            return FeedMessage(
              text: #"{"id":\#(id),"type":"supported_features","features":{"coalesce_messages":1}}"#)
          },
          .send { session in
            let id = session.nextID()
            session["subscription"] = "\(id)"
            return FeedMessage(
              text: #"{"id":\#(id),"type":"subscribe_events","event_type":"state_changed"}"#)
          },
          .wait(for: "the subscription") { message, session in
            let reply = try message.json()
            guard reply["type"].stringValue == "result",
              reply["id"].intValue.map(String.init) == session["subscription"]
            else { return .other }
            return reply["success"].boolValue == true
              ? .matched : .refused(AQError(.unsupported, "Home Assistant refuses the subscription."))
          },
        ],
        renewal: FeedOptions.Handshake.Renewal(every: .seconds(25)) { session in
          FeedMessage(text: #"{"id":\#(session.nextID()),"type":"ping"}"#)
        }))
  }
}

extension FeedMessage {
  /// The member `type` of a message that is one object.
  fileprivate var type: String { get throws { try json().require("type").string() } }
}
