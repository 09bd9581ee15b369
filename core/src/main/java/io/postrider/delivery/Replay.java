package io.postrider.delivery;

/**
 * A request to send messages again.
 *
 * @param onlyFailed whether to send only failed and cancelled deliveries, or all messages for the
 *     destination
 */
public record Replay(long id, long fromOffset, long toOffset, boolean onlyFailed) {

  /** A replay of one message, whatever its status. */
  public static Replay one(long id, long offset) {
    return new Replay(id, offset, offset + 1, false);
  }
}
