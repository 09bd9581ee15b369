package io.postrider.message;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A request body that is valid JSON, with the positions of its messages.
 *
 * <p>Created and reused by a {@link BodyReader}: valid until that reads the next body, and only
 * while the bytes do not change. Belongs to the reader's thread.
 */
public final class ScannedBody implements BodyResult {

  /** A member of the batch object. Kind 0 means that it is absent. */
  static final class Part {
    int kind;
    int from;
    int to;
    boolean canonical;

    void clear() {
      kind = 0;
    }

    boolean isObject() {
      return kind == JsonScanner.OBJECT;
    }

    boolean isAbsent() {
      return kind == 0 || kind == JsonScanner.NULL;
    }

    boolean isEmptyString() {
      return kind == JsonScanner.STRING && to - from == 2;
    }
  }

  final MessageTable messages = new MessageTable();
  final Part batch = new Part();
  final Part context = new Part();
  final Part integrations = new Part();
  final Part sentAt = new Part();
  final Part writeKey = new Part();
  byte[] bytes = {};
  @Nullable MessageType callType;

  ScannedBody() {}

  void start(byte[] bytes, @Nullable MessageType callType) {
    this.bytes = bytes;
    this.callType = callType;
    messages.clear();
    batch.clear();
    context.clear();
    integrations.clear();
    sentAt.clear();
    writeKey.clear();
  }

  /** The number of messages, valid or not. */
  public int count() {
    return messages.count();
  }

  /** The type of a single call; null for a batch. */
  public @Nullable MessageType callType() {
    return callType;
  }

  /** A copy of a message as sent; null if it exceeds the size limit. */
  public byte @Nullable [] message(int index) {
    int from = messages.from(index);
    int to = messages.to(index);
    return to - from > MessageLimits.MESSAGE_BYTES ? null : Arrays.copyOfRange(bytes, from, to);
  }

  /** The write key in the body, or null if there is none; see {@link #isWriteKeyMalformed}. */
  public @Nullable String writeKey() {
    return writeKey.kind != JsonScanner.STRING || writeKey.isEmptyString()
        ? null
        : JsonText.decode(bytes, writeKey.from + 1, writeKey.to - 1);
  }

  /** Whether the write key is present and not a string. */
  public boolean isWriteKeyMalformed() {
    return !writeKey.isAbsent() && writeKey.kind != JsonScanner.STRING;
  }

  /**
   * Validates the batch object; null if it is valid. Call after key, source and rate limit were
   * checked, and before the messages are normalized.
   */
  public @Nullable Rejection check() {
    if (callType != null) {
      return null;
    }
    if (!batch.isAbsent() && batch.kind != JsonScanner.ARRAY) {
      return Rejection.BATCH_NOT_ARRAY;
    }
    if (batch.isAbsent() || count() == 0) {
      return Rejection.EMPTY_BATCH;
    }
    if (!context.isAbsent() && !context.isObject()) {
      return Rejection.notObject(Field.CONTEXT);
    }
    if (!integrations.isAbsent() && !integrations.isObject()) {
      return Rejection.notObject(Field.INTEGRATIONS);
    }
    return null;
  }
}
