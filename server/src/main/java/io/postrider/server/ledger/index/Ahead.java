package io.postrider.server.ledger.index;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Works on the items of a sequence, several at a time, and hands the results out in order. It
 * begins with one item and looks further ahead with each: a query that needs a single block reads
 * no other, one that needs many waits for several reads at once.
 *
 * <p>Belongs to one thread; the work runs there and in others.
 */
final class Ahead<T, R> {

  /** The most items that are worked on at a time. */
  static final int MAX_ITEMS = 8;

  private final Supplier<@Nullable T> items;
  private final Function<T, R> work;
  private final Executor threads;
  private final ArrayDeque<FutureTask<R>> begun = new ArrayDeque<>();
  private int window = 1;

  /**
   * @param items the next item; null after the last. Asked in the thread of the caller
   * @param work must be thread-safe
   */
  Ahead(Supplier<@Nullable T> items, Function<T, R> work, Executor threads) {
    this.items = items;
    this.work = work;
    this.threads = threads;
  }

  /** The result of the next item; null after the last. */
  @Nullable R next() {
    return next(MAX_ITEMS);
  }

  /**
   * The result of the next item; null after the last.
   *
   * @param wanted how many results the caller expects to need, including this one
   */
  @Nullable R next(int wanted) {
    int most = Math.clamp(wanted, 1, window);
    window = Math.min(MAX_ITEMS, window * 2);
    while (begun.size() < most) {
      T item = items.get();
      if (item == null) {
        break;
      }
      FutureTask<R> task = new FutureTask<>(() -> work.apply(item));
      begun.add(task);
      if (begun.size() > 1) {
        threads.execute(task);
      }
    }
    return begun.isEmpty() ? null : result(begun.remove());
  }

  private static <R> R result(FutureTask<R> task) {
    task.run(); // here, unless it runs elsewhere already
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return requireNonNull(task.get());
        } catch (InterruptedException e) {
          interrupted = true; // reads end soon
        } catch (ExecutionException failed) {
          throw unwrapped(failed);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static RuntimeException unwrapped(ExecutionException failed) {
    if (failed.getCause() instanceof Error error) {
      throw error;
    }
    return failed.getCause() instanceof RuntimeException thrown
        ? thrown
        : new IllegalStateException(failed.getCause());
  }
}
