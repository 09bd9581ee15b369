package io.postrider.message;

/** The limits of what a client may send, and of the canonical result. */
public final class MessageLimits {

  /** The maximum size of an uncompressed request body. */
  public static final int BODY_BYTES = 512_000;

  /** The maximum size of one message as sent, from its opening to its closing brace. */
  public static final int MESSAGE_BYTES = 32_768;

  /** The maximum number of messages in a batch. */
  public static final int BATCH_MESSAGES = 2_500;

  /** The maximum size of one message after merging and canonicalization. */
  public static final int CANONICAL_MESSAGE_BYTES = 65_536;

  /** The maximum size of all messages of a batch after merging and canonicalization. */
  public static final int CANONICAL_BATCH_BYTES = 4_194_304;

  /** The maximum nesting depth of a body; its root object is the first level. */
  public static final int LEVELS = 64;

  /** The maximum number of code points of a message ID. */
  public static final int MESSAGE_ID_CHARACTERS = 100;

  private MessageLimits() {}
}
