package io.postrider.server.usage.debugger;

import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.message.Rejection;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Something that whoever watches a source gets to see. */
public sealed interface DebuggerEvent {

  /** A message that is durable. */
  record Accepted(RecordView record) implements DebuggerEvent {

    @Override
    public int sizeBytes() {
      return record.lengthBytes();
    }
  }

  /**
   * A message, or a whole request, that was turned away.
   *
   * @param type what the path of a single call says it is; null otherwise
   * @param index its place in its batch; null for a single call and for a whole request
   * @param body the message as it was sent; null for a whole request and for a message that is
   *     larger than any may be
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

  /** That a whole request was turned away. */
  static Rejected request(Instant at, Rejection why) {
    return new Rejected(at, why, null, null, null, null);
  }

  /** That some are not shown, because they came faster than they were taken. */
  record Missed(long count) implements DebuggerEvent {

    @Override
    public int sizeBytes() {
      return 0;
    }
  }

  /** What it holds of messages. */
  int sizeBytes();
}
