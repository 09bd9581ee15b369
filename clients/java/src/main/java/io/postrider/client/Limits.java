package io.postrider.client;

/** What the service takes; see its Tracking API. Nothing is sent that goes beyond. */
final class Limits {
  /** One message, from brace to brace, as sent. */
  static final int MESSAGE_BYTES = 32_768;

  /** One request, with everything around the messages. */
  static final int BATCH_BYTES = 512_000;

  static final int BATCH_MESSAGES = 2_500;

  static final int MESSAGE_ID_CHARACTERS = 100;

  /** The service allows 64 in a request, of which the batch's object and array are two. */
  static final int MESSAGE_LEVELS = 62;

  /** Of an answer; enough to reject every message of a batch, with words. */
  static final int ANSWER_BYTES = 4 << 20;

  private Limits() {}
}
