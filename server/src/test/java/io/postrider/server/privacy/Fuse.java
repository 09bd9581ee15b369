package io.postrider.server.privacy;

import java.util.function.Supplier;

/** Simulates a crash at a step: before it, or right after. */
final class Fuse {

  /** The simulated crash. */
  static final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    Crash(int step) {
      super("at step " + step, null, false, false);
    }
  }

  private final int last;
  private int steps;

  private Fuse(int last) {
    this.last = last;
  }

  static Fuse never() {
    return new Fuse(Integer.MAX_VALUE);
  }

  static Fuse at(int step) {
    return new Fuse(step);
  }

  /** The number of steps. */
  int steps() {
    return steps;
  }

  <T> T burn(Supplier<T> work) {
    burn();
    T done = work.get();
    burn();
    return done;
  }

  void burn(Runnable work) {
    burn();
    work.run();
    burn();
  }

  private void burn() {
    if (++steps == last) {
      throw new Crash(steps);
    }
  }
}
