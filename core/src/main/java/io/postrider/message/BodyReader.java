package io.postrider.message;

import org.jspecify.annotations.Nullable;

/**
 * Reads request bodies in one pass that validates the JSON and locates the messages.
 *
 * <p>Reusable; belongs to one thread. Never throws because of a body's content. The bytes are not
 * copied: they must not change until the messages are normalized.
 */
public final class BodyReader {

  private final JsonScanner scanner = new JsonScanner();
  private final ScannedBody body = new ScannedBody();

  /** Reads the body of a single call, whose type comes from the path. */
  public BodyResult readCall(MessageType type, byte[] bytes, int from, int to) {
    if (to - from > MessageLimits.BODY_BYTES) {
      return Rejection.BODY_TOO_LARGE;
    }
    int first = from;
    int end = to;
    while (first < end && JsonText.isSpace(bytes[first])) {
      first++;
    }
    while (end > first && JsonText.isSpace(bytes[end - 1])) {
      end--;
    }
    if (end - first > MessageLimits.MESSAGE_BYTES) {
      return Rejection.MESSAGE_TOO_LARGE;
    }
    return read(type, bytes, from, to);
  }

  public BodyResult readBatch(byte[] bytes, int from, int to) {
    if (to - from > MessageLimits.BODY_BYTES) {
      return Rejection.BODY_TOO_LARGE;
    }
    return read(null, bytes, from, to);
  }

  private BodyResult read(@Nullable MessageType callType, byte[] bytes, int from, int to) {
    body.start(bytes, callType);
    scanner.start(bytes, from, to);
    try {
      scanner.skipSpace();
      if (scanner.peek() != '{') {
        return notObject(from);
      }
      if (callType != null) {
        body.messages.scan(scanner);
        findWriteKey();
      } else if (!batch()) {
        return Rejection.TOO_MANY_MESSAGES;
      }
      scanner.end();
      return body;
    } catch (MalformedJsonException e) {
      return e.rejection();
    }
  }

  private Rejection notObject(int from) {
    boolean mark = scanner.peek() == (byte) 0xEF;
    String what = mark ? "it starts with a byte order mark" : "it is not an object";
    return Rejection.invalidJson(what, scanner.position() - from);
  }

  private void findWriteKey() {
    MessageTable messages = body.messages;
    for (int member = 0; member < messages.membersEnd(0); member++) {
      if (messages.field(member) == Field.WRITE_KEY.index()) {
        body.writeKey.kind = messages.kind(member);
        body.writeKey.from = messages.valueFrom(member);
        body.writeKey.to = messages.valueTo(member);
      }
    }
  }

  /** Reads the batch object; false if it has too many messages. */
  private boolean batch() {
    for (boolean more = scanner.firstMember(); more; more = scanner.nextMember()) {
      Field field = scanner.field();
      ScannedBody.Part part = field == null ? null : part(field);
      if (part == null) {
        scanner.value();
        continue;
      }
      part.from = scanner.position();
      scanner.canonical = true;
      if (part == body.batch && scanner.peek() == '[') {
        part.kind = JsonScanner.ARRAY;
        if (!messages()) {
          return false;
        }
      } else {
        part.kind = scanner.value();
      }
      part.canonical = scanner.canonical;
      part.to = scanner.position();
    }
    return true;
  }

  private ScannedBody.@Nullable Part part(Field field) {
    return switch (field) {
      case BATCH -> body.batch;
      case CONTEXT -> body.context;
      case INTEGRATIONS -> body.integrations;
      case SENT_AT -> body.sentAt;
      case WRITE_KEY -> body.writeKey;
      case MESSAGE_ID,
          USER_ID,
          ANONYMOUS_ID,
          EVENT,
          GROUP_ID,
          PREVIOUS_ID,
          NAME,
          CATEGORY,
          TRAITS,
          PROPERTIES,
          TIMESTAMP,
          TYPE,
          ORIGINAL_TIMESTAMP,
          RECEIVED_AT ->
          null;
    };
  }

  private boolean messages() {
    body.messages.clear();
    for (boolean more = scanner.firstElement(); more; more = scanner.nextElement()) {
      if (body.count() == MessageLimits.BATCH_MESSAGES) {
        return false;
      }
      body.messages.scan(scanner);
    }
    return true;
  }
}
