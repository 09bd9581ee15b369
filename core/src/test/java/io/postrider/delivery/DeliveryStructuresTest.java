package io.postrider.delivery;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.TestSeeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests the data structures of a machine against simpler models. */
class DeliveryStructuresTest {

  private final SplittableRandom random =
      new SplittableRandom(TestSeeds.seed(DeliveryStructuresTest.class));

  @Test
  void openDeliveries_areFoundByOffsetAndByTime() {
    OpenDeliveries open = new OpenDeliveries(2);
    TreeMap<Long, OpenDelivery> model = new TreeMap<>();
    for (int step = 0; step < 50_000; step++) {
      long offset = random.nextLong(200) * random.nextInt(1, 3) * 1024;
      OpenDelivery known = open.find(offset);
      assertThat(known).isSameAs(model.get(offset));
      if (known == null) {
        OpenDelivery delivery = new OpenDelivery(offset, offset % 7, random.nextLong(1_000), false);
        delivery.widen(2);
        delivery.due(0, random.nextLong(100), random.nextBoolean());
        delivery.due(1, random.nextLong(100), false);
        if (random.nextInt(3) == 0) {
          delivery.refuse(1);
        }
        open.add(delivery);
        model.put(offset, delivery);
        open.schedule(delivery);
      } else if (random.nextInt(4) == 0) {
        open.unschedule(known);
      } else {
        open.remove(known);
        model.remove(offset);
      }
      if (step % 500 == 0) {
        check(open, model);
      }
    }
    open.hasten(0, false, 10);
    open.shiftWindows(1_000);
    check(open, model);
    open.remap(new int[] {1, -1, 0});
    check(open, model);
  }

  private static void check(OpenDeliveries open, SortedMap<Long, OpenDelivery> model) {
    assertThat(open.size()).isEqualTo(model.size());
    assertThat(open.sorted()).containsExactlyElementsOf(model.values());
    assertThat(open.oldest()).isEqualTo(model.isEmpty() ? Long.MAX_VALUE : model.firstKey());
    List<OpenDelivery> scheduled =
        model.values().stream().filter(OpenDelivery::isScheduled).toList();
    assertThat(open.windows().firstMillis())
        .isEqualTo(
            scheduled.stream()
                .mapToLong(OpenDelivery::windowEndMillis)
                .min()
                .orElse(Long.MAX_VALUE));
    List<OpenDelivery> inOrder =
        scheduled.stream()
            .filter(delivery -> !delivery.hasRefused(0))
            .sorted(
                Comparator.<OpenDelivery>comparingLong(delivery -> delivery.dueMillis(0))
                    .thenComparingLong(OpenDelivery::offset))
            .toList();
    assertThat(open.due(0).size()).isEqualTo(inOrder.size());
    assertThat(open.due(0).first()).isSameAs(inOrder.isEmpty() ? null : inOrder.getFirst());
    assertThat(open.ofUserBefore(3, 100_000))
        .containsExactlyInAnyOrderElementsOf(
            model.headMap(100_000L).values().stream()
                .filter(delivery -> delivery.userHash() == 3)
                .toList());
  }

  @Test
  void heap_givesTheEarliestFirst() {
    DueHeap heap = new DueHeap(0);
    List<OpenDelivery> in = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      OpenDelivery delivery = new OpenDelivery(i, 0, 0, false);
      delivery.widen(1);
      delivery.due(0, random.nextLong(50), false);
      heap.add(delivery, delivery.dueMillis(0));
      in.add(delivery);
    }
    for (int i = 0; i < 300; i++) {
      heap.remove(in.remove(random.nextInt(in.size())));
    }
    in.forEach(delivery -> delivery.due(0, 49 - delivery.dueMillis(0), false));
    heap.rebuild(0);
    long lastTime = Long.MIN_VALUE;
    long lastOffset = -1;
    while (!heap.isEmpty()) {
      OpenDelivery first = requireNonNull(heap.first());
      assertThat(heap.firstMillis()).isEqualTo(first.dueMillis(0));
      assertThat(first.dueMillis(0)).isGreaterThanOrEqualTo(lastTime);
      if (first.dueMillis(0) == lastTime) {
        assertThat(first.offset()).isGreaterThan(lastOffset);
      }
      lastTime = first.dueMillis(0);
      lastOffset = first.offset();
      heap.remove(first);
      in.remove(first);
    }
    assertThat(in).isEmpty();
  }

  @Test
  void holds_findTheFirstThatCoversAnOffset() {
    Holds holds = new Holds(List.of());
    assertThat(holds.sinceMillis(5)).isEqualTo(Long.MIN_VALUE);
    holds.begin(100);
    assertThat(holds.sinceMillis(Long.MAX_VALUE - 1)).isEqualTo(100);
    holds.begin(110);
    holds.end(50);
    holds.begin(200);
    holds.end(50);
    assertThat(holds.list()).as("covers nothing more").hasSize(1);
    holds.begin(300);
    holds.end(80);
    assertThat(holds.sinceMillis(49)).isEqualTo(100);
    assertThat(holds.sinceMillis(50)).isEqualTo(300);
    assertThat(holds.sinceMillis(80)).isEqualTo(Long.MIN_VALUE);
    assertThat(holds.forgetBefore(49)).isFalse();
    assertThat(holds.forgetBefore(50)).isTrue();
    assertThat(holds.sinceMillis(49)).isEqualTo(300);
  }

  @Test
  void holds_areBoundedAndMergedToALaterStart() {
    Holds holds = new Holds(List.of());
    Holds[] exact = {new Holds(List.of())};
    long time = 0;
    List<Holds.Hold> all = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      time += 1 + random.nextLong(100);
      holds.begin(time);
      holds.end(i * 10L + 10);
      all.add(new Holds.Hold(time, i * 10L + 10));
    }
    exact[0] = new Holds(all);
    assertThat(holds.list()).hasSize(Holds.MAX_HOLDS);
    for (long offset = 0; offset < 5_000; offset += 5) {
      assertThat(holds.sinceMillis(offset)).isGreaterThanOrEqualTo(exact[0].sinceMillis(offset));
    }
  }

  @Test
  void pauses_countOnlyTheOverlap() {
    Pauses pauses = new Pauses(List.of(), Pauses.NONE);
    assertThat(pauses.resume(5)).isZero();
    pauses.pause(100);
    pauses.pause(150);
    assertThat(pauses.resume(200)).isEqualTo(100);
    pauses.pause(300);
    pauses.resume(310);
    assertThat(pauses.pausedMillis(0)).isEqualTo(110);
    assertThat(pauses.pausedMillis(150)).isEqualTo(60);
    assertThat(pauses.pausedMillis(305)).isEqualTo(5);
    assertThat(pauses.pausedMillis(400)).isZero();
    for (int i = 0; i < 100; i++) {
      pauses.pause(1_000 + i * 10);
      pauses.resume(1_001 + i * 10);
    }
    assertThat(pauses.list()).hasSize(Pauses.MAX_PAUSES);
    assertThat(pauses.pausedMillis(0)).isGreaterThanOrEqualTo(210);
    assertThat(pauses.pausedMillis(1_980)).isEqualTo(2);
  }

  @Test
  void rate_allowsABurstOfATenthOfASecond() {
    RoundRateLimit rate = new RoundRateLimit();
    assertThat(rate.isOpen(0)).isTrue();
    assertThat(rate.openAtMillis()).isEqualTo(Long.MIN_VALUE);
    rate.set(100, 1_000);
    for (int i = 0; i < 10; i++) {
      assertThat(rate.isOpen(1_000)).isTrue();
      rate.take(1_000);
    }
    assertThat(rate.isOpen(1_000)).isFalse();
    assertThat(rate.openAtMillis()).isEqualTo(1_010);
    assertThat(rate.isOpen(1_009)).isFalse();
    assertThat(rate.isOpen(900)).as("a clock that goes back").isFalse();
    assertThat(rate.isOpen(1_010)).isTrue();
    rate.set(1, 2_000);
    assertThat(rate.isOpen(2_000)).isTrue();
    rate.take(2_000);
    assertThat(rate.openAtMillis()).isEqualTo(3_000);
  }

  @Test
  void schedule_staysWithinItsBounds() {
    RetrySchedule schedule = new RetrySchedule(DeliveryRules.DEFAULT, random);
    for (int round = 1; round < 1_000; round++) {
      assertThat(schedule.delayMillis(round)).isBetween(4_000L, 1_800_000L);
      assertThat(schedule.probeDelayMillis(round)).isBetween(1_600L, 60_000L);
    }
    assertThat(schedule.probeDelayMillis(0)).isBetween(800L, 1_200L);
    assertThat(schedule.retryAfterMillis(10_000)).isBetween(10_000L, 11_000L);
    assertThat(schedule.retryAfterMillis(1_800_000)).isEqualTo(1_800_000);
    assertThat(RetrySchedule.cappedMillis(Duration.ofMinutes(30))).isEqualTo(1_800_000);
    assertThat(RetrySchedule.cappedMillis(Duration.ofMillis(1_800_001))).isEqualTo(1_800_000);
    assertThat(RetrySchedule.cappedMillis(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(1_800_000);
    assertThat(RetrySchedule.cappedMillis(Duration.ofSeconds(Long.MIN_VALUE))).isZero();
  }

  @Test
  void breaker_allowsOneProbeAtATime() {
    Breaker breaker = new Breaker(2, new RetrySchedule(DeliveryRules.DEFAULT, random));
    breaker.failed(false, 0, 1_000);
    assertThat(breaker.isOpen()).isFalse();
    breaker.failed(false, 0, 1_000);
    assertThat(breaker.isOpen()).isTrue();
    long at = breaker.probeAtMillis();
    breaker.failed(false, 0, 5_000);
    assertThat(breaker.probeAtMillis()).as("what was under way does not move it").isEqualTo(at);
    assertThat(breaker.isProbeDue(at - 1)).isFalse();
    assertThat(breaker.isProbeDue(at)).isTrue();
    breaker.probeStarted();
    assertThat(breaker.isProbeDue(at)).isFalse();
    breaker.probeAbandoned();
    assertThat(breaker.isProbeDue(at)).isTrue();
    breaker.probeStarted();
    breaker.failed(true, 60_000, at);
    assertThat(breaker.probeAtMillis()).isEqualTo(at + 60_000);
    breaker.restAtMostUntil(at + 30_000);
    assertThat(breaker.probeAtMillis()).isEqualTo(at + 30_000);
    breaker.restAtMostUntil(0);
    assertThat(breaker.probeAtMillis()).as("backoff still applies").isGreaterThan(at);
    breaker.close();
    assertThat(breaker.isOpen()).isFalse();
    assertThat(breaker.probeAtMillis()).isEqualTo(Long.MAX_VALUE);
  }
}
