package io.postrider.message;

import java.util.Arrays;

/**
 * The positions of the messages of a text and of their known members. Stored as numbers in two
 * arrays, so that a large batch allocates no objects.
 *
 * <p>Reusable; belongs to one thread. Bounded by {@link MessageLimits}: a text has a maximum number
 * of messages, and a member has at least five bytes.
 *
 * <p>Messages of one client mostly have the same context, often half of their bytes. So a context
 * is first compared with the previous one: if the bytes are equal, so is the result of scanning,
 * and comparing is many times faster.
 */
final class MessageTable {

  /** The message is an object; otherwise only its range is known. */
  static final int OBJECT = 1;

  static final int CANONICAL = 2;

  /** Its context has an {@code ip}, whatever its value. */
  static final int CONTEXT_IP = 4;

  /** Its context has a {@code direct}, whatever its value. */
  static final int CONTEXT_DIRECT = 8;

  static final int CONTEXT_DIRECT_TRUE = 16;

  /** Its keys are those of its canonical form, in the same order and spelling. */
  static final int ORDERED = 32;

  private static final int WIDTH = 4;
  private static final int KIND_SHIFT = 8;
  private static final int FIELD_MASK = (1 << KIND_SHIFT) - 1;

  private int[] messages = new int[16 * WIDTH]; // from, to, flags, its first member
  private int[] members = new int[256 * WIDTH]; // field and kind, key from, value from, value to
  private int messagesEnd;
  private int membersEnd;

  // The last scanned context and its flags.
  private int contextFrom;
  private int contextTo;
  private int contextFlags;
  private boolean contextCanonical;
  private boolean contextOrdered;

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

  /** The index after the last member of a message. */
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

  /** Scans the array element at the scanner's position as a message. */
  void scan(JsonScanner scanner) {
    startMessage(scanner.position());
    scanner.canonical = true;
    scanner.ordered = true;
    int flags = 0;
    if (scanner.peek() == '{') {
      flags = OBJECT | members(scanner);
    } else {
      scanner.value();
    }
    flags |= scanner.canonical ? CANONICAL : 0;
    endMessage(scanner.position(), flags | (scanner.ordered ? ORDERED : 0));
  }

  /** Adds a message; its members and {@link #endMessage} follow. */
  void startMessage(int from) {
    if (messagesEnd == messages.length) {
      messages = Arrays.copyOf(messages, 2 * messagesEnd);
    }
    messages[messagesEnd] = from;
    messages[messagesEnd + 3] = membersEnd / WIDTH;
    messagesEnd += WIDTH;
  }

  /** Adds a member of the last message. */
  void addMember(int field, int kind, int keyFrom, int valueFrom, int valueTo) {
    int at = add();
    members[at] = field | kind << KIND_SHIFT;
    members[at + 1] = keyFrom;
    members[at + 2] = valueFrom;
    members[at + 3] = valueTo;
  }

  void endMessage(int to, int flags) {
    messages[messagesEnd - WIDTH + 1] = to;
    messages[messagesEnd - WIDTH + 2] = flags;
  }

  private int members(JsonScanner scanner) {
    int flags = 0;
    for (boolean more = scanner.firstMember(); more; more = scanner.nextMember()) {
      Field field = scanner.field();
      if (field == null) {
        scanner.value();
        continue;
      }
      int keyFrom = scanner.keyFrom() - 1;
      int valueFrom = scanner.position();
      int kind = JsonScanner.OBJECT;
      if (field == Field.CONTEXT && scanner.peek() == '{') {
        flags = contextOrSame(scanner);
      } else {
        kind = scanner.value();
      }
      addMember(field.index(), kind, keyFrom, valueFrom, scanner.position());
    }
    return flags;
  }

  /** Like {@link #context}, but skips a context that equals the previous one. */
  private int contextOrSame(JsonScanner scanner) {
    boolean canonicalSoFar = scanner.canonical;
    boolean orderedSoFar = scanner.ordered;
    if (!scanner.passSame(contextFrom, contextTo)) {
      scanner.canonical = true;
      scanner.ordered = true;
      int from = scanner.position();
      contextFlags = context(scanner);
      contextCanonical = scanner.canonical;
      contextOrdered = scanner.ordered;
      contextFrom = from;
      contextTo = scanner.position();
    }
    scanner.canonical = canonicalSoFar && contextCanonical;
    scanner.ordered = orderedSoFar && contextOrdered;
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

  /** Skips a context and returns its flags. */
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
