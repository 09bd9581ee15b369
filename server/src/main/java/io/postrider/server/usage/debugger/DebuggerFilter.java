package io.postrider.server.usage.debugger;

import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import org.jspecify.annotations.Nullable;

/**
 * The events that a session shows; null fields match everything.
 *
 * @param accepted whether accepted messages match
 * @param rejected whether rejections match
 */
public record DebuggerFilter(
    boolean accepted,
    boolean rejected,
    @Nullable MessageType type,
    @Nullable String event,
    @Nullable String userId) {

  public static final DebuggerFilter ALL = new DebuggerFilter(true, true, null, null, null);

  /** Whether it depends on the content of messages. */
  public boolean hasContentFilter() {
    return type != null || event != null || userId != null;
  }

  /** Whether it matches an accepted message. */
  boolean matches(RecordView record) {
    return accepted
        && !record.isComputed()
        && (type == null || record.is(type))
        && (event == null || event.equals(record.text(Field.EVENT)))
        && (userId == null || userId.equals(record.text(Field.USER_ID)));
  }
}
