package io.postrider.delivery;

/** Counts changes to the cursor's state, so that two states can be told apart. */
final class ChangeCounter {

  private long count;

  void add() {
    count++;
  }

  long count() {
    return count;
  }
}
