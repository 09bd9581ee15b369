package io.postrider.server.usage.debugger;

import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants to see of a source; null for whatever there is.
 *
 * @param accepted whether messages that were accepted
 * @param rejected whether those that were turned away
 */
public record DebuggerFilter(
    boolean accepted,
    boolean rejected,
    @Nullable MessageType type,
    @Nullable String event,
    @Nullable String userId) {

  /** Everything. */
  public static final DebuggerFilter ALL = new DebuggerFilter(true, true, null, null, null);

  /** Whether it is in only some messages, by what they say. */
  public boolean isParticular() {
    return type != null || event != null || userId != null;
  }

  /** Whether it is in an accepted message. */
  boolean in(RecordView record) {
    return accepted
        && !record.isComputed()
        && (type == null || record.is(type))
        && (event == null || event.equals(record.text(Field.EVENT)))
        && (userId == null || userId.equals(record.text(Field.USER_ID)));
  }
}
