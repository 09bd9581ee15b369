package io.postrider.server.ledger;

import io.postrider.ledger.LedgerSubject;
import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The subjects of messages. Names of events repeat, so that most messages cost a comparison and no
 * text. Belongs to one thread.
 */
public final class SubjectCache {

  /** The number of cached subjects, a power of two; one replaces another with the same place. */
  private static final int SIZE = 1024;

  /** The longest name, in bytes of JSON; the rest of a longer one is left out. */
  private static final int MAX_NAME_BYTES = 1024;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Cached(byte[] name, LedgerSubject subject) {}

  private final @Nullable Cached[] cache = new Cached[SIZE];
  private byte[] buffer = new byte[256];

  /** The subject of a message. */
  public LedgerSubject of(RecordView record) {
    int type = record.type().map(MessageType::code).orElse(0);
    int length = 0;
    int from = record.from(Field.EVENT);
    if (from >= 0) {
      int to = Math.min(record.to(Field.EVENT), from + MAX_NAME_BYTES);
      length = to - from;
      if (length > buffer.length) {
        buffer = new byte[MAX_NAME_BYTES];
      }
      record.copy(from, to, buffer, 0);
    }
    long source = record.isComputed() ? 0 : record.sourceBits();
    int place = place(source, type, length);
    Cached cached = cache[place];
    if (cached != null
        && cached.subject.source() == source
        && cached.subject.type() == type
        && Arrays.equals(cached.name, 0, cached.name.length, buffer, 0, length)) {
      return cached.subject;
    }
    LedgerSubject subject = subject(record);
    cache[place] = new Cached(Arrays.copyOf(buffer, length), subject);
    return subject;
  }

  /** The subject of a message, without a cache; any thread may call it. */
  public static LedgerSubject subject(RecordView record) {
    String event = record.text(Field.EVENT);
    return new LedgerSubject(
        record.isComputed() ? 0 : record.sourceBits(),
        record.type().map(MessageType::code).orElse(0),
        event == null ? "" : shortened(event));
  }

  private int place(long source, int type, int length) {
    int hash = Long.hashCode(source) * 31 + type;
    for (int i = 0; i < length; i++) {
      hash = hash * 31 + buffer[i];
    }
    return (hash ^ (hash >>> 16)) & (SIZE - 1);
  }

  private static String shortened(String event) {
    return event.length() <= MAX_NAME_BYTES ? event : event.substring(0, MAX_NAME_BYTES);
  }
}
