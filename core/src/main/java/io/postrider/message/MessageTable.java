package io.postrider.message;

import java.util.Arrays;

/**
 * Where the messages of a text lie, and in each of them the members that mean something to us, in
 * the order they come. Numbers in two arrays, so that a batch of thousands costs no objects.
 *
 * <p>Reusable; belongs to one thread. Bounded by {@link MessageLimits}: a text has at most so many
 * messages, and a member at least five bytes.
 *
 * <p>The messages of one client mostly share their context, which is often half of their bytes. So
 * a context is first compared with the one before: if all its bytes are the same, so is everything
 * that scanning would find out, and comparing is many times faster.
 */
final class MessageTable {

  /** The message is an object; otherwise nothing else is known about it but its range. */
  static final int OBJECT = 1;

  /** The message's spelling is settled. */
  static final int SETTLED = 2;

  /** Its context has an {@code ip}, whatever its value. */
  static final int CONTEXT_IP = 4;

  /** Its context has a {@code direct}, whatever its value. */
  static final int CONTEXT_DIRECT = 8;

  /** The {@code direct} in its context is true. */
  static final int CONTEXT_DIRECT_TRUE = 16;

  private static final int WIDTH = 4;
  private static final int KIND_SHIFT = 8;
  private static final int FIELD_MASK = (1 << KIND_SHIFT) - 1;

  private int[] messages = new int[16 * WIDTH]; // from, to, flags, its first member
  private int[] members = new int[256 * WIDTH]; // field and kind, key from, value from, value to
  private int messagesEnd;
  private int membersEnd;

  // The context that was scanned last, and what is known of it.
  private int contextFrom;
  private int contextTo;
  private int contextFlags;
  private boolean contextSettled;

  void clear() {
    messagesEnd = 0;
    membersEnd = 0;
    contextFrom = 0;
    contextTo = 0;
  }

  int count() {
    return messagesEnd / WIDTH;
  }

  int from(int message) {
    return messages[WIDTH * message];
  }

  int to(int message) {
    return messages[WIDTH * message + 1];
  }

  int flags(int message) {
    return messages[WIDTH * message + 2];
  }

  int firstMember(int message) {
    return messages[WIDTH * message + 3];
  }

  /** The index that follows the last member of a message. */
  int membersEnd(int message) {
    int next = WIDTH * (message + 1);
    return next < messagesEnd ? messages[next + 3] : membersEnd / WIDTH;
  }

  int field(int member) {
    return members[WIDTH * member] & FIELD_MASK;
  }

  int kind(int member) {
    return members[WIDTH * member] >>> KIND_SHIFT;
  }

  /** The index of the opening quote of a member's key. */
  int keyFrom(int member) {
    return members[WIDTH * member + 1];
  }

  int valueFrom(int member) {
    return members[WIDTH * member + 2];
  }

  int valueTo(int member) {
    return members[WIDTH * member + 3];
  }

  /** Adds the message, or what stands in its place, at the scanner's position. */
  void scan(JsonScanner scanner) {
    if (messagesEnd == messages.length) {
      messages = Arrays.copyOf(messages, 2 * messagesEnd);
    }
    int at = messagesEnd;
    messages[at] = scanner.position();
    messages[at + 3] = membersEnd / WIDTH;
    messagesEnd += WIDTH;
    scanner.settled = true;
    int flags = 0;
    if (scanner.peek() == '{') {
      flags = OBJECT | members(scanner);
    } else {
      scanner.value();
    }
    messages[at + 1] = scanner.position();
    messages[at + 2] = flags | (scanner.settled ? SETTLED : 0);
  }

  private int members(JsonScanner scanner) {
    int flags = 0;
    for (boolean more = scanner.firstMember(); more; more = scanner.nextMember()) {
      Field field = scanner.field();
      if (field == null) {
        scanner.value();
        continue;
      }
      int at = add();
      members[at + 1] = scanner.keyFrom() - 1;
      members[at + 2] = scanner.position();
      int kind = JsonScanner.OBJECT;
      if (field == Field.CONTEXT && scanner.peek() == '{') {
        flags = contextOrSame(scanner);
      } else {
        kind = scanner.value();
      }
      members[at] = field.index() | kind << KIND_SHIFT;
      members[at + 3] = scanner.position();
    }
    return flags;
  }

  /** As {@link #context}, but without a second look at what is the same as the last one. */
  private int contextOrSame(JsonScanner scanner) {
    boolean settledSoFar = scanner.settled;
    if (!scanner.passSame(contextFrom, contextTo)) {
      scanner.settled = true;
      int from = scanner.position();
      contextFlags = context(scanner);
      contextSettled = scanner.settled;
      contextFrom = from;
      contextTo = scanner.position();
    }
    scanner.settled = settledSoFar && contextSettled;
    return contextFlags;
  }

  private int add() {
    if (membersEnd == members.length) {
      members = Arrays.copyOf(members, 2 * membersEnd);
    }
    int at = membersEnd;
    membersEnd += WIDTH;
    return at;
  }

  /** Passes over a context and tells what its members say about the address. */
  static int context(JsonScanner scanner) {
    int flags = 0;
    for (boolean more = scanner.firstMember(); more; more = scanner.nextMember()) {
      int from = scanner.keyFrom();
      int length = scanner.keyTo() - from;
      byte[] bytes = scanner.bytes();
      if (length == 2 && bytes[from] == 'i' && bytes[from + 1] == 'p') {
        flags |= CONTEXT_IP;
        scanner.value();
      } else if (length == 6 && isDirect(bytes, from)) {
        boolean direct = scanner.value() == JsonScanner.TRUE;
        flags |= direct ? CONTEXT_DIRECT | CONTEXT_DIRECT_TRUE : CONTEXT_DIRECT;
      } else {
        scanner.value();
      }
    }
    return flags;
  }

  private static boolean isDirect(byte[] bytes, int at) {
    return bytes[at] == 'd'
        && bytes[at + 1] == 'i'
        && bytes[at + 2] == 'r'
        && bytes[at + 3] == 'e'
        && bytes[at + 4] == 'c'
        && bytes[at + 5] == 't';
  }
}
