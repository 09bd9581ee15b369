package io.postrider.message;

import java.util.Arrays;

/**
 * Rewrites messages that are not canonical, and locates their known members in the result.
 *
 * <p>Reusable; belongs to one thread. The result is valid until the next message. Most messages
 * that need it differ in spelling only: white space, escapes, numbers. Their tokens are rewritten
 * in place, so the positions of members follow from those in the body, and nothing is scanned
 * again. A message whose keys are repeated, escaped or not in order is canonicalized and scanned.
 *
 * <p>Messages of one body mostly have the same context, so the last one is kept with its result.
 */
final class MessageRewriter {

  private final JsonScanner scanner;
  private final Canonicalizer canonicalizer;
  private final Respeller respeller = new Respeller();
  private final ByteBuilder rewritten = new ByteBuilder(1024);
  private final MessageTable table = new MessageTable();

  // The last context of the body, and its canonical form.
  private final ByteBuilder context = new ByteBuilder(256);
  private int contextFrom;
  private int contextTo;

  MessageRewriter(JsonScanner scanner, Canonicalizer canonicalizer) {
    this.scanner = scanner;
    this.canonicalizer = canonicalizer;
  }

  /** Starts a body. */
  void begin() {
    contextFrom = 0;
    contextTo = 0;
  }

  /** The result; its array may be replaced by the next message. */
  byte[] bytes() {
    return rewritten.array();
  }

  /** The table of the result, which has one message. */
  MessageTable table() {
    return table;
  }

  /** Rewrites a message of the body. */
  void rewrite(byte[] body, MessageTable messages, int index) {
    rewritten.clear();
    table.clear();
    if ((messages.flags(index) & MessageTable.ORDERED) != 0) {
      respell(body, messages, index);
    } else {
      canonicalizer.write(body, messages.from(index), rewritten);
      scanner.start(rewritten.array(), 0, rewritten.length());
      table.scan(scanner);
    }
  }

  private void respell(byte[] body, MessageTable messages, int index) {
    int done = messages.from(index);
    int end = messages.membersEnd(index);
    table.startMessage(0);
    for (int member = messages.firstMember(index); member < end; member++) {
      int from = messages.valueFrom(member);
      int to = messages.valueTo(member);
      respeller.tokens(body, done, messages.keyFrom(member), rewritten);
      int keyAt = rewritten.length();
      respeller.tokens(body, messages.keyFrom(member), from, rewritten);
      int valueAt = rewritten.length();
      if (messages.field(member) == Field.CONTEXT.index()) {
        respellContext(body, from, to);
      } else {
        respeller.tokens(body, from, to, rewritten);
      }
      table.addMember(
          messages.field(member), messages.kind(member), keyAt, valueAt, rewritten.length());
      done = to;
    }
    respeller.tokens(body, done, messages.to(index), rewritten);
    table.endMessage(rewritten.length(), messages.flags(index) | MessageTable.CANONICAL);
  }

  private void respellContext(byte[] body, int from, int to) {
    if (!Arrays.equals(body, contextFrom, contextTo, body, from, to)) {
      context.clear();
      respeller.tokens(body, from, to, context);
      contextFrom = from;
      contextTo = to;
    }
    rewritten.add(context.array(), 0, context.length());
  }
}
