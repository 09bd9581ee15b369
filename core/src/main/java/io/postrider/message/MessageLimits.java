package io.postrider.message;

/** How much a client may send, and how much of it may come out of merging and respelling. */
public final class MessageLimits {

  /** The bytes of a request body, unpacked. */
  public static final int BODY_BYTES = 512_000;

  /** The bytes of one message as sent, from its opening to its closing brace. */
  public static final int MESSAGE_BYTES = 32_768;

  /** The messages of one batch. */
  public static final int BATCH_MESSAGES = 2_500;

  /** The bytes of one message's JSON after merging and respelling. */
  public static final int SETTLED_MESSAGE_BYTES = 65_536;

  /** The bytes of the JSON of all messages of a batch after merging and respelling. */
  public static final int SETTLED_BATCH_BYTES = 4_194_304;

  /** The levels of objects and arrays in a body; its root object is the first. */
  public static final int LEVELS = 64;

  /** The characters (code points) of a message id. */
  public static final int MESSAGE_ID_CHARACTERS = 100;

  private MessageLimits() {}
}
