package io.postrider.server.rejected;

import io.postrider.id.SourceId;
import io.postrider.message.Rejection;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A rejected request or message as it arrived.
 *
 * @param source null if no source is known
 * @param sender the client's address
 * @param index the message's index in its request; {@link #WHOLE} for the whole request
 * @param sizeBytes the size of the body or message; 0 if it was not read
 * @param body its first bytes, at most {@link #MAX_BODY_BYTES}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RejectedCall(
    Instant at,
    @Nullable SourceId source,
    Rejection why,
    String sender,
    int index,
    int sizeBytes,
    byte[] body) {

  /** How much of a body is kept. */
  public static final int MAX_BODY_BYTES = 1024;

  /** The index of a whole request. */
  public static final int WHOLE = -1;

  private static final byte[] NO_BODY = new byte[0];

  /** A rejected request whose body is in an array, which may change later. */
  public static RejectedCall request(
      Instant at,
      @Nullable SourceId source,
      Rejection why,
      String sender,
      byte @Nullable [] bytes,
      int sizeBytes) {
    return new RejectedCall(at, source, why, sender, WHOLE, sizeBytes, head(bytes, sizeBytes));
  }

  private static byte[] head(byte @Nullable [] bytes, int sizeBytes) {
    return bytes == null ? NO_BODY : Arrays.copyOf(bytes, Math.min(sizeBytes, MAX_BODY_BYTES));
  }

  /** A rejected message of a request; null if it is too large to be read. */
  public static RejectedCall message(
      Instant at,
      SourceId source,
      Rejection why,
      String sender,
      int index,
      byte @Nullable [] message) {
    int sizeBytes = message == null ? 0 : message.length;
    return new RejectedCall(at, source, why, sender, index, sizeBytes, head(message, sizeBytes));
  }
}
