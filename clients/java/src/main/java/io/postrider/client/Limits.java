package io.postrider.client;

/** The limits of the service; see its Tracking API. The client never exceeds them. */
final class Limits {
  /** One message as sent, including its braces. */
  static final int MESSAGE_BYTES = 32_768;

  /** One request body, including the envelope. */
  static final int BATCH_BYTES = 512_000;

  static final int BATCH_MESSAGES = 2_500;

  static final int MESSAGE_ID_CHARACTERS = 100;

  /** The service allows 64 in a request; the batch's object and array take two. */
  static final int MESSAGE_LEVELS = 62;

  /** A response body; enough for a batch in which every message is rejected. */
  static final int RESPONSE_BYTES = 4 << 20;

  private Limits() {}
}
