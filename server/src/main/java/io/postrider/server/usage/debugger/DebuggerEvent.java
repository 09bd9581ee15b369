package io.postrider.server.usage.debugger;

import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.message.Rejection;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An event of a debugger session. */
public sealed interface DebuggerEvent {

  record Accepted(RecordView record) implements DebuggerEvent {

    @Override
    public int sizeBytes() {
      return record.lengthBytes();
    }
  }

  /**
   * A rejected message or request.
   *
   * @param type the type by the path of a single call; else null
   * @param index the index in the batch; null for a single call or a whole request
   * @param body the message as sent; null for a whole request or a too large message
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Rejected(
      Instant at,
      Rejection why,
      @Nullable MessageType type,
      @Nullable Integer index,
      @Nullable String messageId,
      byte @Nullable [] body)
      implements DebuggerEvent {

    @Override
    public int sizeBytes() {
      return body == null ? 0 : body.length;
    }
  }

  static Rejected request(Instant at, Rejection why) {
    return new Rejected(at, why, null, null, null, null);
  }

  /** Events that were dropped because the reader was too slow. */
  record Missed(long count) implements DebuggerEvent {

    @Override
    public int sizeBytes() {
      return 0;
    }
  }

  /** The size of its message. */
  int sizeBytes();
}
