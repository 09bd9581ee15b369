package io.postrider.delivery;

/** Counts the changes to what a cursor remembers, so that one state can be told from another. */
final class ChangeCounter {

  private long count;

  void add() {
    count++;
  }

  long count() {
    return count;
  }
}
