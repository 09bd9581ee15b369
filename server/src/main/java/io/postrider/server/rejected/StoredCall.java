package io.postrider.server.rejected;

import io.postrider.id.SourceId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A rejected request or message as it is stored.
 *
 * @param source null if no source is known
 * @param code the wire name of the error code, which may be one of another version
 * @param message what was wrong
 * @param sender the client's address
 * @param index the message's index in its request; {@link RejectedCall#WHOLE} for the whole request
 * @param sizeBytes the size of the body or message; 0 if it was not read
 * @param body its beginning, without write keys
 */
public record StoredCall(
    Instant at,
    @Nullable SourceId source,
    String code,
    String message,
    String sender,
    int index,
    int sizeBytes,
    RejectedBody body) {

  static StoredCall of(RejectedCall call, RejectedBody.Reader bodies) {
    return new StoredCall(
        call.at(),
        call.source(),
        call.why().code().wireName(),
        call.why().message(),
        call.sender(),
        call.index(),
        call.sizeBytes(),
        bodies.read(call.body()));
  }
}
