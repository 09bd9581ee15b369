package io.postrider.delivery;

/**
 * The memory that the queues of all destinations share. Implementations are as safe to share as
 * their machines' threads need.
 */
public interface QueueBudget {

  /** A budget that never runs out. */
  QueueBudget UNBOUNDED =
      new QueueBudget() {
        @Override
        public boolean take(int bytes) {
          return true;
        }

        @Override
        public void give(int bytes) {}
      };

  /**
   * Takes so many bytes, or none if they are not there. A queue that is empty takes one message
   * without asking, so that every destination goes on; it never gives that one back either.
   */
  boolean take(int bytes);

  /** Gives back what was taken. */
  void give(int bytes);
}
