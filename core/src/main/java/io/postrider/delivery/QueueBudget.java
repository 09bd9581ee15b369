package io.postrider.delivery;

/**
 * The memory budget that the queues of all destinations share. Implementations are as thread-safe
 * as their machines' threads require.
 */
public interface QueueBudget {

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
   * Takes bytes, or returns false if they are not available. An empty queue takes and returns its
   * first message without asking, so that every destination makes progress.
   */
  boolean take(int bytes);

  void give(int bytes);
}
