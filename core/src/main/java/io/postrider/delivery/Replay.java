package io.postrider.delivery;

/**
 * What to send again.
 *
 * @param id a number by which its owner knows it
 * @param fromOffset the first offset of the stretch
 * @param toOffset the first offset behind the stretch
 * @param onlyFailed whether only deliveries that are marked as failed or cancelled are sent again;
 *     otherwise all messages for the destination are
 */
public record Replay(long id, long fromOffset, long toOffset, boolean onlyFailed) {

  /** A replay of one message, whatever became of it. */
  public static Replay one(long id, long offset) {
    return new Replay(id, offset, offset + 1, false);
  }
}
