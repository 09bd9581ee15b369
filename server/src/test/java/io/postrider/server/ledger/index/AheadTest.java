package io.postrider.server.ledger.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How far ahead it works, and that results come in order. */
class AheadTest {

  private static final int ITEMS = 100;

  private final ArrayDeque<Integer> items =
      new ArrayDeque<>(IntStream.range(0, ITEMS).boxed().toList());
  private final List<Runnable> elsewhere = new ArrayList<>();
  private final Ahead<Integer, String> ahead =
      new Ahead<>(items::poll, item -> "result " + item, elsewhere::add);

  @Test
  void firstItem_isAlone_thenMoreAreBegun_upToTheLimit() {
    int begun = 0;
    for (int i = 0; i < ITEMS; i++) {
      assertThat(ahead.next()).isEqualTo("result " + i);
      int more = ITEMS - items.size() - (i + 1);
      assertThat(more).isBetween(begun, Ahead.MAX_ITEMS - 1);
      begun = i < ITEMS - Ahead.MAX_ITEMS ? more : 0;
      if (i == 0) {
        assertThat(more).isZero();
      }
      if (i == 3) {
        assertThat(more).isEqualTo(Ahead.MAX_ITEMS - 1);
      }
    }
    assertThat(ahead.next()).isNull();
    assertThat(ahead.next()).isNull();
  }

  @Test
  void noMoreIsBegun_thanTheCallerExpectsToNeed() {
    for (int i = 0; i < 10; i++) {
      assertThat(ahead.next(10 - i)).isEqualTo("result " + i);
    }
    assertThat(items).hasSize(ITEMS - 10);
    assertThat(ahead.next(0)).isEqualTo("result 10");
    assertThat(items).hasSize(ITEMS - 11);
  }

  @Test
  void results_areInOrder_whereverTheyAreMade() {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Ahead<Integer, Integer> numbers = new Ahead<>(items::poll, item -> item * 2, threads);
      List<Integer> results = new ArrayList<>();
      for (Integer next = numbers.next(); next != null; next = numbers.next()) {
        results.add(next);
      }
      assertThat(results).isEqualTo(IntStream.range(0, ITEMS).map(i -> i * 2).boxed().toList());
    }
  }

  @Test
  void failure_isThrownAsItIs_inItsPlace() {
    DamagedRunException damage = new DamagedRunException("file", "damaged", null);
    AssertionError bug = new AssertionError("a bug");
    Ahead<Integer, Integer> failing =
        new Ahead<>(
            items::poll,
            item -> {
              if (item == 1) {
                throw damage;
              }
              if (item == 2) {
                throw bug;
              }
              return item;
            },
            Runnable::run);
    assertThat(failing.next()).isZero();
    assertThatThrownBy(failing::next).isSameAs(damage);
    assertThatThrownBy(failing::next).isSameAs(bug);
    assertThat(failing.next()).isEqualTo(3);
  }

  @Test
  void interrupt_isKept_andNoResultIsLost() {
    Thread.currentThread().interrupt();
    assertThat(ahead.next()).isEqualTo("result 0");
    assertThat(Thread.interrupted()).isTrue();
  }
}
